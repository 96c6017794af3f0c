/** Are commas and semicolons distinguished by the column names? */
import { describe, expect, it } from "vitest";
import { csv } from "../../../../src/io/tables/read-csv.ts";
import { inPieces, rowGatherer } from "../../pieces.ts";

async function cellsOf(text: string): Promise<(readonly string[])[]> {
  const { rows, onRow } = rowGatherer();
  await csv.read(inPieces(text, 1000), "file.csv", () => true, onRow);
  return rows.map(({ cells }) => cells);
}

describe("csv", () => {
  it("reads commas as delimiters if cells contain semicolons", async () => {
    expect(await cellsOf("a,b\n1;x,2\n")).toEqual([["1;x", "2"]]);
    expect(await cellsOf("a;x,b\n1,2\n")).toEqual([["1", "2"]]);
  });

  it("reads semicolons as delimiters if cells contain commas", async () => {
    expect(await cellsOf('\na;b\nx,5;"2;5"\n')).toEqual([["x,5", "2;5"]]);
  });

  it("reads decimal commas in columns of numbers, but not in columns of names", async () => {
    expect(await cellsOf("id;value\n1,5;2,5\n3;4\n")).toEqual([
      ["1,5", "2.5"],
      ["3", "4"],
    ]);
    expect(await cellsOf("id;value\n1;2,5\n3;x\n")).toEqual([
      ["1", "2,5"],
      ["3", "x"],
    ]);
  });

  it("uses the delimiter that is more frequent outside quotes", async () => {
    expect(await cellsOf("a;b, or c;d\n1;2;3\n")).toEqual([["1", "2", "3"]]);
    expect(await cellsOf('"a;b;c",d\n1,2\n')).toEqual([["1", "2"]]);
  });

  it("reads a single column", async () => {
    expect(await cellsOf("title\nA title; with more\n")).toEqual([["A title; with more"]]);
  });

  it("accepts any text, because csv is the last format that is tried", () => {
    expect(csv.detect("anything")).toBe(true);
  });
});
