import { createHash } from "node:crypto";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type LabelRow, labelCell, readLabelRows, scanLabelRows } from "../../../src/io/labels/label-tables.ts";
import { temporaryFolder } from "../../support/run-cli.ts";

const labels =
  'engine,query,rank,id,title,label\na,heat,0,d1,Heat transfer,5\na,heat,1,,"Blades, cooled",\nb,wings,0,d2,Flutter,0\n';

const guardedManifest = JSON.stringify({ schema: "semqrel.manifest/1", options: { spreadsheetSafe: true } });

function fileWith(text: string, isGuarded = false): string {
  const manifest = isGuarded ? { "manifest.json": guardedManifest } : {};
  return join(temporaryFolder({ "labels.csv": text, ...manifest }), "labels.csv");
}

async function scan(text: string, kind: "labels" | "reference" = "labels") {
  const rows: unknown[][] = [];
  const seen = new Set<LabelRow>();
  const found = await scanLabelRows(fileWith(text), kind, (row) => {
    seen.add(row);
    rows.push([row.line, row.engine, row.query, row.rank, row.title, row.cell("label"), row.cell("origin")]);
  });
  return { ...found, rows, objects: seen.size };
}

/** The rows and the description of the file that a reader returns. */
async function rowsBy(read: typeof readLabelRows | typeof scanLabelRows, path: string) {
  const rows: unknown[] = [];
  const { file, hasIds, further } = await read(path, "labels", (row) => {
    const { line, engine, query, rank, title, id } = row;
    rows.push({ line, engine, query, rank, title, id, label: row.cell("label"), origin: row.cell("origin") });
  });
  return { rows, file, hasIds, further };
}

describe("scanLabelRows", () => {
  it("passes all rows to the caller in the same object", async () => {
    const { rows, objects } = await scan(labels);
    expect(rows).toEqual([
      [2, "a", "heat", 0, "Heat transfer", "5", ""],
      [3, "a", "heat", 1, "Blades, cooled", "", ""],
      [4, "b", "wings", 0, "Flutter", "0", ""],
    ]);
    expect(objects).toBe(1);
  });

  it("returns the columns and a description of the file", async () => {
    const found = await scan(labels);
    expect(found).toMatchObject({ hasIds: true, further: ["label"], file: { format: "csv", rows: 3 } });
    expect(found.file.sha256).toBe(createHash("sha256").update(labels).digest("hex"));
  });

  it("ignores the engine column of a reference", async () => {
    // The same query and rank twice, from two fused references, not from two engines.
    const text = "engine,query,rank,title,label\nx,heat,0,One,5\ny,heat,1,Two,2.5\n";
    const { rows } = await scan(text, "reference");
    expect(rows.map(([, engine]) => engine)).toEqual(["labels", "labels"]);
  });

  it("uses the id of a query as its name if there is no text", async () => {
    const { rows } = await scan("query_id,rank,title,label\nq7,0,One,5\n");
    expect(rows).toEqual([[2, "labels", "q7", 0, "One", "5", ""]]);
  });

  it.each([
    ["ranks", "query,title,label\nheat,One,5\n", /column "rank" is missing \(line 1 has: query, title, label\)/],
    ["labels", "query,rank,title\nheat,0,One\n", /column "label" is missing \(line 1 has: query, rank, title\)/],
  ])("rejects a file without %s, and names its columns", async (_, text, message) => {
    await expect(scan(text)).rejects.toMatchObject({
      ...{ code: "MISSING_COLUMN", message: expect.stringMatching(message) },
    });
  });

  it("rejects an invalid rank and quotes it", async () => {
    await expect(scan(`${labels}b,wings,first,d3,Slots,0\n`)).rejects.toMatchObject({
      ...{ code: "INVALID_RANK", message: expect.stringMatching(/first/) },
    });
  });

  it("returns a function that reads the texts of given rows after the scan", async () => {
    const path = fileWith(labels.replace("Heat", "'=Heat"), true);
    const { textsAt } = await scanLabelRows(path, "labels", () => {});
    const texts: unknown[] = [];
    await textsAt(Int32Array.of(2, 3), (...text) => texts.push(text));
    expect(texts).toEqual([
      [0, "=Heat transfer", "d1"],
      [1, "Blades, cooled", ""],
    ]);
  });
});

describe("readLabelRows", () => {
  it("returns the same rows and description as scanLabelRows", async () => {
    const guarded = labels.replace("Heat", "'=Heat").replaceAll("heat", "'-heat").replace("d1", "'@d1");
    for (const [text, isGuarded] of [
      [labels, false],
      [guarded, false],
      [guarded, true],
      ["query_id,rank,title,label\nq7,0,One,5\n", false],
    ] as const) {
      const path = fileWith(text, isGuarded);
      expect(await rowsBy(readLabelRows, path)).toEqual(await rowsBy(scanLabelRows, path));
    }
  });

  it("uses the order of rows if there are no ranks", async () => {
    const path = fileWith("query,title,label\nheat,One,5\nheat,Two,\n");
    expect((await rowsBy(readLabelRows, path)).rows).toMatchObject([
      { engine: "labels", rank: 0, label: "5" },
      { engine: "labels", rank: 1, label: "" },
    ]);
  });

  it("rejects a file without labels, and names its columns", async () => {
    await expect(rowsBy(readLabelRows, fileWith("query,title,labels\nheat,One,5\n"))).rejects.toMatchObject({
      code: "MISSING_COLUMN",
      message: expect.stringMatching(
        /column "label" is missing \(line 1 has: query, title, labels\)\. Did you mean "labels"\?/,
      ),
    });
  });
});

describe("labelCell", () => {
  it.each([
    ["5", 5],
    ["0", 0],
    ["1.25", 1.25],
    ["1e-3", 0.001],
    ["", Number.NaN],
  ])("reads %j", (cell, label) => {
    expect(labelCell(cell, "labels.csv", 2)).toBe(label);
  });

  it.each([
    ["-0.5", /negative\. Labels are 0 or more/],
    ["high", /"high"/],
    ["1,5", /"1,5"/],
  ])("rejects %j, and names the file and the line", (cell, why) => {
    expect(() => labelCell(cell, "labels.csv", 7)).toThrow(
      expect.objectContaining({ code: "INVALID_ROW", message: expect.stringMatching(why) }),
    );
    expect(() => labelCell(cell, "labels.csv", 7)).toThrow(/labels\.csv.*7/);
  });
});
