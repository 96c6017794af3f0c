/** Which items does each resample hold? */
import { seededPlaces } from "./seeded-random.ts";

export interface ResampleOptions {
  /** Any 32-bit whole number. */
  readonly seed: number;
  /** Resamples, >= 1. */
  readonly samples: number;
}

/** Places that are kept: 64 MB of them. */
const mostKept = 2 ** 24;

/** Measures and engines of the same queries are resampled alike, and drawing takes longer than all else. */
const kept = new Map<string, Uint32Array>();

/**
 * Draws as many items as there are, with replacement, again and again. The same options draw the same.
 * @returns a list of places, 0..items - 1, for each resample. Read it before the next one comes, and do not write to it
 */
export function* resamplePlaces(items: number, { seed, samples }: ResampleOptions): Generator<Uint32Array> {
  const isKept = items * samples <= mostKept;
  const key = `${seed} ${samples} ${items}`;
  const known = kept.get(key);
  const drawn = known ?? new Uint32Array(isKept ? items * samples : items);
  const draw = seededPlaces(items, seed);
  for (let sample = 0; sample < samples; sample++) {
    const places = isKept ? drawn.subarray(sample * items, (sample + 1) * items) : drawn;
    if (known === undefined) draw(places);
    yield places;
  }
  if (isKept && known === undefined) keep(key, drawn);
}

function keep(key: string, drawn: Uint32Array): void {
  const size = [...kept.values()].reduce((sum, { length }) => sum + length, drawn.length);
  if (size > mostKept) kept.clear();
  kept.set(key, drawn);
}
