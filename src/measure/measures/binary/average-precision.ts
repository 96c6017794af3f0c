/**
 * How high do the relevant documents stand, all of them taken together?
 */
import { checkCutoff } from "../check-cutoff.ts";
import { checkOption } from "../check-option.ts";
import { defineMeasure, judgedOnlyParameter, type ParameterRule, relParameter } from "../define-measure.ts";
import { countRelevant, type RankedList } from "../ranked-list.ts";

/** Parameters of AP. */
export interface AveragePrecisionOptions {
  /** The smallest label that counts as relevant. @default 1 */
  readonly rel?: number;
  /** Positions counted from the top. @default every position */
  readonly cutoff?: number;
  /**
   * What the sum is divided by: `m` all relevant documents, as trec_eval does; `min(m,N)` no more of them than fit
   * above the cutoff, so that a perfect list reaches 1. @default "m"
   */
  readonly norm?: "m" | "min(m,N)";
}

/**
 * Average precision: the sum over relevant results of the precision at their position, divided by the number of
 * relevant documents.
 *
 * @returns 0..1; NaN where no document is relevant
 * @throws SemqrelError INVALID_CUTOFF  the cutoff is no whole number >= 1
 * @throws SemqrelError INVALID_OPTION  `rel` is no number > 0, or `norm` neither of the two
 *
 * Cost O(n). Source: Buckley & Voorhees 2005, ch. 3 of TREC: Experiment and Evaluation in Information Retrieval.
 */
export function averagePrecision(list: RankedList, options: AveragePrecisionOptions = {}): number {
  const { rel = 1, cutoff = Number.POSITIVE_INFINITY, norm = "m" } = options;
  checkCutoff("AP", cutoff);
  checkOption("AP", "rel", rel, relParameter);
  checkOption("AP", "norm", norm, normParameter);
  const depth = Math.min(list.labels.length, cutoff);
  let relevant = 0;
  let sum = 0;
  for (let rank = 0; rank < depth; rank++) {
    if ((list.labels[rank] ?? Number.NaN) >= rel) sum += ++relevant / (rank + 1);
  }
  const all = countRelevant(list, rel);
  return all === 0 ? Number.NaN : sum / (norm === "m" ? all : Math.min(all, cutoff));
}

const normParameter: ParameterRule<"m" | "min(m,N)"> = {
  default: "m",
  meaning: "divide by all relevant documents, or by as many as fit above the cutoff",
  takes: "'m' or 'min(m,N)'",
  accepts: (value) => value === "m" || value === "min(m,N)",
};

export const averagePrecisionMeasure = defineMeasure({
  name: "AP",
  aliases: ["MAP"],
  summary: "Mean of the precisions at the positions of the relevant documents.",
  citation: "Buckley & Voorhees 2005",
  at: "cutoff",
  range: [0, 1],
  needsRelevant: true,
  parameters: { rel: relParameter, judged_only: judgedOnlyParameter, norm: normParameter },
  trecInput: { map: "AP", "map_cut_#": "AP@#" },
  trecName: ({ rel, judged_only, norm, at }) =>
    rel !== 1 || judged_only || norm !== "m" ? null : Number.isFinite(at) ? `map_cut_${at}` : "map",
  compute: (list, { rel, norm, at }) => averagePrecision(list, { rel, norm, cutoff: at }),
});
