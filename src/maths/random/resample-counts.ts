/** How often would each kind of item occur if others had been drawn? */
import { requireCount } from "../require.ts";
import { type ResampleOptions, resamplePlaces } from "./resample-places.ts";

/**
 * Draws as many items as there are, with replacement, again and again.
 * @param kindOfItem by item, its kind: 0..kinds - 1
 * @returns how often each kind was drawn. The next resample overwrites the array: thousands of them would not fit
 */
export function resampleCounts(kindOfItem: Int32Array, kinds: number, options: ResampleOptions): Iterable<Uint32Array> {
  requireCount("samples", options.samples);
  return count(kindOfItem, kinds, options);
}

function* count(kindOfItem: Int32Array, kinds: number, options: ResampleOptions): Iterable<Uint32Array> {
  const counts = new Uint32Array(kinds);
  const { places, starts } = resamplePlaces(kindOfItem.length, options);
  for (const start of starts) {
    counts.fill(0);
    for (let drawn = 0; drawn < kindOfItem.length; drawn++) {
      const kind = kindOfItem[places[start + drawn] as number] as number;
      counts[kind] = (counts[kind] as number) + 1;
    }
    yield counts;
  }
}
