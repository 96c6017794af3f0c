/** Are tabs told from commas, and quotes left alone? */
import { describe, expect, it } from "vitest";
import { tsv } from "../../../src/io/formats/tsv.ts";
import { inLines, rowGatherer } from "../pieces.ts";

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

  it("reads quotes and commas as they are", async () => {
    const { rows, onRow } = rowGatherer();
    await tsv.read(inLines('a\tb\n"1\t2,"\r\n\t\n'), "file.tsv", () => true, onRow);
    expect(rows.map(({ cells, line }) => [...cells, line])).toEqual([
      ['"1', '2,"', 2],
      ["", "", 3],
    ]);
  });
});
