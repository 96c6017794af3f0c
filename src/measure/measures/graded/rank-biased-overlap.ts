/** How alike are two rankings, the top counting most, whatever follows their ends? */
import { at } from "../../../core/at.ts";
import { SemqrelError } from "../../../core/errors.ts";

/**
 * Rank-biased overlap of two rankings of any lengths, extrapolated: the agreement seen is taken to go on below. Cost
 * O(n). Source: Webber, Moffat & Zobel 2010 (TOIS 28(4), 20), equation 32.
 *
 * @param one   identifiers, best first; repeated ones count at their first place alone
 * @param other the same of the other list
 * @param p     probability of going on to the next position, between 0 and 1
 * @returns 0..1; 0 where one ranking is empty, NaN where both are
 * @throws SemqrelError INVALID_OPTION  p is not between 0 and 1   details: { p }
 */
export function rankBiasedOverlap(one: readonly string[], other: readonly string[], p: number): number {
  if (!(p > 0 && p < 1)) {
    const message = `Computing rank-biased overlap: p = ${p} is not between 0 and 1.`;
    throw new SemqrelError("INVALID_OPTION", message, { details: { p } });
  }
  const [short, long] = [[...new Set(one)], [...new Set(other)]].sort((a, b) => a.length - b.length);
  if (short === undefined || long === undefined || long.length === 0) return Number.NaN;
  if (short.length === 0) return 0;
  const seenShort = new Set<string>();
  const seenLong = new Set<string>();
  let overlap = 0;
  let overlapAtShort = 0;
  let weight = 1;
  let sum = 0;
  for (let depth = 1; depth <= long.length; depth++) {
    weight *= p;
    const fromLong = at(long, depth - 1);
    const fromShort = short[depth - 1];
    seenLong.add(fromLong);
    if (fromShort !== undefined) {
      seenShort.add(fromShort);
      if (seenLong.has(fromShort)) overlap++;
    }
    // The same document at this depth in both was counted just now.
    if (fromShort !== fromLong && seenShort.has(fromLong)) overlap++;
    if (depth <= short.length) overlapAtShort = overlap;
    const beyond = Math.max(0, depth - short.length);
    sum += weight * (overlap / depth + (overlapAtShort * beyond) / (short.length * depth));
  }
  const agreement = (overlap - overlapAtShort) / long.length + overlapAtShort / short.length;
  return ((1 - p) / p) * sum + agreement * weight;
}
