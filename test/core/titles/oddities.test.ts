import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { isFormulaLike } from "../../../src/core/text/escape.ts";
import { hasMarkup } from "../../../src/core/titles/clean-title.ts";
import { hasControlCharacters, isMostlyLatin, numberedTitle } from "../../../src/core/titles/oddities.ts";
import { runs } from "../../support/property.ts";

describe("hasControlCharacters", () => {
  // Unicode code charts: C0, DEL, C1 and bidirectional control characters.
  const odd = [
    0x00, 0x07, 0x08, 0x0b, 0x0c, 0x0e, 0x1b, 0x1f, 0x7f, 0x85, 0x9f, 0x200e, 0x200f, 0x202a, 0x202e, 0x2066, 0x2069,
  ];
  test.each(odd.map((code) => code.toString(16).padStart(4, "0")))("finds U+%s anywhere in a title", (hex) => {
    const character = String.fromCodePoint(Number.parseInt(hex, 16));
    expect(hasControlCharacters(`${character}title`)).toBe(true);
    expect(hasControlCharacters(`title${character}`)).toBe(true);
  });

  describe("in edge cases", () => {
    it.each(["", "title", "two\nlines", "a\tb", "a\r\nb", "Zürich 深圳 😀", "no-break\u00a0space", "\u2010"])(
      "finds no control characters in %j",
      (title) => {
        expect(hasControlCharacters(title)).toBe(false);
      },
    );
  });
});

describe("isFormulaLike", () => {
  // The first characters of OWASP's list on CSV injection.
  test.each(["=1+1", "+49 30 1234", "-2", "@SUM(A1)", "\t=1", "\r=1"])("is true for %j", (cell) => {
    expect(isFormulaLike(cell)).toBe(true);
  });

  describe("in edge cases", () => {
    it.each(["", "a=1", " =1", "1-2", "'=1", "–2", "C++"])("is false for %j", (cell) => {
      expect(isFormulaLike(cell)).toBe(false);
    });
  });
});

describe("hasMarkup", () => {
  // Character references and tags in the HTML standard, 13.1.4 and 13.1.2.
  test.each([
    "Q&amp;A",
    "&lt;",
    "&#233;",
    "&#xE9;",
    "On <i>Pyrus</i>",
    "H<sub>2</sub>O",
    "a<br/>b",
    '<a href="x">y</a>',
  ])("finds markup in %j", (title) => {
    expect(hasMarkup(title)).toBe(true);
  });

  it.each(["", "R&D; and so on", "AT&T", "a < b > c", "p <.05 and q> 3", "x<-y", "<3>", "&;", "& amp;"])(
    "finds no markup in %j",
    (title) => {
      expect(hasMarkup(title)).toBe(false);
    },
  );

  it("takes linear time for a long title with an unclosed tag", () => {
    expect(hasMarkup("<a ".repeat(100_000))).toBe(false);
    expect(hasMarkup(`&${"a".repeat(100_000)}`)).toBe(false);
  });
});

describe("isMostlyLatin", () => {
  test.each([
    { title: "Deep learning for search", expected: true },
    { title: "Réseaux de neurones à Łódź", expected: true },
    { title: "Глубокое обучение", expected: false },
    { title: "深度学习综述", expected: false },
    { title: "بحث", expected: false },
    { title: "Αλφα", expected: false },
    { title: "GPT: большая языковая модель", expected: false },
    { title: "The α-particle", expected: true },
  ])("is $expected for $title", ({ title, expected }) => {
    expect(isMostlyLatin(title)).toBe(expected);
  });

  describe("the result", () => {
    it("depends only on whether most letters are Latin, in any order", () => {
      const letters = fc.array(fc.constantFrom("a", "é", "ж", "学", " ", "7"));
      fc.assert(
        fc.property(letters, (title) => {
          const latin = title.filter((letter) => "aé".includes(letter)).length;
          const other = title.filter((letter) => "ж学".includes(letter)).length;
          expect(isMostlyLatin(title.join(""))).toBe(latin >= other);
        }),
        runs,
      );
    });
  });

  describe("in edge cases", () => {
    it("is true if half of the letters are Latin", () => {
      expect(isMostlyLatin("ab жж")).toBe(true);
      expect(isMostlyLatin("ab жжж")).toBe(false);
    });

    it.each(["", "2024", "…?!", "😀"])("is true for %j, which has no letters", (title) => {
      expect(isMostlyLatin(title)).toBe(true);
    });

    it("counts a letter outside the basic plane as one letter", () => {
      // U+20000, a Han character with two UTF-16 units.
      expect(isMostlyLatin("a\u{20000}")).toBe(true);
    });
  });
});

describe("numberedTitle", () => {
  it.each([
    ["3. Pears", 3, "Pears"],
    ["3.Pears", 3, "Pears"],
    ["3) Pears", 3, "Pears"],
    ["[3] Pears", 3, "Pears"],
    ["#3 Pears", 3, "Pears"],
    [" 3 - Pears", 3, "Pears"],
    ["3 Pears", 3, "Pears"],
    ["3. 12 Angry Men", 3, "12 Angry Men"],
  ])("removes the number from %j", (title, place, rest) => {
    expect(numberedTitle(title, place)).toEqual({ number: place, rest });
  });

  it("accepts a number that is larger than the position, because results may be missing", () => {
    expect(numberedTitle("7. Pears", 5)).toEqual({ number: 7, rest: "Pears" });
  });

  describe("in edge cases", () => {
    it.each([
      ["12 Angry Men", 13],
      ["1984 (novel)", 2],
      ["Pears 3", 3],
      ["3", 3],
      ["3.", 3],
      ["3D printing", 3],
      ["", 1],
    ])("leaves %j at position %i unchanged", (title, place) => {
      expect(numberedTitle(title, place)).toBeNull();
    });
  });
});
