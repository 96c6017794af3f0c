import { describe, expect, it } from "vitest";
import { requireCount } from "../../../src/maths/summary/require-count.ts";

describe("requireCount", () => {
  it.each([1, 100_000])("takes %s", (value) => {
    expect(() => requireCount("resamples", value)).not.toThrow();
  });

  describe("errors", () => {
    it.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])("rejects %s and names the option", (value) => {
      expect(() => requireCount("resamples", value)).toThrow(
        expect.objectContaining({ code: "INVALID_OPTION", details: { resamples: value } }),
      );
    });
  });
});
