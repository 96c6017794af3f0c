import { describe, expect, it } from "vitest";
import { resamplePlaces, seededBits } from "../../../src/maths/random.ts";

/** Copies the first `wanted` resamples, because the next one may overwrite them. */
function firstOf(items: number, options: { readonly seed: number; readonly samples: number }, wanted: number) {
  const { places, starts } = resamplePlaces(items, options);
  const found: number[][] = [];
  for (const start of starts) {
    found.push([...places.slice(start, start + items)]);
    if (found.length === wanted) break;
  }
  return found;
}

describe("resamplePlaces", () => {
  it("returns the same indexes from the cache as at the first call, made from the seed's bits", () => {
    const bits = seededBits(7);
    const expected = [1, 2, 3].map(() => Array.from({ length: 5 }, () => Math.floor((bits() / 2 ** 32) * 5)));
    for (let turn = 0; turn < 2; turn++) expect(firstOf(5, { seed: 7, samples: 3 }, 3)).toEqual(expected);
  });

  it("draws the same indexes if there are too many resamples to cache", () => {
    const kept = firstOf(3000, { seed: 2, samples: 3 }, 3);
    for (let turn = 0; turn < 2; turn++) expect(firstOf(3000, { seed: 2, samples: 10_000 }, 3)).toEqual(kept);
  });

  it("does not cache resamples if the caller stops before the last one", () => {
    firstOf(6, { seed: 3, samples: 4 }, 2);
    const whole = firstOf(6, { seed: 3, samples: 4 }, 4);
    expect(whole.at(-1)).not.toEqual([0, 0, 0, 0, 0, 0]);
    expect(firstOf(6, { seed: 3, samples: 4 }, 4)).toEqual(whole);
  });

  it("yields empty resamples for no items", () => {
    expect(firstOf(0, { seed: 1, samples: 2 }, 2)).toEqual([[], []]);
  });
});
