/** How many queries, results and relevant documents are there, and how many of the top results were judged? */
import { type CutoffOptions, checkCutoff } from "../check-option.ts";
import { defineMeasure, type ParameterRule, relParameter } from "../define-measure.ts";
import { countRelevant, countRelevantRetrieved, type RankedList } from "../ranked-list.ts";

/** Parameters of Judged. */
export type JudgedShareOptions = CutoffOptions;

/**
 * Share of judged results (label >= 0) among the first `cutoff`, or among all where the list is shorter. Cost O(n).
 * Source: ir_measures, Judged.
 *
 * @returns 0..1; NaN for an empty list
 * @throws SemqrelError INVALID_CUTOFF  the cutoff is no whole number >= 1
 */
export function judgedShare(list: RankedList, { cutoff = Number.POSITIVE_INFINITY }: JudgedShareOptions = {}): number {
  checkCutoff("Judged", cutoff);
  return countRelevantRetrieved(list, 0, cutoff) / Math.min(list.labels.length, cutoff);
}

export const judgedShareMeasure = defineMeasure({
  name: "Judged",
  summary: "Share of the first k results that has a judgment.",
  citation: "ir_measures",
  at: "cutoff",
  needsRelevant: false,
  compute: (list, { at }) => judgedShare(list, { cutoff: at }),
});

/** One for each query; the sum counts them. */
export const queryCountMeasure = defineMeasure({
  name: "NumQ",
  summary: "Number of queries.",
  citation: "trec_eval",
  range: [1, 1],
  aggregate: "sum",
  needsRelevant: false,
  trecInput: { num_q: "NumQ" },
  onlyOfAll: true,
  compute: () => 1,
});

/** Results of a query, or those with a label of at least `rel`; the sum counts them over queries. */
export const retrievedCountMeasure = defineMeasure({
  name: "NumRet",
  presets: { NumRelRet: { rel: 1 } },
  summary: "Number of results, or of relevant results.",
  citation: "trec_eval",
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
  trecInput: { num_ret: "NumRet", num_rel_ret: "NumRet(rel=1)" },
  compute: (list, { rel }) =>
    rel === null ? list.labels.length : countRelevantRetrieved(list, rel, Number.POSITIVE_INFINITY),
});

/** Relevant documents of a query, retrieved or not; the sum counts them over queries. */
export const relevantCountMeasure = defineMeasure({
  name: "NumRel",
  summary: "Number of relevant documents, retrieved or not.",
  citation: "trec_eval",
  range: [0, Number.POSITIVE_INFINITY],
  aggregate: "sum",
  needsRelevant: false,
  parameters: { rel: relParameter },
  trecInput: { num_rel: "NumRel" },
  compute: (list, { rel }) => countRelevant(list, rel),
});
