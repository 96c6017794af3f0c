/** Are tables written so that any reader can read them? */
import { describe, expect, it } from "vitest";
import { delimitedText, withoutLastLineFeed } from "../../../src/io/tables/write-csv.ts";

function written(rows: readonly (readonly string[])[], delimiter: "," | "\t", isGuarded = false): string {
  return [...delimitedText(["a", "b"], () => rows, { delimiter, isGuarded })].join("");
}

describe("delimitedText", () => {
  it("quotes only the cells that need quotes", () => {
    expect(
      written(
        [
          ["1,2", 'say "x"'],
          [" a", "b\n"],
        ],
        ",",
      ),
    ).toBe('a,b\n"1,2","say ""x"""\n" a","b\n"\n');
  });

  it("quotes every cell of TSV if any cell needs quotes, because readers decide by the header", () => {
    expect(written([["1,2", "x"]], "\t")).toBe("a\tb\n1,2\tx\n");
    expect(written([["1,2", 'say "x"']], "\t")).toBe('"a"\t"b"\n"1,2"\t"say ""x"""\n');
  });

  it("escapes formulas, but not numbers", () => {
    expect(
      written(
        [
          ["=1+1", "-1.5e-7"],
          ["-x", "@y"],
        ],
        ",",
        true,
      ),
    ).toBe("a,b\n'=1+1,-1.5e-7\n'-x,'@y\n");
  });
});

describe("withoutLastLineFeed", () => {
  it.each([
    [["a\n", "b\n"], "a\nb"],
    [["a\nb\n", ""], "a\nb"],
    [["a"], "a"],
    [[], ""],
  ])("returns for the pieces %j: %j", (pieces, text) => {
    expect([...withoutLastLineFeed(pieces)].join("")).toBe(text);
  });
});
