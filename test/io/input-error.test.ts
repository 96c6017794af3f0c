/** Are numbers in cells read, are empty cells NaN, and do other cells cause an error with the line? */
import { describe, expect, it } from "vitest";
import { isUnrated, noNumber, numberCell, rowError, unratedLine } from "../../src/io/input-error.ts";

describe("numberCell", () => {
  it.each([
    ["2", 2],
    [" 0.5 ", 0.5],
    ["-1", -1],
    ["+3", 3],
    [".5", 0.5],
    ["5.", 5],
    ["1.5E-3", 0.0015],
    ["007", 7],
    ["", Number.NaN],
    [" \t", Number.NaN],
  ])("reads %j as %s", (cell, number) => {
    expect(numberCell(cell, "label", "a.csv", 2)).toBe(number);
  });

  // Includes texts that JavaScript's Number accepts.
  it.each(["good", "1,5", "1 2", "0x10", "0b1", "1_000", "Infinity", "-Infinity", "NaN", "1e999", "-", ".", "e5", "٣"])(
    "rejects %j",
    (cell) => {
      const reading = () => numberCell(cell, "rating", "a.csv", 7);
      expect(reading).toThrow(expect.objectContaining({ code: "INVALID_ROW", details: { file: "a.csv", line: 7 } }));
      expect(reading).toThrow(`Reading a.csv:7: the rating "${cell}" is not a number`);
    },
  );
});

describe("noNumber", () => {
  it.each([
    ["label", "high", "Leave the cell empty if there is no rating.", "Leave the line out if there is no rating."],
    ["rating", "<NA>", "Leave the cell empty if there is no rating.", "Leave the line out if there is no rating."],
    ["score", "high", "Write a number such as 2 or 0.5.", "Write a number such as 2 or 0.5."],
  ])("explains how to fix the %s %j in a table and in a line", (role, cell, inTable, inLines) => {
    expect(noNumber(role, cell)).toMatch(new RegExp(`${inTable}$`));
    expect(noNumber(role, cell, unratedLine)).toMatch(new RegExp(`${inLines}$`));
  });
});

describe("isUnrated", () => {
  it.each(["<NA>", "\\N", "(null)", ".", "NaN", " n/a "])("recognises %j as a missing rating", (text) => {
    expect([isUnrated(text), isUnrated(`${text}0`)]).toEqual([true, false]);
  });
});

describe("rowError", () => {
  it("names the file and the line, in the message and in the details", () => {
    expect(rowError("a.csv", 12, "the row has no query. Fill it in.")).toMatchObject({
      code: "INVALID_ROW",
      message: "Reading a.csv:12: the row has no query. Fill it in.",
      details: { file: "a.csv", line: 12 },
    });
  });
});
