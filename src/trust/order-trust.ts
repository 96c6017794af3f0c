/** Do labels order the engines as people do, and better than chance would? */
import { at } from "../core/at.ts";
import { bootstrapEngineOrder } from "../maths/correlation/bootstrap-engine-order.ts";
import { type SignStability, signStability } from "../maths/correlation/correlate.ts";
import { FEWEST_ENGINES, orderAgreement } from "../maths/correlation/rank-correlation.ts";
import { pairedDifferences } from "../maths/significance/paired-tests.ts";
import { type EngineValues, engineMeans, labelValues } from "./engine-values.ts";
import type { JudgedLists } from "./judged-lists.ts";
import { type NullOrder, type NullOrdersOptions, nullOrders } from "./null-orders.ts";

export interface OrderTrust {
  readonly engines: number;
  readonly queries: number;
  /** In the order of the lists; none without queries. */
  readonly means: readonly EngineMean[];
  /** Null, as are the next three, below `FEWEST_ENGINES` engines and without queries. */
  readonly tauB: TrustOfTauB | null;
  /** This and the next two: as in `OrderAgreement`. */
  readonly tauAp: number | null;
  readonly spearman: number | null;
  readonly upperHalfTauB: number | null;
  /** Null from `FEWEST_ENGINES` engines on. */
  readonly pairs: readonly PairStability[] | null;
}

interface EngineMean {
  readonly engine: string;
  readonly labels: number;
  readonly grades: number;
}

interface TrustOfTauB {
  /** -1..1; null where all engines tie, by labels or by grades. */
  readonly observed: number | null;
  /** The middle 95 % over resampled queries; null where no resample has a τ-b. */
  readonly interval: readonly [low: number, high: number] | null;
  readonly nullTitle: NullOrder;
  readonly nullList: NullOrder;
}

/**
 * Compares mean nDCG by labels with the means by grades.
 *
 * @param grades  by people, as `gradeValues` gives them; larger is better: errors come negated
 * @param options the cutoff is of nDCG by labels; as many resamples of the queries as draws of each null
 * Cost as `nullOrders`.
 */
export function orderTrust(
  lists: JudgedLists,
  grades: EngineValues,
  options: NullOrdersOptions & { readonly draws: number },
): OrderTrust {
  const { cutoff, seed, draws } = options;
  const labels = labelValues(lists, cutoff);
  const labelMeans = engineMeans(labels);
  const trueMeans = engineMeans(grades);
  const counts = { engines: lists.engines.length, queries: lists.queries.length };
  const named = counts.queries === 0 ? [] : lists.engines;
  const means = named.map((engine, place): EngineMean => {
    return { engine, labels: at(labelMeans, place), grades: at(trueMeans, place) };
  });
  const noOrder = { tauB: null, tauAp: null, spearman: null, upperHalfTauB: null };
  if (counts.engines < FEWEST_ENGINES) {
    return { ...counts, means, ...noOrder, pairs: pairStability(lists.engines, labels, grades, seed) };
  }
  if (counts.queries === 0) return { ...counts, means, ...noOrder, pairs: null };
  const { tauB: observed, ...agreement } = orderAgreement(labelMeans, trueMeans);
  const { interval } = bootstrapEngineOrder(labels, grades, { seed, samples: draws });
  const { title: nullTitle, list: nullList } = nullOrders(lists, trueMeans, options);
  return { ...counts, means, tauB: { observed, interval, nullTitle, nullList }, ...agreement, pairs: null };
}

interface PairStability {
  readonly first: string;
  readonly second: string;
  /** Of the differences by labels, first - second. */
  readonly byLabels: SignStability;
  /** The same by people's grades; null without grades. */
  readonly byGrades: SignStability | null;
  /** Whether labels and grades prefer the same engine; null without grades, and where a difference is 0. */
  readonly signsAgree: boolean | null;
}

/**
 * Each interval is of its pair alone; together they hold less often.
 *
 * @param engines names, in the order of the values
 * @param labels  finite, larger is better
 * @param grades  the same engines and queries, larger is better
 * @param seed    any 32-bit whole number
 * @returns every pair in the order of engines; none without queries
 *
 * Cost O(engines² x queries x resamples).
 */
export function pairStability(
  engines: readonly string[],
  labels: EngineValues,
  grades: EngineValues,
  seed: number,
): PairStability[] {
  return engines.flatMap((first, one) =>
    engines.slice(one + 1).flatMap((second, after): PairStability[] => {
      const stabilityBy = (values: EngineValues) =>
        signStability(pairedDifferences(at(values, one), at(values, one + 1 + after)), { seed });
      const [byLabels, byGrades] = [stabilityBy(labels), stabilityBy(grades)];
      if (byLabels === null || byGrades === null) return [];
      const signs = Math.sign(byLabels.difference) * Math.sign(byGrades.difference);
      return [{ first, second, byLabels, byGrades, signsAgree: signs === 0 ? null : signs > 0 }];
    }),
  );
}
