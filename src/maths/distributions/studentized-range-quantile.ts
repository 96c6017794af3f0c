/**
 * Which range of several means, in standard errors, is exceeded with a given probability?
 */

import { requireShare } from "../summary/require-share.ts";
import { findCrossing } from "./find-crossing.ts";
import { type RangeShape, studentizedRangeTail } from "./studentized-range-tail.ts";

/**
 * The q with P(Q < q) = share, by inverting `studentizedRangeTail`.
 *
 * @param share between 0 and 1, both excluded; 0.95 gives the usual critical value
 * @returns relative error about 1e-11
 * @throws SemqrelError INVALID_OPTION  share out of range   details: { share }
 *
 * Cost about 15 tails, 10 ms.
 */
export function studentizedRangeQuantile(share: number, shape: RangeShape): number {
  requireShare("share", share);
  return findCrossing((range) => 1 - share - studentizedRangeTail(range, shape));
}
