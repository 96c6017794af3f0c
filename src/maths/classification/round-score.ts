/** When are two scores equal? */

/**
 * A number rounded to 1e-12, away from zero at halves, so that equal scores tie whatever their last bits are. Numbers
 * too large to have such digits (from 9007 on) stay as they are.
 * @returns never -0
 */
export function roundScore(value: number): number {
  const scaled = Math.abs(value) * 1e12;
  return scaled < Number.MAX_SAFE_INTEGER ? (Math.sign(value) * Math.round(scaled)) / 1e12 + 0 : value;
}
