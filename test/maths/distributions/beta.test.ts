import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { logGamma, regularisedIncompleteBeta } from "../../../src/maths/distributions.ts";
import { manyRuns } from "../../support/some-pairs.ts";

describe("logGamma", () => {
  // scipy 1.17: scipy.special.gammaln(x)
  it.each([
    { x: 0.001, expected: 6.907178885383853 },
    { x: 0.5, expected: 0.5723649429247 },
    { x: 1.5, expected: -0.12078223763524526 },
    { x: 4.5, expected: 2.4537365708424423 },
    { x: 7.25, expected: 7.0521854507385395 },
    { x: 112.5, expected: 417.3904400961757 },
    { x: 1e6, expected: 12815504.569147611 },
  ])("matches scipy at $x", ({ x, expected }) => {
    expect(logGamma(x) / expected).toBeCloseTo(1, 12);
  });

  describe("properties", () => {
    it("logGamma is the logarithm of a factorial", () => {
      let factorial = 1;
      for (let n = 1; n <= 100; n++) {
        expect(logGamma(n), `${n}`).toBeCloseTo(Math.log(factorial), 11);
        factorial *= n;
      }
    });

    it("logGamma satisfies Γ(x + 1) = x Γ(x)", () => {
      fc.assert(
        fc.property(fc.double({ min: 1e-3, max: 1000, noNaN: true }), (x) => {
          const scale = Math.max(1, Math.abs(logGamma(x)));
          expect(Math.abs(logGamma(x + 1) - Math.log(x) - logGamma(x))).toBeLessThan(2e-14 * scale);
        }),
        manyRuns,
      );
    });
  });
});

describe("regularisedIncompleteBeta", () => {
  // scipy 1.17: scipy.special.betainc(a, b, x)
  it.each([
    { x: 0.5, a: 113, b: 90, expected: 0.052685294984450626 },
    { x: 0.2, a: 0.5, b: 0.5, expected: 0.2951672353008665 },
    { x: 0.99, a: 5, b: 0.1, expected: 0.23091107921565368 },
    { x: 0.3, a: 100, b: 200, expected: 0.10884306564490986 },
    { x: 1e-9, a: 2, b: 3, expected: 5.999999992000002e-18 },
  ])("matches scipy for I_$x($a, $b)", ({ x, a, b, expected }) => {
    expect(regularisedIncompleteBeta(x, { a, b }) / expected).toBeCloseTo(1, 12);
  });

  describe("properties", () => {
    const shape = fc.double({ min: 0.1, max: 200, noNaN: true });

    it("regularisedIncompleteBeta is a probability, and 1 minus the probability of the other tail", () => {
      fc.assert(
        fc.property(fc.double({ min: 0, max: 1, noNaN: true }), shape, shape, (x, a, b) => {
          const below = regularisedIncompleteBeta(x, { a, b });
          expect(below).toBeGreaterThanOrEqual(0);
          expect(below).toBeLessThanOrEqual(1);
          expect(below + regularisedIncompleteBeta(1 - x, { a: b, b: a }, x)).toBeCloseTo(1, 12);
        }),
        manyRuns,
      );
    });

    it("regularisedIncompleteBeta is x^a if b is 1", () => {
      fc.assert(
        fc.property(fc.double({ min: 0.01, max: 1, noNaN: true }), shape, (x, a) => {
          expect(regularisedIncompleteBeta(x, { a, b: 1 })).toBeCloseTo(x ** a, 12);
        }),
        manyRuns,
      );
    });
  });

  describe("edge cases", () => {
    it("regularisedIncompleteBeta is 0 at 0 and 1 at 1", () => {
      expect(regularisedIncompleteBeta(0, { a: 2, b: 3 })).toBe(0);
      expect(regularisedIncompleteBeta(1, { a: 2, b: 3 })).toBe(1);
    });

    it("regularisedIncompleteBeta accepts 1 - x as an argument, which is more precise than subtracting x from 1", () => {
      // 1 - (1 - 1e-30)^(1/2) is 1e-30 / 2 to first order: I_x(1, 1/2) = 1 - sqrt(1 - x).
      expect(regularisedIncompleteBeta(1e-30, { a: 1, b: 0.5 }, 1) / 5e-31).toBeCloseTo(1, 12);
      expect(regularisedIncompleteBeta(1, { a: 0.5, b: 1 }, 1e-30)).toBe(1);
    });
  });
});
