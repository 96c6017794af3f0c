import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bootstrapInterval } from "../../../src/maths/bootstrap-interval.ts";
import { seededRandom } from "../../../src/maths/random.ts";
import { runs } from "../../support/property.ts";
import { manyRuns } from "../../support/some-pairs.ts";

const values = [0.12, 0.5, 0.33, 0.9, 0.07, 0.41, 0.29, 0.77, 0.02, 0.18, 0.95, 0.22, 0.36, 0.08, 0.61];

describe("bootstrapInterval", () => {
  // scipy 1.17: scipy.stats.bootstrap((values,), np.mean, method=…, confidence_level=…, n_resamples=1000000, rng=1), and
  // for the first row again in plain numpy from Efron's formulas: [0.256, 0.554]. The bounds of 10,000 resamples have a
  // standard deviation of 0.0018 and 0.0024 (20 repetitions in numpy), so those of 200,000 have 0.0005: four of them.
  it.each([
    { method: "bca", level: 0.95, low: 0.2566667, high: 0.5546667 },
    { method: "bca", level: 0.9, low: 0.2753333, high: 0.526 },
    { method: "percentile", level: 0.95, low: 0.246, high: 0.54 },
  ] as const)("matches scipy's interval: $method, $level", ({ method, level, low, high }) => {
    const found = bootstrapInterval(values, { seed: 3, resamples: 200_000, method, level });
    expect(found).toMatchObject({ level, resamples: 200_000 });
    expect(Math.abs(Number(found?.low) - low)).toBeLessThan(0.0021);
    expect(Math.abs(Number(found?.high) - high)).toBeLessThan(0.0021);
  });

  it("differs from scipy by at most four standard deviations if it draws 10,000 resamples", () => {
    const found = bootstrapInterval(values, { seed: 4 });
    expect(found).toMatchObject({ level: 0.95, resamples: 10_000 });
    expect(Math.abs(Number(found?.low) - 0.2566667)).toBeLessThan(0.0075);
    expect(Math.abs(Number(found?.high) - 0.5546667)).toBeLessThan(0.01);
  });

  // scipy.stats.bootstrap((values,), np.std, method="BCa", n_resamples=1000000, rng=1); bounds of 10,000 resamples have a
  // standard deviation of 0.0013 and 0.0016 (20 repetitions).
  it("accepts a statistic computed from indexes, even if its distribution is skewed", () => {
    const statistic = (indexes: Uint32Array) => {
      const sample = Array.from(indexes, (index) => values[index] ?? Number.NaN);
      const mean = sample.reduce((sum, value) => sum + value, 0) / sample.length;
      return Math.sqrt(sample.reduce((sum, value) => sum + (value - mean) ** 2, 0) / sample.length);
    };
    const found = bootstrapInterval(values, { seed: 1, statistic });
    expect(Math.abs(Number(found?.low) - 0.2159774)).toBeLessThan(0.0053);
    expect(Math.abs(Number(found?.high) - 0.3758877)).toBeLessThan(0.0064);
  });

  it("is not affected by a statistic that overwrites its indexes", () => {
    const plain = bootstrapInterval(values, { seed: 8 });
    bootstrapInterval(values, { seed: 8, statistic: (indexes) => indexes.fill(0).length });
    expect(bootstrapInterval(values, { seed: 8 })).toEqual(plain);
  });

  describe("properties", () => {
    const samples = fc.array(fc.nat(10), { minLength: 1, maxLength: 20 }).map((tenths) => tenths.map((x) => x / 10));

    it("bootstrapInterval is within the sample's range, and the same for the same seed in any order of values", () => {
      fc.assert(
        fc.property(samples, fc.nat(), (sample, seed) => {
          const options = { seed, resamples: 200 };
          const found = bootstrapInterval(sample, options);
          if (found === null) throw new RangeError("one value is enough");
          expect(found.low).toBeLessThanOrEqual(found.high);
          expect(found.low).toBeGreaterThanOrEqual(Math.min(...sample) - 1e-12);
          expect(found.high).toBeLessThanOrEqual(Math.max(...sample) + 1e-12);
          expect(bootstrapInterval(sample.toReversed(), options)).toEqual(found);
        }),
        manyRuns,
      );
    });

    it("bootstrapInterval is the same for a mean that is computed from indexes as for the built-in mean", () => {
      fc.assert(
        fc.property(samples, fc.constantFrom("bca" as const, "percentile" as const), (sample, method) => {
          const sorted = sample.toSorted((one, other) => one - other);
          const statistic = (indexes: Uint32Array) =>
            indexes.reduce((sum, index) => sum + (sorted[index] ?? 0), 0) / indexes.length;
          const options = { seed: 2, resamples: 200, method };
          const found = bootstrapInterval(sorted, { ...options, statistic });
          const fast = bootstrapInterval(sample, options);
          expect(found?.low).toBeCloseTo(Number(fast?.low), 12);
          expect(found?.high).toBeCloseTo(Number(fast?.high), 12);
        }),
        runs,
      );
    });

    it("bootstrapInterval contains the true mean about as often as its level says", () => {
      // 300 samples of 30 uniform numbers: 95 % of 300, with a standard deviation of 3.8; BCa is slightly narrow.
      const random = seededRandom(11);
      let holding = 0;
      for (let turn = 0; turn < 300; turn++) {
        const sample = Array.from({ length: 30 }, random);
        const found = bootstrapInterval(sample, { seed: turn, resamples: 1000 });
        if (Number(found?.low) <= 0.5 && Number(found?.high) >= 0.5) holding++;
      }
      expect(holding).toBeGreaterThan(265);
      expect(holding).toBeLessThan(298);
    });
  });

  describe("edge cases", () => {
    it("bootstrapInterval is the single value if all values are equal", () => {
      expect(bootstrapInterval([0.1, 0.1, 0.1], { seed: 1 })).toEqual({
        low: 0.1,
        high: 0.1,
        level: 0.95,
        resamples: 10_000,
      });
      expect(bootstrapInterval([7], { seed: 1 })).toMatchObject({ low: 7, high: 7 });
    });

    it("bootstrapInterval is the single value if the statistic is constant", () => {
      expect(bootstrapInterval([1, 2, 3], { seed: 1, statistic: () => 5 })).toMatchObject({ low: 5, high: 5 });
      expect(bootstrapInterval([1], { seed: 1, statistic: () => 5 })).toMatchObject({ low: 5, high: 5 });
    });

    it("bootstrapInterval is finite if all resamples are on the same side of the sample's statistic", () => {
      // The number of distinct values, which a resample never exceeds.
      const statistic = (indexes: Uint32Array) => new Set(indexes).size;
      const found = bootstrapInterval(values, { seed: 1, statistic });
      expect(Number(found?.low)).toBeLessThanOrEqual(Number(found?.high));
      expect(Number(found?.high)).toBeLessThanOrEqual(15);
    });

    it("bootstrapInterval is null without values", () => {
      expect(bootstrapInterval([], { seed: 1 })).toBeNull();
    });
  });

  describe("errors", () => {
    it.each([{ resamples: 0 }, { level: 95 }])("bootstrapInterval rejects the options %s", (option) => {
      expect(() => bootstrapInterval(values, { seed: 1, ...option })).toThrow(
        expect.objectContaining({ code: "INVALID_OPTION", details: option }),
      );
    });

    it("bootstrapInterval rejects a value that is not finite, and a statistic that is not finite", () => {
      expect(() => bootstrapInterval([1, Number.NaN], { seed: 1 })).toThrow(
        expect.objectContaining({ code: "INVALID_OPTION" }),
      );
      expect(() => bootstrapInterval(values, { seed: 1, statistic: () => Number.NaN })).toThrow(
        expect.objectContaining({ code: "INVALID_OPTION", details: { value: Number.NaN } }),
      );
    });
  });
});
