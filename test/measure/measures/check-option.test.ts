import { describe, expect, it } from "vitest";
import { checkCutoff, checkOption, relParameter } from "../../../src/measure/measures/define-measure.ts";

describe("checkOption", () => {
  it.each([1, 0.5, 1e9])("accepts a value that the rule accepts: %d", (rel) => {
    expect(() => checkOption("AP", "rel", rel, relParameter)).not.toThrow();
  });

  it.each([
    [0, "0"],
    [Number.NaN, "NaN"],
    [true, "True"],
    ["1", "'1'"],
    [new Map([[1, 2]]), "{1:2}"],
  ])("refuses a value that the rule does not accept, and shows it in the notation of measures: %s", (rel, shown) => {
    const checking = () => checkOption("AP", "rel", rel, relParameter);
    expect(checking).toThrow(expect.objectContaining({ code: "INVALID_OPTION", details: { rel } }));
    expect(checking).toThrow(`Computing AP: "rel" takes a number > 0, not ${shown}.`);
  });
});

describe("checkCutoff", () => {
  it.each([1, 2, 1000, Number.POSITIVE_INFINITY])("accepts %d", (cutoff) => {
    expect(() => checkCutoff("P", cutoff)).not.toThrow();
  });

  it.each([0, -3, 1.5, Number.NaN, Number.NEGATIVE_INFINITY])("refuses %d", (cutoff) => {
    expect(() => checkCutoff("P", cutoff)).toThrow(
      expect.objectContaining({ code: "INVALID_CUTOFF", details: { cutoff } }),
    );
    expect(() => checkCutoff("P", cutoff)).toThrow(`Computing P: the cutoff ${cutoff} is not a whole number >= 1.`);
  });
});
