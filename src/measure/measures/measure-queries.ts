/**
 * What does one engine reach on every query of the run?
 * Precision, recall, F1 and ndcg_reference run over the reference's queries, the notebook's NDCG over the candidate's.
 */
import { type MeasureName, measureNames, type QueryMeasures, type UnmeasurableReason } from "../../core/types.ts";
import { dcg, ndcg } from "./dcg.ts";
import { fMeasure, precision, recall, type SetOverlap } from "./set-overlap.ts";

/** What is known of one query of one engine. */
export interface QueryToMeasure {
  /** Results of the candidate, distinct titles of the reference, and what both share. */
  readonly overlap: SetOverlap;
  /** The same, counting what both share under equal titles alone. */
  readonly exactOverlap: SetOverlap;
  /** Labels of the candidate's list in its order; empty where it returned nothing; ignored without reference. */
  readonly labels: Float64Array;
  /** Labels of every distinct reference point; empty without reference. */
  readonly idealLabels: Float64Array;
}

/** @param queries one entry per query of the run. Cost O(rows log rows) */
export function measureQueries(queries: readonly QueryToMeasure[]): QueryMeasures {
  const values = Object.fromEntries(
    measureNames.map((name) => [name, new Float64Array(queries.length).fill(Number.NaN)]),
  ) as Record<MeasureName, Float64Array>;
  const reasons = queries.map((query, place) => {
    const { values: reached, reason } = measureQuery(query);
    for (const name of measureNames) values[name][place] = reached[name] as number;
    return reason;
  });
  return { values, reasons };
}

function measureQuery({ overlap, exactOverlap, labels, idealLabels }: QueryToMeasure): {
  values: Partial<Record<MeasureName, number>>;
  reason: UnmeasurableReason | null;
} {
  if (overlap.reference === 0) return { values: {}, reason: "no-reference" };
  const [p, r] = [precision(overlap), recall(overlap)];
  const [exactP, exactR] = [precision(exactOverlap), recall(exactOverlap)];
  const values: Partial<Record<MeasureName, number>> = {
    precision: p,
    recall: r,
    f1: fMeasure(p, r),
    precision_exact: exactP,
    recall_exact: exactR,
    f1_exact: fMeasure(exactP, exactR),
    // An engine that returned nothing reached 0 of the ideal: it must not gain by answering only easy queries.
    ndcg_reference: ndcg(labels, idealLabels),
    "ndcg_reference@10": ndcg(labels, idealLabels, { cutoff: 10 }),
  };
  if (overlap.candidate === 0) return { values, reason: "no-candidate-results" };
  values.dcg = dcg(labels);
  values.idcg = dcg(Float64Array.from(labels).sort().reverse());
  values.ndcg_returned = ndcg(labels, labels);
  values["ndcg_returned@10"] = ndcg(labels, labels, { cutoff: 10 });
  return { values, reason: values.idcg > 0 ? null : "no-positive-label" };
}
