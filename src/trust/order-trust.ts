/** Do labels order the engines as people do, and better than chance would? */
import { at } from "../core/at.ts";
import { bootstrapEngineOrder } from "../maths/correlation/bootstrap-engine-order.ts";
import { FEWEST_ENGINES, orderAgreement } from "../maths/correlation/rank-correlation.ts";
import { type EngineValues, engineMeans, labelValues } from "./engine-values.ts";
import type { JudgedLists } from "./judged-lists.ts";
import { type NullOrder, type NullOrdersOptions, nullOrders } from "./null-orders.ts";
import { type PairStability, pairStability } from "./pair-stability.ts";

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
 * @throws SemqrelError INVALID_OPTION, INVALID_CUTOFF as `nullOrders`, `bootstrapEngineOrder` and `pairStability`
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
