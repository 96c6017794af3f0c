import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { cosine } from "../../src/maths/numbers.ts";
import { runs } from "../support/property.ts";
import { atDegrees, randomUnitVectors } from "../support/random-vectors.ts";

describe("cosine", () => {
  test.each([
    { degrees: 0, expected: 1 },
    { degrees: 60, expected: 0.5 },
    { degrees: 90, expected: 0 },
    { degrees: 180, expected: -1 },
  ])("is the cosine of the angle: $degrees degrees", ({ degrees, expected }) => {
    // Vectors are float32: seven digits.
    expect(cosine(atDegrees(20), atDegrees(20 + degrees))).toBeCloseTo(expected, 6);
  });

  describe("properties", () => {
    it("cosine is in -1..1, although the lengths of float32 vectors are not exactly 1", () => {
      fc.assert(
        fc.property(fc.integer(), (seed) => {
          const one = randomUnitVectors(1, 384, seed);
          const opposite = one.map((number) => -number);
          expect(cosine(one, one)).toBeLessThanOrEqual(1);
          expect(cosine(one, opposite)).toBeGreaterThanOrEqual(-1);
          expect(cosine(one, one)).toBeCloseTo(1, 6);
        }),
        runs,
      );
    });

    it("cosine does not depend on the order of the vectors", () => {
      fc.assert(
        fc.property(fc.integer(), (seed) => {
          const both = randomUnitVectors(2, 16, seed);
          expect(cosine(both.subarray(0, 16), both.subarray(16))).toBe(cosine(both.subarray(16), both.subarray(0, 16)));
        }),
        runs,
      );
    });
  });

  describe("edge cases", () => {
    it("cosine sums in double precision", () => {
      // 1 + 2^-30 - 1: float32 would lose the small term.
      const one = Float32Array.of(1, 2 ** -15, 1);
      expect(cosine(one, Float32Array.of(0.5, 2 ** -15, -0.5))).toBe(2 ** -30);
    });
  });
});
