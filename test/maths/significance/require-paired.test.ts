import { describe, expect, it } from "vitest";
import { requirePaired } from "../../../src/maths/significance/require-paired.ts";

describe("requirePaired", () => {
  it("takes pairs of finite numbers, and no pairs", () => {
    expect(() => requirePaired([1, -2.5], Float64Array.of(0, 1e300))).not.toThrow();
    expect(() => requirePaired([], [])).not.toThrow();
  });

  describe("errors", () => {
    it("names both lengths", () => {
      expect(() => requirePaired([1, 2], [1])).toThrow(
        expect.objectContaining({ code: "INVALID_OPTION", details: { first: 2, second: 1 } }),
      );
    });

    it.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])("names the index of %s", (value) => {
      expect(() => requirePaired([1, value], [1, 2])).toThrow(
        expect.objectContaining({ code: "INVALID_OPTION", details: { index: 1, first: value, second: 2 } }),
      );
      expect(() => requirePaired([3], [value])).toThrow(
        expect.objectContaining({ code: "INVALID_OPTION", details: { index: 0, first: 3, second: value } }),
      );
    });
  });
});
