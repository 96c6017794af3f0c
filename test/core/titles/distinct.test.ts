import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { distinctWords } from "../../../src/core/titles/keys.ts";
import { runs } from "../../support/property.ts";

describe("distinctWords", () => {
  test.each([
    { text: "The wing, the slip-stream: 2 tests", expected: ["the", "wing", "slip", "stream", "2", "tests"] },
    { text: "Élan ÉLAN e\u0301lan", expected: ["élan"] },
    { text: "Wörter über Łódź", expected: ["wörter", "über", "łódź"] },
    // Half-width katakana and a ligature are the letters that they stand for.
    { text: "ｶ ﬁn", expected: ["カ", "fin"] },
    { text: "深度学习 in Tokyo2024年", expected: ["深", "度", "学", "习", "in", "tokyo2024", "年"] },
    { text: "हिन्दी", expected: ["हिन्दी"] },
  ])("splits $text into words", ({ text, expected }) => {
    expect([...distinctWords(text)]).toEqual(expected);
  });

  it("does not depend on letter case or separators", () => {
    const letters = fc.array(fc.constantFrom("a", "b", "ж", "学", "7"), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(fc.array(letters), fc.constantFrom(", ", " – ", "\t", "... "), (words, between) => {
        const texts = words.map((word) => word.join(""));
        expect(distinctWords(texts.join(between).toUpperCase())).toEqual(distinctWords(texts.join(" ")));
      }),
      runs,
    );
  });

  it.each(["", "  ", "…?!", "😀"])("returns no words for %j", (text) => {
    expect(distinctWords(text).size).toBe(0);
  });
});
