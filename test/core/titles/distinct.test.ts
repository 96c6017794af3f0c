import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { distinctTitles, distinctWords } from "../../../src/core/titles/keys.ts";
import { runs } from "../../support/property.ts";

describe("distinctTitles", () => {
  // Worked by hand.
  it("numbers titles in order of first appearance over all lists", () => {
    const { titles, titleOfRow } = distinctTitles([
      ["b", "a", "b"],
      ["a", "c"],
    ]);
    expect(titles).toEqual(["b", "a", "c"]);
    expect(titleOfRow.map((rows) => [...rows])).toEqual([
      [0, 1, 0],
      [1, 2],
    ]);
  });

  describe("shape of the answer", () => {
    it("gives every row its own title back, each title once", () => {
      const lists = fc.array(fc.array(fc.constantFrom("", "a", "A", "a ", "é", "e\u0301", "constructor")));
      fc.assert(
        fc.property(lists, (given) => {
          const { titles, titleOfRow } = distinctTitles(given);
          expect(titleOfRow.map((rows) => [...rows].map((place) => titles[place]))).toEqual(given);
          expect(new Set(titles).size).toBe(titles.length);
          expect(titles.length).toBe(new Set(given.flat()).size);
        }),
        runs,
      );
    });
  });

  describe("edges", () => {
    it("keeps titles apart that differ by case, white space or Unicode form", () => {
      expect(distinctTitles([["Köln", "köln", "Köln ", "Ko\u0308ln"]]).titles).toHaveLength(4);
    });

    it("finds nothing in no lists and in empty lists", () => {
      expect(distinctTitles([])).toEqual({ titles: [], titleOfRow: [] });
      expect(distinctTitles([[], []])).toEqual({ titles: [], titleOfRow: [new Int32Array(0), new Int32Array(0)] });
    });

    it("takes the empty title for a title", () => {
      expect(distinctTitles([["", ""]]).titles).toEqual([""]);
    });

    it("leaves frozen inputs as they were", () => {
      const list = Object.freeze(["a", "a"]);
      expect(distinctTitles(Object.freeze([list])).titles).toEqual(["a"]);
    });
  });
});

describe("distinctWords", () => {
  test.each([
    { text: "The wing, the slip-stream: 2 tests", expected: ["the", "wing", "slip", "stream", "2", "tests"] },
    { text: "Élan ÉLAN e\u0301lan", expected: ["élan"] },
    { text: "Wörter über Łódź", expected: ["wörter", "über", "łódź"] },
    // Half-width katakana and a ligature are the letters that they stand for.
    { text: "ｶ ﬁn", expected: ["カ", "fin"] },
    { text: "深度学习 in Tokyo2024年", expected: ["深", "度", "学", "习", "in", "tokyo2024", "年"] },
    { text: "हिन्दी", expected: ["हिन्दी"] },
  ])("finds the words of $text", ({ text, expected }) => {
    expect([...distinctWords(text)]).toEqual(expected);
  });

  it("does not depend on letter case or on what stands between words", () => {
    const letters = fc.array(fc.constantFrom("a", "b", "ж", "学", "7"), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(fc.array(letters), fc.constantFrom(", ", " – ", "\t", "... "), (words, between) => {
        const texts = words.map((word) => word.join(""));
        expect(distinctWords(texts.join(between).toUpperCase())).toEqual(distinctWords(texts.join(" ")));
      }),
      runs,
    );
  });

  it.each(["", "  ", "…?!", "😀"])("finds none in %j", (text) => {
    expect(distinctWords(text).size).toBe(0);
  });
});
