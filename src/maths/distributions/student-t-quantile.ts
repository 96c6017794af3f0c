/**
 * Below which number does a given share of Student's t distribution lie?
 */
import { SemqrelError } from "../../core/errors.ts";
import { requireShare } from "../summary/require-share.ts";
import { findCrossing } from "./find-crossing.ts";
import { studentTCdf } from "./student-t-cdf.ts";

/**
 * The t with P(T <= t) = share, by inverting `studentTCdf`.
 *
 * @param share between 0 and 1, both excluded
 * @param degreesOfFreedom > 0, finite
 * @returns error about 1e-15 + 1e-12 |t|
 * @throws SemqrelError INVALID_OPTION  share out of range                details: { share }
 * @throws SemqrelError INVALID_OPTION  degrees of freedom out of range   details: { degreesOfFreedom }
 */
export function studentTQuantile(share: number, degreesOfFreedom: number): number {
  requireShare("share", share);
  // Of any other number the distribution has no value, and the search would never end.
  if (!(degreesOfFreedom > 0 && degreesOfFreedom < Number.POSITIVE_INFINITY)) {
    throw new SemqrelError(
      "INVALID_OPTION",
      `Student's t: ${degreesOfFreedom} degrees of freedom. Give a finite number above 0.`,
      { details: { degreesOfFreedom } },
    );
  }
  if (share === 0.5) return 0;
  const tail = Math.min(share, 1 - share);
  const distance = findCrossing((t) => tail - studentTCdf(-t, degreesOfFreedom));
  return share < 0.5 ? -distance : distance;
}
