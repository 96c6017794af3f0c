import { describe, expect, test } from "vitest";
import { graphemes } from "../../../src/core/text/graphemes.ts";

describe("graphemes", () => {
  // Extended grapheme clusters of Unicode Standard Annex 29.
  test.each([
    { text: "", seen: [] },
    { text: "nDCG", seen: ["n", "D", "C", "G"] },
    { text: "Ko\u0308ln", seen: ["K", "o\u0308", "l", "n"] },
    { text: "\r\n.", seen: ["\r\n", "."] },
    { text: "👩‍🔬🇫🇷", seen: ["👩‍🔬", "🇫🇷"] },
  ])("splits $text into what is seen", ({ text, seen }) => {
    expect(graphemes(text)).toEqual(seen);
  });
});
