/** Are tabs distinguished from commas, and quotes kept? */
import { describe, expect, it } from "vitest";
import { tsv } from "../../../../src/io/tables/read-csv.ts";
import { inLines, inPieces, rowGatherer } from "../../pieces.ts";

describe("tsv", () => {
  it.each([
    ["a\tb\n", true],
    ["\n\na\tb,c\td\n", true],
    ["a\tb,c\n", true],
    ["a\tb,c,d\n", false],
    ["a,b\nc\td\n", false],
    ["a\n", false],
    ["", false],
  ])("is recognised in %j: %s", (head, isTsv) => {
    expect(tsv.detect(head)).toBe(isTsv);
  });

  it.each([
    ["quoted names", '"a"\t"b"\n1\t"2 ""x"""\n', ["1", '2 "x"']],
    ["a quoted cell", 'a\tb\n\n1\t"2 ""x"""\n', ["1", '2 "x"']],
    ["a cell that only begins with quoted text", 'a\tb\n1\t"2" x\n', ["1", '"2" x']],
    ["a cell with quotes at both ends", 'a\tb\n1\t"2" and "x"\n', ["1", '"2" and "x"']],
    ["a later cell in quotes", 'a\tb\n1\t2\n1\t"2"\n', ["1", "2"]],
  ])("reads quotes in a spreadsheet's export: %s", async (_, text, cells) => {
    const { rows, onRow } = rowGatherer();
    await tsv.read(inPieces(text), "file.tsv", () => true, onRow);
    expect(rows[0]?.cells).toEqual(cells);
  });

  it.each([
    ["a comma, as Excel quotes it", 'a\tb\n1\tplain\n2\tmore\n3\t"tea, coffee"\n', "tea, coffee"],
    ["quotes", 'a\tb\n1\tplain, with a comma\n2\tmore\n3\t"the ""good"" tea"\n', 'the "good" tea'],
    ["a tab", 'a\tb\n1\tplain\n2\tmore\n3\t"tea\tcoffee"\n', "tea\tcoffee"],
    ["no need, because every row has one", 'a\tb\n1\t"plain"\n2\t"more"\n3\t"tea"\n', "tea"],
    ["a comma that other cells have without quotes", 'a\tb\n1\tplain, and\n2\tmore\n3\t"tea, no"\n', '"tea, no"'],
    ["no need", 'a\tb\n1\t"plain"\n2\tmore\n3\t"tea"\n', '"tea"'],
    ["no end at its last quote", 'a\tb\n1\t"What is it?"\n2\t"tea, coffee"\n3\t"Bat" and more\n', '"Bat" and more'],
  ])("decides from all rows whether quotes enclose a cell: the last one has %s", async (_, text, last) => {
    for (const written of [text, text.trimEnd(), text.replaceAll("\n", "\r\n")]) {
      const { rows, onRow } = rowGatherer();
      await tsv.read(inPieces(written), "file.tsv", () => true, onRow);
      expect(rows.map(({ cells }) => cells[1]).at(-1)).toBe(last);
    }
  });

  it("recognises quotes although the examined beginning ends inside a quoted cell", async () => {
    const { rows, onRow } = rowGatherer();
    const row = '1\t"the ""good"" tea, again"\n';
    await tsv.read(inPieces(`a\tb\n2\tplain\n${row.repeat(3000)}`), "file.tsv", () => true, onRow);
    expect(new Set(rows.slice(1).map(({ cells }) => cells[1]))).toEqual(new Set(['the "good" tea, again']));
  });

  it("reads a title with line breaks from Excel, even if no earlier row has quotes", async () => {
    const { rows, onRow } = rowGatherer();
    const text = 'a\tb\r\n1\tplain\r\n2\t"one\nand ""another"""\r\n3\t"last"\r\n';
    await tsv.read(inPieces(text), "file.tsv", () => true, onRow);
    expect(rows.map(({ cells, line }) => [...cells, line])).toEqual([
      ["1", "plain", 2],
      ["2", 'one\nand "another"', 3],
      ["3", "last", 5],
    ]);
  });

  it("does not combine a quote in one row with a quote in the next", async () => {
    const { rows, onRow } = rowGatherer();
    await tsv.read(inPieces('a\tb\n1\t"Good\n2\tEnough"\n'), "file.tsv", () => true, onRow);
    expect(rows.map(({ cells }) => [...cells])).toEqual([
      ["1", '"Good'],
      ["2", 'Enough"'],
    ]);
  });

  it("recommends removing tabs, not adding quotes, if quotes are ordinary characters", async () => {
    const reading = tsv.read(
      inPieces("a\tb\n1\n"),
      "file.tsv",
      () => true,
      () => {},
    );
    await expect(reading).rejects.toThrow(
      "file.tsv:2: the row has 1 cell, too few for 2 columns (a, b). Remove tabs and line breaks from its cells, or",
    );
  });

  it("keeps quotes and commas unchanged", async () => {
    const { rows, onRow } = rowGatherer();
    await tsv.read(inLines('a\tb\n"1\t2,"\r\n\t\n'), "file.tsv", () => true, onRow);
    expect(rows.map(({ cells, line }) => [...cells, line])).toEqual([['"1', '2,"', 2]]);
  });
});
