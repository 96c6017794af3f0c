import { at } from "../../core/at.ts";
import type { Interval } from "../../core/document/blocks.ts";
import { type BootstrapInterval, bootstrapInterval } from "../../maths/bootstrap-interval.ts";
import { kendallTauB, tauAp } from "../../maths/correlation/rank-correlation.ts";
import { everyPair, roundScore } from "../../maths/numbers.ts";
import { holm, type Verdict, verdict } from "../../maths/significance/corrections.ts";
import { meanOf } from "../../maths/summary.ts";
import { type MeasureComparison, testPair } from "./compare-runs.ts";

/** Number of permutations in each test, equal to the default of `compare`. */
export const PERMUTATIONS = 100_000;
const MOST_ENGINES = 6;

/** Two compared engines. `better` has the larger mean over the queries with a value for both. */
export interface EnginePair {
  readonly better: string;
  readonly worse: string;
  readonly queries: number;
  /** Mean of `better` minus mean of `worse`, >= 0. */
  readonly difference: number;
  /** 95 % bootstrap interval of the difference. */
  readonly interval: Interval | null;
  /** p-value with Holm's correction over all pairs of engines. */
  readonly p: number;
  readonly verdict: Verdict;
  /** Smallest difference that is detected with 80 % power; null for fewer than two queries. */
  readonly smallestDetectable: number | null;
}

/** Engines ordered by one measure, and the tested pairs. */
export interface EngineComparison {
  readonly measure: string;
  /** Engines with a mean, best first, with 95 % bootstrap intervals of the means. */
  readonly order: readonly {
    readonly engine: string;
    readonly mean: number;
    readonly interval: Interval | null;
    readonly queries: number;
  }[];
  /** Up to six engines: all pairs. More engines: pairs with the best engine. Omits pairs without a common query. */
  readonly pairs: readonly EnginePair[];
  /** Number of all pairs of engines, tested or not. p is corrected for this number. */
  readonly allPairs: number;
}

export interface EngineValues {
  readonly engine: string;
  /** Value of each query; NaN if the measure is undefined. */
  readonly values: Float64Array;
}

export type EngineMean = ReturnType<typeof enginesByMean>[number];

/** Sorts engines by mean, largest first; engines without a mean come last. Removes NaN from `values`. */
export function enginesByMean(engines: readonly EngineValues[]) {
  const found = engines.map(({ engine, values: all }) => {
    const values = all.filter((value) => !Number.isNaN(value));
    const queries = values.length;
    return { engine, values, mean: queries === 0 ? null : meanOf(values.toSorted()), queries };
  });
  const key = ({ mean }: (typeof found)[number]) => (mean === null ? Number.NEGATIVE_INFINITY : roundScore(mean));
  // Compares keys before subtracting them, because the difference of two infinite keys is NaN.
  return found.toSorted((one, other) => (key(one) === key(other) ? 0 : key(other) - key(one)));
}

export function meanInterval(
  values: Float64Array,
  options: { readonly seed: number; readonly resamples?: number },
): Interval | null {
  const interval = bootstrapInterval(values, options);
  return interval && [interval.low, interval.high];
}

/**
 * Tests pairs of engines with the paired randomisation test and Holm's correction. The correction also counts untested
 * pairs (with p = 1), because all engines were compared to find the best. Costs about 40 ms per pair with 225 queries.
 */
export function compareEngines(
  measure: string,
  engines: readonly EngineValues[],
  seed: number,
): EngineComparison | null {
  const order = enginesByMean(engines).flatMap(({ engine, mean, values, queries }) =>
    mean === null ? [] : [{ engine, mean, interval: meanInterval(values, { seed }), queries }],
  );
  if (order.length === 0) return null;
  const runs = order.map(({ engine }) => engine);
  const values = runs.map((name) => engines.find(({ engine }) => engine === name)?.values ?? new Float64Array());
  const tested = runs.length <= MOST_ENGINES ? runs : runs.slice(0, 1);
  const pairs = tested.flatMap((_, run) => [...runs.keys()].slice(run + 1).map((baseline) => ({ run, baseline })));
  const queries = Array.from(at(values, 0), (_, query) => String(query));
  const options = { runs, queries, pairs, weights: null, seed, permutations: PERMUTATIONS, moved: 0 };
  const compared = { measure, lowerIsBetter: false, values };
  const found = pairs.flatMap((pair) => {
    const { queries, difference, randomisation, bootstrap, smallestDetectable } = testPair(compared, pair, options);
    if (difference === null || randomisation === null) return [];
    const [one, other] = [at(runs, pair.run), at(runs, pair.baseline)];
    const isTurned = difference < 0;
    return [
      {
        ...(isTurned ? { better: other, worse: one } : { better: one, worse: other }),
        queries,
        difference: Math.abs(difference),
        interval: bootstrap && intervalOf(bootstrap, isTurned),
        p: randomisation.p,
        smallestDetectable,
      },
    ];
  });
  const allPairs = (runs.length * (runs.length - 1)) / 2;
  const untested = new Array<number>(allPairs - pairs.length).fill(1);
  const adjusted = holm([...found.map(({ p }) => p), ...untested]);
  return {
    measure,
    order,
    pairs: found.map((pair, index) => {
      const p = at(adjusted, index);
      return { ...pair, p, verdict: verdict({ ...pair, adjustedP: p, meanDifference: pair.difference }) };
    }),
    allPairs,
  };
}

function intervalOf({ low, high }: BootstrapInterval, isTurned: boolean): Interval {
  return isTurned ? [-high, -low] : [low, high];
}

/** Agreement of two measures on the order of the runs. */
export interface OrderAgreement {
  /** tau-AP takes the order by this measure as the true order. */
  readonly measure: string;
  readonly other: string;
  /** Kendall's tau-b, -1..1; null if one or both measures give all runs the same mean. */
  readonly tauB: number | null;
  /** -1..1; null if `tauB` is null. */
  readonly tauAp: number | null;
}

/** Compares each pair of measures. Omits measures without a mean for some run. Returns [] for fewer than three runs. */
export function engineOrders(comparisons: readonly MeasureComparison[]): OrderAgreement[] {
  const scores = comparisons.map(({ measure, means, lowerIsBetter }) => ({
    measure,
    values: means.map(({ mean }) => (lowerIsBetter ? -1 : 1) * (mean ?? Number.NaN)),
  }));
  const whole = scores.filter(({ values }) => values.length >= 3 && values.every((value) => !Number.isNaN(value)));
  return everyPair(whole, ({ measure, values }, other) => {
    const tauB = kendallTauB(values, other.values)?.tau ?? null;
    return { measure, other: other.measure, tauB, tauAp: tauB === null ? null : tauAp(values, other.values) };
  });
}
