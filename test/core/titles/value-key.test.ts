/** Do cells have one key where they say the same, and only there? */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { valueKey } from "../../../src/core/titles/value-key.ts";
import { runs } from "../../support/property.ts";

describe("valueKey", () => {
  it.each([
    ["2001", "2001.0"],
    ["2001", " 2001 "],
    ["0", "-0.0"],
    [".5", "0.50"],
    ["1e3", "+1000"],
    ["blue", "\tblue "],
  ])("%j and %j say the same", (one, other) => {
    expect(valueKey(one)).toBe(valueKey(other));
  });

  it.each([
    ["2001", "2002"],
    ["blue", "Blue"],
    ["1,5", "1.5"],
    ["0x10", "16"],
    // Doubles cannot hold both.
    ["12345678901234567890", "12345678901234567891"],
    ["", "0"],
  ])("%j and %j do not", (one, other) => {
    expect(valueKey(one)).not.toBe(valueKey(other));
  });

  it("is empty for white space alone", () => {
    expect(["", " ", "\t\n"].map(valueKey)).toEqual(["", "", ""]);
  });

  it("is the key of itself, and that of the number for any number as text", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.integer().map(String)), (cell) => {
        expect(valueKey(valueKey(cell))).toBe(valueKey(cell));
      }),
      runs,
    );
    fc.assert(
      fc.property(fc.integer(), (number) => {
        expect(valueKey(`${number}.00`)).toBe(valueKey(String(number)));
      }),
      runs,
    );
  });
});
