import { describe, expect, it } from "vitest";
import { verdict } from "../../../src/maths/significance/corrections.ts";

describe("verdict", () => {
  it.each([
    { queries: 10, adjustedP: 0.049, meanDifference: 0.1, expected: "better" },
    { queries: 10, adjustedP: 0.049, meanDifference: -0.1, expected: "worse" },
    { queries: 10, adjustedP: 0.05, meanDifference: 0.1, expected: "no difference shown" },
    { queries: 10, adjustedP: 0.9, meanDifference: -0.1, expected: "no difference shown" },
    { queries: 9, adjustedP: 0, meanDifference: 1, expected: "too few queries" },
    { queries: 0, adjustedP: null, meanDifference: 0, expected: "too few queries" },
  ] as const)(
    "is $expected for $queries queries, corrected p $adjustedP and mean difference $meanDifference",
    ({ expected, ...evidence }) => {
      expect(verdict(evidence)).toBe(expected);
    },
  );

  describe("edge cases", () => {
    it('verdict is "no difference shown" if no test was possible or the mean is 0', () => {
      expect(verdict({ queries: 50, adjustedP: null, meanDifference: 0.1 })).toBe("no difference shown");
      expect(verdict({ queries: 50, adjustedP: 0.01, meanDifference: 0 })).toBe("no difference shown");
      expect(verdict({ queries: 50, adjustedP: Number.NaN, meanDifference: 0.1 })).toBe("no difference shown");
    });
  });
});
