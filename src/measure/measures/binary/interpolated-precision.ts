/**
 * What is the best precision at this recall or beyond?
 */
import { checkOption } from "../check-option.ts";
import {
  defineMeasure,
  judgedOnlyParameter,
  type ParameterRule,
  type ParameterValue,
  relParameter,
} from "../define-measure.ts";
import { countRelevant, hasRelevant, type RankedList } from "../ranked-list.ts";

/** The release of trec_eval whose rounding turns a share of recall into a number of documents. */
export type TrecEvalRelease = 9 | 10;

/** Parameters of IPrec. */
export interface InterpolatedPrecisionOptions {
  /** Share of the relevant documents that must have been seen, 0..1. */
  readonly recall: number;
  /** The smallest label that counts as relevant. @default 1 */
  readonly rel?: number;
  /** @default 9 */
  readonly trecEval?: TrecEvalRelease;
}

/**
 * Interpolated precision at a recall: the largest precision at any position from which on `recall` of the relevant
 * documents have been seen. `precision-recall-curve.ts` has it without trec_eval's rounding.
 *
 * @returns 0..1, 0 where the recall is not reached; NaN where no document is relevant
 * @throws SemqrelError INVALID_OPTION  `recall` is not 0..1, `rel` is no number > 0, or `trecEval` neither 9 nor 10
 *
 * Cost O(n + relevant). Source: trec_eval, iprec_at_recall.
 */
export function interpolatedPrecision(list: RankedList, options: InterpolatedPrecisionOptions): number {
  const { recall, rel = 1, trecEval = 9 } = options;
  checkOption("IPrec", "recall", recall, recallRule);
  checkOption("IPrec", "rel", rel, relParameter);
  checkOption("IPrec", "trecEval", trecEval, trecEvalParameter);
  if (!hasRelevant(list, rel)) return Number.NaN;
  const { labels } = list;
  const needed = documentsAtRecall(recall, countRelevant(list, rel), trecEval);
  let relevant = 0;
  let best = 0;
  for (let rank = 0; rank < labels.length; rank++) {
    if ((labels[rank] ?? Number.NaN) >= rel && ++relevant >= needed) best = Math.max(best, relevant / (rank + 1));
  }
  return best;
}

/** How many of `relevant` documents reach a share of recall: whole part of x + 0.9 up to trec_eval 9, rounded in 10. */
export function documentsAtRecall(recall: number, relevant: number, release: TrecEvalRelease): number {
  return release === 9 ? Math.trunc(recall * relevant + 0.9) : Math.round(recall * relevant);
}

const recallRule = {
  takes: "a recall from 0 to 1",
  accepts: (value: ParameterValue) => typeof value === "number" && value >= 0 && value <= 1,
};

export const trecEvalParameter: ParameterRule<TrecEvalRelease> = {
  default: 9,
  meaning: "the release of trec_eval whose rounding of recall is used",
  takes: "9 or 10",
  accepts: (value) => value === 9 || value === 10,
};

export const interpolatedPrecisionMeasure = defineMeasure({
  name: "IPrec",
  summary: "Largest precision at this recall or beyond.",
  citation: "Buckley & Voorhees 2005",
  at: "recall required",
  range: [0, 1],
  needsRelevant: true,
  parameters: { rel: relParameter, judged_only: judgedOnlyParameter, trec_eval: trecEvalParameter },
  trecInput: { "iprec_at_recall_#": "IPrec@#" },
  trecName: ({ rel, judged_only, at }) => {
    const twoDecimals = at.toFixed(2);
    if (rel !== 1 || judged_only || Number(twoDecimals) !== at) return null;
    return `iprec_at_recall_${twoDecimals}`;
  },
  compute: (list, { rel, trec_eval, at }) => interpolatedPrecision(list, { rel, trecEval: trec_eval, recall: at }),
});
