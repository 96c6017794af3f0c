import { describe, expect, it } from "vitest";
import { signStability } from "../../src/maths/correlation/correlate.ts";
import { pairStability } from "../../src/trust/order-trust.ts";

const labels = [Float64Array.of(0.5, 0.7, 0.9), Float64Array.of(0.4, 0.5, 0.8), Float64Array.of(0.5, 0.6, 1)];
const grades = [Float64Array.of(0.1, 0.2, 0.3), Float64Array.of(0.2, 0.4, 0.4), Float64Array.of(0.1, 0.1, 0.1)];

describe("pairStability", () => {
  it("matches numbers worked by hand", () => {
    const found = pairStability(["A", "B", "C"], labels, grades, 1);
    expect(found.map(({ first, second }) => first + second)).toEqual(["AB", "AC", "BC"]);
    expect(found.map(({ signsAgree }) => signsAgree)).toEqual([false, null, false]);
    // A - B by labels .1, .2, .1: above 0 in every resample; by grades -.1, -.2, -.1.
    expect(found[0]).toMatchObject({
      byLabels: { difference: expect.closeTo(0.4 / 3, 12), signStays: 1 },
      byGrades: { difference: expect.closeTo(-0.4 / 3, 12), signStays: 1 },
    });
    // A - C by labels 0, .1, -.1: their mean has no sign.
    expect(found[1]?.byLabels).toMatchObject({ difference: 0, signStays: null });
    // B - C by labels -.1, -.1, -.2; by grades .1, .3, .3.
    expect(found[2]).toMatchObject({
      byLabels: { signStays: 1 },
      byGrades: { difference: expect.closeTo(0.7 / 3, 12) },
    });
  });

  it("reports that signs agree even if the sign is not stable between resamples", () => {
    // Differences .3, -.1, -.1: the mean is below 0 if the first is never drawn, in 8 of 27 resamples, and at least
    // .1/3 if it is drawn: 19/27 keep the sign.
    const first = Float64Array.of(0.4, 0.1, 0.1);
    const second = Float64Array.of(0.1, 0.2, 0.2);
    const [pair] = pairStability(["A", "B"], [first, second], [first, second], 1);
    expect(pair?.signsAgree).toBe(true);
    expect(Math.abs(Number(pair?.byLabels.signStays) - 19 / 27)).toBeLessThan(0.015);
    expect(pair?.byGrades).toEqual(pair?.byLabels);
  });

  it("returns the same as signStability for each pair of engines", () => {
    const [pair] = pairStability(["A", "B"], labels, grades, 3);
    expect(pair?.byLabels).toEqual(signStability([0.1, 0.2, 0.1], { seed: 3 }));
  });

  describe("edge cases", () => {
    it("pairStability returns no pairs for a single engine or without queries", () => {
      expect(pairStability(["A"], labels.slice(0, 1), grades.slice(0, 1), 1)).toEqual([]);
      const none = [new Float64Array(0), new Float64Array(0)];
      expect(pairStability(["A", "B"], none, none, 1)).toEqual([]);
    });
  });
});
