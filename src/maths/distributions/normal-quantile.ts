/**
 * Below which number does a given share of the standard normal distribution lie?
 */

import { requireShare } from "../summary/require-share.ts";
import { normalCdf } from "./normal-cdf.ts";

/**
 * The z with Φ(z) = share, by Newton's method on ln Φ. ln Φ is concave, so from a start below z the steps rise to z and
 * never pass it; -sqrt(-2 ln share) is such a start, because Φ(-x) <= exp(-x² / 2) / 2.
 *
 * @param share between 0 and 1, both excluded
 * @returns error about 1e-15
 * @throws SemqrelError INVALID_OPTION  share out of range   details: { share }
 */
export function normalQuantile(share: number): number {
  requireShare("share", share);
  if (share > 0.5) return -normalQuantile(1 - share);
  let z = -Math.sqrt(-2 * Math.log(share));
  for (let round = 0; round < 50; round++) {
    const below = normalCdf(z);
    const density = Math.exp(-0.5 * z * z) / Math.sqrt(2 * Math.PI);
    const change = (Math.log(share / below) * below) / density;
    z += change;
    if (Math.abs(change) < 1e-15) break;
  }
  return z;
}
