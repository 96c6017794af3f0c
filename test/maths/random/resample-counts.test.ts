import { describe, expect, it } from "vitest";
import { resampleCounts } from "../../../src/maths/random.ts";

describe("resampleCounts", () => {
  // Each resample overwrites the previous one.
  const copies = (resamples: Iterable<Uint32Array>) => Array.from(resamples, (counts) => counts.slice());
  const kindOfItem = Int32Array.of(0, 1, 1, 2, 1, 0, 1, 1, 2, 1);

  it("draws as many items as the list has, and each kind in proportion to its frequency", () => {
    const resamples = copies(resampleCounts(kindOfItem, 3, { seed: 1, samples: 20_000 }));
    expect(resamples).toHaveLength(20_000);
    const sums = [0, 0, 0];
    for (const counts of resamples) {
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(10);
      for (const [kind, count] of counts.entries()) sums[kind] = (sums[kind] ?? 0) + count;
    }
    // The mean of a binomial count of 10 draws with p = .2 or .6 over 20,000 resamples deviates by at most 0.011.
    for (const [kind, expected] of [2, 6, 2].entries()) {
      expect(Math.abs((sums[kind] ?? 0) / 20_000 - expected)).toBeLessThan(0.044);
    }
    // A count of a single draw with p = .2 has variance 1.6, so resamples differ.
    const variance = resamples.reduce((sum, counts) => sum + ((counts[0] ?? 0) - 2) ** 2, 0) / 20_000;
    expect(variance).toBeGreaterThan(1.5);
    expect(variance).toBeLessThan(1.7);
  });

  it("draws the same counts for the same seed, and other counts for another seed", () => {
    const draw = (seed: number) => copies(resampleCounts(kindOfItem, 3, { seed, samples: 20 }));
    expect(draw(4)).toEqual(draw(4));
    expect(draw(4)).not.toEqual(draw(5));
  });

  it("draws empty resamples from an empty list", () => {
    expect(copies(resampleCounts(new Int32Array(0), 0, { seed: 1, samples: 2 }))).toEqual([
      new Uint32Array(0),
      new Uint32Array(0),
    ]);
  });

  it.each([0, 1.5, Number.NaN])("rejects %s samples", (samples) => {
    expect(() => resampleCounts(kindOfItem, 3, { seed: 1, samples })).toThrow(
      expect.objectContaining({ code: "INVALID_OPTION", details: { samples } }),
    );
  });
});
