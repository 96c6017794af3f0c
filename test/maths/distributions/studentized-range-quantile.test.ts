import { describe, expect, it } from "vitest";
import { studentizedRangeQuantile } from "../../../src/maths/distributions/studentized-range-quantile.ts";

describe("studentizedRangeQuantile", () => {
  // scipy 1.17: scipy.stats.studentized_range.ppf(share, k, df); the first stands as 3.877 in printed tables.
  it.each([
    { share: 0.95, means: 3, degreesOfFreedom: 10, expected: 3.876776750013158 },
    { share: 0.99, means: 20, degreesOfFreedom: 448, expected: 5.693389516722836 },
    { share: 0.9, means: 2, degreesOfFreedom: 5, expected: 2.8497087384054045 },
    { share: 0.5, means: 8, degreesOfFreedom: 60, expected: 2.8078734220158807 },
  ])("gives the number of scipy at $share of $means with $degreesOfFreedom", ({ share, expected, ...shape }) => {
    expect(studentizedRangeQuantile(share, shape)).toBeCloseTo(expected, 9);
  });

  describe("errors", () => {
    it.each([0, 1, 95])("rejects the share %s", (share) => {
      expect(() => studentizedRangeQuantile(share, { means: 2, degreesOfFreedom: 5 })).toThrow(
        expect.objectContaining({ code: "INVALID_OPTION", details: { share } }),
      );
    });
  });
});
