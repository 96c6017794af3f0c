/** Compares the order of the engines by labels with the order by people, and with orders by random labels. */
import { at } from "../core/at.ts";
import { bootstrapEngineOrder, type SignStability, signStability } from "../maths/correlation/correlate.ts";
import { FEWEST_ENGINES, kendallTauB, orderAgreement } from "../maths/correlation/rank-correlation.ts";
import { everyPair, requireCount, roundScore } from "../maths/numbers.ts";
import { seededBits } from "../maths/random.ts";
import { pairedDifferences } from "../maths/significance/paired-tests.ts";
import { percentileInterval } from "../maths/summary.ts";
import { dcg, rankDiscount } from "../measure/measures/graded/discounted-gain.ts";
import { type EngineValues, engineMeans, type JudgedLists, type JudgedQuery, labelValues } from "./engine-values.ts";

interface RandomOrdersOptions {
  /** Number of results that count, >= 1, or Infinity. */
  readonly cutoff: number;
  readonly seed: number;
  /** Number of random orders of each kind, >= 1. @default 1000 */
  readonly draws?: number;
  readonly onDraw?: (drawn: number) => void;
}

/**
 * Returns Kendall's τ-b between `truth` and the engines' mean nDCG by permuted labels. `interval` is the middle 95 % of
 * these τ-b. Ideal lists stay the same. Engines share titles and differ in the length of their lists, so even random
 * labels may agree with people.
 *   - `title` permutes the labels of a query among its distinct titles, once for all lists. A title has the label of
 *     its first occurrence in the first engine that returns it. If the observed τ-b exceeds the interval, labels are
 *     informative. With random labels, the observed τ-b exceeds the interval in at most 2.5 % of collections.
 *   - `list` permutes the labels within each list. If the observed τ-b exceeds both intervals, ranks are informative,
 *     too. The interval of `list` alone shows nothing about ranks. It is slightly too narrow, because a title gets
 *     different labels in different lists. With random labels, the observed τ-b exceeded this interval in 4 to 6 % of
 *     simulated collections.
 * Cost O(draws x engines x (queries x cutoff + engines)): 1000 draws, 29 engines, 225 queries, cutoff 10: 1.5 to 3 s.
 */
export function randomOrders(lists: JudgedLists, truth: ArrayLike<number>, options: RandomOrdersOptions) {
  const { cutoff, seed, draws = 1000, onDraw } = options;
  requireCount("draws", draws);
  const observed = kendallTauB(engineMeans(labelValues(lists, cutoff)), truth)?.tau ?? null;
  const bits = seededBits(seed);
  const deals = [byTitle, byList].map((deal) => ({
    ofQueries: lists.queries.map((query) => {
      return { decks: deal(query, cutoff), weights: weightsOf(query, cutoff) };
    }),
    taus: [] as (number | null)[],
  }));
  const means = new Float64Array(lists.engines.length);
  for (let drawn = 1; drawn <= draws; drawn++) {
    for (const { ofQueries, taus } of deals) {
      means.fill(0);
      for (const { decks, weights } of ofQueries) for (const deck of decks) dealLabels(deck, weights, means, bits);
      const ofEngines = means.map((sum) => sum / ofQueries.length);
      taus.push(kendallTauB(ofEngines, truth)?.tau ?? null);
    }
    onDraw?.(drawn);
  }
  const [title = [], list = []] = deals.map(({ taus }) => taus);
  return { observed, title: randomOrder(title, observed), list: randomOrder(list, observed) };
}

export type RandomOrder = ReturnType<typeof randomOrder>;

function randomOrder(drawn: readonly (number | null)[], observed: number | null) {
  const taus = Float64Array.from(drawn.flatMap((tau) => tau ?? [])).sort();
  // `leftOut` counts draws in which all engines tie.
  const { interval, leftOut } = percentileInterval(drawn);
  if (observed === null) return { taus, interval, leftOut, p: null, isExceeded: false };
  const reaching = taus.filter((tau) => roundScore(tau - observed) >= 0).length;
  return {
    taus,
    interval,
    leftOut,
    // One-sided p-value.
    p: (1 + reaching) / (1 + taus.length),
    isExceeded: interval !== null && roundScore(observed - interval[1]) > 0,
  };
}

/** Labels to shuffle. Rank r of an engine's list gets `labels[places[r]]`. All `places` are below `needed`. */
interface Deck {
  readonly labels: Float64Array;
  readonly needed: number;
  readonly tops: readonly { readonly engine: number; readonly places: Int32Array }[];
}

function dealLabels(
  { labels, needed, tops }: Deck,
  weights: Float64Array,
  sums: Float64Array,
  bits: () => number,
): void {
  // Draws labels for the first `needed` places, without replacement (the first steps of Durstenfeld's shuffle).
  for (let place = 0; place < needed; place++) {
    const other = place + Math.floor((bits() / 2 ** 32) * (labels.length - place));
    const label = labels[other] as number;
    labels[other] = labels[place] as number;
    labels[place] = label;
  }
  for (const { engine, places } of tops) {
    let sum = 0;
    for (let rank = 0; rank < places.length; rank++) {
      sum += (labels[places[rank] as number] as number) * (weights[rank] as number);
    }
    sums[engine] = (sums[engine] as number) + sum;
  }
}

function byTitle(query: JudgedQuery, cutoff: number): Deck[] {
  const places = new Map<number, number>();
  const tops = query.lists.map((titles, engine) => {
    const top = titles.slice(0, cutoff).map((title) => {
      const place = places.get(title) ?? places.size;
      places.set(title, place);
      return place;
    });
    return { engine, places: top };
  });
  return [{ labels: labelsOfTitles(query), needed: places.size, tops }];
}

function byList({ labels }: JudgedQuery, cutoff: number): Deck[] {
  return labels.map((list, engine) => {
    const top = Int32Array.from(list.subarray(0, cutoff).keys());
    return { labels: list.slice(), needed: top.length, tops: [{ engine, places: top }] };
  });
}

function labelsOfTitles(query: JudgedQuery): Float64Array {
  const labels = new Float64Array(query.titles).fill(Number.NaN);
  for (const [engine, titles] of query.lists.entries()) {
    for (const [rank, title] of titles.entries()) {
      if (Number.isNaN(labels[title])) labels[title] = at(at(query.labels, engine), rank);
    }
  }
  return labels;
}

/** Returns how much a label of 1 adds to nDCG at each rank within the cutoff. */
function weightsOf({ lists, ideal }: JudgedQuery, cutoff: number): Float64Array {
  const best = dcg(ideal, Number.isFinite(cutoff) ? { cutoff } : {});
  const depth = Math.min(cutoff, Math.max(0, ...lists.map((titles) => titles.length)));
  return Float64Array.from({ length: depth }, (_, rank) => (best > 0 ? rankDiscount(rank) / best : 0));
}

export interface OrderTrust {
  readonly engines: number;
  readonly queries: number;
  /** Means of each engine, in the order of the lists; empty without queries. */
  readonly means: readonly EngineMean[];
  /** Null for fewer than `FEWEST_ENGINES` engines or without queries, like the next three fields. */
  readonly tauB: {
    /** -1..1; null if all engines tie, by labels or by grades. */
    readonly observed: number | null;
    /** Middle 95 % of τ-b over resampled queries; null if no resample has a τ-b. */
    readonly interval: readonly [low: number, high: number] | null;
    readonly nullTitle: RandomOrder;
    readonly nullList: RandomOrder;
  } | null;
  readonly tauAp: number | null;
  readonly spearman: number | null;
  readonly upperHalfTauB: number | null;
  /** Null for `FEWEST_ENGINES` or more engines. */
  readonly pairs: readonly PairStability[] | null;
}

interface EngineMean {
  readonly engine: string;
  readonly labels: number;
  readonly grades: number;
}

/**
 * Compares the engines' mean nDCG by labels with their mean values by people's grades. Resamples the queries `draws`
 * times. Same cost as `randomOrders`.
 * @param grades - values by people's grades; larger values must be better
 */
export function orderTrust(
  lists: JudgedLists,
  grades: EngineValues,
  options: RandomOrdersOptions & { readonly draws: number },
): OrderTrust {
  const { cutoff, seed, draws } = options;
  const labels = labelValues(lists, cutoff);
  const labelMeans = engineMeans(labels);
  const trueMeans = engineMeans(grades);
  const counts = { engines: lists.engines.length, queries: lists.queries.length };
  const named = counts.queries === 0 ? [] : lists.engines;
  const means = named.map((engine, place) => {
    return { engine, labels: at(labelMeans, place), grades: at(trueMeans, place) };
  });
  const noOrder = { tauB: null, tauAp: null, spearman: null, upperHalfTauB: null };
  if (counts.engines < FEWEST_ENGINES) {
    return { ...counts, ...noOrder, means, pairs: pairStability(lists.engines, labels, grades, seed) };
  }
  if (counts.queries === 0) return { ...counts, ...noOrder, means, pairs: null };
  const { tauB: observed, ...agreement } = orderAgreement(labelMeans, trueMeans);
  const { interval } = bootstrapEngineOrder(labels, grades, { seed, samples: draws });
  const { title: nullTitle, list: nullList } = randomOrders(lists, trueMeans, options);
  return { ...counts, tauB: { observed, interval, nullTitle, nullList }, ...agreement, means, pairs: null };
}

interface PairStability {
  readonly first: string;
  readonly second: string;
  /** Difference first - second by labels. */
  readonly byLabels: SignStability;
  /** Difference first - second by people's grades. */
  readonly byGrades: SignStability;
  /** Whether labels and grades prefer the same engine; null if a difference is 0. */
  readonly signsAgree: boolean | null;
}

/**
 * Returns how stable the sign of the difference is, for each pair of engines. Returns [] without queries. Larger values
 * must be better. Intervals are not corrected for the number of pairs. Cost O(engines² x queries x resamples).
 */
export function pairStability(
  engines: readonly string[],
  labels: EngineValues,
  grades: EngineValues,
  seed: number,
): PairStability[] {
  const pairs = everyPair(engines, (first, second, one, other): PairStability | null => {
    const stabilityBy = (values: EngineValues) =>
      signStability(pairedDifferences(at(values, one), at(values, other)), { seed });
    const [byLabels, byGrades] = [stabilityBy(labels), stabilityBy(grades)];
    if (byLabels === null || byGrades === null) return null;
    const signs = Math.sign(byLabels.difference) * Math.sign(byGrades.difference);
    return { first, second, byLabels, byGrades, signsAgree: signs === 0 ? null : signs > 0 };
  });
  return pairs.filter((pair) => pair !== null);
}
