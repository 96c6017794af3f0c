/** How are lengths and lines of a drawing written in few bytes? */

/** Rounded to 2 decimals, in units of the view box. */
export function coordinate(value: number): string {
  // The sum turns -0 into 0.
  return String(Math.round(value * 100) / 100 + 0);
}

/** Rounded to 1 decimal: of points, of which there may be thousands. */
export function tenth(value: number): string {
  return String(Math.round(value * 10) / 10 + 0);
}

/** `d` of a path through places to a tenth of a unit; places that fall together are one, and null breaks the line. */
export function linePath(places: readonly (readonly [x: number, y: number] | null)[]): string {
  let path = "";
  let last = "";
  for (const place of places) {
    if (place === null) {
      last = "";
      continue;
    }
    const written = `${tenth(place[0])} ${tenth(place[1])}`;
    if (written === last) continue;
    path += `${last === "" ? "M" : "L"}${written}`;
    last = written;
  }
  return path;
}
