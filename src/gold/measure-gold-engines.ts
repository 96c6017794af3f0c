import { at } from "../core/at.ts";
import { bootstrapInterval } from "../maths/bootstrap-interval.ts";
import { requireCount } from "../maths/numbers.ts";
import { meanOf, sumOf } from "../maths/summary.ts";
import { compareEngines, type EngineComparison } from "../measure/measures/compare-engines.ts";
import { ndcg, normalisedDiscountedGainMeasure, rankDiscount } from "../measure/measures/graded/discounted-gain.ts";
import type { GoldSet } from "./gold-set.ts";

/** In a list, stands for a result that is not in the pool. */
export const HOLE = -1;
/** In a list, stands for a result that repeats a document of the list, so its gain is 0. */
export const NOTHING = -2;

export interface EngineLists {
  readonly name: string;
  /** The list of each query; null if there is none. Each rank has `HOLE`, `NOTHING`, or an index in `pairs`. */
  readonly lists: readonly (Int32Array | null)[];
}

type LabelledPairs = Pick<GoldSet, "pairs" | "queries" | "topLabel"> & { readonly labels: Float64Array };

export interface MeasureGoldOptions {
  readonly depth: number;
  readonly seed: number;
  /** Whether to leave out queries for which no engine was pooled. Only imports add such queries. @default false */
  readonly pooledOnly?: boolean;
}

export type GoldMeasurement = ReturnType<typeof measureGoldEngines>;
export type MeasuredEngine = ReturnType<typeof measureEngine>;

const gains = [
  { gain: "linear", parameters: {} },
  { gain: "exponential", parameters: { dcg: "exp-log2" } },
] as const;

/**
 * Measures nDCG of every engine. The ideal is the best order of all rated pairs, in which near duplicates count once.
 * If no duplicates were merged, `measure` gives the same means for the gold set's file. Leaves out queries that were
 * not pooled completely. If pairs were drawn individually, also leaves out queries for which any engine's list is not
 * completely rated. Probabilities do not show which lists these are, because a query may lack pairs even if all its
 * drawn pairs have probability 1. A query without a relevant document counts 0, and so does a missing list. Cost
 * O(engines x queries x (depth² + pairs)), and 10,000 resamples of the queries per engine and gain.
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
  // With `pooledOnly`, a missing list does not count as rated. The engine may have results, but none of them was drawn.
  const isRated = (list: Int32Array | null) => list?.subarray(0, depth).every(isLabelled) ?? !pooledOnly;
  const isKnown = (query: number) => !gold.singled || engines.every(({ lists }) => isRated(lists[query] ?? null));
  const listOf = ratedLists(gold, engines, depth);
  const listsOf = (engine: EngineLists) => measured.map((query) => listOf(engine, query));
  const measured = asked.filter((query) => at(gold.queries, query).isWhole && isKnown(query));
  return {
    depth,
    queries: measured.length,
    // Number of queries that have a label, but are left out, because their pool or their ratings are incomplete.
    notWhole: asked.length - measured.length,
    // Number of labelled queries for which no engine was pooled.
    notPooled: labelled.length - asked.length,
    withoutRelevant: measured.length - measured.filter(having((pair) => at(gold.labels, pair) > 0)).length,
    engines:
      measured.length === 0
        ? []
        : engines.map((engine) => measureEngine(engine.name, listsOf(engine), { depth, seed })),
    comparison: compareOnLabels(gold, engines, measured, { depth, seed }),
  };
}

/** A result without a label counts 0, and so does a missing list. Returns null if there are no queries. */
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
    lists.map(({ othersLabels, othersRatedLabels, isOwnKnown }) =>
      isOwnKnown ? knownNdcg(othersLabels, othersRatedLabels, depth) : Number.NaN,
    ),
  );
  const results = sumOf(lists.map(({ labels }) => labels.length));
  const count = sumOf(lists.map(({ labels }) => labels.filter(Number.isNaN).length));
  return {
    name,
    measures,
    // Number and share of unrated results up to the depth.
    holes: { count, results, share: results === 0 ? 0 : count / results },
    // Number of queries for which the engine has no list. They count 0.
    missing: lists.filter(({ isMissing }) => isMissing).length,
    // nDCG without the labels of pairs that no other engine returned; NaN if these pairs are unknown.
    withoutOwn: {
      mean,
      fall: at(measures, 0).mean - mean,
      pairs: Number.isNaN(mean)
        ? mean
        : sumOf(lists.map(({ ratedLabels, othersRatedLabels }) => ratedLabels.length - othersRatedLabels.length)),
    },
  };
}

function knownNdcg(labels: Float64Array, ratedLabels: readonly number[], cutoff: number): number {
  const known = labels.map((label) => (Number.isNaN(label) ? 0 : label));
  return ndcg(known, ratedLabels, { cutoff }) || 0;
}

type RatedList = ReturnType<ReturnType<typeof ratedLists>>;

/** Fields named `others…` ignore pairs that only the list's engine returned. @param engines - all measured engines */
function ratedLists(gold: LabelledPairs, engines: readonly EngineLists[], depth: number) {
  const labelOf = (pair: number) => gold.labels[pair] ?? Number.NaN;
  const names = engines.map(({ name }) => name);
  const pooledNames = [...new Set(gold.pairs.flatMap((pair) => pair.engines.map(({ name }) => name)))];
  /** Whether an engine's lists have all results that were pooled under the name `pooled`. */
  const hasPooled = ({ lists }: EngineLists, pooled: string) =>
    gold.queries.every(({ pairs }, query) =>
      pairs.every((pair) => {
        const from = gold.pairs[pair]?.engines.find(({ name }) => name === pooled);
        return from === undefined || lists[query]?.subarray(0, from.of).includes(pair) === true;
      }),
    );
  // A run may be a pooled engine under another name.
  const pooledNameOf = new Map(
    engines.map((engine) => {
      const isSame = (pooled: string) => !names.includes(pooled) && hasPooled(engine, pooled);
      return [engine.name, pooledNames.includes(engine.name) ? engine.name : pooledNames.find(isSame)];
    }),
  );
  const isMeasured = new Set([...names, ...pooledNameOf.values()]);
  /**
   * Counts other engines' results that are not in the pool or have no title. They may be relevant, so they may belong
   * to the ideal. A result of several engines counts several times, which can only widen the bounds.
   */
  const holesOfOthers = (others: readonly EngineLists[], query: number) => {
    const holes = new Map<string, number>();
    for (const pair of at(gold.queries, query).pairs) {
      for (const { name: other, of, also } of gold.pairs[pair]?.engines ?? []) {
        if (!isMeasured.has(other)) holes.set(other, (holes.get(other) ?? of) - 1 - also.length);
      }
    }
    const ofMeasured = others.map(({ lists }) => (lists[query] ?? new Int32Array(0)).filter((place) => place === HOLE));
    return sumOf([...holes.values(), ...ofMeasured.map(({ length }) => length)]);
  };
  return ({ name, lists }: EngineLists, query: number) => {
    const { pairs } = at(gold.queries, query);
    const list = lists[query] ?? null;
    const shown = list?.subarray(0, depth) ?? new Int32Array(0);
    const returned = new Set(shown);
    const others = engines.filter((engine) => engine.name !== name);
    const returnedByOthers = new Set(others.flatMap((engine) => [...(engine.lists[query]?.subarray(0, depth) ?? [])]));
    const isOwn = (pair: number) => {
      const pooled = gold.pairs[pair]?.engines ?? [];
      const isAlone = pooled.every((from) => from.name === pooledNameOf.get(name));
      return isAlone && !returnedByOthers.has(pair) && (pooled.length > 0 || returned.has(pair));
    };
    const rated = pairs.filter((pair) => !Number.isNaN(labelOf(pair)));
    const unrated = pairs.filter((pair) => Number.isNaN(labelOf(pair)) && !returned.has(pair));
    const labels = Float64Array.from(shown, (pair) => (pair === NOTHING ? 0 : labelOf(pair)));
    return {
      // Label at each rank up to the depth, >= 0; NaN for an unrated result (a hole).
      labels,
      othersLabels: labels.map((label, rank) => (isOwn(at(shown, rank)) ? 0 : label)),
      ratedLabels: rated.map(labelOf),
      othersRatedLabels: rated.filter((pair) => !isOwn(pair)).map(labelOf),
      // Number of unrated documents that are not in the list, but may be relevant.
      unratedOutside: unrated.length + holesOfOthers(others, query),
      topLabel: gold.topLabel,
      isMissing: list === null,
      // Without a pool or another run, it is unknown which results only this engine returned.
      isOwnKnown: pooledNames.length > 0 || others.length > 0,
    };
  };
}

export type PartlyRatedList = Pick<RatedList, "labels" | "ratedLabels" | "unratedOutside" | "topLabel">;

export type NdcgBounds = ReturnType<typeof ndcgBounds>;

/** Smaller increases of nDCG are rounding errors. */
const STEP = 1e-12;

/**
 * Returns the smallest and the largest nDCG that are possible if each unrated document may have any label from 0 to
 * `topLabel`. Rating a hole also changes the ideal, so the top label in the last hole may even lower nDCG. The bounds
 * are therefore not simply the nDCG with 0 in all holes and the nDCG with the top label in all holes.
 *
 * Minimum: the ideal is a maximum of sums, so nDCG is quasi-concave in the gains. Its minimum therefore only needs the
 * labels 0 and `topLabel`. Documents outside the list have the top label. The last k holes of the list also have the
 * top label, and the other holes have 0. Every k is tried. Cost O(holes x documents).
 *
 * Maximum: documents outside the list have the label 0. The labels of the holes are found with the method of Dinkelbach
 * (1967, Management Science 13(7), 492-498). Let t be the largest nDCG found so far. Each round finds the labels
 * with the largest DCG - t x IDCG, where IDCG is the DCG of the ideal. The rounds end when t does not grow. For each
 * label, a round finds how many of the first holes get this label or a higher one. Cost O(labels x holes) per round.
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

/** Chooses labels for the holes to maximise DCG - ratio x IDCG. The labels never rise from one hole to the next. */
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
