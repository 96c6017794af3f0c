import { describe, expect, it } from "vitest";
import { parameter } from "../../../src/label/label-functions/label-function-kind.ts";

describe("parameter", () => {
  it("is the one number of its name", () => {
    expect(parameter({ top: [2.5], depth: [3] }, "top", 0)).toBe(2.5);
  });

  describe("edges", () => {
    it("takes the least value itself", () => {
      expect(parameter({ depth: [1] }, "depth", 1, true)).toBe(1);
    });
  });

  describe("errors", () => {
    it.each([
      { name: "a value below the least", value: 0.5, least: 1, whole: false },
      { name: "a fraction where a whole number is wanted", value: 1.5, least: 1, whole: true },
      { name: "no number", value: Number.NaN, least: 0, whole: false },
    ])("rejects $name", ({ value, least, whole }) => {
      expect(() => parameter({ depth: [value] }, "depth", least, whole)).toThrow(
        expect.objectContaining({ code: "INVALID_OPTION", details: { name: "depth", value } }),
      );
    });

    it("rejects a parameter that is not there", () => {
      expect(() => parameter({}, "depth", 1)).toThrow(expect.objectContaining({ code: "INVALID_OPTION" }));
    });
  });
});
