/**
 * Below which number does a given share of Student's t distribution lie?
 */
import { findCrossing } from "./find-crossing.ts";
import { requireShare } from "./require-share.ts";
import { studentTCdf } from "./student-t-cdf.ts";

/**
 * The t with P(T <= t) = share, by inverting `studentTCdf`.
 *
 * @param share between 0 and 1, both excluded
 * @param degreesOfFreedom > 0
 * @returns error about 1e-15 + 1e-12 |t|
 * @throws SemqrelError INVALID_OPTION  share out of range   details: { share }
 */
export function studentTQuantile(share: number, degreesOfFreedom: number): number {
  requireShare("share", share);
  if (share === 0.5) return 0;
  const tail = Math.min(share, 1 - share);
  const distance = findCrossing((t) => tail - studentTCdf(-t, degreesOfFreedom));
  return share < 0.5 ? -distance : distance;
}
