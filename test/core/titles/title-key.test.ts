import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { titleKey } from "../../../src/core/titles/title-key.ts";
import { runs } from "../../support/property.ts";

describe("titleKey", () => {
  it("is the same for titles that differ only by letter case", () => {
    expect(titleKey("Deep LEARNING: État de l'art")).toBe(titleKey("deep learning: état DE l'art"));
  });

  describe("shape of the answer", () => {
    it("is its own key", () => {
      fc.assert(
        fc.property(fc.string({ unit: "grapheme" }), (title) => {
          expect(titleKey(titleKey(title))).toBe(titleKey(title));
        }),
        runs,
      );
    });
  });

  describe("edges", () => {
    // product.md: "sets of titles under toLowerCase() and nothing else".
    it.each([
      { name: "white space", one: "a b", other: "a  b" },
      { name: "a trailing space", one: "a", other: "a " },
      { name: "punctuation", one: "a.", other: "a" },
      { name: "accents", one: "é", other: "e" },
      { name: "Unicode form", one: "é", other: "e\u0301" },
      { name: "sharp s", one: "straße", other: "STRASSE" },
    ])("keeps titles apart that differ by $name", ({ one, other }) => {
      expect(titleKey(one)).not.toBe(titleKey(other));
    });
  });
});
