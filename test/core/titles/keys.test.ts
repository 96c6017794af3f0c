import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { oneWordKey, titleNumber, valueKey } from "../../../src/core/titles/keys.ts";
import { runs } from "../../support/property.ts";

describe("valueKey", () => {
  it.each([
    ["2001", "2001.0"],
    ["2001", " 2001 "],
    ["0", "-0.0"],
    [".5", "0.50"],
    ["1e3", "+1000"],
    ["blue", "\tblue "],
  ])("returns equal keys for %j and %j", (one, other) => {
    expect(valueKey(one)).toBe(valueKey(other));
  });

  it.each([
    ["2001", "2002"],
    ["blue", "Blue"],
    ["1,5", "1.5"],
    ["0x10", "16"],
    // Doubles cannot represent both numbers.
    ["12345678901234567890", "12345678901234567891"],
    ["", "0"],
  ])("returns different keys for %j and %j", (one, other) => {
    expect(valueKey(one)).not.toBe(valueKey(other));
  });

  it.each(["NA", "N/A", "#N/A", "n.d.", "nan", "NaT", "NULL", "None", "<NA>", "-", ".", " na\u00a0"])(
    "is empty for %j, which means no value",
    (cell) => {
      expect(valueKey(cell)).toBe("");
    },
  );

  it.each(["NA12", "none of these", "-1"])("keeps %j, which only contains such a word", (cell) => {
    expect(valueKey(cell)).toBe(cell);
  });

  it("is empty for white space", () => {
    expect(["", " ", "\t\n"].map(valueKey)).toEqual(["", "", ""]);
  });

  it("returns a key unchanged, and ignores zero decimals of a whole number", () => {
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

const hash = (text: string) => createHash("sha256").update(text).digest("hex");

describe("oneWordKey", () => {
  it("returns the id if it is one word", () => {
    expect(oneWordKey("10.1000/182", "fast cars", hash)).toBe("10.1000/182");
  });

  describe("in edge cases", () => {
    // sha256sum of "fast cars", computed with coreutils.
    it.each([null, "", " ", "a b", "a\tb", "a\u00a0b", "a\n", "a\0b", "a\u0001b", "a\u001bb", "\u001f"])(
      "returns a hash of the text if the id is %j",
      (id) => {
        expect(oneWordKey(id, "fast cars", hash)).toBe("d0fa9a2b7714d68a");
      },
    );
  });
});

it("titleNumber is equal for equal titles, 0 for an empty title, and different for each of 200,000 titles", () => {
  const titles = Array.from({ length: 200_000 }, (_, place) => `title ${place}`);
  const numbers = titles.map(titleNumber);
  expect(new Set(numbers).size).toBe(titles.length);
  expect(numbers.every((number) => Number.isSafeInteger(number) && number > 0)).toBe(true);
  expect(titleNumber("title 7")).toBe(numbers[7]);
  expect(titleNumber("")).toBe(0);
});
