/** Which numbers have a place on an axis? */

/** Numbers nearer to each other than this are one: below it a number is too short of digits to be divided. */
export const smallestDifference = 1e-150;

/** Finite, and so far from the largest number that differences of two stay finite as well. */
export function isDrawable(value: number): boolean {
  return Math.abs(value) <= 1e150;
}
