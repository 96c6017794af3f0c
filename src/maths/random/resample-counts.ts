/** How often would each kind of item occur if others had been drawn? */
import { requireCount } from "../require.ts";
import { seededBits } from "./seeded-random.ts";

export interface ResampleOptions {
  /** Any 32-bit whole number. */
  readonly seed: number;
  /** Resamples, >= 1. */
  readonly samples: number;
}

/**
 * Draws as many items as there are, with replacement, again and again.
 * @param kindOfItem by item, its kind: 0..kinds - 1
 * @returns how often each kind was drawn. The next resample overwrites the array: thousands of them would not fit
 */
export function resampleCounts(kindOfItem: Int32Array, kinds: number, options: ResampleOptions): Iterable<Uint32Array> {
  requireCount("samples", options.samples);
  return draw(kindOfItem, kinds, options);
}

function* draw(kindOfItem: Int32Array, kinds: number, { seed, samples }: ResampleOptions): Iterable<Uint32Array> {
  const bits = seededBits(seed);
  const items = kindOfItem.length;
  const counts = new Uint32Array(kinds);
  for (let sample = 0; sample < samples; sample++) {
    counts.fill(0);
    for (let drawn = 0; drawn < items; drawn++) {
      const kind = kindOfItem[Math.floor((bits() / 2 ** 32) * items)] as number;
      counts[kind] = (counts[kind] as number) + 1;
    }
    yield counts;
  }
}
