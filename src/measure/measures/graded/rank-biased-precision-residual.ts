/**
 * How much could rank-biased precision still rise with what nobody has judged?
 */
import { checkCutoff } from "../check-cutoff.ts";
import { checkOption } from "../check-option.ts";
import { defineMeasure } from "../define-measure.ts";
import type { RankedList } from "../ranked-list.ts";
import { persistenceParameter } from "./rank-biased-precision.ts";

/** Parameters of RBPresidual. */
export interface RankBiasedPrecisionResidualOptions {
  /** Probability of going on to the next position, between 0 and 1. @default 0.8 */
  readonly p?: number;
  /** Positions counted from the top. @default every position */
  readonly cutoff?: number;
}

/**
 * Residual of rank-biased precision: the weight of unjudged positions and of all positions not seen, so that the true
 * value lies in RBP .. RBP + residual. trec_eval's rbp_resid leaves the unseen tail out where all results are judged,
 * and knows p = 0.9 only.
 *
 * @returns 0..1, 1 for an empty list
 * @throws SemqrelError INVALID_CUTOFF  the cutoff is no whole number >= 1
 * @throws SemqrelError INVALID_OPTION  `p` is not between 0 and 1
 *
 * Cost O(n). Source: Moffat & Zobel 2008 (TOIS 27(1), 2), section 5.
 */
export function rankBiasedPrecisionResidual(
  list: RankedList,
  options: RankBiasedPrecisionResidualOptions = {},
): number {
  const { p = 0.8, cutoff = Number.POSITIVE_INFINITY } = options;
  checkCutoff("RBPresidual", cutoff);
  checkOption("RBPresidual", "p", p, persistenceParameter);
  const depth = Math.min(list.labels.length, cutoff);
  let unseen = 1;
  let unjudged = 0;
  for (let rank = 0; rank < depth; rank++, unseen *= p) {
    if (!((list.labels[rank] ?? Number.NaN) >= 0)) unjudged += (1 - p) * unseen;
  }
  return unjudged + unseen;
}

export const rankBiasedPrecisionResidualMeasure = defineMeasure({
  name: "RBPresidual",
  summary: "What unjudged and unseen positions could add to RBP.",
  citation: "Moffat & Zobel 2008",
  at: "cutoff",
  range: [0, 1],
  // What is not known of a run is no merit of it.
  lowerIsBetter: true,
  whenMissing: 1,
  needsRelevant: false,
  parameters: { p: persistenceParameter },
  compute: (list, { p, at }) => rankBiasedPrecisionResidual(list, { p, cutoff: at }),
});
