/** How often does something occur, and where for example? */
import { SHOWN_EXAMPLES } from "../core/warnings.ts";

/** Things found, and the first three of them by name. */
export interface Found {
  readonly count: number;
  readonly examples: readonly string[];
}

/** Counts the places where `isOdd` holds and names the first three. */
export function findPlaces(size: number, isOdd: (place: number) => boolean, nameOf: (place: number) => string): Found {
  let count = 0;
  const examples: string[] = [];
  for (let place = 0; place < size; place++) {
    if (!isOdd(place)) continue;
    count++;
    if (examples.length < SHOWN_EXAMPLES) examples.push(nameOf(place));
  }
  return { count, examples };
}
