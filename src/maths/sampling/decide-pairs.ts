/** Which of several differences are beyond chance, when all of them are asked? */
import { at } from "../../core/at.ts";
import { adjustKnown, benjaminiHochberg, holm } from "../significance/corrections.ts";
import type { MeanEstimate } from "./interval-estimate.ts";

/** `fdr`: 5 % of the decided pairs may be wrong (Benjamini-Hochberg). `holm`: with 95 % none is wrong. */
export type Correction = "fdr" | "holm";

export interface PairDecision {
  /** Of no difference, for this pair alone; null where nothing is left to chance, or nothing is known. */
  readonly p: number | null;
  /** The same, corrected for all pairs. */
  readonly pAdjusted: number | null;
  /** Whether the difference is beyond chance. Its own interval leaves out 0, too. */
  readonly decided: boolean;
}

const SIGNIFICANCE = 0.05;

/**
 * Pairs of engines are not independent. For all pairs of several means the false discovery rate still holds in
 * simulations: Yekutieli 2008 (Journal of Statistical Planning and Inference 138, 405-415).
 *
 * @param p by mean: its p-value by a moderated variance
 */
export function decidePairs(
  means: readonly Pick<MeanEstimate, "interval">[],
  p: readonly (number | null)[],
  correction: Correction,
): PairDecision[] {
  const adjusted = adjustKnown(p, correction === "fdr" ? benjaminiHochberg : holm);
  return means.map(({ interval }, place) => {
    const pAdjusted = at(adjusted, place);
    const isApart = interval !== null && (interval[0] > 0 || interval[1] < 0);
    return { p: at(p, place), pAdjusted, decided: isApart && (pAdjusted === null || pAdjusted < SIGNIFICANCE) };
  });
}
