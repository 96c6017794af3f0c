import { describe, expect, it } from "vitest";
import { discountedSum, gainOf } from "../../../../src/measure/measures/graded/discounted-gain.ts";
import { unjudged } from "../../../support/ranked-list.ts";

describe("gainOf", () => {
  it("returns labels unchanged, including fractions, and 0 for unjudged documents", () => {
    expect([2, 0.5, -1, unjudged, 0].map((label) => gainOf(label, {}))).toEqual([2, 0.5, 0, 0, 0]);
  });

  it("is 2^label - 1 for exponential gains", () => {
    expect([0, 1, 2, 3, 4].map((label) => gainOf(label, { dcg: "exp-log2" }))).toEqual([0, 1, 3, 7, 15]);
  });

  it("uses given gains, even for label 0, and the label if no gain is given", () => {
    const gains = new Map([
      [0, 0.5],
      [3, 10],
    ]);
    expect([3, 2, 0, unjudged].map((label) => gainOf(label, { gains }))).toEqual([10, 2, 0.5, 0]);
  });

  it("refuses an exponential gain above 2^53", () => {
    expect(gainOf(53, { dcg: "exp-log2" })).toBe(Number.MAX_SAFE_INTEGER);
    expect(() => gainOf(100, { dcg: "exp-log2" })).toThrow(
      expect.objectContaining({ code: "INVALID_LABEL", details: { label: 100 } }),
    );
    expect(gainOf(100, {})).toBe(100);
  });
});

describe("discountedSum", () => {
  it("discounts as Järvelin & Kekäläinen do: not before the base, then by the logarithm of the rank", () => {
    // Their definition: gains [2, 2] give 2 + 2 / log2 2 = 4; with base 10 the first nine positions count in full.
    expect(discountedSum(Float64Array.of(2, 2), { dcg: "jk2002" })).toBe(4);
    expect(discountedSum(Float64Array.of(1, 1, 1, 1), { dcg: "jk2002" })).toBeCloseTo(2 + 1 / Math.log2(3) + 1 / 2, 12);
    expect(discountedSum(new Float64Array(10).fill(1), { dcg: "jk2002", base: 10 })).toBeCloseTo(10, 12);
    expect(discountedSum(new Float64Array(100).fill(1), { dcg: "jk2002", base: 100 })).toBeCloseTo(100, 12);
  });

  it("sums down to the cutoff", () => {
    expect(discountedSum(Float64Array.of(1, 1, 1), { cutoff: 1 })).toBe(1);
  });
});
