/**
 * Which number has a name that most often equals the one of the line before?
 */
import type { NumberedNames } from "../core/types.ts";

/** Looks at the last answer first: in files that are sorted by query no hash is computed. */
export function repeatedName(names: NumberedNames): (bytes: Uint8Array, begin: number, end: number) => number {
  let last = -1;
  return (bytes, begin, end) => {
    if (last < 0 || !names.equals(last, bytes, begin, end)) last = names.addBytes(bytes, begin, end);
    return last;
  };
}
