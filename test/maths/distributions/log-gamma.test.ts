import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { logGamma } from "../../../src/maths/distributions/log-gamma.ts";
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
  ])("gives the number of scipy at $x", ({ x, expected }) => {
    expect(logGamma(x) / expected).toBeCloseTo(1, 12);
  });

  describe("shape of the answer", () => {
    it("is the logarithm of a factorial", () => {
      let factorial = 1;
      for (let n = 1; n <= 100; n++) {
        expect(logGamma(n), `${n}`).toBeCloseTo(Math.log(factorial), 11);
        factorial *= n;
      }
    });

    it("obeys Γ(x + 1) = x Γ(x)", () => {
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
