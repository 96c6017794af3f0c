/** From how many engines on does a rank correlation say something? */

/** With fewer engines even a perfect order is no evidence: τ of four has a smallest two-sided p of .083. */
export const FEWEST_ENGINES = 5;
