/** Are fields without information recognised? */
import { describe, expect, it } from "vitest";
import { hasValue, hasValues } from "../../src/io/fit.ts";

describe("hasValue", () => {
  // The second field of TREC's judgments is 0 if unused. autoqrels writes 1 for inferred labels.
  it.each([
    ["", false],
    ["0", false],
    ["1", true],
    ["00", true],
    ["0.0", true],
    [" ", true],
    ["Ann", true],
  ])("returns for the cell %j: %s", (cell, said) => {
    expect(hasValue(cell)).toBe(said);
  });
});

describe("hasValues", () => {
  it.each([
    [null, false],
    [[], false],
    [["0", "", "0"], false],
    [["0", "", "Ann"], true],
  ])("returns for the column %j: %s", (cells, said) => {
    expect(hasValues(cells)).toBe(said);
  });
});
