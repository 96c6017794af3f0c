import { describe, expect, it } from "vitest";
import { requireProbabilities } from "../../../src/maths/summary/require-probabilities.ts";

describe("requireProbabilities", () => {
  it("takes numbers from 0 to 1, and none", () => {
    expect(() => requireProbabilities([0, 0.5, 1])).not.toThrow();
    expect(() => requireProbabilities([])).not.toThrow();
  });

  describe("errors", () => {
    it.each([-0.01, 1.01, Number.NaN])("names the index of %s", (p) => {
      expect(() => requireProbabilities([0.5, p])).toThrow(
        expect.objectContaining({ code: "INVALID_OPTION", details: { index: 1, p } }),
      );
    });
  });
});
