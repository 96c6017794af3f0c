import { describe, expect, it } from "vitest";
import { parameter } from "../../../src/label/label-functions/label-function-kind.ts";

describe("parameter", () => {
  it("returns the parameter of the given name", () => {
    expect(parameter({ top: [2.5], depth: [3] }, "top", 0)).toBe(2.5);
  });

  describe("parameter in edge cases", () => {
    it("accepts the minimum itself", () => {
      expect(parameter({ depth: [1] }, "depth", 1, true)).toBe(1);
    });
  });

  describe("parameter with invalid input", () => {
    it.each([
      { name: "a value below the minimum", value: 0.5, least: 1, whole: false },
      { name: "a fraction instead of a whole number", value: 1.5, least: 1, whole: true },
      { name: "NaN", value: Number.NaN, least: 0, whole: false },
    ])("rejects $name", ({ value, least, whole }) => {
      expect(() => parameter({ depth: [value] }, "depth", least, whole)).toThrow(
        expect.objectContaining({ code: "INVALID_OPTION", details: { name: "depth", value } }),
      );
    });

    it("rejects a missing parameter", () => {
      expect(() => parameter({}, "depth", 1)).toThrow(expect.objectContaining({ code: "INVALID_OPTION" }));
    });
  });
});
