import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { displayWidth } from "../../../src/core/text/display-width.ts";
import { placeBlocks, renderTable } from "../../../src/core/text/render-table.ts";
import { runs } from "../../support/property.ts";

describe("renderTable", () => {
  it("left-aligns the first column and right-aligns the others", () => {
    const table = {
      header: ["measure", "a", "engine"],
      rows: [
        ["f1", "0.5", "1"],
        ["precision", "12.25", "0.1"],
      ],
    };
    expect(renderTable(table)).toEqual([
      "measure        a  engine", //
      "f1           0.5       1",
      "precision  12.25     0.1",
    ]);
  });

  it("aligns characters that take two columns", () => {
    const table = {
      header: ["引擎", "n"],
      rows: [
        ["深圳大学", "1"],
        ["ab", "深"],
        ["Ko\u0308ln", "😀"],
      ],
    };
    expect(renderTable(table)).toEqual([
      "引擎       n", //
      "深圳大学   1",
      "ab        深",
      "Ko\u0308ln      😀",
    ]);
  });

  describe("the result", () => {
    it("has lines that all end at the same displayed column if the last cells are not empty", () => {
      const cell = fc.constantFrom("a", "12.5", "深圳", "ｶﾅ", "😀", "Ko\u0308ln", "a b");
      const rows = fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 6 });
      fc.assert(
        fc.property(rows, ([header = ["", "", ""], ...rest]) => {
          const widths = renderTable({ header, rows: rest }).map(displayWidth);
          expect(new Set(widths).size).toBe(1);
        }),
        runs,
      );
    });
  });

  describe("a table in a narrow terminal", () => {
    const queries = {
      header: ["query", "mean", "rank"],
      rows: [
        ["adverse possession of land in the north", "0.5", "1"],
        ["statins for people over 75", "0.25", "10"],
      ],
    };

    it("is unchanged if it fits", () => {
      expect(renderTable(queries, 51)).toEqual(renderTable(queries));
      expect(displayWidth(renderTable(queries)[0] ?? "")).toBe(51);
    });

    it("has shortened names if these make it fit", () => {
      expect(renderTable(queries, 35)).toEqual([
        "query                    mean  rank",
        "adverse pos…n the north   0.5     1",
        "statins for…ple over 75  0.25    10",
      ]);
    });

    it("has groups of columns, each beside the names, if shortened names are not enough", () => {
      const table = {
        header: ["engine", "precision", "recall", "f1"],
        rows: [
          ["explorer", "0.3133", "0.3045", "0.3080"],
          ["quickfind", "0.2295", "0.2017", "0.2183"],
        ],
      };
      expect(renderTable(table, 28)).toEqual([
        "engine     precision  recall", //
        "explorer      0.3133  0.3045",
        "quickfind     0.2295  0.2017",
        "engine         f1",
        "explorer   0.3080",
        "quickfind  0.2183",
      ]);
    });

    it("keeps a bar of a chart in the same group as its number", () => {
      const table = { header: ["rank", "a", "", "b", ""], rows: [["0", "36", "███", "28", "██"]] };
      expect(renderTable(table, 15)).toEqual([
        "rank   a", //
        "0     36  ███",
        "rank   b",
        "0     28  ██",
      ]);
    });

    it("has one paragraph per row if a column does not fit, with full names and without empty cells", () => {
      const table = {
        header: ["run", "", "verdict", "p"],
        rows: [
          ["an engine with a long name", "baseline", "no difference shown", "0.5"],
          ["other", "", "", "1"],
        ],
      };
      expect(renderTable(table, 24)).toEqual([
        "an engine with a long name",
        "  baseline",
        "  verdict: no difference shown",
        "  p: 0.5",
        "other",
        "  p: 1",
      ]);
    });

    it("never shortens two different names to equal names", () => {
      const rows = ["north", "south"].map((place) => [`results of the ${place} for all of its readers`, "1", "2"]);
      const shown = renderTable({ header: ["run", "mean", "rank"], rows }, 30).join("\n");
      expect(shown).toContain("north");
      expect(shown).toContain("south");
    });

    it("never loses a number, whatever the width", () => {
      const word = fc.string({ minLength: 1, maxLength: 30, unit: fc.constantFrom("a", "b", "深", "-") });
      const rows = fc.array(fc.tuple(word, word, word, word), { minLength: 1, maxLength: 4 });
      fc.assert(
        fc.property(rows, fc.integer({ min: 1, max: 100 }), (cells, width) => {
          const shown = renderTable({ header: ["name", "one", "two", "three"], rows: cells }, width).join("\n");
          for (const [, ...numbers] of cells) for (const number of numbers) expect(shown).toContain(number);
        }),
        runs,
      );
    });
  });

  describe("in edge cases", () => {
    it("treats missing cells as empty, and has no trailing spaces", () => {
      expect(renderTable({ header: ["a", "b", ""], rows: [["long"], ["x", "1", "█  "]] })).toEqual([
        "a     b",
        "long",
        "x     1  █",
      ]);
    });

    it("renders a header without rows", () => {
      expect(renderTable(Object.freeze({ header: ["a", "b"], rows: [] }))).toEqual(["a  b"]);
    });
  });
});

describe("placeBlocks", () => {
  const one = ["11", "1"];
  const other = ["2222"];

  it("puts blocks beside each other if they fit", () => {
    expect(placeBlocks([one, other], 10)).toEqual([
      "11    2222", //
      "1",
    ]);
  });

  it("puts blocks below each other, with an empty line between them, if they do not fit", () => {
    expect(placeBlocks([one, other], 9)).toEqual(["11", "1", "", "2222"]);
  });

  describe("the result", () => {
    it("is not wider than allowed if no block is, and has all words", () => {
      const block = fc.array(fc.constantFrom("aaaa", "深圳", "b"), { minLength: 1, maxLength: 3 });
      fc.assert(
        fc.property(fc.array(block), fc.integer({ min: 4, max: 30 }), (blocks, width) => {
          const lines = placeBlocks(blocks, width);
          expect(lines.filter((line) => displayWidth(line) > width)).toEqual([]);
          const words = (texts: readonly string[]) =>
            texts
              .flatMap((line) => line.split(/\s+/))
              .filter(Boolean)
              .sort();
          expect(words(lines)).toEqual(words(blocks.flat()));
        }),
        runs,
      );
    });
  });

  describe("in edge cases", () => {
    it("accepts no blocks, and a block that is too wide", () => {
      expect(placeBlocks([], 80)).toEqual([]);
      expect(placeBlocks([other], 1)).toEqual(["2222"]);
    });

    it("uses 100 columns if the width is infinite", () => {
      const wide = ["x".repeat(48)];
      expect(placeBlocks([wide, wide, wide], Number.POSITIVE_INFINITY)).toHaveLength(3);
    });

    it("does not start with an empty line", () => {
      expect(placeBlocks([other, other], 4)).toEqual(["2222", "", "2222"]);
    });
  });
});
