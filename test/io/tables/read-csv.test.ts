/** Are delimited rows read with the right cells and line numbers? */
import { describe, expect, it } from "vitest";
import { type DelimitedText, readDelimited } from "../../../src/io/tables/read-csv.ts";
import { type GatheredRow, inLines, inPieces, rowGatherer } from "../pieces.ts";

type Cut = (text: string) => AsyncIterable<string>;

const cuts: readonly Cut[] = [inLines, (text) => inPieces(text)];

async function read(text: string, options: Partial<DelimitedText> = {}, cut: Cut = inLines): Promise<GatheredRow[]> {
  const { rows, onRow } = rowGatherer();
  await readDelimited(cut(text), "file.csv", options, onRow);
  return rows;
}

const cellsAndLines = (rows: readonly GatheredRow[]) => rows.map(({ cells, line }) => [...cells, line]);

describe("readDelimited", () => {
  it("passes on the rows below the column names, with the lines on which they start", async () => {
    const rows = await read("a,b\n1,2\n3,4");
    expect(rows.map(({ names }) => names)).toEqual([
      ["a", "b"],
      ["a", "b"],
    ]);
    expect(rows[1]?.names).toBe(rows[0]?.names);
    expect(cellsAndLines(rows)).toEqual([
      ["1", "2", 2],
      ["3", "4", 3],
    ]);
  });

  it.each([
    ["LF", "\n"],
    ["CRLF", "\r\n"],
  ])("counts lines inside quotes and blank lines, with %s", async (_, end) => {
    const text = ["a,b", "", '"x', "", 'y",2', "", "", '"3 ""q"" 3",4', '5,"6', '"', ""].join(end);
    for (const cut of cuts) {
      expect(cellsAndLines(await read(text, {}, cut))).toEqual([
        [`x${end}${end}y`, "2", 3],
        ['3 "q" 3', "4", 8],
        ["5", `6${end}`, 9],
      ]);
    }
  });

  it("keeps the text of cells unchanged", async () => {
    const cells = ["  two spaces ", "\u0000\u0007\u202e", "日本庭園 🍐", "=1+1", "a\tb", "it's", "\ufeff", "\u2028"];
    const rows = await read(`${cells.map((_, at) => `c${at}`).join(",")}\n${cells.join(",")}\n`);
    expect(rows[0]?.cells).toEqual(cells);
  });

  it("accepts both kinds of line ends in the same file", async () => {
    expect(cellsAndLines(await read('a,b\n1,2\r\n\r\n\n3,"4\r\n"\r\n5,6\n'))).toEqual([
      ["1", "2", 2],
      ["3", "4\r\n", 5],
      ["5", "6", 7],
    ]);
  });

  it("treats quotes as ordinary characters if there is no quote character", async () => {
    const rows = await read('a\tb\n"1\t2"\n3"3\t"\n', { delimiters: ["\t"] });
    expect(cellsAndLines(rows)).toEqual([
      ['"1', '2"', 2],
      ['3"3', '"', 3],
    ]);
  });

  it("uses given names, and then reads the first line as a row", async () => {
    const rows = await read("1,2\n3,4\n", { namesOf: () => ["x", "y"] });
    expect(rows[0]).toEqual({ names: ["x", "y"], cells: ["1", "2"], line: 1 });
    expect(rows).toHaveLength(2);
  });

  it("reads a row of a million characters", async () => {
    const long = "long ".repeat(200_000);
    expect((await read(`a,b\n1,"${long}"\n`))[0]?.cells[1]).toBe(long);
  });

  it.each([
    [
      "too many cells",
      "a,b\n1,2\n1,2,3\n",
      { code: "INVALID_ROW", details: { file: "file.csv", line: 3, cells: 3, columns: 2 } },
    ],
    [
      "too few cells",
      "a,b\n1\n",
      { code: "INVALID_ROW", details: { file: "file.csv", line: 2, cells: 1, columns: 2 } },
    ],
    [
      "too many cells after a quoted line break",
      'a,b\n"1\n\n",2\n\n1,2,3\n',
      { code: "INVALID_ROW", details: { line: 6 } },
    ],
    ["an unclosed quote", 'a,b\n1,2\n"3,4\n5,6\n', { code: "INVALID_FORMAT", details: { file: "file.csv", line: 3 } }],
    ["an unclosed quote at the end", 'a,b\n1,"', { code: "INVALID_FORMAT", details: { line: 2 } }],
    ["an unclosed quote in the names", '"a,b\n1,2\n', { code: "INVALID_FORMAT", details: { line: 1 } }],
    [
      "too many cells after quoted CRLF",
      'a,b\r\n"1\r\n\r\n",2\r\n\r\n1,2,3\r\n',
      { code: "INVALID_ROW", details: { line: 6 } },
    ],
    [
      "a quote in a cell after quoted CRLF",
      'a,b\r\n"1\r\n\r\n",2\r\n1,x"y\r\n',
      { code: "INVALID_FORMAT", details: { line: 5 } },
    ],
    [
      "an unclosed quote after quoted CRLF",
      'a,b\r\n"1\r\n\r\n",2\r\n1,"y\r\n',
      { code: "INVALID_FORMAT", details: { line: 5 } },
    ],
    ["a quote in a cell", 'a,b\n1,2\n\n1,x"y\n', { code: "INVALID_FORMAT", details: { line: 4 } }],
    ["text after a quote", 'a,b\n1,"x"y\n', { code: "INVALID_FORMAT", details: { line: 2 } }],
  ])("rejects %s", async (_, text, error) => {
    for (const cut of cuts) {
      await expect(read(text, {}, cut)).rejects.toMatchObject({
        ...error,
        details: expect.objectContaining(error.details),
      });
    }
  });

  it.each([
    ["quoted cells", 'a,b\n"x";1\n'],
    ["a quote inside", 'a,b\nx;"1"\n'],
    ["plain cells", "a,b\nx;1\n"],
  ])("names the delimiter of the first line if another line has another delimiter: %s", async (_, text) => {
    await expect(read(text)).rejects.toThrow("Commas separate the cells, as in the first line.");
  });

  it.each([
    ["a surplus delimiter", "a,b\n1,2,\n3,4\n"],
    ["a surplus delimiter in line 1", "a,b,\n1,2\n3,4\n"],
    ["empty rows", "a,b\n,\n1,2\n , \n3,4\n,\n"],
    ["an empty row above the names", ",\na,b\n1,2\n3,4\n"],
    ["repeated names", "a,b\n1,2\na,b\n3,4\n"],
    ["\\r\\r\\n", "a,b\r\r\n1,2\r\r\n3,4\r\r\n"],
    ["spaces before quotes", 'a,b\n1, "2"\n3, "4"\n'],
    ["tabs, with commas in the names", "a\tb\n1\t2\n3\t4\n"],
    ["bars", "a|b\n1|2\n3|4\n"],
    ["a line sep=", "sep=;\r\na;b\r\n1;2\r\n3;4\r\n"],
    ["a line sep= with another character", "sep=^\na^b\n1^2\n3^4\n"],
  ])("reads a table with %s", async (_, text) => {
    for (const cut of cuts) {
      const cells = (await read(text, {}, cut)).map((row) => row.cells.slice(0, 2));
      expect(cells).toEqual([
        ["1", "2"],
        ["3", "4"],
      ]);
    }
  });

  it("uses the delimiter in a line sep=, whatever the names contain", async () => {
    const rows = await read("sep=;\na;b (one, two, three)\n1;2, 3\n");
    expect(rows).toEqual([{ names: ["a", "b (one, two, three)"], cells: ["1", "2, 3"], line: 3 }]);
  });

  it("prefers the delimiter that gives usual names if two delimiters give each line the same number of cells", async () => {
    const [row] = await read("query|rank|title; main; sub\na|1|b; c; d\n");
    expect(row?.names).toEqual(["query", "rank", "title; main; sub"]);
    const [shorter] = await read("query|title; main; sub\na|b; c; d\n");
    expect(shorter?.cells).toEqual(["a", "b; c; d"]);
  });

  it("warns about columns with the same name, and counts rows that repeat the names", async () => {
    const { onRow } = rowGatherer();
    const reading = readDelimited(inLines("a,a,b\n1,2,3\na,a,b\n4,5,6\na,a,b\n"), "file.csv", {}, onRow);
    expect(await reading).toEqual([
      { kind: "repeated-headers", source: "file.csv", count: 2 },
      { kind: "columns-of-one-name", source: "file.csv", names: ["a"] },
    ]);
  });

  it.each([
    ["letter case", "Query,TITLE"],
    ["a byte order mark", "\ufeffquery,title"],
    ["an empty cell", "query,title,"],
  ])("counts rows that repeat the names with another %s", async (_, header) => {
    const { rows, onRow } = rowGatherer();
    const warnings = await readDelimited(inLines(`query,title\na,1\n${header}\nb,2\n`), "file.csv", {}, onRow);
    expect(cellsAndLines(rows)).toEqual([
      ["a", "1", 2],
      ["b", "2", 4],
    ]);
    expect(warnings).toEqual([{ kind: "repeated-headers", source: "file.csv", count: 1 }]);
  });

  it("keeps a row that differs from the only column name in case or spaces", async () => {
    expect(cellsAndLines(await read("query\nQuery\nquery \n"))).toEqual([
      ["Query", 2],
      ["query ", 3],
    ]);
  });

  it("skips a second line that names the delimiter", async () => {
    expect(cellsAndLines(await read("sep=;\na;b\n1;2\nsep=;\na;b\n3;4\n"))).toEqual([
      ["1", "2", 3],
      ["3", "4", 6],
    ]);
  });

  it("skips rows that have only a row number, or NA in all cells", async () => {
    expect(cellsAndLines(await read(",a,b\n0,x,1\n1,,\n2,NA,NA\n3,y,2\n"))).toEqual([
      ["0", "x", "1", 2],
      ["3", "y", "2", 5],
    ]);
    expect(cellsAndLines(await read("a,b\nNA,NA\nNA,1\n"))).toEqual([["NA", "1", 3]]);
  });

  it("keeps a number as it is if its comma may separate thousands", async () => {
    expect(cellsAndLines(await read("a;size\nx;1,234\ny;999\nz;12,345,678\n"))[0]).toEqual(["x", "1,234", 2]);
    expect(cellsAndLines(await read("a;size\nx;1,234\ny;0,5\n"))[0]).toEqual(["x", "1.234", 2]);
  });

  it("skips rows with the missing value of pandas in all cells", async () => {
    expect(cellsAndLines(await read("a,b\nNaN,NaN\nnan,nan\nnan,NA\nnull,null\n"))).toEqual([
      ["nan", "NA", 4],
      ["null", "null", 5],
    ]);
  });

  it("recommends row.names = FALSE if row names of R do not count from 1", async () => {
    await expect(read("a,b\n3,x,1\n7,y,2\n")).rejects.toThrow("If R wrote it, pass row.names = FALSE.");
    await expect(read("a,b\nx,y,z\n")).rejects.toThrow(/or complete the row\.$/);
  });

  // write.table(data, "file.tsv", sep = "\t")
  it("reads row names of R, although their column has no name", async () => {
    const rows = await read('"query"\t"rank"\n"1"\t"a"\t1\n"2"\t"b"\t1\n');
    expect(rows.map(({ names }) => names)).toEqual([
      ["", "query", "rank"],
      ["", "query", "rank"],
    ]);
    expect(rows.map(({ cells }) => cells)).toEqual([
      ["1", "a", "1"],
      ["2", "b", "1"],
    ]);
    await expect(read("query,title\n1,a,b\n3,c,d\n")).rejects.toMatchObject({ code: "INVALID_ROW" });
  });

  it("accepts a row without the cells of unneeded columns", async () => {
    const needs = (name: string) => name === "a";
    expect((await read("a,b\n1\n", { needs }))[0]?.cells).toEqual(["1", ""]);
    await expect(read("b,a\n1\n", { needs })).rejects.toMatchObject({ code: "INVALID_ROW" });
  });

  it("rejects an unclosed quote before memory runs out", async () => {
    async function* endless(): AsyncIterable<string> {
      yield 'a,b\n1,2\n3,"';
      for (;;) yield "never closed\n".repeat(10_000);
    }
    const reading = readDelimited(endless(), "file.csv", {}, () => {});
    await expect(reading).rejects.toMatchObject({ code: "INVALID_FORMAT", details: { line: 3 } });
    await expect(reading).rejects.toThrow("never closed");
  });

  it("throws errors of the input and of the receiver unchanged", async () => {
    async function* failing(): AsyncIterable<string> {
      yield "a,b\n1,2\n";
      throw new Error("the disk is gone");
    }
    const options = {};
    await expect(readDelimited(failing(), "f", options, () => {})).rejects.toThrow("the disk is gone");
    const refuse = () => {
      throw new Error("no more rows");
    };
    await expect(readDelimited(inPieces("a,b\n1,2\n"), "f", options, refuse)).rejects.toThrow("no more rows");
  });
});
