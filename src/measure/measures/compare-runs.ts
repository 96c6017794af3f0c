import { at } from "../../core/at.ts";
import { type BootstrapInterval, bootstrapInterval } from "../../maths/bootstrap-interval.ts";
import { roundScore } from "../../maths/numbers.ts";
import {
  benjaminiHochberg,
  bonferroni,
  holm,
  smallestDetectableDifference,
  type Verdict,
  verdict,
} from "../../maths/significance/corrections.ts";
import {
  type PairedTTest,
  pairedDifferences,
  pairedTTest,
  type RandomisationTest,
  randomisationTest,
  type SignTest,
  signTest,
  type WilcoxonTest,
  type WinsTiesLosses,
  wilcoxonSignedRankTest,
  winsTiesLosses,
} from "../../maths/significance/paired-tests.ts";
import { fitTukey, type TukeyPair } from "../../maths/significance/tukey-hsd.ts";
import { sumOf } from "../../maths/summary.ts";
import { aggregate, orNull } from "./evaluate-run.ts";

/** One measure of several runs on the same queries. */
export interface ComparedMeasure {
  readonly measure: string;
  readonly lowerIsBetter: boolean;
  /** For each run, the value of each query; NaN for queries that are left out. */
  readonly values: readonly Float64Array[];
}

/** Which runs are compared, and how. */
export interface CompareRunsOptions {
  readonly runs: readonly string[];
  readonly queries: readonly string[];
  readonly pairs: readonly ComparedPair[];
  /** Weight of each query, >= 0; null for equal weights. */
  readonly weights: Float64Array | null;
  /** Any 32-bit whole number. */
  readonly seed: number;
  /** Number of random sign patterns that the randomisation test tries, if there are too many to try all. */
  readonly permutations: number;
  /** Lists at most this many queries with the largest gains, and at most this many with the largest losses. */
  readonly moved: number;
}

/** A run and the run that it is compared with, as indexes of `runs`. */
export interface ComparedPair {
  readonly run: number;
  readonly baseline: number;
}

/** Comparison of a run with a baseline. Differences are run - baseline. */
export interface PairComparison {
  readonly run: string;
  readonly baseline: string;
  /** Number of queries with a value for both runs and a weight above 0. */
  readonly queries: number;
  /** Difference of the two means over these queries; null if there are no such queries. */
  readonly difference: number | null;
  /** `difference` / mean of the baseline; null if this mean is 0 or undefined. */
  readonly relative: number | null;
  /** Paired t test; null for fewer than two queries. */
  readonly tTest: PairedTTest | null;
  readonly wilcoxon: WilcoxonTest;
  readonly sign: SignTest;
  readonly randomisation: RandomisationTest | null;
  /** BCa interval of the mean difference. */
  readonly bootstrap: BootstrapInterval | null;
  /** Cohen's d_z; null for fewer than two queries or if all differences are equal. */
  readonly effectSize: number | null;
  /** Numbers of queries on which the run is better, equal and worse. If `lowerIsBetter`, smaller values are better. */
  readonly winsTiesLosses: WinsTiesLosses;
  /** p-values of the randomisation test, corrected over all pairs of this measure; null if `randomisation` is null. */
  readonly adjusted: { readonly holm: number; readonly benjaminiHochberg: number; readonly bonferroni: number } | null;
  /** Tukey's HSD over the queries with a value for all runs; null for fewer than two such queries, or with weights. */
  readonly tukey: Pick<TukeyPair, "p" | "interval"> | null;
  /** Difference that a paired t test detects with 80 % power at level .05 / number of pairs; null for 0 or 1 query. */
  readonly smallestDetectable: number | null;
  readonly verdict: Verdict;
  /** The queries with the largest gains, largest gain first; then those with the largest losses, largest loss first. */
  readonly moved: readonly MovedQuery[];
}

/** A query with different values for run and baseline. */
export interface MovedQuery {
  readonly query: string;
  readonly baseline: number;
  readonly run: number;
  readonly difference: number;
}

/** The comparison of the runs by one measure. */
export interface MeasureComparison {
  readonly measure: string;
  readonly lowerIsBetter: boolean;
  /** Mean of each run (null if no query has a value), and number of queries with a value. */
  readonly means: readonly { readonly run: string; readonly mean: number | null; readonly count: number }[];
  /** Runs with the best mean; several if they tie. */
  readonly best: readonly string[];
  readonly pairs: readonly PairComparison[];
}

/**
 * Compares runs measure by measure. Verdicts come from the paired randomisation test with Holm's correction over the
 * pairs of one measure, at level .05. Weights apply to the mean difference, t test, bootstrap, effect size and
 * randomisation test. Cost O(pairs x (permutations + resamples) x queries).
 */
export function compareRuns(measures: readonly ComparedMeasure[], options: CompareRunsOptions): MeasureComparison[] {
  return measures.map((compared) => compareMeasure(compared, options));
}

function compareMeasure(compared: ComparedMeasure, options: CompareRunsOptions): MeasureComparison {
  const { measure, lowerIsBetter, values } = compared;
  const means = options.runs.map((run, index) => {
    const { value, count } = aggregate("mean", at(values, index), options.weights);
    return { run, mean: orNull(value), count };
  });
  const known = means.flatMap(({ mean }) => (mean === null ? [] : [roundScore(mean)]));
  const bestMean = lowerIsBetter ? Math.min(...known) : Math.max(...known);
  const tested = options.pairs.map((pair) => ({ ...pair, ...testPair(compared, pair, options) }));
  const ps = tested.flatMap(({ randomisation }) => (randomisation === null ? [] : [randomisation.p]));
  const corrected = { holm: holm(ps), benjaminiHochberg: benjaminiHochberg(ps), bonferroni: bonferroni(ps) };
  const tukey = tukeyOf(values, options.weights);
  let index = -1;
  const pairs = tested.map(({ run, baseline, ...found }): PairComparison => {
    if (found.randomisation !== null) index++;
    const adjusted = found.randomisation && {
      holm: at(corrected.holm, index),
      benjaminiHochberg: at(corrected.benjaminiHochberg, index),
      bonferroni: at(corrected.bonferroni, index),
    };
    const meanDifference = (lowerIsBetter ? -1 : 1) * (found.difference ?? 0);
    return {
      run: at(options.runs, run),
      baseline: at(options.runs, baseline),
      ...found,
      adjusted,
      tukey: tukey(run, baseline),
      verdict: verdict({ queries: found.queries, adjustedP: adjusted?.holm ?? null, meanDifference }),
    };
  });
  return {
    measure,
    lowerIsBetter,
    means,
    best: means.flatMap(({ run, mean }) => (mean !== null && roundScore(mean) === bestMean ? [run] : [])),
    pairs,
  };
}

/** Returns the fields of `PairComparison` that do not depend on other pairs. */
export function testPair(
  { values, lowerIsBetter }: ComparedMeasure,
  { run, baseline }: ComparedPair,
  options: CompareRunsOptions,
) {
  const ofRun = at(values, run);
  const ofBaseline = at(values, baseline);
  const weightOf = (query: number) => (options.weights === null ? 1 : at(options.weights, query));
  const isShared = (query: number) => !Number.isNaN(ofRun[query]) && !Number.isNaN(ofBaseline[query]);
  const shared = [...options.queries.keys()].filter((query) => isShared(query) && weightOf(query) > 0);
  const pick = (values: Float64Array) => Float64Array.from(shared, (query) => at(values, query));
  const [first, second] = [pick(ofRun), pick(ofBaseline)];
  const weights = options.weights && pick(options.weights);
  const meanOf = (values: Float64Array) => orNull(aggregate("mean", values, weights).value);
  const meanOfBaseline = meanOf(second);
  const tTest = pairedTTest(first, second, { weights });
  const difference = shared.length === 0 ? null : (meanOf(first) ?? 0) - (meanOfBaseline ?? 0);
  return {
    queries: shared.length,
    difference,
    relative: difference === null || !meanOfBaseline ? null : difference / meanOfBaseline,
    tTest,
    wilcoxon: wilcoxonSignedRankTest(first, second),
    sign: signTest(first, second),
    randomisation:
      shared.length === 0
        ? null
        : randomisationTest(timesWeight(first, weights), timesWeight(second, weights), options),
    bootstrap: bootstrapOf(pairedDifferences(first, second), weights, options.seed),
    effectSize: tTest === null || tTest.standardDeviation === 0 ? null : tTest.mean / tTest.standardDeviation,
    winsTiesLosses: lowerIsBetter ? winsTiesLosses(second, first) : winsTiesLosses(first, second),
    smallestDetectable:
      tTest &&
      smallestDetectableDifference({
        queries: shared.length,
        standardDeviation: tTest.standardDeviation,
        significance: 0.05 / Math.max(1, options.pairs.length),
      }),
    moved: movedMost(shared, first, second, options),
  };
}

/** Multiplies values by weight / largest weight, so that tests of the mean do not depend on the unit of weights. */
function timesWeight(values: Float64Array, weights: Float64Array | null): Float64Array {
  if (weights === null) return values;
  const largest = weights.reduce((most, weight) => Math.max(most, weight), 0);
  return values.map((value, index) => (value * at(weights, index)) / largest);
}

/**
 * If the sum of the differences is > 0, resamples the negated differences, and then negates their interval. Therefore,
 * swapping the two runs negates the interval, unless the sum is 0.
 */
function bootstrapOf(differences: Float64Array, weights: Float64Array | null, seed: number): BootstrapInterval | null {
  if (sumOf(differences) <= 0) return resampled(differences, weights, seed);
  const negated = differences.map((difference) => 0 - difference);
  const reversed = resampled(negated, weights, seed);
  return reversed && { ...reversed, low: 0 - reversed.high, high: 0 - reversed.low };
}

function resampled(differences: Float64Array, weights: Float64Array | null, seed: number): BootstrapInterval | null {
  if (weights === null) return bootstrapInterval(differences, { seed });
  // Sorts the queries, so that the interval does not depend on the order in which they are given.
  const order = [...differences.keys()].sort(
    (one, other) => at(differences, one) - at(differences, other) || at(weights, one) - at(weights, other),
  );
  const statistic = (indexes: Uint32Array) => {
    let [sum, weight] = [0, 0];
    for (const index of indexes) {
      const query = order[index] as number;
      sum += (weights[query] as number) * (differences[query] as number);
      weight += weights[query] as number;
    }
    return roundScore(sum / weight);
  };
  return bootstrapInterval(differences, { seed, statistic });
}

function tukeyOf(values: readonly Float64Array[], weights: Float64Array | null) {
  const isWhole = (_: number, query: number) => values.every((ofRun) => !Number.isNaN(ofRun[query]));
  const whole = values.map((ofRun) => ofRun.filter(isWhole));
  const isPossible = weights === null && values.length >= 2 && (whole[0]?.length ?? 0) >= 2;
  const fit = isPossible ? fitTukey(whole) : null;
  return (run: number, baseline: number) => {
    const found = fit?.pairOf(run, baseline);
    return found === undefined ? null : { p: found.p, interval: found.interval };
  };
}

function movedMost(queries: number[], first: Float64Array, second: Float64Array, options: CompareRunsOptions) {
  const all = queries.map((query, index) => ({
    query: at(options.queries, query),
    baseline: at(second, index),
    run: at(first, index),
    difference: roundScore(at(first, index) - at(second, index)),
  }));
  const falling = all.toSorted((one, other) => other.difference - one.difference);
  const gains = falling.filter(({ difference }) => difference > 0);
  const losses = falling.filter(({ difference }) => difference < 0).reverse();
  return [...gains.slice(0, options.moved), ...losses.slice(0, options.moved)];
}
