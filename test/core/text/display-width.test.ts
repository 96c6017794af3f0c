import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { displayWidth, graphemes, shortenName } from "../../../src/core/text/display-width.ts";
import { runs } from "../../support/property.ts";

describe("graphemes", () => {
  // Extended grapheme clusters of Unicode Standard Annex 29.
  test.each([
    { text: "", seen: [] },
    { text: "nDCG", seen: ["n", "D", "C", "G"] },
    { text: "Ko\u0308ln", seen: ["K", "o\u0308", "l", "n"] },
    { text: "\r\n.", seen: ["\r\n", "."] },
    { text: "👩‍🔬🇫🇷", seen: ["👩‍🔬", "🇫🇷"] },
  ])("splits $text into visible characters", ({ text, seen }) => {
    expect(graphemes(text)).toEqual(seen);
  });
});

describe("displayWidth", () => {
  // Widths of Unicode Standard Annex 11 (W and F take two columns), counted by hand.
  test.each([
    { name: "empty text", text: "", expected: 0 },
    { name: "ASCII", text: "ndcg@10", expected: 7 },
    { name: "accents, composed", text: "Köln", expected: 4 },
    { name: "accents, decomposed", text: "Ko\u0308ln", expected: 4 },
    { name: "Latin letters, dashes, quotes and dots", text: "Łódź – “š” …", expected: 12 },
    { name: "bars", text: "█▌▒", expected: 3 },
    { name: "Latin with a separate mark", text: "ä̈–", expected: 2 },
    { name: "Cyrillic", text: "привет", expected: 6 },
    { name: "Han", text: "深圳", expected: 4 },
    { name: "kana", text: "カナひら", expected: 8 },
    { name: "Hangul", text: "한국", expected: 4 },
    { name: "wide punctuation", text: "。「", expected: 4 },
    { name: "full-width Latin", text: "Ａ", expected: 2 },
    { name: "a full-width sign", text: "￥", expected: 2 },
    { name: "half-width katakana", text: "ｶﾅ", expected: 2 },
    { name: "half-width Hangul", text: "\uffa1\uffc2", expected: 2 },
    { name: "emoji", text: "😀", expected: 2 },
    { name: "a family of four joined to one emoji", text: "👨‍👩‍👧‍👦", expected: 2 },
    { name: "a flag", text: "🇫🇷", expected: 2 },
    { name: "Latin and Han", text: "AI 检索", expected: 7 },
  ])("counts columns: $name", ({ text, expected }) => {
    expect(displayWidth(text)).toBe(expected);
  });

  describe("the result", () => {
    it("is the length of a text of printable ASCII", () => {
      fc.assert(
        fc.property(fc.string({ unit: "grapheme-ascii" }), (text) => {
          expect(displayWidth(text)).toBe(text.length);
        }),
        runs,
      );
    });

    it("is the sum of the widths of words and of the spaces between them", () => {
      fc.assert(
        fc.property(fc.constantFrom("Köln", "深圳", "😀", "a"), fc.constantFrom("カナ", "b", "Ａ"), (one, other) => {
          expect(displayWidth(`${one} ${other}`)).toBe(displayWidth(one) + 1 + displayWidth(other));
        }),
        runs,
      );
    });
  });
});

describe("shortenName", () => {
  test.each([
    { name: "explorer", columns: 8, expected: "explorer" },
    { name: "bm25_titletext_k.9_b.4", columns: 11, expected: "bm25_…9_b.4" },
    { name: "東京大学図書館", columns: 9, expected: "東京…書館" },
    { name: "👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧", columns: 5, expected: "👩‍👩‍👧…👩‍👩‍👧" },
    { name: "", columns: 3, expected: "" },
  ])("shortens $name to $expected in $columns columns", ({ name, columns, expected }) => {
    expect(shortenName(name, columns)).toBe(expected);
  });

  it("never exceeds the given width", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 100 }), fc.integer({ min: 3, max: 40 }), (name, columns) => {
        expect(displayWidth(shortenName(name, columns))).toBeLessThanOrEqual(columns);
      }),
      runs,
    );
  });
});
