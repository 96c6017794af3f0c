import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { seededRandom } from "../../src/statistics/seeded-random.ts";
import { runs } from "../support/property.ts";

function draw(seed: number, count: number): number[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, () => random());
}

describe("seededRandom", () => {
  describe("shape of the answer", () => {
    it("gives the same numbers for the same seed, in [0, 1)", () => {
      fc.assert(
        fc.property(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }), (seed) => {
          const numbers = draw(seed, 20);
          expect(numbers).toEqual(draw(seed, 20));
          expect(numbers.every((number) => number >= 0 && number < 1)).toBe(true);
        }),
        runs,
      );
    });

    it("gives other numbers for another seed", () => {
      const drawn = Array.from({ length: 100 }, (_, seed) => draw(seed, 4).join());
      expect(new Set(drawn).size).toBe(100);
    });

    it("is uniform: mean and deviation of 10,000 numbers as theory has them", () => {
      const numbers = draw(1, 10_000);
      const mean = numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
      const square = numbers.reduce((sum, number) => sum + (number - mean) ** 2, 0) / numbers.length;
      // 1/2 and 1/12; the mean of 10,000 deviates by 0.0029, so four deviations are 0.0115.
      expect(Math.abs(mean - 0.5)).toBeLessThan(0.0115);
      expect(Math.abs(square - 1 / 12)).toBeLessThan(0.003);
    });
  });

  describe("edges", () => {
    it("keeps two sources of one seed apart", () => {
      const one = seededRandom(7);
      const other = seededRandom(7);
      const first = one();
      one();
      expect(other()).toBe(first);
    });
  });
});
