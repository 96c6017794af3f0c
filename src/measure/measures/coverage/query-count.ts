/**
 * How many queries are there?
 */
import { defineMeasure } from "../define-measure.ts";

/** One for each query; the sum counts them. */
export const queryCountMeasure = defineMeasure({
  name: "NumQ",
  summary: "Number of queries.",
  citation: "trec_eval",
  at: "nothing",
  range: [1, 1],
  aggregate: "sum",
  needsRelevant: false,
  parameters: {},
  trecInput: { num_q: "NumQ" },
  onlyOfAll: true,
  trecName: () => "num_q",
  compute: () => 1,
});
