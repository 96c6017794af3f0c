/** Compares an engine's lists with the reference's lists. Two results are the same document if they match. */
import { at } from "../../core/at.ts";
import { titleKey } from "../../core/titles/clean-title.ts";
import {
  type Description,
  type LabelledEngine,
  type LabelRun,
  MATCH_EXACT,
  MATCH_SEMANTIC,
  REASON,
} from "../../core/types.ts";
import { rowsOfQuery } from "../../lists/group-results.ts";
import { rankBiasedOverlap } from "../../maths/correlation/rank-correlation.ts";
import { describe } from "../../maths/summary.ts";
import { NEARLY_EQUAL } from "../match/match-query.ts";

const FIRST = 10;
const PERSISTENCE = 0.9;
const MOST_CHANGED = 5;

/** Counts of results. Of the kept results, `moved` have another position, and `similar` have a nearly equal title. */
export interface ResultChanges {
  readonly kept: number;
  readonly moved: number;
  readonly similar: number;
  readonly lost: number;
  readonly new: number;
}

/** Counts of queries and their results. Only queries with results in at least one of the two lists count. */
export interface ChangeCounts extends ResultChanges {
  readonly queries: number;
  /** Queries with the same results in the same order. */
  readonly identical: number;
  /** Queries with the same results in another order. */
  readonly reordered: number;
  /** Queries with results from the reference but not from the engine. */
  readonly unanswered: number;
}

/** Similarities of two lists, from 0 to 1. */
export interface Likeness {
  /** Share of the first ten results that are in both lists. */
  readonly "overlap@10": number;
  /** Rank-biased overlap, extrapolated, p = .9. */
  readonly rbo: number;
}

/** A result of one list. `other_rank` is its rank in the other list; null if lost or new. Ranks are indexes from 0. */
export interface ComparedResult {
  readonly rank: number;
  readonly title: string;
  readonly other_rank: number | null;
  /** Cosine of the two titles, if they are similar but not equal. */
  readonly similarity?: number;
}

/** One query, with the first ten results of both lists. */
export interface QueryChange extends ResultChanges, Likeness {
  readonly query: string;
  readonly reference: readonly ComparedResult[];
  readonly engine: readonly ComparedResult[];
}

export type MeasuredChanges = NonNullable<ReturnType<typeof compareWithReference>>;

/**
 * Returns counts, overlap and RBO of each query (NaN if neither list has results), and the queries that changed most.
 * Returns null for several references, because no engine returned their fused list. Cost: O(rows).
 */
export function compareWithReference(run: LabelRun, engine: LabelledEngine) {
  if (run.reference.origins !== undefined) return null;
  const overlap = new Float64Array(run.queries.length).fill(Number.NaN);
  const rbo = overlap.slice();
  const counts = { queries: 0, identical: 0, reordered: 0, unanswered: 0, ...noResults };
  const changed: (ResultChanges & Likeness & { readonly place: number })[] = [];
  for (const place of run.queries.keys()) {
    const pairs = pairResults(run, engine, place);
    const { partners, earlier } = pairs;
    const longer = Math.max(partners.length, earlier.length);
    if (longer === 0) continue;
    const results = countResults(pairs, engine);
    const inBoth = partners.filter((partner, rank) => partner >= 0 && partner < FIRST && rank < FIRST);
    overlap[place] = inBoth.length / Math.min(FIRST, longer);
    rbo[place] = rankBiasedOverlap(partners, earlier.length, PERSISTENCE);
    for (const name of resultCounts) counts[name] += results[name];
    const isSame = results.lost + results.new === 0;
    counts.queries++;
    if (partners.length === 0) counts.unanswered++;
    if (isSame && results.moved === 0) counts.identical++;
    else changed.push({ place, ...results, "overlap@10": at(overlap, place), rbo: at(rbo, place) });
    if (isSame && results.moved > 0) counts.reordered++;
  }
  const most = mostChanged(changed).map(({ place, ...values }) => {
    return { query: at(run.queries, place).name, ...values, ...sideBySide(run, engine, place) };
  });
  return { counts, overlap, rbo, most };
}

/** Returns the five queries with the smallest overlap, then the smallest RBO, then the most lost and new results. */
export function mostChanged<Change extends ResultChanges & Likeness>(changes: readonly Change[]): Change[] {
  const differing = (change: Change) => change.lost + change.new;
  const byChange = (one: Change, other: Change) =>
    one["overlap@10"] - other["overlap@10"] || one.rbo - other.rbo || differing(other) - differing(one);
  return changes.toSorted(byChange).slice(0, MOST_CHANGED);
}

const noResults = { kept: 0, moved: 0, similar: 0, lost: 0, new: 0 };
const resultCounts = Object.keys(noResults) as (keyof ResultChanges)[];

type PairedResults = ReturnType<typeof pairResults>;

/**
 * Pairs rows of the engine's list with rows of the reference's list that show the same document. Each row gets at most
 * one partner. For each index in the engine's list, `partners` has the index in the reference's list, or -1. Exact
 * matches are paired first, then similar titles. In both groups, rows that are marked as repeats come last.
 */
function pairResults({ reference, points }: LabelRun, { lists, matches }: LabelledEngine, query: number) {
  const earlier = rowsOfQuery(reference, query);
  const later = rowsOfQuery(lists, query);
  /** For each document: its indexes in the reference's list that have no partner yet, the smallest index last. */
  const unpaired = new Map<number, number[]>();
  for (let place = earlier.length - 1; place >= 0; place--) {
    const point = at(points.pointOfRow, at(earlier, place));
    if (!unpaired.has(point)) unpaired.set(point, []);
    unpaired.get(point)?.push(place);
  }
  const partners = new Int32Array(later.length).fill(-1);
  const isRepeat = (place: number) => Number(matches.reasons[at(later, place)] === REASON.repeat);
  const repeatsLast = Array.from(later.keys()).sort((one, other) => isRepeat(one) - isRepeat(other) || one - other);
  for (const kind of [MATCH_EXACT, MATCH_SEMANTIC]) {
    repeatsLast.forEach((place) => {
      const row = at(later, place);
      const isFound = kind === MATCH_EXACT || at(matches.similarities, row) >= NEARLY_EQUAL;
      if (matches.kinds[row] !== kind || !isFound) return;
      partners[place] = unpaired.get(at(points.pointOfRow, at(matches.referenceRows, row)))?.pop() ?? -1;
    });
  }
  const isLeftOver = (row: number) => matches.reasons[row] === REASON["left-over"];
  if (later.some(isLeftOver)) {
    // One-to-one matching gives repeats of a title no match. Here, they are paired with repeats in the reference list.
    const keys = Array.from(earlier, (row) => titleKey(at(reference.titles, row)));
    later.forEach((row, place) => {
      const key = isLeftOver(row) ? titleKey(at(lists.titles, row)) : "";
      if (key !== "") partners[place] = keys.findIndex((own, other) => own === key && !partners.includes(other));
    });
  }
  return { earlier, later, partners };
}

function countResults({ earlier, later, partners }: PairedResults, { matches }: LabelledEngine): ResultChanges {
  const kept = partners.filter((partner) => partner >= 0).length;
  return {
    kept,
    moved: partners.filter((partner, place) => partner >= 0 && partner !== place).length,
    similar: partners.filter((partner, place) => partner >= 0 && isSimilar(matches, at(later, place))).length,
    lost: earlier.length - kept,
    new: later.length - kept,
  };
}

function isSimilar({ kinds }: LabelledEngine["matches"], row: number): boolean {
  return kinds[row] === MATCH_SEMANTIC;
}

function sideBySide(run: LabelRun, engine: LabelledEngine, query: number): Pick<QueryChange, "reference" | "engine"> {
  const { earlier, later, partners } = pairResults(run, engine, query);
  const { lists, matches } = engine;
  return {
    reference: Array.from(earlier.subarray(0, FIRST), (row, rank) => {
      const other = partners.indexOf(rank);
      return { rank, title: at(run.reference.titles, row), other_rank: other < 0 ? null : other };
    }),
    engine: Array.from(later.subarray(0, FIRST), (row, rank) => {
      const other = at(partners, rank);
      const found = { rank, title: at(lists.titles, row), other_rank: other < 0 ? null : other };
      const similarity = Number(at(matches.similarities, row).toFixed(6));
      return other >= 0 && isSimilar(matches, row) ? { ...found, similarity } : found;
    }),
  };
}

export const likenessNames = ["overlap@10", "rbo"] as const;
export type LikenessName = (typeof likenessNames)[number];

export interface ListChanges extends ChangeCounts, Readonly<Record<LikenessName, Description>> {
  /** At most five queries, the smallest overlap first. */
  readonly most_changed: readonly QueryChange[];
}

export function summariseChanges({ counts, overlap, rbo, most }: MeasuredChanges): ListChanges {
  return { ...counts, "overlap@10": describe(overlap), rbo: describe(rbo), most_changed: most };
}

/** Joins the changes of one engine in consecutive blocks of queries. @param parts - one for each block, at least one */
export function joinChanges(parts: readonly MeasuredChanges[]): MeasuredChanges {
  const names = Object.keys(parts[0]?.counts ?? {}) as (keyof ChangeCounts)[];
  const sumOf = (name: keyof ChangeCounts) => parts.reduce((sum, { counts }) => sum + counts[name], 0);
  return {
    counts: Object.fromEntries(names.map((name) => [name, sumOf(name)])) as MeasuredChanges["counts"],
    overlap: Float64Array.from(parts.flatMap(({ overlap }) => [...overlap])),
    rbo: Float64Array.from(parts.flatMap(({ rbo }) => [...rbo])),
    most: mostChanged(parts.flatMap(({ most }) => most)),
  };
}
