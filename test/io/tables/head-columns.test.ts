/** Which columns does a beginning show? */
import { describe, expect, it } from "vitest";
import { cellsOf, headColumns, tableFormatOf } from "../../../src/io/tables/head-columns.ts";

describe("headColumns", () => {
  it.each([
    ["a,b\n1,2\n", ["a", "b"]],
    ['"a, b","say ""c""",\n', ["a, b", 'say "c"', ""]],
    [",b\n", ["", "b"]],
    ["a;b\n", ["a", "b"]],
    ["\n\na\tb\n", ["a", "b"]],
    ['{"a":1,"b":[2]}\n', ["a", "b"]],
    ['{"q":"x","results":[]}\n\n{"q":"y","docs":[{"title":"A","rank":1}]}\n', ["q", "title", "rank"]],
    ['{"q":"x","hits":[{"title":"A"}]}\n', ["q", "rank", "title"]],
    ["word\n", ["word"]],
    ['{\n"a":1}\n', null],
    ["[1]\n", null],
    ["q Q0 d 1 0.5 x\n", null],
    ["", null],
  ])("of %j are %j", (head, columns) => {
    expect(headColumns(head)).toEqual(columns);
  });

  it("knows Parquet by its lack of text", () => {
    expect(tableFormatOf("")).toBe("parquet");
    expect(tableFormatOf("a\tb\n")).toBe("tsv");
  });

  it("leaves a quote inside a cell alone", () => {
    expect(cellsOf('a"b,"c', ",")).toEqual(['a"b', '"c']);
  });
});
