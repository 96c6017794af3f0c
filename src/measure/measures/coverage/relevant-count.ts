/**
 * How many documents are relevant?
 */
import { defineMeasure, relParameter } from "../define-measure.ts";
import { countRelevant } from "../ranked-list.ts";

/** Relevant documents of a query, retrieved or not; the sum counts them over queries. */
export const relevantCountMeasure = defineMeasure({
  name: "NumRel",
  summary: "Number of relevant documents, retrieved or not.",
  citation: "trec_eval",
  at: "nothing",
  range: [0, Number.POSITIVE_INFINITY],
  aggregate: "sum",
  needsRelevant: false,
  parameters: { rel: relParameter },
  trecInput: { num_rel: "NumRel" },
  trecName: ({ rel }) => (rel === 1 ? "num_rel" : null),
  compute: (list, { rel }) => countRelevant(list, rel),
});
