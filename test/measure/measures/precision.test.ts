import { describe, expect, it } from "vitest";
import { precision } from "../../../src/measure/measures/precision.ts";

describe("precision", () => {
  it("is the shared share of what the candidate returned", () => {
    expect(precision({ candidate: 4, reference: 10, shared: 1 })).toBe(0.25);
  });

  describe("edges", () => {
    it("is undefined where the candidate returned nothing", () => {
      expect(precision({ candidate: 0, reference: 10, shared: 0 })).toBeNaN();
    });

    it("is 0 where nothing is shared", () => {
      expect(precision({ candidate: 3, reference: 0, shared: 0 })).toBe(0);
    });
  });
});
