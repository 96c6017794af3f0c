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

export interface ResampledPlaces {
  /** Places, 0..items - 1. Not to be written to. */
  readonly places: Uint32Array;
  /** Where each resample begins in `places`. Read it before the next one comes, which may be written over it. */
  readonly starts: Iterable<number>;
}

/** Draws as many items as there are, with replacement, again and again. The same options draw the same. */
export function resamplePlaces(items: number, { seed, samples }: ResampleOptions): ResampledPlaces {
  const isKept = items * samples <= mostKept;
  const key = `${seed} ${samples} ${items}`;
  const known = kept.get(key);
  const places = known ?? new Uint32Array(isKept ? items * samples : items);
  function* starts(): Generator<number> {
    const draw = seededPlaces(items, seed);
    for (let sample = 0; sample < samples; sample++) {
      const start = isKept ? sample * items : 0;
      if (known === undefined) draw(places, start);
      yield start;
    }
    if (isKept && known === undefined) keep(key, places);
  }
  return { places, starts: starts() };
}

function keep(key: string, drawn: Uint32Array): void {
  const size = [...kept.values()].reduce((sum, { length }) => sum + length, drawn.length);
  if (size > mostKept) kept.clear();
  kept.set(key, drawn);
}
