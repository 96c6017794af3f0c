import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { isMostlyLatin } from "../../../src/core/titles/is-mostly-latin.ts";
import { runs } from "../../support/property.ts";

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
  ])("says $expected of $title", ({ title, expected }) => {
    expect(isMostlyLatin(title)).toBe(expected);
  });

  describe("shape of the answer", () => {
    it("turns on which letters are more, wherever they stand", () => {
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

  describe("edges", () => {
    it("holds where half of the letters are Latin", () => {
      expect(isMostlyLatin("ab жж")).toBe(true);
      expect(isMostlyLatin("ab жжж")).toBe(false);
    });

    it.each(["", "2024", "…?!", "😀"])("holds for %j, which has no letter", (title) => {
      expect(isMostlyLatin(title)).toBe(true);
    });

    it("counts a letter outside the basic plane once", () => {
      // U+20000, a Han character of two UTF-16 units.
      expect(isMostlyLatin("a\u{20000}")).toBe(true);
    });
  });
});
