import { describe, expect, it, test } from "vitest";
import { idNames, missingFeatureColumn, numberOf, readFeatures } from "../../src/rerank/read-features.ts";
import { fileWith } from "../support/judged-rows.ts";

const nothing = Number.NaN;
const read = (content: string) => readFeatures(fileWith(content, "features.csv"));
const columnsOf = async (content: string) =>
  Object.fromEntries([...(await read(content)).columns].map(([name, values]) => [name, [...values]]));

describe("readFeatures", () => {
  it("reads every column that contains a number, except the ids", async () => {
    const content = "id,degree,venue,katz\na,1,x,0.5\nb,,y,-inf\nc,text,z,1e-3\n";
    const found = await read(content);
    expect(await columnsOf(content)).toEqual({ degree: [1, nothing, nothing], katz: [0.5, -Infinity, 0.001] });
    expect(found).toMatchObject({
      ids: ["a", "b", "c"],
      rows: [0, 1, 2],
      skipped: ["venue"],
      warnings: [],
    });
    expect(found.file).toMatchObject({ format: "csv", rows: 3, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
  });

  it("keeps the first row of each id, counts repeated ids, and keeps all rows without an id", async () => {
    const found = await read("degree,id\n1,a\n2,\n3,a\n4,b\n5,\n6,b\n7,b\n");
    expect([...(found.columns.get("degree") ?? [])]).toEqual([1, 2, 4, 5]);
    expect(found.ids).toEqual(["a", "", "b", ""]);
    expect(found.warnings).toEqual([
      { kind: "repeated-ids", source: expect.stringContaining("features.csv"), count: 3, examples: ["a", "b", "b"] },
    ]);
  });

  test.each(["id", "_id", "doc_id", "Document ID", "docno", "DOI"])(
    "reads ids from a column named %s",
    async (name) => {
      expect(await read(`degree,${name}\n1,a\n`)).toMatchObject({ ids: ["a"] });
    },
  );

  it("returns null as ids if there is no column of ids, and keeps every row", async () => {
    expect(await read("degree,venue\n1,x\n1,x\n")).toMatchObject({ ids: null, rows: [0, 1] });
  });

  it("skips a column without a finite number", async () => {
    expect((await read("id,a,b\nx,inf,\ny,nan,\n")).skipped).toEqual(["a", "b"]);
  });

  it("reads tables separated by tabs", async () => {
    expect(await columnsOf("id\tdegree\na\t3\n")).toEqual({ degree: [3] });
  });

  it("refuses a missing file", async () => {
    await expect(readFeatures("nowhere.csv")).rejects.toMatchObject({ code: "FILE_NOT_FOUND" });
  });
});

describe("idNames", () => {
  it("contains each name once", () => {
    expect(new Set(idNames).size).toBe(idNames.length);
  });
});

describe("numberOf", () => {
  test.each([
    ["1", 1],
    [" -2.5 ", -2.5],
    ["+.5", 0.5],
    ["3.", 3],
    ["1E3", 1000],
    ["1e400", Number.POSITIVE_INFINITY],
    ["Infinity", Number.POSITIVE_INFINITY],
    ["-INF", Number.NEGATIVE_INFINITY],
    ["", nothing],
    ["1,5", nothing],
    ["0x10", nothing],
    ["NaN", nothing],
    ["1 2", nothing],
    ["infinite", nothing],
  ])("reads %j as %d", (cell, number) => {
    expect(numberOf(cell)).toBe(number);
  });
});

describe("missingFeatureColumn", () => {
  it("names the missing column and the existing columns, and ends with the given advice", async () => {
    const { table } = await read("degree,venue\n1,x\n");
    expect(missingFeatureColumn(table, "id", "Give one.")).toMatchObject({
      code: "MISSING_COLUMN",
      message: expect.stringMatching(
        /features\.csv: column "id" is missing \(line 1 has: degree, venue\)\. Give one\.$/,
      ),
    });
  });
});
