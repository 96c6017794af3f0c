/**
 * How often would each kind of item occur if others had been drawn?
 */
import { requireCount } from "./require-count.ts";
import { seededBits } from "./seeded-random.ts";

export interface ResampleOptions {
  /** Any 32-bit whole number. */
  readonly seed: number;
  /** Resamples, >= 1. */
  readonly samples: number;
}

/**
 * Draws as many items as there are, with replacement, again and again.
 *
 * @param kindOfItem by item, its kind: 0..kinds - 1
 * @returns by resample, how often each kind was drawn; the same for the same seed
 * @throws SemqrelError INVALID_OPTION  samples out of range
 *
 * Cost O(samples items), memory 4 samples kinds bytes.
 */
export function resampleCounts(
  kindOfItem: Int32Array,
  kinds: number,
  { seed, samples }: ResampleOptions,
): Uint32Array[] {
  requireCount("samples", samples);
  const bits = seededBits(seed);
  const items = kindOfItem.length;
  return Array.from({ length: samples }, () => {
    const counts = new Uint32Array(kinds);
    for (let drawn = 0; drawn < items; drawn++) {
      const kind = kindOfItem[Math.floor((bits() / 2 ** 32) * items)] ?? 0;
      counts[kind] = (counts[kind] ?? 0) + 1;
    }
    return counts;
  });
}
