import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import type { Description } from "../../../src/core/types.ts";
import { describe as describeValues, percentileInterval, quantile } from "../../../src/maths/summary.ts";
import { runs } from "../../support/property.ts";
import { hasShared, sharedFolder } from "../../support/shared.ts";

describe("quantile", () => {
  // R: quantile(c(1, 2, 3, 4), p, type = 7), worked by hand as 1 + 3 p. Type 6 would give 1.25 at 0.25.
  test.each([
    { share: 0, expected: 1 },
    { share: 0.25, expected: 1.75 },
    { share: 0.5, expected: 2.5 },
    { share: 0.9, expected: 3.7 },
    { share: 1, expected: 4 },
  ])("interpolates as type 7 of R does: share $share of 1, 2, 3, 4", ({ share, expected }) => {
    expect(quantile(Float64Array.of(1, 2, 3, 4), share)).toBeCloseTo(expected, 12);
  });

  describe("properties", () => {
    it("quantile never falls as the share rises", () => {
      const share = fc.double({ min: 0, max: 1, noNaN: true });
      fc.assert(
        fc.property(fc.array(fc.integer(), { minLength: 1 }), share, share, (values, one, other) => {
          const sorted = Float64Array.from(values).sort();
          const low = quantile(sorted, Math.min(one, other));
          expect(low).toBeLessThanOrEqual(quantile(sorted, Math.max(one, other)) + 1e-6);
        }),
        runs,
      );
    });
  });

  describe("edge cases", () => {
    it("quantile is the value itself if there is only one value", () => {
      expect(quantile(Float64Array.of(7), 0.3)).toBe(7);
    });

    it("quantile returns a value at a whole rank without interpolating", () => {
      expect(quantile(Float64Array.of(0, 10, 20, 30, 40), 0.75)).toBe(30);
    });
  });
});

const statistics = ["mean", "std", "min", "25%", "50%", "75%", "max"] as const;

function expectDescription(found: Description, wanted: Readonly<Record<string, number | null>>): void {
  expect(found.count, "count").toBe(wanted["count"]);
  for (const name of statistics) {
    const value = wanted[name];
    if (typeof value === "number") expect(found[name], name).toBeCloseTo(value, 12);
    else expect(found[name], name).toBeNull();
  }
}

describe("describeValues", () => {
  // pandas 3.1.1, pd.Series(values).describe(); its NaN is our null.
  test.each([
    {
      name: "the notebook's labels",
      values: [5, 2.5, 5 / 3, 1.25, 1, 0],
      expected: {
        count: 6,
        mean: 1.9027777777777777,
        std: 1.7243490451847705,
        min: 0,
        "25%": 1.0625,
        "50%": 1.4583333333333335,
        "75%": 2.2916666666666665,
        max: 5,
      },
    },
    {
      name: "unsorted whole numbers",
      values: [3, 1, 2, 4, 10],
      expected: { count: 5, mean: 4, std: 3.5355339059327378, min: 1, "25%": 2, "50%": 3, "75%": 4, max: 10 },
    },
    {
      name: "two values",
      values: [0.25, 0.75],
      expected: {
        count: 2,
        mean: 0.5,
        std: 0.3535533905932738,
        min: 0.25,
        "25%": 0.375,
        "50%": 0.5,
        "75%": 0.625,
        max: 0.75,
      },
    },
    {
      name: "values with gaps",
      values: [Number.NaN, 0.2, 0.4, Number.NaN, 0.9, 0.2, 0.7],
      expected: {
        count: 5,
        mean: 0.48,
        std: 0.31144823004794875,
        min: 0.2,
        "25%": 0.2,
        "50%": 0.4,
        "75%": 0.7,
        max: 0.9,
      },
    },
    {
      name: "one value, whose deviation is undefined",
      values: [0.5],
      expected: { count: 1, mean: 0.5, std: null, min: 0.5, "25%": 0.5, "50%": 0.5, "75%": 0.5, max: 0.5 },
    },
  ])("matches pandas for $name", ({ values, expected }) => {
    expectDescription(describeValues(Float64Array.from(values)), expected);
  });

  describe.skipIf(!hasShared)("for the golden values of the project", () => {
    it("describeValues matches pandas for values with a gap (golden/statistics)", () => {
      const golden = JSON.parse(readFileSync(`${sharedFolder}golden/statistics/statistics.json`, "utf8")).describe;
      const values = golden.values.map((value: number | null) => value ?? Number.NaN);
      expectDescription(describeValues(Float64Array.from(values)), golden.describe);
    });
  });

  describe("properties", () => {
    it("describeValues never decreases from min through quartiles to max, and returns a mean between min and max", () => {
      fc.assert(
        fc.property(fc.float64Array({ min: 0, max: 1, noNaN: true, minLength: 1 }), (values) => {
          const { min, max, mean, std, ...rest } = describeValues(values);
          const rising = [min, rest["25%"], rest["50%"], rest["75%"], max].map(Number);
          expect(rising, "rising").toEqual([...rising].sort((one, other) => one - other));
          expect(Number(mean)).toBeGreaterThanOrEqual(Number(min) - 1e-12);
          expect(Number(mean)).toBeLessThanOrEqual(Number(max) + 1e-12);
          expect(Number(std ?? 0)).toBeGreaterThanOrEqual(0);
        }),
        runs,
      );
    });

    it("describeValues does not depend on the order of the values or on NaN among the values", () => {
      fc.assert(
        fc.property(fc.array(fc.integer({ min: -1000, max: 1000 })), (values) => {
          const shuffled = [Number.NaN, ...values.toReversed(), Number.NaN];
          expect(describeValues(Float64Array.from(shuffled))).toEqual(describeValues(Float64Array.from(values)));
        }),
        runs,
      );
    });
  });

  describe("edge cases", () => {
    const nothing = { count: 0, mean: null, std: null, min: null, "25%": null, "50%": null, "75%": null, max: null };
    it.each([
      { name: "no values", values: [] },
      { name: "undefined values only", values: [Number.NaN, Number.NaN] },
    ])("describeValues returns count 0, and null for all other numbers: $name", ({ values }) => {
      expect(describeValues(Float64Array.from(values))).toEqual(nothing);
    });

    it("describeValues does not modify its input", () => {
      const values = Float64Array.of(3, 1, Number.NaN, 2);
      describeValues(values);
      expect([...values]).toEqual([3, 1, Number.NaN, 2]);
    });

    it("describeValues sorts 10 above 9, by value and not as text", () => {
      expect(describeValues(Float64Array.of(10, 9)).max).toBe(10);
      expect(describeValues([9, 10, 100])).toMatchObject({ min: 9, "50%": 10, max: 100 });
    });
  });
});

describe("percentileInterval", () => {
  it("returns the middle 95 % of values in any order", () => {
    // numpy: np.percentile(range(201), [2.5, 97.5]) = [5, 195]
    const values = Array.from({ length: 201 }, (_, place) => (place * 7) % 201);
    expect(percentileInterval(values)).toEqual({ interval: [5, 195], leftOut: 0 });
  });

  it("leaves out null values and counts them, but includes 0", () => {
    expect(percentileInterval([null, 0, null, 0])).toEqual({ interval: [0, 0], leftOut: 2 });
  });

  it("returns null as interval if all values are null", () => {
    expect(percentileInterval([null, null])).toEqual({ interval: null, leftOut: 2 });
    expect(percentileInterval([])).toEqual({ interval: null, leftOut: 0 });
  });
});
