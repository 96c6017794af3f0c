import { describe, expect, it } from "vitest";
import { checkCutoff } from "../../../src/measure/measures/check-cutoff.ts";

describe("checkCutoff", () => {
  it.each([1, 2, 1000, Number.POSITIVE_INFINITY])("takes %d", (cutoff) => {
    expect(() => checkCutoff("P", cutoff)).not.toThrow();
  });

  it.each([0, -3, 1.5, Number.NaN, Number.NEGATIVE_INFINITY])("refuses %d", (cutoff) => {
    expect(() => checkCutoff("P", cutoff)).toThrow(
      expect.objectContaining({ code: "INVALID_CUTOFF", details: { cutoff } }),
    );
    expect(() => checkCutoff("P", cutoff)).toThrow(`Computing P: the cutoff ${cutoff} is no whole number >= 1.`);
  });
});
