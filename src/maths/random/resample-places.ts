/** Which items does each resample hold? */
import { seededPlaces } from "./seeded-random.ts";

export interface ResampleOptions {
  /** Any 32-bit whole number. */
  readonly seed: number;
  /** Resamples, >= 1. */
  readonly samples: number;
}

/** A list of places, 0..items - 1. */
export type Places = Uint16Array | Uint32Array;

interface ResampledPlaces {
  /** Not to be written to. */
  readonly places: Places;
  /** Where each resample begins in `places`, once. Read each before you ask for the next, which may be written over it. */
  readonly starts: Iterable<number>;
}

/** Places that are kept, 64 MB. */
const mostKept = 2 ** 25;

/** Measures and engines of the same queries are resampled alike, and drawing takes longer than all else. Oldest first. */
const kept = new Map<string, Places>();
let keptPlaces = 0;

/** Draws as many items as there are, with replacement, again and again. The same options draw the same. */
export function resamplePlaces(items: number, { seed, samples }: ResampleOptions): ResampledPlaces {
  const key = `${seed} ${samples} ${items}`;
  const known = kept.get(key);
  if (known !== undefined) return { places: known, starts: startsOf(samples, items) };
  const isKept = items <= 2 ** 16 && items * samples <= mostKept;
  const places = isKept ? new Uint16Array(items * samples) : new Uint32Array(items);
  function* starts(): Generator<number> {
    const draw = seededPlaces(items, seed);
    for (const start of startsOf(samples, isKept ? items : 0)) {
      draw(places, start);
      yield start;
    }
    if (isKept) keep(key, places);
  }
  return { places, starts: starts() };
}

function* startsOf(samples: number, step: number): Generator<number> {
  for (let sample = 0; sample < samples; sample++) yield sample * step;
}

function keep(key: string, places: Places): void {
  keptPlaces += places.length - (kept.get(key)?.length ?? 0);
  kept.set(key, places);
  for (const [oldest, { length }] of kept) {
    if (keptPlaces <= mostKept) return;
    kept.delete(oldest);
    keptPlaces -= length;
  }
}
