/** Which of several differences are beyond chance, when all of them are asked, and asked again after further ratings? */
import { at } from "../../core/at.ts";
import { requireCount } from "../require.ts";
import { adjustKnown, benjaminiHochberg, holm } from "../significance/corrections.ts";
import type { MeanEstimate } from "./interval-estimate.ts";

/** `fdr`: 5 % of the decided pairs may be wrong (Benjamini-Hochberg). `holm`: with 95 % none is wrong. */
export type Correction = "fdr" | "holm";

export interface PairDecision {
  /** Of no difference, for this pair alone; null where nothing is left to chance, or nothing is known. */
  readonly p: number | null;
  /** The same, corrected for all pairs and for the looks before this one. */
  readonly pAdjusted: number | null;
  /** Whether the difference is beyond chance. Its own interval leaves out 0, too. */
  readonly decided: boolean;
}

export const SIGNIFICANCE = 0.05;

/**
 * What p-values are multiplied by at this look at the ratings: 1, 2, 6, 12, 20, …, look · (look - 1).
 *
 * A decision says which engine is better, so that it is wrong only in that direction, and a look at the level q decides
 * at most the share q / 2 wrongly (Benjamini and Yekutieli 2005, Journal of the American Statistical Association 100,
 * 71-81). The levels .05, .05 / 2, .05 / 6, … add up to .10, however many looks there are. So the share of wrong decisions
 * is at most 5 % at whichever look rating stops, and nobody has to plan the last look.
 *
 * @param look from 1
 * @throws SemqrelError INVALID_OPTION for no such number
 */
export function priceOfLook(look: number): number {
  requireCount("look", look);
  return Math.max(1, look * (look - 1));
}

/**
 * Pairs of engines are not independent. For all pairs of several means the false discovery rate still holds in
 * simulations: Yekutieli 2008 (Journal of Statistical Planning and Inference 138, 405-415).
 *
 * @param p by mean: its p-value by a moderated variance
 */
export function decidePairs(
  means: readonly Pick<MeanEstimate, "interval">[],
  p: readonly (number | null)[],
  { correction, look }: { readonly correction: Correction; readonly look: number },
): PairDecision[] {
  const price = priceOfLook(look);
  const adjusted = adjustKnown(p, correction === "fdr" ? benjaminiHochberg : holm);
  return means.map(({ interval }, place) => {
    const ofAll = at(adjusted, place);
    const pAdjusted = ofAll === null ? null : Math.min(1, price * ofAll);
    const isApart = interval !== null && (interval[0] > 0 || interval[1] < 0);
    return { p: at(p, place), pAdjusted, decided: isApart && (pAdjusted === null || pAdjusted < SIGNIFICANCE) };
  });
}
