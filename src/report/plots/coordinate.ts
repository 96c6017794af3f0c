/** How is a length of a drawing written? */

/** Rounded to 2 decimals, in units of the view box. */
export function coordinate(value: number): string {
  // The sum turns -0 into 0.
  return String(Math.round(value * 100) / 100 + 0);
}

/** Rounded to 1 decimal: of points, of which there may be thousands. */
export function tenth(value: number): string {
  return String(Math.round(value * 10) / 10 + 0);
}
