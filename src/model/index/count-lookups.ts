/** How often are the indexes of a run asked? */
import type { NearestIndex } from "../../core/ports.ts";

/** Counts the look-ups of all indexes that it was given. */
interface LookupCounter {
  /** Returns the same index, whose look-ups are counted. */
  counted(index: NearestIndex): NearestIndex;
  lookups(): number;
}

export function lookupCounter(): LookupCounter {
  let lookups = 0;
  return {
    counted: ({ size, nearest }) => ({
      size,
      nearest(vector, k) {
        lookups++;
        return nearest(vector, k);
      },
    }),
    lookups: () => lookups,
  };
}
