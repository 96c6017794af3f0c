import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { normalCdf } from "../../../src/maths/distributions/normal-cdf.ts";
import { normalQuantile } from "../../../src/maths/distributions/normal-quantile.ts";
import { manyRuns } from "../../support/some-pairs.ts";

describe("normalQuantile", () => {
  // scipy 1.17: scipy.stats.norm.ppf(share)
  it.each([
    { share: 1e-300, expected: -37.0470962993612 },
    { share: 1e-20, expected: -9.262340089798409 },
    { share: 1e-5, expected: -4.264890793922825 },
    { share: 0.025, expected: -1.9599639845400545 },
    { share: 0.3, expected: -0.5244005127080409 },
    { share: 0.5, expected: 0.0 },
    { share: 0.84, expected: 0.994457883209753 },
    { share: 0.975, expected: 1.959963984540054 },
    { share: 0.9999, expected: 3.719016485455709 },
  ])("gives the number of scipy at $share", ({ share, expected }) => {
    expect(normalQuantile(share)).toBeCloseTo(expected, 13);
  });

  describe("shape of the answer", () => {
    it("is undone by the distribution function", () => {
      fc.assert(
        fc.property(fc.double({ min: 1e-300, max: 0.999, noNaN: true }), (share) => {
          expect(normalCdf(normalQuantile(share)) / share).toBeCloseTo(1, 12);
        }),
        manyRuns,
      );
    });
  });

  describe("errors", () => {
    it.each([0, 1, Number.NaN])("rejects the share %s", (share) => {
      expect(() => normalQuantile(share)).toThrow(
        expect.objectContaining({ code: "INVALID_OPTION", details: { share } }),
      );
    });
  });
});
