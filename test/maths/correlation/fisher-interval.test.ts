import { describe, expect, it } from "vitest";
import { fisherInterval } from "../../../src/maths/correlation/fisher-interval.ts";

describe("fisherInterval", () => {
  // scipy 1.17.1: numpy.tanh(numpy.arctanh(r) -+ norm.ppf(.975) / sqrt(n - 3)), which pearsonr(...).confidence_interval() is.
  it.each([
    { correlation: 0.5, count: 20, low: 0.07381057440740987, high: 0.7717607064299188 },
    { correlation: -0.9, count: 8, low: -0.9819284020852722, high: -0.5339805381648409 },
  ])("equals scipy's for r $correlation of $count pairs", ({ correlation, count, low, high }) => {
    expect(fisherInterval(correlation, count)).toEqual([expect.closeTo(low, 10), expect.closeTo(high, 10)]);
  });

  it("is the correlation itself where that is 1 or -1", () => {
    expect(fisherInterval(1, 9)).toEqual([1, 1]);
    expect(fisherInterval(-1, 9)).toEqual([-1, -1]);
  });

  it("is null below four pairs", () => {
    expect(fisherInterval(0.3, 3)).toBeNull();
  });

  it("rejects a level that is no share", () => {
    expect(() => fisherInterval(0.3, 9, 95)).toThrow(expect.objectContaining({ code: "INVALID_OPTION" }));
  });
});
