/** What does every engine reach on every query, by labels and by people, and how far could unjudged results change that? */
import { at } from "../core/at.ts";
import { type NdcgBounds, ndcgBounds } from "../gold/measure-gold-engines.ts";
import { roundScore } from "../maths/numbers.ts";
import { checkCutoff, type Measure } from "../measure/measures/define-measure.ts";
import { dcg } from "../measure/measures/graded/discounted-gain.ts";
import type { JudgedLists, JudgedQuery } from "./judged-lists.ts";

/** By engine, then judged query. */
export type EngineValues = readonly Float64Array[];

/** NDCG by labels, 0 of an empty list. The ideal is that of the label source, or the list's own labels, sorted. */
export function labelValues(
  { engines, queries }: JudgedLists,
  cutoff: number,
  ideal: "reference" | "returned" = "reference",
): EngineValues {
  const options = Number.isFinite(cutoff) ? { cutoff } : {};
  const best = queries.map((query) => dcg(query.ideal, options));
  return engines.map((_, engine) =>
    Float64Array.from(queries, ({ labels }, place) => {
      const list = at(labels, engine);
      const highest = ideal === "reference" ? at(best, place) : dcg(list.toSorted().reverse(), options);
      return highest > 0 ? dcg(list, options) / highest : 0;
    }),
  );
}

/** The measure by people's grades, 0 if undefined. Unjudged results count as not relevant. */
export function gradeValues({ engines, queries }: JudgedLists, measure: Measure): EngineValues {
  return engines.map((_, engine) =>
    Float64Array.from(queries, ({ grades, judged, lists }) =>
      measureLabels(measure, at(lists, engine), at(grades, engine), judged),
    ),
  );
}

export function valuesOfQueries(values: EngineValues, queries: Iterable<number>): Float64Array[] {
  const places = Int32Array.from(queries);
  return values.map((ofEngine) => Float64Array.from(places, (query) => at(ofEngine, query)));
}

export function engineMeans(values: EngineValues): Float64Array {
  return Float64Array.from(values, (ofEngine) => ofEngine.reduce((sum, value) => sum + value, 0) / ofEngine.length);
}

/** The measure of one list, 0 if undefined. @param labels by rank; NaN for unjudged results */
export function measureLabels(
  measure: Measure,
  documents: Int32Array,
  labels: Float64Array,
  judgedLabels: Float64Array,
): number {
  const scores = labels.map((_, rank) => labels.length - rank);
  return measure.compute({ labels, judgedLabels, scores, documents }) || 0;
}

/**
 * By engine: the number of unjudged results above the cutoff, also by rank (null below the end of its own lists), and the
 * bounds of its mean nDCG (linear gain; unjudged results gain nothing; NaN without queries) that their grades could give.
 * Only pairs whose bounds overlap are open; a few of these are not, because one title has one grade for both.
 *
 * Bounds are the extremes of `ndcgBounds`: a grade is at most the highest judgment of any query, and an unjudged title of
 * any list of the query, at any rank, may belong to the ideal. A title that is twice in a list counts as two, which widens
 * the bounds a little.
 *
 * Cost O(engines x queries x unjudged x (cutoff + judged)): 1.4 s for 29 engines, 225 queries, cutoff 10 and two thirds
 * unjudged.
 */
export function unjudgedResults({ engines, queries }: JudgedLists, cutoff: number) {
  checkCutoff("holes", cutoff);
  const topLabel = queries.reduce((top, { judged }) => Math.max(top, judged[0] ?? 0), 0);
  const unjudged = queries.map(unjudgedTitles);
  const longest = queries.reduce((most, { lists }) => Math.max(most, ...lists.map(({ length }) => length)), 0);
  const depth = Math.min(cutoff, longest);
  const found = engines.map((name, engine) => {
    const tops = queries.map(({ grades }) => at(grades, engine).slice(0, cutoff));
    const bounds = queries.map(({ lists, judged }, place) => {
      const outside = new Set(unjudged[place]);
      for (const title of at(lists, engine).subarray(0, cutoff)) outside.delete(title);
      const list = { labels: at(tops, place), ratedLabels: [...judged], unratedOutside: outside.size, topLabel };
      return ndcgBounds(list, { cutoff, gain: "linear" });
    });
    return { engine: name, ...countUnjudged(tops, depth), ...meanBounds(bounds) };
  });
  const pairs = found.flatMap((one, place) => found.slice(place + 1).map((other) => ({ one, other })));
  return {
    engines: found,
    pairs: pairs.length,
    openPairs: pairs.filter(({ one, other }) => canExceed(one, other) && canExceed(other, one)).length,
  };
}

function unjudgedTitles({ titles, lists, grades }: JudgedQuery): Set<number> {
  const unjudged = new Set(Array(titles).keys());
  for (const [engine, list] of lists.entries()) {
    for (const [rank, title] of list.entries()) if (!Number.isNaN(at(at(grades, engine), rank))) unjudged.delete(title);
  }
  return unjudged;
}

function countUnjudged(tops: readonly Float64Array[], depth: number) {
  const byRank = Array.from({ length: depth }, (_, rank) => {
    const there = tops.filter((top) => rank < top.length);
    return { results: there.length, unjudged: there.filter((top) => Number.isNaN(top[rank])).length };
  });
  const shareOf = (counts: (typeof byRank)[number]) => (counts.results === 0 ? null : counts.unjudged / counts.results);
  const results = byRank.reduce((sum, rank) => sum + rank.results, 0);
  const unjudged = byRank.reduce((sum, rank) => sum + rank.unjudged, 0);
  return { results, unjudged, share: shareOf({ results, unjudged }), shareByRank: byRank.map(shareOf) };
}

function meanBounds(bounds: readonly NdcgBounds[]): NdcgBounds {
  const mean = (key: keyof NdcgBounds) => bounds.reduce((sum, ofQuery) => sum + ofQuery[key], 0) / bounds.length;
  return { value: mean("value"), lower: mean("lower"), upper: mean("upper") };
}

function canExceed(one: NdcgBounds, other: NdcgBounds): boolean {
  return roundScore(one.upper - other.lower) > 0;
}
