/** Do cells keep their content under Quepid's guard against formulas? */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { guardQuepidCell, unguardQuepidCell } from "../../../src/io/judgments/quepid-cells.ts";
import { runs } from "../../support/property.ts";

describe("guardQuepidCell", () => {
  // Quepid puts a space before a cell that begins with one of - = + @, and touches no other.
  it.each([
    ["=1+1", " =1+1"],
    ["-5", " -5"],
    ["+49", " +49"],
    ["@you", " @you"],
    ["star trek", "star trek"],
    ["a=b", "a=b"],
    ["1-2", "1-2"],
    [" x", " x"],
    ["'=1", "'=1"],
    ["", ""],
  ])("writes %j as %j", (cell, written) => {
    expect(guardQuepidCell(cell)).toBe(written);
  });
});

describe("unguardQuepidCell", () => {
  it.each([
    [" =1+1", "=1+1"],
    ["=1+1", "=1+1"],
    ["  =1", "  =1"],
    [" star", " star"],
    ["\t=1", "\t=1"],
    ["a =1", "a =1"],
  ])("reads %j as %j", (cell, read) => {
    expect(unguardQuepidCell(cell)).toBe(read);
  });

  it("undoes the guard; only a cell that looks guarded already is taken for such", () => {
    const cell = fc.oneof(
      fc.string(),
      fc.string({ unit: fc.constantFrom(" ", "=", "-", "+", "@", "a"), maxLength: 4 }),
    );
    fc.assert(
      fc.property(
        cell.filter((text) => !/^ [-=+@]/.test(text)),
        (text) => {
          expect(unguardQuepidCell(guardQuepidCell(text))).toBe(text);
        },
      ),
      runs,
    );
  });
});
