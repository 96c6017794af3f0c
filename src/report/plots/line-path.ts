/** How is a line drawn in few bytes? */
import { tenth } from "./coordinate.ts";

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
