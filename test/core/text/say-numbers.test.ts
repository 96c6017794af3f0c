import { describe, expect, it } from "vitest";
import {
  finiteOrNull,
  sayInterval,
  sayMeasure,
  sayNames,
  sayProbability,
  sayShare,
} from "../../../src/core/text/say-numbers.ts";

describe("say-numbers", () => {
  it("says measures with three digits, and nought without a sign", () => {
    expect([0.98765, 1, -0.25, -0.0001, null, Number.NaN].map(sayMeasure)).toEqual([
      ...["0.988", "1.000", "-0.250", "0.000", "-", "-"],
    ]);
  });

  it("says a value with its interval", () => {
    expect(sayInterval(0.5, [0.25, 0.75])).toBe("0.500 [0.250 to 0.750]");
    expect(sayInterval(0.5, null)).toBe("0.500");
  });

  it("says probabilities without the leading nought, and no smaller than they can be told", () => {
    expect([0.0004, 0.001, 0.0499, 1].map(sayProbability)).toEqual(["p < .001", "p = .001", "p = .050", "p = 1.000"]);
  });

  it("says names as a list, and how many more there are", () => {
    expect([[], ["a"], ["a", "b"], ["a", "b", "c"]].map((names) => sayNames(names))).toEqual([
      ...["", "a", "a and b", "a, b and c"],
    ]);
    expect(sayNames(["a", "b", "c", "d", "e", "f"])).toBe("a, b, c and 3 more");
  });

  it("says shares as per cent", () => {
    expect(sayShare(0.125)).toBe("13 %");
  });

  it("has null for what is no finite number", () => {
    expect([1, Number.NaN, Number.POSITIVE_INFINITY, null, undefined].map(finiteOrNull)).toEqual([
      ...[1, null, null, null, null],
    ]);
  });
});
