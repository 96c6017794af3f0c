/**
 * How many documents were retrieved?
 */
import { defineMeasure, type ParameterRule, relParameter } from "../define-measure.ts";
import { countRelevantRetrieved } from "../ranked-list.ts";

/** Results of a query, or those with a label of at least `rel`; the sum counts them over queries. */
export const retrievedCountMeasure = defineMeasure({
  name: "NumRet",
  presets: { NumRelRet: { rel: 1 } },
  summary: "Number of results, or of relevant results.",
  citation: "trec_eval",
  at: "nothing",
  range: [0, Number.POSITIVE_INFINITY],
  aggregate: "sum",
  needsRelevant: false,
  parameters: {
    rel: {
      ...relParameter,
      default: null,
      meaning: "the smallest label that is counted; without it every result is",
    } as ParameterRule<number | null>,
  },
  trecInput: { num_ret: "NumRet", num_rel_ret: "NumRelRet" },
  trecName: ({ rel }) => (rel === null ? "num_ret" : rel === 1 ? "num_rel_ret" : null),
  compute: (list, { rel }) =>
    rel === null ? list.labels.length : countRelevantRetrieved(list, rel, Number.POSITIVE_INFINITY),
});
