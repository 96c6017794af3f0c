/**
 * How much of the top is relevant, the top being as long as there are relevant documents?
 */
import { checkOption } from "../check-option.ts";
import { defineMeasure, judgedOnlyParameter, relParameter } from "../define-measure.ts";
import { countRelevant, countRelevantRetrieved, type RankedList } from "../ranked-list.ts";
import type { RelevanceOptions } from "./set-recall.ts";

/**
 * R-precision: with R relevant documents, the precision at R, which is the recall at R too.
 *
 * @returns 0..1; NaN where no document is relevant
 * @throws SemqrelError INVALID_OPTION  `rel` is no number > 0
 *
 * Cost O(relevant). Source: Buckley & Voorhees 2005, ch. 3 of TREC: Experiment and Evaluation in Information Retrieval.
 */
export function rPrecision(list: RankedList, { rel = 1 }: RelevanceOptions = {}): number {
  checkOption("Rprec", "rel", rel, relParameter);
  const relevant = countRelevant(list, rel);
  return countRelevantRetrieved(list, rel, relevant) / relevant;
}

export const rPrecisionMeasure = defineMeasure({
  name: "Rprec",
  aliases: ["RPrec"],
  summary: "Precision at R, the number of relevant documents.",
  citation: "Buckley & Voorhees 2005",
  at: "nothing",
  range: [0, 1],
  needsRelevant: true,
  parameters: { rel: relParameter, judged_only: judgedOnlyParameter },
  trecName: ({ rel, judged_only }) => (rel === 1 && !judged_only ? "Rprec" : null),
  compute: (list, { rel }) => rPrecision(list, { rel }),
});
