/** What do the lists reach in another order? */
import { at } from "../core/at.ts";
import { studentTQuantile } from "../maths/distributions.ts";
import { numbersAt } from "../maths/numbers.ts";
import { learnPreparation, prepareFeatures } from "../maths/regression/prepare-features.ts";
import { fitRidge } from "../maths/regression/ridge.ts";
import { meanOf, squaresAround } from "../maths/summary.ts";
import { compareRuns } from "../measure/measures/compare-runs.ts";
import { dcg, ndcg } from "../measure/measures/graded/discounted-gain.ts";
import type { ExperimentRows } from "./experiment-rows.ts";
import type { TrainingRows } from "./ranker.ts";

/** The measures of `label` that depend on the order. */
export const orderMeasures = ["ndcg_returned", "ndcg_returned@10", "ndcg_reference", "ndcg_reference@10"] as const;
export type OrderMeasure = (typeof orderMeasures)[number];
/** By query; NaN if a measure is undefined. */
type OrderValues = Readonly<Record<OrderMeasure, Float64Array>>;

const cutoff = 10;

/** @param order by place: the row there; the rows of a query stay together */
export function measureOrder(rows: ExperimentRows, order: Int32Array): OrderValues {
  return valuesOf(rows, (query) => labelsOf(rows, query, order));
}

/** What lists in random order reach on average. Exact: gains add up, and every position has the mean label on average. */
export function measureRandomOrder(rows: ExperimentRows): OrderValues {
  return valuesOf(rows, (query) => {
    const labels = labelsOf(rows, query);
    return labels.fill(meanOf(labels));
  });
}

export function originalOrder(rows: ExperimentRows): Int32Array {
  return rows.sources.map((_, row) => row);
}

/** Largest score first within each list; equal scores keep the candidate's order. */
export function orderByScore(rows: ExperimentRows, scores: Float64Array): Int32Array {
  const order = originalOrder(rows);
  for (let query = 0; query + 1 < rows.offsets.length; query++) {
    order
      .subarray(rows.offsets[query], rows.offsets[query + 1])
      .sort((one, other) => at(scores, other) - at(scores, one) || one - other);
  }
  return order;
}

function labelsOf({ targets, offsets }: ExperimentRows, query: number, order?: Int32Array): Float64Array {
  const [begin, end] = [at(offsets, query), at(offsets, query + 1)];
  return order === undefined ? targets.slice(begin, end) : numbersAt(targets, order.subarray(begin, end));
}

function valuesOf(rows: ExperimentRows, reached: (query: number) => Float64Array): OrderValues {
  const queries = rows.offsets.length - 1;
  const column = (read: (query: number) => number) => Float64Array.from({ length: queries }, (_, query) => read(query));
  const returned = (query: number, options?: { cutoff: number }) => {
    // The ideal is that of the labels themselves, also where their mean is measured.
    const labels = labelsOf(rows, query);
    const ideal = dcg(labels.toSorted().reverse(), options);
    return ideal > 0 ? dcg(reached(query), options) / ideal : Number.NaN;
  };
  // An empty list reaches 0 of the reference's ideal; beside its own it is undefined.
  const reference = (query: number, options?: { cutoff: number }) => {
    const ideal = rows.idealLabels?.[query];
    return ideal === undefined ? Number.NaN : ndcg(reached(query), ideal, options);
  };
  return {
    ndcg_returned: column((query) => returned(query)),
    "ndcg_returned@10": column((query) => returned(query, { cutoff })),
    ndcg_reference: column((query) => reference(query)),
    "ndcg_reference@10": column((query) => reference(query, { cutoff })),
  };
}

export type ComparedOrders = ReturnType<typeof compareOrders>;

/** @param proposed with a score for every row, larger ones first */
export function compareOrders(
  rows: ExperimentRows,
  proposed: readonly { readonly name: string; readonly scores: Float64Array }[],
  { seed, queryNames }: { readonly seed: number; readonly queryNames: readonly string[] },
) {
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
  const ideal = ordered("ideal", orderByScore(rows, rows.targets));
  const random = { name: "random", order: null, values: measureRandomOrder(rows) };
  return {
    /** `original`, `feature:NAME`, a model, `ideal` and `random`, which is an average and has no order. */
    orders: [...tested, ideal, random],
    /** By measure that has a value: every proposed order against the original one. */
    comparisons,
  };
}

export type CoefficientInterval = ReturnType<typeof coefficientIntervals>[number];

/**
 * The coefficients are ridge's. Its strength draws them towards 0, so that an interval around them would miss the
 * effect of a weak feature. The interval is therefore that of least squares, by the grouped jackknife: fits without
 * each fold, a t quantile of folds - 1. All fits share the preparation of all rows, so that they differ by their rows
 * alone. Cost as one ridge fit a fold. Source: Shao & Tu 1995, The Jackknife and Bootstrap, section 2.3.
 * @param foldOfRow by place in `rows`; folds hold whole queries
 * @returns by feature, or indicator such as `katz missing`: the change of the label with one standard deviation, and its
 * 95 % interval over draws of queries, which may not contain the value
 */
export function coefficientIntervals(
  { features, targets, rows }: Omit<TrainingRows, "queryOfRow">,
  strength: number,
  foldOfRow: Int32Array,
) {
  const preparation = learnPreparation(features, rows);
  const coefficientsOf = (some: Int32Array, penalty: number) => {
    return fitRidge(prepareFeatures(features, some, preparation), numbersAt(targets, some), penalty).coefficients;
  };
  const folds = [...new Set(foldOfRow)];
  const values = coefficientsOf(rows, strength);
  const whole = coefficientsOf(rows, 0);
  const withoutFold = (fold: number) => rows.filter((_, place) => foldOfRow[place] !== fold);
  const without = folds.map((fold) => coefficientsOf(withoutFold(fold), 0));
  const quantile = studentTQuantile(0.975, folds.length - 1);
  return preparation.matrixNames.map((feature, place) => {
    const ofFolds = without.map((coefficients) => at(coefficients, place));
    const squares = squaresAround(ofFolds, meanOf(ofFolds));
    const reach = quantile * Math.sqrt(((folds.length - 1) / folds.length) * squares);
    const centre = at(whole, place);
    return { feature, value: at(values, place), interval: [centre - reach, centre + reach] as const };
  });
}
