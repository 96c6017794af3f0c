/** Which order of the same results is better? */
import { compareRuns, type MeasureComparison } from "../measure/measures/compare-runs.ts";
import type { ExperimentRows } from "./experiment-rows.ts";
import {
  measureOrder,
  measureRandomOrder,
  type OrderValues,
  orderByScore,
  orderMeasures,
  originalOrder,
} from "./measure-order.ts";

interface ExperimentOrder {
  /** `original`, `feature:NAME`, a model, `ideal` or `random`. */
  readonly name: string;
  readonly values: OrderValues;
  /** By place: the row there; null for chance, which is an average. */
  readonly order: Int32Array | null;
}

export interface ComparedOrders {
  readonly orders: readonly ExperimentOrder[];
  /** By measure that has a value: every proposed order against the original one. */
  readonly comparisons: readonly MeasureComparison[];
}

export interface CompareOrdersOptions {
  /** Of the tests. Any 32-bit whole number. */
  readonly seed: number;
  readonly queryNames: readonly string[];
}

/** @param proposed with a score for every row, larger ones first */
export function compareOrders(
  rows: ExperimentRows,
  proposed: readonly { readonly name: string; readonly scores: Float64Array }[],
  { seed, queryNames }: CompareOrdersOptions,
): ComparedOrders {
  const ordered = (name: string, order: Int32Array) => ({ name, order, values: measureOrder(rows, order) });
  const tested = [
    ordered("original", originalOrder(rows)),
    ...proposed.map(({ name, scores }) => ordered(name, orderByScore(rows, scores))),
  ];
  const known = orderMeasures.filter((measure) =>
    tested.some(({ values }) => values[measure].some((value) => !Number.isNaN(value))),
  );
  const comparisons = compareRuns(
    known.map((measure) => ({ measure, lowerIsBetter: false, values: tested.map(({ values }) => values[measure]) })),
    {
      runs: tested.map(({ name }) => name),
      queries: queryNames,
      pairs: proposed.map((_, place) => ({ run: place + 1, baseline: 0 })),
      weights: null,
      seed,
      permutations: 100_000,
      moved: 0,
    },
  );
  // Bounds, which are not tested.
  const bounds: ExperimentOrder[] = [
    ordered("ideal", orderByScore(rows, rows.targets)),
    { name: "random", order: null, values: measureRandomOrder(rows) },
  ];
  return { orders: [...tested, ...bounds], comparisons };
}
