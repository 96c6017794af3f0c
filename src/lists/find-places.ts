/** How often does something occur, and where for example? */
import { SHOWN_EXAMPLES } from "../core/warnings.ts";

interface Found {
  readonly count: number;
  /** The first three that differ. */
  readonly examples: readonly string[];
}

export function findPlaces(size: number, isOdd: (place: number) => boolean, nameOf: (place: number) => string): Found {
  let count = 0;
  const examples: string[] = [];
  for (let place = 0; place < size; place++) {
    if (!isOdd(place)) continue;
    count++;
    if (examples.length === SHOWN_EXAMPLES) continue;
    const name = nameOf(place);
    if (!examples.includes(name)) examples.push(name);
  }
  return { count, examples };
}
