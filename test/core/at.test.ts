import { describe, expect, it } from "vitest";
import { at, atKey } from "../../src/core/at.ts";

describe("at", () => {
  it("reads arrays and typed arrays, including values that are 0 or an empty text", () => {
    expect(at([3, 4], 1)).toBe(4);
    expect(at(new Float64Array(2), 0)).toBe(0);
    expect(at([""], 0)).toBe("");
  });

  it.each([-1, 2, 0.5, Number.NaN])("throws for index %d of two values", (index) => {
    expect(() => at([1, 2], index)).toThrow(RangeError);
  });
});

describe("atKey", () => {
  it("returns an existing value, and throws for a missing key", () => {
    expect(atKey(new Map([["a", 0]]), "a")).toBe(0);
    expect(() => atKey(new Map([["a", 0]]), "b")).toThrow(RangeError);
  });
});
