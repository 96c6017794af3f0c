import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { titleKey } from "../../../src/core/titles/clean-title.ts";
import { identifierKey } from "../../../src/core/titles/identifiers.ts";
import { oneWordKey, titleNumber, valueKey } from "../../../src/core/titles/keys.ts";
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

describe("identifierKey", () => {
  // 10.1000/182 is the DOI of the DOI Handbook; resolvers as its section 3.8 spells them.
  test.each([
    "10.1000/182",
    " 10.1000/182\n",
    "doi:10.1000/182",
    "DOI: 10.1000/182",
    "https://doi.org/10.1000/182",
    "http://doi.org/10.1000/182",
    "https://dx.doi.org/10.1000/182",
    "HTTPS://DOI.ORG/10.1000/182",
    "https://www.doi.org/10.1000/182",
    "doi.org/10.1000/182",
  ])("knows one DOI in the spelling %j", (spelling) => {
    expect(identifierKey(spelling)).toBe("doi:10.1000/182");
  });

  it("reads DOIs without regard to letter case (ISO 26324)", () => {
    expect(identifierKey("10.1145/ABC.Def")).toBe(identifierKey("https://doi.org/10.1145/abc.dEF"));
  });

  // 0-306-40615-2 / 978-0-306-40615-7 are the worked examples of the ISBN Users' Manual; 0-8044-2957-X has check digit 10.
  test.each([
    { spelling: "0306406152", key: "isbn:9780306406157" },
    { spelling: "0-306-40615-2", key: "isbn:9780306406157" },
    { spelling: "0 306 40615 2", key: "isbn:9780306406157" },
    { spelling: "ISBN 0-306-40615-2", key: "isbn:9780306406157" },
    { spelling: "ISBN-10: 0306406152", key: "isbn:9780306406157" },
    { spelling: "9780306406157", key: "isbn:9780306406157" },
    { spelling: "978-0-306-40615-7", key: "isbn:9780306406157" },
    { spelling: "isbn-13: 978 0 306 40615 7", key: "isbn:9780306406157" },
    { spelling: "0-8044-2957-X", key: "isbn:9780804429573" },
    { spelling: "080442957x", key: "isbn:9780804429573" },
  ])("writes the ISBN $spelling with 13 digits", ({ spelling, key }) => {
    expect(identifierKey(spelling)).toBe(key);
  });

  test.each([
    "https://example.org/a/b",
    "http://example.org/a/b",
    "https://www.example.org/a/b",
    "https://EXAMPLE.org/a/b/",
    "https://example.org/a/b#section-2",
    "http://www.Example.ORG/a/b/#top",
  ])("knows one URL in the spelling %j", (spelling) => {
    expect(identifierKey(spelling)).toBe("url:example.org/a/b");
  });

  describe("shape of the answer", () => {
    it("keeps different numbers of ten digits apart, be they ISBNs or not", () => {
      const number = fc.integer({ min: 0, max: 9_999_999_999 }).map((value) => String(value).padStart(10, "0"));
      fc.assert(
        fc.property(number, number, (one, other) => {
          expect(identifierKey(one) === identifierKey(other)).toBe(one === other);
        }),
        runs,
      );
    });

    it("gives an ISBN-10 and the ISBN-13 made of it one key", () => {
      fc.assert(
        fc.property(fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 9, maxLength: 9 }), (digits) => {
          // Check digits by their definitions: 11 - (sum of 10..2 times digit) mod 11; 10 - (sum of 1, 3, 1, … times digit) mod 10.
          const ten = (11 - (digits.reduce((sum, digit, place) => sum + (10 - place) * digit, 0) % 11)) % 11;
          const long = [9, 7, 8, ...digits];
          const thirteen = (10 - (long.reduce((sum, digit, place) => sum + (place % 2 ? 3 : 1) * digit, 0) % 10)) % 10;
          const isbn13 = `${long.join("")}${thirteen}`;
          expect(identifierKey(`${digits.join("")}${ten === 10 ? "X" : ten}`)).toBe(`isbn:${isbn13}`);
          expect(identifierKey(isbn13)).toBe(`isbn:${isbn13}`);
        }),
        runs,
      );
    });
  });

  describe("edges", () => {
    it("leaves a number of ten digits alone whose check digit is none", () => {
      expect(identifierKey("0306406153")).toBe("0306406153");
      expect(identifierKey("1234567890")).toBe("1234567890");
    });

    it("leaves a number of thirteen digits alone whose check digit is none", () => {
      expect(identifierKey("9780306406158")).toBe("9780306406158");
    });

    it("keeps letter case and query of a URL's path, and other paths apart", () => {
      expect(identifierKey("https://example.org/A?id=1")).toBe("url:example.org/A?id=1");
      expect(identifierKey("https://example.org/a?id=1")).not.toBe(identifierKey("https://example.org/a?id=2"));
      expect(identifierKey("https://example.org/a")).not.toBe(identifierKey("https://example.org/b"));
    });

    it("trims anything else and changes nothing more", () => {
      expect(identifierKey("  PMC-12345 ")).toBe("PMC-12345");
      expect(identifierKey("pmc-12345")).not.toBe(identifierKey("PMC-12345"));
      expect(identifierKey("10.5 percent")).toBe("10.5 percent");
    });

    it("keeps the empty identifier empty", () => {
      expect(identifierKey("")).toBe("");
      expect(identifierKey("  ")).toBe("");
    });
  });
});

const hash = (text: string) => createHash("sha256").update(text).digest("hex");

describe("oneWordKey", () => {
  it("is the id where it is one word", () => {
    expect(oneWordKey("10.1000/182", "fast cars", hash)).toBe("10.1000/182");
  });

  describe("edges", () => {
    // sha256sum of "fast cars", computed with coreutils.
    it.each([null, "", " ", "a b", "a\tb", "a\u00a0b", "a\n", "a\0b"])(
      "is a hash of the text where the id is %j",
      (id) => {
        expect(oneWordKey(id, "fast cars", hash)).toBe("d0fa9a2b7714d68a");
      },
    );
  });
});

it("is equal for equal titles, 0 for none, and another for each of 200,000 titles", () => {
  const titles = Array.from({ length: 200_000 }, (_, place) => `title ${place}`);
  const numbers = titles.map(titleNumber);
  expect(new Set(numbers).size).toBe(titles.length);
  expect(numbers.every((number) => Number.isSafeInteger(number) && number > 0)).toBe(true);
  expect(titleNumber("title 7")).toBe(numbers[7]);
  expect(titleNumber("")).toBe(0);
});
