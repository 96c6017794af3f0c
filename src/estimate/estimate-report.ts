/** The report of `estimate`: what ratings and calibrated labels show, and how certain that is. */

import { at } from "../core/at.ts";
import { counted, sayNames, sayShare, someOf, textsOf } from "../core/text/wording.ts";
import { type Holes, sayPooledLevels, unratedThatMayTurn } from "../gold/gold-view.ts";
import { secondsPerQuery } from "../gold/pools/order-for-rating.ts";
import { type CombinedOrder, combinedOrder, combineSamples } from "../maths/sampling/combined-order.ts";
import {
  type IntervalEstimate,
  intervalAt,
  intervalEstimate,
  type MeanEstimate,
  type QueryValues,
  zeroP,
} from "../maths/sampling/interval-estimate.ts";
import {
  differenceEstimates,
  type EnginePair,
  engineDifferences,
  type PairSample,
  type PairValues,
  pairSampleDifferences,
  pairSampleEstimate,
} from "../maths/sampling/pair-sample-estimate.ts";
import type { QueryDraw } from "../maths/sampling/query-sample.ts";
import {
  type Correction,
  decidePairs,
  moderateErrors,
  type PairDecision,
  priceOfLook,
  simultaneousIntervals,
} from "../maths/sampling/simultaneous-intervals.ts";
import { FEWEST_QUERIES, SIGNIFICANCE } from "../maths/significance/corrections.ts";
import { compareEngines, type EngineComparison } from "../measure/measures/compare-engines.ts";
import type { PairOrder } from "./calibration/calibrated-values.ts";

type Interval = readonly [low: number, high: number] | null;

/** What `semqrel estimate --json` prints. */
export interface EstimateReport {
  readonly schema: "semqrel.estimate/1";
  readonly measure: string;
  /** Measure whose differences are estimated. If pairs of query and document were drawn, DCG replaces nDCG. */
  readonly differencesBy: string;
  /** Whether means are over these queries, or over all future queries of the same kind. */
  readonly target: "these" | "future";
  readonly queries: number;
  /** Number of queries for which no engine and no reference has a title. The means leave them out. Absent if 0. */
  readonly unanswered?: number;
  readonly ratedQueries: number;
  readonly ratings: number;
  /** Explains why `gold` counted a number other than `ratings`. Absent if both are equal or `gold` did not count. */
  readonly otherRatings?: string;
  readonly minutes: number;
  /** Number of results within the depth that have no rating. Each document counts once per query. Absent if unknown. */
  readonly left?: number;
  readonly engines: Readonly<Record<string, EngineEstimate>>;
  readonly pairs: readonly PairEstimate[];
  /**
   * Names of the engines, best first by estimates that combine ratings and calibrated labels. Labels count more if they
   * agree better with the ratings. If pairs were drawn, the order is by gains, which are predicted for unrated pairs.
   */
  readonly order: readonly string[];
  /** Weight of the calibrated labels in the order, 0..1. If pairs were drawn, the share of predictions in the gains. */
  readonly weightOfLabels: number;
  readonly reason: string;
  readonly correction: Correction;
  /** Number of this interim analysis, from 1. There is one after each rated draw. */
  readonly look: number;
  /** Number of pairs of engines that are open: more ratings could decide them. */
  readonly open: number;
  /** Whether rating can end: the engine that is best by differences is in no open pair. */
  readonly stop: boolean;
  readonly simultaneous: "max-t" | "bonferroni";
  readonly method: string;
  /** How the pools drew the rated queries; null without pools. */
  readonly sample: SampleReport | null;
  /**
   * Comparison of the engines by ratings, for future queries. Present only if `target` is "these", all queries are
   * rated, and no pairs were drawn.
   */
  readonly overQueries?: EngineComparison;
  /** Number of drawn pairs whose position in a list has changed since the draw. Absent if 0. */
  readonly movedPairs?: number;
  /** Number of drawn pairs that no engine returns any more. Absent if 0. */
  readonly gonePairs?: number;
  /** Number of queries that were added after the pairs were drawn. Absent if 0. */
  readonly newQueries?: number;
  /** Explains that scores depend on the pool; null if they do not. */
  readonly levelsDependOn: string | null;
  /** Sentences about assumptions that may be wrong. */
  readonly cautions: readonly string[];
  /** One sentence that says which engine is better. */
  readonly verdict: string;
  /** How far ahead the best engine is, and how certain that is; "" if there is nothing to say. */
  readonly sure: string;
}

export type EstimateWithoutVerdict = Omit<EstimateReport, "verdict" | "sure">;

export interface SampleReport {
  readonly of: "queries" | "pairs";
  readonly pools: readonly PoolOfSample[];
  /** Number of rated queries that are in no pool. The estimates leave them out. */
  readonly pickedByHand: number;
  /** Number of drawn queries' top results that are in no pool or have no title. They count as not relevant. */
  readonly unratedResults: number;
}

export interface PoolOfSample {
  readonly path: string;
  /** Number of queries in the pool that are in the labels, but in no earlier pool. */
  readonly drawn: number;
  /** Number of `drawn` queries whose pairs are all rated. If `inOrder`, equals `drawn` as soon as any pair is rated. */
  readonly complete: number;
  readonly unjudgedPairs: number;
  /** Number of queries that are not in the labels, or have no results there. */
  readonly unknown: number;
  /** Number of queries that are also in an earlier pool. Only the earlier draw counts. */
  readonly repeated: number;
  /** Number of queries that this pool was drawn from; null if unknown, or if all unrated queries could be drawn. */
  readonly drawnFrom: number | null;
  /** Whether pairs of all queries were drawn together, so that the pool can grow. */
  readonly inOrder: boolean;
  /** Whether the pool was drawn with `pool --by spread`. */
  readonly bySpread: boolean;
}

export interface EngineEstimate {
  readonly estimate: number | null;
  readonly interval: Interval;
  readonly human: Pick<MeanEstimate, "estimate" | "interval">;
  /**
   * Correlation between the queries' values by ratings and their values by labels, -1..1; null if unknown. If pairs
   * were drawn, the correlation is between the estimate from ratings and the estimate from predicted gains.
   */
  readonly rho: number | null;
  readonly lambda: number | null;
  readonly place: number;
  /** Why there is no interval; null if there is one. */
  readonly reason: string | null;
  /** Number of the engine's unrated results in rated queries. Absent if pairs were drawn. */
  readonly unrated?: number;
}

/** The difference a - b of two engines. */
export interface PairEstimate extends PairDecision {
  readonly a: string;
  readonly b: string;
  readonly difference: number | null;
  readonly interval: Interval;
  /** In at least 95 % of cases, the `simultaneous` intervals of all pairs contain the pairs' true differences. */
  readonly simultaneous: Interval;
  /** `no difference`: the engines have equal lists, or `interval` is [0, 0]. */
  readonly state: "decided" | "no difference" | "open";
  readonly human: Pick<MeanEstimate, "estimate" | "interval">;
  readonly rho: number | null;
  /** Result for future queries. Present if pairs were drawn and all differences on "these" queries are exact. */
  readonly otherQueries?: { readonly interval: Interval; readonly decided: boolean };
  /** Number of unrated results of each engine. Absent unless rating these results could reverse the lead. */
  readonly unrated?: ReturnType<typeof unratedThatMayTurn>;
}

export interface EstimatesToReport
  extends Pick<EstimateReport, "measure" | "differencesBy" | "target" | "ratings" | "left">,
    Pick<EstimateReport, "sample" | "method" | "correction" | "look"> {
  /** Values of each engine on the answered queries. With pools, queries that were not drawn have no value by people. */
  readonly values: readonly QueryValues[];
  /** Lowest and highest possible value of `differencesBy`, if no grade exceeds the largest that people gave. */
  readonly range: readonly [lowest: number, highest: number];
  /** Number of queries with a grade that is not negative; with pools, only drawn queries count. */
  readonly ratedQueries: number;
  /** Number of rated results that were found in the judgments by title, not by id. */
  readonly ratedByTitle: number;
  /**
   * Number of unrated results within the measure's cutoff and the study's depth. Counts drawn queries if there are
   * pools, otherwise rated queries. If pairs were drawn, only counts results without a title, which cannot be drawn.
   */
  readonly unratedResults: number;
  /** Share of the top results of rated queries that have a grade, 0..1; with pools, 1. */
  readonly ratedShare: number;
  /** Whether the judgments were changed since `gold` wrote them. */
  readonly isEdited: boolean;
  readonly movedPairs: { readonly moved: number; readonly gone: number };
  readonly newQueries: number;
  readonly engines: readonly string[];
  /** Names of the proxies (further labels, such as a language model's) that the calibration learned from. */
  readonly proxies: readonly string[];
  /** Whether `measure` needs to know all relevant documents, like nDCG. */
  readonly needsRelevant: boolean;
  readonly draws: readonly QueryDraw[] | null;
  /** Result of `expectedVariances`: one number for each pair of engines, in the order of `engineDifferences`. */
  readonly expected: readonly number[];
  /** The drawn pairs, which replace `values`; null if whole queries were drawn. */
  readonly pairs: PairsToReport | null;
  readonly unanswered: number;
  /** Bounds of each engine's score for any grades of unrated results. Empty if all are rated, or pairs were drawn. */
  readonly holes: Holes;
  /** Number of times raters read a query; 0 if the time per rating includes reading. */
  readonly readings: number;
  /** Counts that `gold` made. `labelled`: pairs with a label. `further`: second and later ratings of these pairs. */
  readonly gold: { readonly ratings: number; readonly further: number; readonly labelled: number } | null;
  readonly secondsPerRating: number;
  readonly seed: number;
}

interface PairsToReport extends PairOrder {
  readonly samples: readonly { readonly sample: PairSample; readonly values: readonly PairValues[] }[];
  /** Values of each engine on the queries that were drawn as a whole, not by pairs; null if there are none. */
  readonly whole: readonly QueryValues[] | null;
  /** Why only differences can be estimated and not the scores of engines; null if scores can be estimated. */
  readonly noLevels: string | null;
}

export function estimateReport(found: EstimatesToReport): EstimateWithoutVerdict {
  const { engines, target, ratedQueries, ratings, measure, sample, range } = found;
  const widest = range[1] - range[0];
  const ofDifference = (interval: Interval) => within(interval, [-widest, widest]);
  const estimated = found.pairs ? ofPairs(found, found.pairs) : ofQueries(found);
  const { queries, differences } = estimated;
  const decide = (all: typeof differences) => {
    const p = all.map((difference) => difference.p);
    return decidePairs(all, p, found);
  };
  const decisions = decide(differences);
  // The draw says nothing about queries that were added later.
  const isOfAll = found.newQueries === 0;
  const mayDecide = isOfAll && isEnough(found, queries, differences);
  const isExact = isOfAll && target === "these" && differences.every(({ interval }) => isPoint(interval));
  const others = isExact && found.pairs ? ofPairs({ ...found, target: "future" }, found.pairs).differences : null;
  const ofOthers = others && decide(others);
  const pairs = differences.map((pair, place): PairEstimate => {
    const [a, b] = [at(engines, pair.first), at(engines, pair.second)];
    const [better, worse] = (pair.estimate ?? 0) < 0 ? [b, a] : [a, b];
    const unrated = unratedThatMayTurn({ better, worse }, found.holes);
    const decision = at(decisions, place);
    // A pair is not decided if ratings contradict the predictions, or if unrated results may reverse the lead.
    const isShown = mayDecide && decision.decided && !isContradicted(pair);
    const decided = isShown && unrated.length === 0;
    const areAlike = at(found.expected, place) === 0 || pair.interval?.every((end) => end === 0);
    return {
      a,
      b,
      difference: pair.estimate,
      interval: ofDifference(pair.interval),
      simultaneous: ofDifference(pair.simultaneous),
      human: { estimate: pair.human.estimate, interval: ofDifference(pair.human.interval) },
      rho: pair.rho,
      ...decision,
      decided,
      state: decided ? "decided" : areAlike ? "no difference" : "open",
      ...(isShown && !decided && { unrated }),
      ...(others &&
        ofOthers && {
          otherQueries: {
            interval: ofDifference(at(others, place).interval),
            decided: decided && ratedQueries >= FEWEST_QUERIES && at(ofOthers, place).decided,
          },
        }),
    };
  });
  const order = estimated.order.map((engine) => at(engines, engine));
  const [best] = orderedByDifferences(order, pairs);
  const open = pairs.filter(({ state }) => state === "open");
  const isWhole = target === "these" && sample?.of !== "pairs" && ratedQueries === queries;
  const byPeople = found.values.map(({ human }, place) => ({ engine: at(engines, place), values: human }));
  const overQueries = isWhole ? compareEngines(measure, byPeople, found.seed) : null;
  const { moved, gone } = found.movedPairs;
  return {
    schema: "semqrel.estimate/1",
    measure,
    differencesBy: found.differencesBy,
    target,
    queries,
    ...(found.unanswered > 0 && { unanswered: found.unanswered }),
    ratedQueries,
    ratings,
    ...sayOtherRatings(found),
    minutes: (ratings * found.secondsPerRating + found.readings * secondsPerQuery) / 60,
    ...(found.left !== undefined && { left: found.left }),
    engines: Object.fromEntries(
      engines.map((engine, place): [string, EngineEstimate] => {
        const { estimate, interval, human, rho, lambda, reason } = at(estimated.estimates, place);
        const ofHuman = { estimate: human.estimate, interval: within(human.interval, range) };
        const own = { estimate, interval: within(interval, range), human: ofHuman, rho, lambda };
        const unrated = found.pairs === null && { unrated: found.holes[engine]?.count ?? 0 };
        return [engine, { ...own, place: estimated.order.indexOf(place) + 1, reason, ...unrated }];
      }),
    ),
    pairs,
    order,
    weightOfLabels: estimated.weightOfLabels,
    reason: estimated.reason,
    correction: found.correction,
    look: found.look,
    open: open.length,
    stop: !open.some(({ a, b }) => a === best || b === best),
    simultaneous: estimated.simultaneous,
    method: found.method,
    sample,
    ...(overQueries && { overQueries }),
    ...(moved > 0 && { movedPairs: moved }),
    ...(gone > 0 && { gonePairs: gone }),
    ...(found.newQueries > 0 && { newQueries: found.newQueries }),
    levelsDependOn: found.needsRelevant ? sayPooledLevels(measure) : null,
    cautions: textsOf(
      found.isEdited && "The judgments have changed since semqrel gold wrote them.",
      ...cautionsOf(estimated.estimates, found),
      cautionOfProxies(pairs, found.proxies),
    ),
  };
}

function isContradicted({ estimate, interval, human }: FoundDifference): boolean {
  if (interval === null || human.interval === null) return false;
  return (estimate ?? 0) < 0 ? human.interval[0] > interval[1] : human.interval[1] < interval[0];
}

function reasonForWeight({ weight, distance, confirmation }: CombinedOrder): string {
  if (weight === 1) return "an engine has no estimate from ratings";
  if (distance === null) return "estimates have no noise, or labels do not correlate with them";
  if (confirmation === 0) return "individual rated queries do not confirm the labels";
  if (weight === 0) return "in cross-validation over rated queries, labels did not improve the order";
  const apart = distance <= 1 ? "by no more than chance" : `by ${distance.toFixed(1)} times their noise, squared`;
  return `labels count for at most half; they differ from ratings ${apart}, and their agreement with single rated queries is ${sayShare(confirmation)} reliable`;
}

type FoundEstimate = MeanEstimate &
  Pick<IntervalEstimate, "queries" | "rated" | "rho" | "lambda" | "human" | "proxyOnly"> & {
    readonly reason: string | null;
  };

type FoundDifference = FoundEstimate & EnginePair;

function ofQueries({ values, target, seed, draws, ratedShare, expected, look }: EstimatesToReport) {
  const options = { target, draws, ratedShare };
  const { method, intervals } = simultaneousIntervals(
    engineDifferences(values).map((difference) => difference.values),
    { ...options, seed, expected, significance: SIGNIFICANCE / priceOfLook(look) },
  );
  const estimates = values.map((own) => intervalEstimate(own, options));
  const differences = differenceEstimates(values, options);
  const combined = combinedOrder(
    estimates.map(({ estimate, proxyOnly, human }) => {
      return { estimate, calibrated: proxyOnly ?? 0, human: human.estimate };
    }),
    differences,
    values,
  );
  return {
    queries: values[0]?.proxy.length ?? 0,
    estimates,
    differences: differences.map((pair, place) => {
      const { interval, p } = at(intervals, place);
      return { ...pair, simultaneous: interval, p };
    }),
    simultaneous: method,
    order: combined.order,
    weightOfLabels: combined.weight,
    reason: reasonForWeight(combined),
  };
}

const unknownLevel = { estimate: null, standardError: null, interval: null, rho: null, lambda: null };

function ofPairs({ target, draws, expected, look }: EstimatesToReport, pairs: PairsToReport) {
  const { samples, whole, noLevels } = pairs;
  const options = { target, draws };
  const levels = together<FoundEstimate>([
    ...samples.map(({ sample, values }) => values.map((own) => pairSampleEstimate(sample, own, options))),
    ...(whole === null ? [] : [whole.map((own) => intervalEstimate(own, options))]),
  ]);
  const differences = together<FoundDifference>([
    ...samples.map(({ sample, values: ofEngines }) =>
      pairSampleDifferences(ofEngines).map(({ values, ...pair }) => ({
        ...pair,
        ...pairSampleEstimate(sample, values, options),
      })),
    ),
    ...(whole === null ? [] : [differenceEstimates(whole, options)]),
  ]);
  const uncertain = differences.filter(({ standardError }) => standardError !== null && standardError > 0).length;
  const significance = SIGNIFICANCE / priceOfLook(look) / Math.max(1, uncertain);
  const moderated = moderateErrors(differences, expected);
  return {
    queries: at(samples, 0).sample.queries,
    estimates: levels.map((level) =>
      noLevels === null ? level : { ...level, ...unknownLevel, human: unknownLevel, reason: noLevels },
    ),
    differences: differences.map((pair, place) => {
      return { ...pair, simultaneous: intervalAt(pair, significance), p: zeroP(at(moderated, place)) };
    }),
    simultaneous: "bonferroni" as const,
    order: pairs.order,
    weightOfLabels: pairs.predictedShare,
    reason: "the predicted share of the engines' gains; the rest is rated",
  };
}

function sayOtherRatings({ ratings, gold }: EstimatesToReport): Pick<EstimateReport, "otherRatings"> {
  if (gold === null || gold.ratings === ratings) return {};
  const { further, labelled } = gold;
  const unlabelled = gold.ratings - further - labelled;
  const reasons = textsOf(
    further > 0 && counted(further, "rates a result again", "rate a result again"),
    unlabelled > 0 && `${unlabelled} gave no label`,
    labelled > ratings &&
      `${counted(labelled - ratings, "does not count here, because its result is not in the given pools or lists, or its document is", "do not count here, because their results are not in the given pools or lists, or their documents are")} already counted`,
    labelled < ratings &&
      `${counted(ratings - labelled, "is counted again", "are counted again")}, because near duplicates share one rating`,
  );
  return { otherRatings: `The judgments were made from ${counted(gold.ratings, "rating")}: ${reasons.join("; ")}.` };
}

/** Combines the estimates of all samples. Estimates from ratings alone are combined separately. */
function together<Found extends FoundEstimate>(samples: readonly (readonly Found[])[]): readonly Found[] {
  const first = at(samples, 0);
  if (samples.length === 1) return first;
  const estimates = combineSamples(samples);
  const human = combineSamples(samples.map((means) => means.map((one) => one.human)));
  return first.map((one, mean) => {
    const combined = at(estimates, mean);
    const reason = combined.interval === null ? one.reason : null;
    // ρ and λ belong to one sample, so the combination has none.
    return { ...one, ...combined, human: at(human, mean), rho: null, lambda: null, reason };
  });
}

function within(interval: Interval, [lowest, highest]: readonly [number, number]): Interval {
  return interval && [Math.max(lowest, interval[0]), Math.min(highest, interval[1])];
}

const whyNoInterval = {
  "all rated values are equal": ["all rated queries have the same value, so nothing is known about other queries", ""],
  "every pair with a gain was drawn with certainty": [
    "every rated pair was drawn with certainty, so nothing is known about pairs that were not drawn",
    " Rate more pairs.",
  ],
  "fewer than 3 queries with a gain": ["fewer than three queries have a rated pair that counts", " Rate more pairs."],
} as const;

function cautionsOf(estimates: readonly FoundEstimate[], found: EstimatesToReport): string[] {
  const { engines, ratings, ratedQueries, ratedByTitle, target, sample, unratedResults, ratedShare } = found;
  const { moved, gone } = found.movedPairs;
  const noLevels = found.pairs?.noLevels ?? null;
  const again = gone === 0 ? "Draw again with --add" : `Draw again, because no engine returns ${gone} of them now`;
  const always = textsOf(
    sample !== null &&
      moved > 0 &&
      `${moved} of ${counted(ratings, "rated result has", "rated results have")} other positions in these lists than in the lists the pool was drawn from. Results that now tell the engines apart may not have been available to draw. ${again}.`,
    found.newQueries > 0 &&
      `${counted(found.newQueries, "query was", "queries were")} added after the results were drawn. None of their results could be drawn, so the differences and intervals are wrong. Draw again with --add.`,
    ...(sample === null ? [] : cautionsOfSample(sample)),
    ratedByTitle > 0 &&
      `${counted(ratedByTitle, "rated result was", "rated results were")} joined by title, because lists and judgments have no common id for ${ratedByTitle === 1 ? "it" : "them"}.`,
  );
  // If every query is rated and its value is certain, the warnings below do not apply.
  const isExact = ({ human, rated, queries }: FoundEstimate) => rated === queries && human.standardError === 0;
  if (target === "these" && estimates.every(isExact)) return always;
  const least = 1 / Math.sqrt(ratedQueries - 2);
  const weak =
    ratedQueries < 3 || noLevels !== null ? 0 : estimates.filter(({ rho }) => rho === null || rho <= least).length;
  return textsOf(
    sample === null &&
      "This assumes that the rated queries are a random draw. If they were picked by hand, every interval here is wrong. Pass their pools (--pool), which record how queries were drawn.",
    sample === null &&
      unratedResults > 0 &&
      `${counted(unratedResults, "top result")} of rated queries (${sayShare(1 - ratedShare)}) ${unratedResults === 1 ? "has" : "have"} no grade and ${unratedResults === 1 ? "counts" : "count"} as not relevant. The intervals are wider because of this. They are only right if all engines have the same share of such results. Rate them too (semqrel pool).`,
    ...always,
    ...Object.entries(whyNoInterval).map(([reason, [clause, remedy]]) => {
      const named = engines.filter((_, engine) => estimates[engine]?.reason === reason);
      return named.length > 0 && `No interval for ${named.join(", ")}: ${clause}.${remedy}`;
    }),
    noLevels !== null &&
      `This draw can only measure differences between engines, not the score of one engine: ${noLevels}.`,
    ratedQueries < FEWEST_QUERIES &&
      `${counted(ratedQueries, "rated query is", "rated queries are")} not many. With fewer than ${FEWEST_QUERIES}, the intervals are only reliable if the values of queries are about normally distributed.`,
    weak > 0 &&
      `For ${weak} of ${counted(estimates.length, "engine")}, labels and ratings correlate too weakly (ρ at most ${least.toFixed(2)}) for the labels to help.`,
  );
}

/** Warns about pairs of engines that are only decided with the help of labels, not by people's ratings alone. */
function cautionOfProxies(pairs: readonly PairEstimate[], proxies: readonly string[]): string | false {
  const excludes = (interval: Interval) => interval !== null && (interval[0] > 0 || interval[1] < 0);
  const leaning = pairs.filter(({ decided, human }) => decided && human.interval !== null && !excludes(human.interval));
  if (proxies.length === 0 || leaning.length === 0) return false;
  const names = someOf(leaning.map(({ a, b }) => `${a} and ${b}`));
  return `Only the labels, including ${sayNames(proxies)}, tell ${names} apart; people's ratings alone do not. Rate more before you rely on this.`;
}

function cautionsOfSample({ pools, pickedByHand, unratedResults }: SampleReport): string[] {
  const ofPool = ({ path, drawn, complete, unjudgedPairs, unknown, repeated, drawnFrom }: PoolOfSample) => [
    complete < drawn &&
      `${path}: ${complete} of ${counted(drawn, "drawn query is", "drawn queries are")} completely rated (${counted(unjudgedPairs, "pair lacks", "pairs lack")} a rating), and the others are left out. This assumes that unfinished queries are a random choice, not the difficult ones.`,
    complete === drawn &&
      unjudgedPairs > 0 &&
      `${path}: ${counted(unjudgedPairs, "drawn pair lacks a rating and is", "drawn pairs lack a rating and are")} left out. This assumes that they are missing at random.`,
    drawnFrom !== null &&
      `${path} was drawn from ${counted(drawnFrom, "query", "queries")}, but the labels have more. This assumes that the ${drawnFrom} are a random part of all queries.`,
    unknown > 0 && `${path}: ${counted(unknown, "query is", "queries are")} not in the labels, and left out.`,
    repeated > 0 &&
      `${path}: ${counted(repeated, "query is", "queries are")} also in an earlier pool; only the earlier draw counts.`,
  ];
  return textsOf(
    ...pools.flatMap(ofPool),
    unratedResults > 0 &&
      `${counted(unratedResults, "top result")} of these queries could not be drawn for rating, because ${unratedResults === 1 ? "it has no title or was" : "they have no title or were"} not pooled. ${unratedResults === 1 ? "It counts" : "They count"} as not relevant. Pool all engines to the depth of the measure.`,
    pickedByHand > 0 &&
      `${counted(pickedByHand, "rated query is", "rated queries are")} not in any pool, so ${pickedByHand === 1 ? "it helps" : "they help"} to calibrate the labels but ${pickedByHand === 1 ? "does" : "do"} not count in the intervals.`,
  );
}

/**
 * Orders engines by wins minus losses, then by the sum of their differences. Remaining ties keep `order`, which may be
 * by another measure. Sums alone could put an engine before a better one, because differences are estimated separately.
 */
export function orderedByDifferences(
  order: readonly string[],
  pairs: readonly Pick<PairEstimate, "a" | "b" | "difference">[],
): readonly string[] {
  if (pairs.some(({ difference }) => difference === null)) return order;
  const lead = (engine: string, of: (difference: number) => number) =>
    pairs.reduce((total, { a, b, difference }) => {
      return total + (a === engine ? of(difference ?? 0) : b === engine ? -of(difference ?? 0) : 0);
    }, 0);
  return order.toSorted(
    (one, other) => lead(other, Math.sign) - lead(one, Math.sign) || lead(other, Number) - lead(one, Number),
  );
}

/** Returns whether enough queries are rated to call an engine better. */
export function isEnough(
  { target, ratedQueries }: Pick<EstimateReport, "target" | "ratedQueries">,
  queries: number,
  pairs: readonly Pick<PairEstimate, "interval">[],
): boolean {
  if (target === "future") return ratedQueries >= FEWEST_QUERIES;
  // If all results that tell engines apart are rated, each interval is a single point, and few queries are enough.
  return ratedQueries >= Math.min(FEWEST_QUERIES, queries) || pairs.every(({ interval }) => isPoint(interval));
}

function isPoint(interval: Interval): boolean {
  return interval !== null && interval[0] === interval[1];
}
