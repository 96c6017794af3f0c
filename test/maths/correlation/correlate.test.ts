import { describe, expect, it } from "vitest";
import { correlate, fisherInterval } from "../../../src/maths/correlation/correlate.ts";
import { seededRandom } from "../../../src/maths/random.ts";

const options = { seed: 1, resamples: 500 };

describe("correlate", () => {
  it("matches scipy's coefficients and p-values", () => {
    // scipy 1.17.1: pearsonr, spearmanr, kendalltau(method="asymptotic")
    const found = correlate([3, 1, 4, 1, 5, 9, 2, 6, 5, 3], [2, 7, 1, 8, 2, 8, 1, 8, 2, 8], options);
    expect(found?.pearson.value).toBeCloseTo(0.10492284287735881, 10);
    expect(found?.pearson.p).toBeCloseTo(0.7729913615627264, 10);
    expect(found?.pearson.interval).toEqual([
      expect.closeTo(-0.561818407022287, 10),
      expect.closeTo(0.6890302986922733, 10),
    ]);
    expect(found?.spearman.value).toBeCloseTo(0.13471506281091267, 10);
    expect(found?.spearman.p).toBeCloseTo(0.7106008805223829, 10);
    expect(found?.kendall.value).toBeCloseTo(0.13041013273932525, 10);
    expect(found?.kendall.p).toBeCloseTo(0.6325202921884683, 10);
  });

  it("returns bootstrap intervals that contain the true coefficient about as often as their level says", () => {
    // Independent series: the true coefficients are 0.
    const random = seededRandom(5);
    let [spearman, kendall] = [0, 0];
    for (let trial = 0; trial < 200; trial++) {
      const draw = () => Array.from({ length: 40 }, random);
      const found = correlate(draw(), draw(), { seed: trial, resamples: 300 });
      const holds = (interval: readonly [number, number] | null | undefined) =>
        interval != null && interval[0] <= 0 && interval[1] >= 0;
      if (holds(found?.spearman.interval)) spearman++;
      if (holds(found?.kendall.interval)) kendall++;
    }
    expect(spearman).toBeGreaterThan(175);
    expect(kendall).toBeGreaterThan(175);
    expect(spearman).toBeLessThan(200);
  });

  it("returns the same intervals for the same seed", () => {
    const one = [1, 2, 3, 4, 5, 6];
    const other = [2, 1, 4, 3, 6, 5];
    expect(correlate(one, other, options)).toEqual(correlate(one, other, options));
    expect(correlate(one, other, options)?.spearman.interval).not.toEqual(
      correlate(one, other, { ...options, seed: 2 })?.spearman.interval,
    );
  });

  it("returns p 0 if one series is a linear function of the other", () => {
    expect(correlate([1, 2, 3, 4], [2, 4, 6, 8], options)?.pearson).toEqual({ value: 1, interval: [1, 1], p: 0 });
  });

  it("returns null for fewer than three pairs, or if a series is constant", () => {
    expect(correlate([1, 2], [1, 2], options)).toBeNull();
    expect(correlate([1, 1, 1], [1, 2, 3], options)).toBeNull();
    expect(correlate([1, 2, 3], [4, 4, 4], options)).toBeNull();
  });

  it("rejects NaN, and a count of 0 resamples", () => {
    expect(() => correlate([1, Number.NaN, 3], [1, 2, 3], options)).toThrow(
      expect.objectContaining({ code: "INVALID_OPTION" }),
    );
    expect(() => correlate([1, 2, 3], [1, 3, 2], { ...options, resamples: 0 })).toThrow(
      expect.objectContaining({ code: "INVALID_OPTION" }),
    );
  });
});

describe("fisherInterval", () => {
  // scipy 1.17.1: numpy.tanh(numpy.arctanh(r) -+ norm.ppf(.975) / sqrt(n - 3)), as pearsonr(...).confidence_interval().
  it.each([
    { correlation: 0.5, count: 20, low: 0.07381057440740987, high: 0.7717607064299188 },
    { correlation: -0.9, count: 8, low: -0.9819284020852722, high: -0.5339805381648409 },
  ])("matches scipy for r $correlation of $count pairs", ({ correlation, count, low, high }) => {
    expect(fisherInterval(correlation, count)).toEqual([expect.closeTo(low, 10), expect.closeTo(high, 10)]);
  });

  it("is the correlation itself if it is 1 or -1", () => {
    expect(fisherInterval(1, 9)).toEqual([1, 1]);
    expect(fisherInterval(-1, 9)).toEqual([-1, -1]);
  });

  it("is null for fewer than four pairs", () => {
    expect(fisherInterval(0.3, 3)).toBeNull();
  });
});
