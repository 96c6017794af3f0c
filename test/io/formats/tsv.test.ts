/** Are tabs told from commas, and quotes left alone? */
import { describe, expect, it } from "vitest";
import { tsv } from "../../../src/io/formats/tsv.ts";
import { inLines, inPieces, rowGatherer } from "../pieces.ts";

describe("tsv", () => {
  it.each([
    ["a\tb\n", true],
    ["\n\na\tb,c\td\n", true],
    ["a\tb,c\n", true],
    ["a\tb,c,d\n", false],
    ["a,b\nc\td\n", false],
    ["a\n", false],
    ["", false],
  ])("%j: %s", (head, isTsv) => {
    expect(tsv.detect(head)).toBe(isTsv);
  });

  it.each([
    ["names in quotes", '"a"\t"b"\n1\t"2 ""x"""\n', ["1", '2 "x"']],
    ["a cell in quotes", 'a\tb\n\n1\t"2 ""x"""\n', ["1", '2 "x"']],
    ["a cell that only begins so", 'a\tb\n1\t"2" x\n', ["1", '"2" x']],
    ["a cell with quotes at both ends", 'a\tb\n1\t"2" and "x"\n', ["1", '"2" and "x"']],
    ["a later cell in quotes", 'a\tb\n1\t2\n1\t"2"\n', ["1", "2"]],
  ])("reads the quotes of a spreadsheet's export: %s", async (_, text, cells) => {
    const { rows, onRow } = rowGatherer();
    await tsv.read(inPieces(text), "file.tsv", () => true, onRow);
    expect(rows[0]?.cells).toEqual(cells);
  });

  it("reads quotes and commas as they are", async () => {
    const { rows, onRow } = rowGatherer();
    await tsv.read(inLines('a\tb\n"1\t2,"\r\n\t\n'), "file.tsv", () => true, onRow);
    expect(rows.map(({ cells, line }) => [...cells, line])).toEqual([
      ['"1', '2,"', 2],
      ["", "", 3],
    ]);
  });
});
