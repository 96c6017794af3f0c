import { describe, expect, it } from "vitest";
import { recall } from "../../../src/measure/measures/recall.ts";

describe("recall", () => {
  it("is the shared share of what the reference returned", () => {
    expect(recall({ candidate: 10, reference: 4, shared: 1 })).toBe(0.25);
  });

  describe("edges", () => {
    it("is 0, not undefined, where the candidate returned nothing", () => {
      expect(recall({ candidate: 0, reference: 4, shared: 0 })).toBe(0);
    });

    it("is undefined without reference", () => {
      expect(recall({ candidate: 3, reference: 0, shared: 0 })).toBeNaN();
    });
  });
});
