import { at } from "../core/at.ts";
import { bootstrapInterval } from "../maths/bootstrap-interval.ts";
import { requireCount } from "../maths/numbers.ts";
import { meanOf, sumOf } from "../maths/summary.ts";
import { compareEngines, type EngineComparison } from "../measure/measures/compare-engines.ts";
import { ndcg, normalisedDiscountedGainMeasure, rankDiscount } from "../measure/measures/graded/discounted-gain.ts";
import type { GoldSet } from "./gold-set.ts";

/** Place of a result that is not in the pool. */
export const HOLE = -1;
/** Place of a result that repeats a document of its list, so its gain is 0. */
export const NOTHING = -2;

export interface EngineLists {
  readonly name: string;
  /** By query of the gold set, then rank: a place in its pairs, `HOLE` or `NOTHING`. Null without a list. */
  readonly lists: readonly (Int32Array | null)[];
}

type LabelledPairs = Pick<GoldSet, "pairs" | "queries" | "topLabel"> & { readonly labels: Float64Array };

export interface MeasureGoldOptions {
  readonly depth: number;
  readonly seed: number;
  /** Leaves out queries without pooled engines, which only come from imports. @default false */
  readonly pooledOnly?: boolean;
}

export type GoldMeasurement = ReturnType<typeof measureGoldEngines>;
export type MeasuredEngine = ReturnType<typeof measureEngine>;

const gains = [
  { gain: "linear", parameters: {} },
  { gain: "exponential", parameters: { dcg: "exp-log2" } },
] as const;

/**
 * Measures nDCG of every engine against the best order of all rated pairs, in which near duplicates count once. If
 * nothing was merged, the means equal those of `measure` with the gold set's file. Leaves out queries that were not
 * pooled completely. If pairs were drawn individually, also leaves out queries whose lists are not all rated
 * completely, because the draw may have contained only pairs that were certain to be drawn. A query without a relevant
 * document, or without a list of the engine, counts 0. Cost O(engines x queries x (depth² + pairs)), and 10,000
 * resamples of the queries per engine and gain.
 */
export function measureGoldEngines(
  gold: GoldSet,
  engines: readonly EngineLists[],
  { depth, seed, pooledOnly = false }: MeasureGoldOptions,
) {
  requireCount("depth", depth);
  const having = (isWanted: (pair: number) => boolean) => (query: number) =>
    at(gold.queries, query).pairs.some(isWanted);
  const labelled = [...gold.queries.keys()].filter(having((pair) => !Number.isNaN(at(gold.labels, pair))));
  requireCount("number of queries with a label", labelled.length);
  const isPooled = having((pair) => at(gold.pairs, pair).engines.length > 0);
  const asked = labelled.filter((query) => !pooledOnly || isPooled(query));
  const isLabelled = (pair: number) => pair === NOTHING || !Number.isNaN(gold.labels[pair] ?? Number.NaN);
  const isRated = (list: Int32Array | null) => list?.subarray(0, depth).every(isLabelled) ?? !pooledOnly;
  // With `pooledOnly`, lists come from the pool, and a missing one may have been left out by chance.
  const isKnown = (query: number) => !gold.singled || engines.every(({ lists }) => isRated(lists[query] ?? null));
  const listOf = ratedLists(gold, engines, depth);
  const listsOf = (engine: EngineLists) => measured.map((query) => listOf(engine, query));
  const measured = asked.filter((query) => at(gold.queries, query).isWhole && isKnown(query));
  return {
    depth,
    queries: measured.length,
    // Number of queries with a label of which only some results were drawn. The ideal and the bounds need all results.
    notWhole: asked.length - measured.length,
    // Number of queries with a label, but without pooled engines.
    notPooled: labelled.length - asked.length,
    withoutRelevant: measured.length - measured.filter(having((pair) => at(gold.labels, pair) > 0)).length,
    engines:
      measured.length === 0
        ? []
        : engines.map((engine) => measureEngine(engine.name, listsOf(engine), { depth, seed })),
    comparison: compareOnLabels(gold, engines, measured, { depth, seed }),
  };
}

/** Results without a label count 0, and so do engines without a list. Returns null without queries. */
export function compareOnLabels(
  gold: LabelledPairs,
  engines: readonly EngineLists[],
  queries: readonly number[],
  { depth, seed }: MeasureGoldOptions,
): EngineComparison | null {
  const listOf = ratedLists(gold, engines, depth);
  const values = engines.map((engine) => ({
    engine: engine.name,
    values: Float64Array.from(queries, (query) => {
      const { labels, ratedLabels } = listOf(engine, query);
      return knownNdcg(labels, ratedLabels, depth);
    }),
  }));
  return compareEngines(normalisedDiscountedGainMeasure.with({}, depth).name, values, seed);
}

function measureEngine(name: string, lists: readonly RatedList[], { depth, seed }: MeasureGoldOptions) {
  const measures = gains.map(({ gain, parameters }) => {
    const bounds = lists.map((list) => ndcgBounds(list, { cutoff: depth, gain }));
    const values = bounds.map(({ value }) => value);
    const { low, high } = bootstrapInterval(values, { seed }) ?? { low: Number.NaN, high: Number.NaN };
    return {
      measure: normalisedDiscountedGainMeasure.with(parameters, depth).name,
      mean: meanOf(values),
      interval: [low, high] as const,
      // The mean is within these bounds, whatever ratings the unrated results get.
      lower: meanOf(bounds.map(({ lower }) => lower)),
      upper: meanOf(bounds.map(({ upper }) => upper)),
    };
  });
  const mean = meanOf(
    lists.map(({ othersLabels, othersRatedLabels }) => knownNdcg(othersLabels, othersRatedLabels, depth)),
  );
  const results = sumOf(lists.map(({ labels }) => labels.length));
  const count = sumOf(lists.map(({ labels }) => labels.filter(Number.isNaN).length));
  return {
    name,
    measures,
    // Unrated results up to the depth.
    holes: { count, results, share: results === 0 ? 0 : count / results },
    // Number of queries without a list, which count 0.
    missing: lists.filter(({ isMissing }) => isMissing).length,
    // nDCG without the labels of pairs that no other engine returned.
    withoutOwn: {
      mean,
      fall: at(measures, 0).mean - mean,
      pairs: sumOf(lists.map(({ ratedLabels, othersRatedLabels }) => ratedLabels.length - othersRatedLabels.length)),
    },
  };
}

/** Counts unrated results as 0, and returns 0 if nothing is relevant. */
function knownNdcg(labels: Float64Array, ratedLabels: readonly number[], cutoff: number): number {
  const known = labels.map((label) => (Number.isNaN(label) ? 0 : label));
  return ndcg(known, ratedLabels, { cutoff }) || 0;
}

type RatedList = ReturnType<ReturnType<typeof ratedLists>>;

/** The fields `others…` ignore labels of pairs that only this engine returned. @param engines all that are measured */
function ratedLists(gold: LabelledPairs, engines: readonly EngineLists[], depth: number) {
  const labelOf = (pair: number) => gold.labels[pair] ?? Number.NaN;
  const isMeasured = new Set(engines.map(({ name }) => name));
  /**
   * Counts unrated results of other engines, outside the pool or without a title, which may belong to the ideal. A
   * result of several engines counts for each, which can only widen the bounds.
   */
  const holesOfOthers = (name: string, query: number) => {
    const holes = new Map<string, number>();
    for (const pair of at(gold.queries, query).pairs) {
      for (const { name: other, of, also } of gold.pairs[pair]?.engines ?? []) {
        if (!isMeasured.has(other)) holes.set(other, (holes.get(other) ?? of) - 1 - also.length);
      }
    }
    const others = engines.filter((engine) => engine.name !== name);
    const ofMeasured = others.map(({ lists }) => (lists[query] ?? new Int32Array(0)).filter((place) => place === HOLE));
    return sumOf([...holes.values(), ...ofMeasured.map(({ length }) => length)]);
  };
  return ({ name, lists }: EngineLists, query: number) => {
    const { pairs } = at(gold.queries, query);
    const list = lists[query] ?? null;
    const shown = list?.subarray(0, depth) ?? new Int32Array(0);
    const returned = new Set(shown);
    const isOwn = (pair: number) => {
      const [first, ...others] = gold.pairs[pair]?.engines ?? [];
      return first?.name === name && others.length === 0;
    };
    const rated = pairs.filter((pair) => !Number.isNaN(labelOf(pair)));
    const unrated = pairs.filter((pair) => Number.isNaN(labelOf(pair)) && !returned.has(pair));
    const labels = Float64Array.from(shown, (pair) => (pair === NOTHING ? 0 : labelOf(pair)));
    return {
      // By rank: a label >= 0, or NaN for an unrated result (a hole). Not longer than the depth.
      labels,
      othersLabels: labels.map((label, rank) => (isOwn(at(shown, rank)) ? 0 : label)),
      ratedLabels: rated.map(labelOf),
      othersRatedLabels: rated.filter((pair) => !isOwn(pair)).map(labelOf),
      // Number of unrated documents that are not in the list, but may be relevant.
      unratedOutside: unrated.length + holesOfOthers(name, query),
      topLabel: gold.topLabel,
      isMissing: list === null,
    };
  };
}

export type PartlyRatedList = Pick<RatedList, "labels" | "ratedLabels" | "unratedOutside" | "topLabel">;

export type NdcgBounds = ReturnType<typeof ndcgBounds>;

/** Smaller steps are rounding errors. */
const STEP = 1e-12;

/**
 * Returns the smallest and largest nDCG for any labels from 0 to `topLabel` of unrated documents. Rating a hole also
 * changes the ideal, perhaps more than the list: a perfect list whose last result turns out to be the best was not
 * perfect. So neither 0 nor the top label in every hole is always the extreme. The ratio is quasi-concave in the gains,
 * because the ideal is a maximum of sums. So at the minimum, all labels are 0 or the top label: the top label outside
 * the list and in its last holes, and every number of holes is tried. For the maximum (Dinkelbach 1967, Management
 * Science 13(7), 492-498), the labels with the largest DCG - t IDCG are found, with t the nDCG so far, until t does not
 * change. Each step from one label to the next decides independently how many of the first holes to raise, and nothing
 * outside the list is relevant. Cost O(holes x documents) for the lower bound, O(labels x holes) per round for the
 * upper, with few rounds.
 */
export function ndcgBounds(
  list: PartlyRatedList,
  options: { readonly cutoff: number; readonly gain: "linear" | "exponential" },
) {
  const holes = [...list.labels.keys()].filter((rank) => Number.isNaN(list.labels[rank]));
  const reach = (ofHoles: readonly number[], outside = 0) => {
    const labels = Float64Array.from(list.labels);
    for (const [place, rank] of holes.entries()) labels[rank] = ofHoles[place] ?? 0;
    const top = new Array<number>(Math.min(outside, options.cutoff)).fill(list.topLabel);
    const reached = ndcg(labels, [...list.ratedLabels, ...ofHoles, ...top], options);
    return Number.isNaN(reached) ? 0 : reached;
  };
  const value = reach([]);
  let lower = value;
  for (let lifted = 0; lifted <= holes.length; lifted++) {
    const ofHoles = holes.map((_, place) => (place < holes.length - lifted ? 0 : list.topLabel));
    lower = Math.min(lower, reach(ofHoles, list.unratedOutside));
  }
  let upper = value;
  for (;;) {
    const reached = reach(bestLabels(list, holes, upper, options.cutoff));
    if (reached <= upper + STEP) return { value, lower, upper };
    upper = reached;
  }
}

/** Returns the labels of the holes that maximise DCG - ratio x IDCG. They never rise with the rank. */
function bestLabels(list: PartlyRatedList, holes: readonly number[], ratio: number, cutoff: number): number[] {
  const { ratedLabels, topLabel } = list;
  const labels = holes.map(() => 0);
  const steps = [...new Set([...ratedLabels, topLabel])].filter((label) => label > 0).sort((one, other) => one - other);
  for (const label of steps) {
    const rated = ratedLabels.filter((other) => other >= label).length;
    let [sum, best, lifted] = [0, 0, 0];
    for (const [place, rank] of holes.entries()) {
      sum += rankDiscount(rank) - (rated + place < cutoff ? ratio * rankDiscount(rated + place) : 0);
      if (sum < best) continue;
      best = sum;
      lifted = place + 1;
    }
    labels.fill(label, 0, lifted);
  }
  return labels;
}
