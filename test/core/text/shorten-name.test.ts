import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { displayWidth } from "../../../src/core/text/display-width.ts";
import { shortenName } from "../../../src/core/text/shorten-name.ts";
import { runs } from "../../support/property.ts";

describe("shortenName", () => {
  test.each([
    { name: "explorer", columns: 8, expected: "explorer" },
    { name: "bm25_titletext_k.9_b.4", columns: 11, expected: "bm25_…9_b.4" },
    { name: "東京大学図書館", columns: 9, expected: "東京…書館" },
    { name: "👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧", columns: 5, expected: "👩‍👩‍👧…👩‍👩‍👧" },
    { name: "", columns: 3, expected: "" },
  ])("makes $expected of $name in $columns columns", ({ name, columns, expected }) => {
    expect(shortenName(name, columns)).toBe(expected);
  });

  it("is never wider than asked for", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 100 }), fc.integer({ min: 3, max: 40 }), (name, columns) => {
        expect(displayWidth(shortenName(name, columns))).toBeLessThanOrEqual(columns);
      }),
      runs,
    );
  });
});
