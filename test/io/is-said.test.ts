/** Is a field that says nothing known as such? */
import { describe, expect, it } from "vitest";
import { isSaid, isSaidCell } from "../../src/io/is-said.ts";

describe("isSaidCell", () => {
  // The second field of TREC's judgments is 0 wherever nobody uses it; autoqrels puts 1 for inferred labels.
  it.each([
    ["", false],
    ["0", false],
    ["1", true],
    ["00", true],
    ["0.0", true],
    [" ", true],
    ["Ann", true],
  ])("takes %j for said: %s", (cell, said) => {
    expect(isSaidCell(cell)).toBe(said);
  });
});

describe("isSaid", () => {
  it.each([
    [null, false],
    [[], false],
    [["0", "", "0"], false],
    [["0", "", "Ann"], true],
  ])("takes the column %j for said: %s", (cells, said) => {
    expect(isSaid(cells)).toBe(said);
  });
});
