/** Does a document have one identifier in all notations? */
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { globalIdentifier, identifierKey, identifierKind } from "../../../src/core/titles/identifiers.ts";
import { runs } from "../../support/property.ts";

describe("identifierKey", () => {
  // 10.1000/182 is the DOI of the DOI Handbook. The resolvers are spelled as in its section 3.8.
  test.each([
    "10.1000/182",
    " 10.1000/182\n",
    "doi:10.1000/182",
    "info:doi/10.1000/182",
    "urn:doi:10.1000/182",
    "DOI：10.1000/182",
    "10.1000/182\u200b",
    "https://doi.org/ 10.1000/182",
    "DOI: 10.1000/182",
    "https://doi.org/10.1000/182",
    "http://doi.org/10.1000/182",
    "https://dx.doi.org/10.1000/182",
    "HTTPS://DOI.ORG/10.1000/182",
    "https://www.doi.org/10.1000/182",
    "doi.org/10.1000/182",
  ])("recognises the same DOI in %j", (spelling) => {
    expect(identifierKey(spelling)).toBe("doi:10.1000/182");
  });

  it("ignores the letter case of DOIs (ISO 26324)", () => {
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
  ])("converts the ISBN $spelling to 13 digits", ({ spelling, key }) => {
    expect(identifierKey(spelling)).toBe(key);
  });

  test.each([
    "https://example.org/a/b",
    "http://example.org/a/b",
    "https://www.example.org/a/b",
    "https://EXAMPLE.org/a/b/",
    "https://example.org/a/b#section-2",
    "http://www.Example.ORG/a/b/#top",
  ])("recognises the same URL in %j", (spelling) => {
    expect(identifierKey(spelling)).toBe("url:example.org/a/b");
  });

  describe("the result", () => {
    it("differs for different numbers of ten digits, whether or not they are ISBNs", () => {
      const number = fc.integer({ min: 0, max: 9_999_999_999 }).map((value) => String(value).padStart(10, "0"));
      fc.assert(
        fc.property(number, number, (one, other) => {
          expect(identifierKey(one) === identifierKey(other)).toBe(one === other);
        }),
        runs,
      );
    });

    it("is equal for an ISBN-10 and its ISBN-13", () => {
      fc.assert(
        fc.property(fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 9, maxLength: 9 }), (digits) => {
          // Check digits by definition: 11 - (sum of 10..2 times digit) mod 11; 10 - (sum of 1, 3, 1, … times digit)
          // mod 10.
          const ten = (11 - (digits.reduce((sum, digit, place) => sum + (10 - place) * digit, 0) % 11)) % 11;
          const long = [9, 7, 8, ...digits];
          const thirteen = (10 - (long.reduce((sum, digit, place) => sum + (place % 2 ? 3 : 1) * digit, 0) % 10)) % 10;
          const isbn13 = `${long.join("")}${thirteen}`;
          const isbn10 = `${digits.join("")}${ten === 10 ? "X" : ten}`;
          // Without "ISBN", a number such as 0000123454 is a padded row number.
          if (!isbn10.startsWith("0000")) expect(identifierKey(isbn10)).toBe(`isbn:${isbn13}`);
          expect(identifierKey(`ISBN ${isbn10}`)).toBe(`isbn:${isbn13}`);
          expect(identifierKey(isbn13)).toBe(`isbn:${isbn13}`);
        }),
        runs,
      );
    });
  });

  describe("in edge cases", () => {
    it("leaves a number of ten digits unchanged if its check digit is wrong", () => {
      expect(identifierKey("0306406153")).toBe("0306406153");
      expect(identifierKey("1234567890")).toBe("1234567890");
    });

    it("leaves a row number that is padded to ten digits unchanged, but not an ISBN with zeros at the beginning", () => {
      // Both have the check digit of an ISBN: 2·3 + 5 = 11; 7·7 + 6·1 + 5·2 + 4·3 + 3·4 + 2·5 + 0 = 99 = 9·11.
      expect(identifierKey("0000000035")).toBe("0000000035");
      expect(globalIdentifier("0000000035")).toBe("");
      expect(identifierKey("0007123450")).toBe("isbn:9780007123452");
      expect(identifierKey("0-00-712345-0")).toBe("isbn:9780007123452");
      expect(identifierKey("0-00-000003-5")).toMatch(/^isbn:/);
    });

    it("leaves a number of thirteen digits unchanged if its check digit is wrong", () => {
      expect(identifierKey("9780306406158")).toBe("9780306406158");
    });

    it("distinguishes URLs by case of the path, by query and by path", () => {
      expect(identifierKey("https://example.org/A?id=1")).toBe("url:example.org/A?id=1");
      expect(identifierKey("https://example.org/a?id=1")).not.toBe(identifierKey("https://example.org/a?id=2"));
      expect(identifierKey("https://example.org/a")).not.toBe(identifierKey("https://example.org/b"));
    });

    it("only trims texts that are not identifiers of a known kind", () => {
      expect(identifierKey("  PMC-12345 ")).toBe("PMC-12345");
      expect(identifierKey("pmc-12345")).not.toBe(identifierKey("PMC-12345"));
      expect(identifierKey("10.5 percent")).toBe("10.5 percent");
    });

    it("ignores the decimals that pandas adds to whole numbers", () => {
      expect(identifierKey("31452104.0")).toBe("31452104");
      expect(identifierKey("0017.00")).toBe("0017");
      expect(identifierKey("3.10")).toBe("3.10");
      expect(globalIdentifier("31452104.0", "pmid")).toBe("pmid:31452104");
    });

    it("is empty for an empty identifier", () => {
      expect(["NA", "n/a", "#N/A", "NULL", "None", "nan", "-", "."].map(identifierKey)).toEqual(Array(8).fill(""));
      expect(identifierKey("")).toBe("");
      expect(identifierKey("  ")).toBe("");
    });
  });
});

describe("globalIdentifier", () => {
  // DOIs as people paste them. (05)66912-5 is a DOI of The Lancet; %28 and %29 are its brackets.
  test.each([
    "DOI 10.1016/S0140-6736(05)66912-5",
    "doi:10.1016/s0140-6736(05)66912-5.",
    "https://doi.org/10.1016/S0140-6736%2805%2966912-5",
    "https://doi.org/10.1016/S0140-6736(05)66912-5?utm_source=mail&utm_medium=x",
    "10.1016/S0140-6736(05)66912-5;",
  ])("recognises the DOI in %j", (spelling) => {
    expect(globalIdentifier(spelling)).toBe("doi:10.1016/s0140-6736(05)66912-5");
  });

  // A DOI of Deerwester et al. (1990), as in HTML and in HTML that was escaped twice.
  test.each([
    "10.1002/(SICI)1097-4571(199009)41:6&lt;391::AID-ASI1&gt;3.0.CO;2-9",
    "https://doi.org/10.1002/(SICI)1097-4571(199009)41:6&amp;lt;391::AID-ASI1&amp;gt;3.0.CO;2-9",
    "10.1002/(SICI)1097-4571(199009)41:6%3C391::AID-ASI1%3E3.0.CO;2-9",
  ])("decodes the DOI %j", (spelling) => {
    expect(globalIdentifier(spelling)).toBe("doi:10.1002/(sici)1097-4571(199009)41:6<391::aid-asi1>3.0.co;2-9");
  });

  test.each([
    ["https://example.org/a?id=2&amp;page=3", "url:example.org/a?id=2&page=3"],
    ["PMID: 31452104", "pmid:31452104"],
    ["https://pubmed.ncbi.nlm.nih.gov/31452104/", "pmid:31452104"],
    ["arXiv:1706.03762v5", "arxiv:1706.03762"],
    ["https://arxiv.org/pdf/1706.03762.pdf", "arxiv:1706.03762"],
    ["10.48550/arXiv.1706.03762", "arxiv:1706.03762"],
    ["arXiv:hep-th/9901001", "arxiv:hep-th/9901001"],
    ["https://www.example.org/a/?utm_source=x", "url:example.org/a"],
    ["https://www.example.org/a?utm_source=x&utm_medium=y&id=2", "url:example.org/a?id=2"],
    ["https://www.example.org/a?id=2&utm_source=x&page=3&utm_medium=y", "url:example.org/a?id=2&page=3"],
    ["https://example.org:443/a", "url:example.org/a"],
    ["https://example.org:8443/a", "url:example.org:8443/a"],
    ["https://example.org/caf%C3%A9", "url:example.org/café"],
    ["https://example.org/100%", "url:example.org/100%"],
    // The subject class of an old arXiv id may be left out; export.arxiv.org is arXiv's mirror for programs.
    ["arXiv:math.GT/0309136", "arxiv:math/0309136"],
    ["https://export.arxiv.org/abs/math/0309136v1", "arxiv:math/0309136"],
    // The example of RFC 3187.
    ["URN:ISBN:0-395-36341-1", "isbn:9780395363416"],
    ["https://doi.org/doi:10.1000/182", "doi:10.1000/182"],
  ])("reads %j as %j", (spelling, key) => {
    expect(globalIdentifier(spelling)).toBe(key);
  });

  it("accepts a number alone only in a column of its kind", () => {
    expect(globalIdentifier("31452104", "pmid")).toBe("pmid:31452104");
    expect(globalIdentifier("1706.03762", "arxiv")).toBe("arxiv:1706.03762");
    expect(globalIdentifier("http://arxiv.org/abs/1706.03762v1", "arxiv")).toBe("arxiv:1706.03762");
    expect(globalIdentifier("31452104")).toBe("");
    expect(globalIdentifier("31452104", "doi")).toBe("");
  });

  test.each(["", " ", "17", "d1", "1706.03762", "100%", "9780306406158"])(
    "is empty for %j, because it is not unique worldwide",
    (cell) => {
      expect(globalIdentifier(cell)).toBe("");
    },
  );
});

describe("identifierKind", () => {
  test.each([
    ["DOI", "doi"],
    ["externalIds.DOI", "doi"],
    ["prism:doi", "doi"],
    ["journal:doi", null],
    ["externalIds.PubMed", "pmid"],
    ["pubmed_id", "pmid"],
    ["arXiv ID", "arxiv"],
    ["arxiv_id", "arxiv"],
    ["Link", "url"],
    ["ids.pmid", "pmid"],
    ["ISBN", null],
    ["externalIds.ISBN", null],
    ["container.doi", null],
    ["references.doi", null],
    ["host.ids.doi", null],
    ["paper_doi_count", null],
    ["id", null],
  ])("returns for the column %s the kind %j", (name, kind) => {
    expect(identifierKind(name)).toBe(kind);
  });
});
