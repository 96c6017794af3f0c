/** Where did nobody judge what an engine returned, and how far could that move its nDCG? */
import { type NdcgBounds, ndcgBounds } from "../gold/ndcg-bounds.ts";
import { roundScore } from "../maths/classification/round-score.ts";
import { checkCutoff } from "../measure/measures/check-option.ts";
import type { JudgedLists, JudgedQuery } from "./judged-lists.ts";

export interface EngineHoles {
  readonly engine: string;
  /** Results above the cutoff, over all queries. */
  readonly results: number;
  /** Those of them that nobody judged. */
  readonly holes: number;
  /** Holes / results, 0..1; null without results. */
  readonly share: number | null;
  /** The same by rank, down to the longest of all engines' lists or the cutoff; null where none of its lists reaches. */
  readonly shareByRank: readonly (number | null)[];
  /** Mean nDCG over queries, linear gain: a hole gains nothing. NaN without queries, as are its bounds. */
  readonly value: number;
  /** The means between which any grades of what is not judged would put it. */
  readonly lower: number;
  readonly upper: number;
}

export interface Holes {
  /** In the order of the lists. */
  readonly engines: readonly EngineHoles[];
  /** Pairs of engines. */
  readonly pairs: number;
  /**
   * Pairs whose bounds overlap. No grades turn round the order of the others; of these perhaps not all, as a title that
   * both engines return would get one grade for both.
   */
  readonly openPairs: number;
}

/**
 * Bounds are the extremes of `ndcgBounds`: grades go up to the highest in the judgments of any query, and titles that
 * nobody judged in any list of the query, at any rank, may be relevant and so belong to the ideal. A list that returns
 * one title twice is bounded as if it were two: a little too widely.
 *
 * @param cutoff results that count, >= 1, or Infinity
 * @throws SemqrelError INVALID_CUTOFF  it is no whole number >= 1
 *
 * Cost O(engines x queries x holes x (cutoff + judged)): 1.4 s for 29 engines, 225 queries, cutoff 10 and two thirds of
 * holes.
 */
export function engineHoles({ engines, queries }: JudgedLists, cutoff: number): Holes {
  checkCutoff("holes", cutoff);
  const topLabel = queries.reduce((top, { judged }) => Math.max(top, judged[0] ?? 0), 0);
  const unjudged = queries.map(unjudgedTitles);
  const longest = queries.reduce((most, { lists }) => Math.max(most, ...lists.map(({ length }) => length)), 0);
  const depth = Math.min(cutoff, longest);
  const found = engines.map((name, engine) => {
    const tops = queries.map(({ grades }) => grades[engine]?.slice(0, cutoff) ?? new Float64Array(0));
    const bounds = queries.map((query, place) => {
      const labels = tops[place] ?? new Float64Array(0);
      const outside = new Set(unjudged[place]);
      for (const title of query.lists[engine]?.subarray(0, cutoff) ?? []) outside.delete(title);
      const list = { labels, ratedLabels: [...query.judged], unratedOutside: outside.size, topLabel };
      return ndcgBounds(list, { cutoff, gain: "linear" });
    });
    return { engine: name, ...countHoles(tops, depth), ...meanBounds(bounds) };
  });
  const pairs = found.flatMap((one, place) => found.slice(place + 1).map((other) => ({ one, other })));
  return {
    engines: found,
    pairs: pairs.length,
    openPairs: pairs.filter(({ one, other }) => overlap(one, other) && overlap(other, one)).length,
  };
}

function unjudgedTitles({ titles, lists, grades }: JudgedQuery): Set<number> {
  const unjudged = new Set(Array.from({ length: titles }, (_, title) => title));
  lists.forEach((list, engine) => {
    list.forEach((title, rank) => {
      if (!Number.isNaN(grades[engine]?.[rank] ?? Number.NaN)) unjudged.delete(title);
    });
  });
  return unjudged;
}

function countHoles(tops: readonly Float64Array[], depth: number) {
  const byRank = Array.from({ length: depth }, (_, rank) => {
    const there = tops.filter((top) => rank < top.length);
    return { results: there.length, holes: there.filter((top) => Number.isNaN(top[rank])).length };
  });
  const results = byRank.reduce((sum, at) => sum + at.results, 0);
  const holes = byRank.reduce((sum, at) => sum + at.holes, 0);
  return { results, holes, share: shareOf({ results, holes }), shareByRank: byRank.map(shareOf) };
}

function shareOf({ results, holes }: { readonly results: number; readonly holes: number }): number | null {
  return results === 0 ? null : holes / results;
}

function meanBounds(bounds: readonly NdcgBounds[]): NdcgBounds {
  const mean = (key: keyof NdcgBounds) => bounds.reduce((sum, ofQuery) => sum + ofQuery[key], 0) / bounds.length;
  return { value: mean("value"), lower: mean("lower"), upper: mean("upper") };
}

/** Whether the one could come to lie above the other. */
function overlap(one: NdcgBounds, other: NdcgBounds): boolean {
  return roundScore(one.upper - other.lower) > 0;
}
