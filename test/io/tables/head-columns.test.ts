/** Which columns does the start of a file show? */
import { describe, expect, it } from "vitest";
import { cellsOf } from "../../../src/io/tables/delimiter.ts";
import { headCells, headColumns, tableFormatOf } from "../../../src/io/tables/table-roles.ts";

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
    ['{"query":["x","y"],"title":["A","B"]}', ["query", "title"]],
    ['{"query":{"0":"x"},"title":{"0":"A"}}', ["query", "title"]],
    ['{"schema":{"fields":[{"name":"a"}]},"data":[{"a":1},{"a":2', ["a"]],
    ['{"0":{"qid":1,"id":"}","b":[{}]},"1":{"qid', ["qid", "id", "b"]],
    // Further columns may follow.
    ['{"query":["x","y"],"title":["A","B"],"sco', null],
    ["word\n", ["word"]],
    ['{\n"a":1}\n', ["a"]],
    ['[\n{"a":1},\n{"b":2}\n]', ["a", "b"]],
    ['[{"a":{"b":1}},{"b":', ["a", "a.b"]],
    ['[{"a":1,', null],
    ['{"docs":[{"a":1}],"hits":[{"a":1}]}', null],
    ["[1]\n", null],
    ["q Q0 d 1 0.5 x\n", null],
    ["", null],
  ])("returns for %j: %j", (head, columns) => {
    expect(headColumns(head)).toEqual(columns);
  });

  it("returns Parquet as the format of an empty head", () => {
    expect(tableFormatOf("")).toBe("parquet");
    expect(tableFormatOf("a\tb\n")).toBe("tsv");
  });

  it("keeps a quote that is inside a cell", () => {
    expect(cellsOf('a"b,"c', ",")).toEqual(['a"b', '"c']);
  });
});

describe("headCells", () => {
  it.each([
    ["a,b\n1,2\n\n3,\r\n", ["2", ""]],
    ['a;b\n"1;x";2\n3;4', ["2", "4"]],
    ['a\tb\n1\t"2"\n', ["2"]],
    ['a,b\n"in two\nlines",2\n3,4\n', ["2", "4"]],
    ['{"a":1,"b":2}\n{"a":1}\n{"results":[{"b":3}]}\n{"b":', ["2", "", "3"]],
    ['[{"a":1,"b":2},{"b":3},{"b', ["2", "3"]],
    ["a,b\n", []],
  ])("returns the cells of column b in %j: %j", (head, cells) => {
    expect(headCells(head)("b")).toEqual(cells);
  });
});
