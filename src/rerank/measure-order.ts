/** What do the lists reach in another order? */
import { at } from "../core/at.ts";
import { dcg, ndcg } from "../measure/measures/dcg.ts";
import type { ExperimentRows } from "./experiment-rows.ts";

/** The measures of `label` that depend on the order. */
export const orderMeasures = ["ndcg_returned", "ndcg_returned@10", "ndcg_reference", "ndcg_reference@10"] as const;
export type OrderMeasure = (typeof orderMeasures)[number];
/** By query; NaN where a measure is undefined. */
export type OrderValues = Readonly<Record<OrderMeasure, Float64Array>>;

const cutoff = 10;

/** @param order by place: the row there; the rows of a query stay together */
export function measureOrder(rows: ExperimentRows, order: Int32Array): OrderValues {
  return valuesOf(rows, (query) => labelsOf(rows, query, order));
}

/** What lists in random order reach on average. Exact: gains add up, and every place holds the mean label on average. */
export function measureRandomOrder(rows: ExperimentRows): OrderValues {
  return valuesOf(rows, (query) => {
    const labels = labelsOf(rows, query);
    return labels.fill(labels.reduce((sum, label) => sum + label, 0) / labels.length);
  });
}

/** The rows as the candidate returned them. */
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
  return order === undefined
    ? targets.slice(begin, end)
    : Float64Array.from(order.subarray(begin, end), (row) => at(targets, row));
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
