import { describe, expect, it, test } from "vitest";
import { cellText } from "../../../src/core/document/cell-text.ts";

describe("cellText", () => {
  test.each([
    ["counts are grouped by thousands", 1234567, "count", "1,234,567"],
    ["counts below a thousand are not grouped", 999, "count", "999"],
    ["a mean of counts keeps all digits", 1234.5678, "count", "1234.5678"],
    ["measures have four digits", 0.98765, "measure", "0.9877"],
    ["shares are per cent", 0.125, "share", "12.5%"],
    // As in `compare` and in the report.
    ["p-values have four digits", 0.04567, "probability", "0.0457"],
    ["p-values are never 0", 0.00004, "probability", "<.0001"],
    ["numbers have their shortest form", 1e-9, "number", "1e-9"],
    ["the minus is as wide as a digit", -12, "number", "−12"],
    ["zero has no sign", -0.00001, "measure", "0.0000"],
    ["texts are unchanged", "<b>", "text", "<b>"],
    ["numbers in a text column are unchanged", 3, "text", "3"],
  ] as const)("%s", (_, cell, as, text) => {
    expect(cellText(cell, { as })).toBe(text);
  });

  it("shows unknown values and numbers that are not finite as a dash", () => {
    expect([null, Number.NaN, Number.POSITIVE_INFINITY].map((cell) => cellText(cell, { as: "measure" }))).toEqual([
      "–",
      "–",
      "–",
    ]);
  });

  it("shows booleans as yes and no", () => {
    expect([true, false].map((cell) => cellText(cell, { as: "text" }))).toEqual(["yes", "no"]);
  });
});
