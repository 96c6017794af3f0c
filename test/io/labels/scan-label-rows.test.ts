import { createHash } from "node:crypto";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type LabelRow, type LabelRowsOptions, scanLabelRows } from "../../../src/io/labels/scan-label-rows.ts";
import { temporaryFolder } from "../../support/run-cli.ts";

const labels =
  'engine,query,rank,id,title,label\na,heat,0,d1,Heat transfer,5\na,heat,1,,"Blades, cooled",\nb,wings,0,d2,Flutter,0\n';

async function scan(text: string, options: Partial<LabelRowsOptions> = {}) {
  const path = join(temporaryFolder({ "labels.csv": text }), "labels.csv");
  const rows: unknown[][] = [];
  const seen = new Set<LabelRow>();
  const found = await scanLabelRows(path, { further: ["label"], byEngine: true, ...options }, (row) => {
    seen.add(row);
    rows.push([row.line, row.engine, row.query, row.rank, row.title, row.cell("label"), row.cell("origin")]);
  });
  return { ...found, rows, objects: seen.size };
}

describe("scanLabelRows", () => {
  it("gives row after row, in one object", async () => {
    const { rows, objects } = await scan(labels);
    expect(rows).toEqual([
      [2, "a", "heat", 0, "Heat transfer", "5", ""],
      [3, "a", "heat", 1, "Blades, cooled", "", ""],
      [4, "b", "wings", 0, "Flutter", "0", ""],
    ]);
    expect(objects).toBe(1);
  });

  it("says which columns there are, and what the file is", async () => {
    const found = await scan(labels, { further: ["label", "origin"] });
    expect(found).toMatchObject({ titleColumn: "title", idColumn: "id", further: ["label"] });
    expect(found.sha256).toBe(createHash("sha256").update(labels).digest("hex"));
  });

  it("takes engines of several references for a column as any other", async () => {
    // The same query and rank twice, as two references were fused: no two engines.
    const text = "engine,query,rank,title,label\nx,heat,0,One,5\ny,heat,1,Two,2.5\n";
    const { rows } = await scan(text, { byEngine: false });
    expect(rows.map(([, engine]) => engine)).toEqual(["", ""]);
  });

  it("takes the id of a query for its name where there is no text", async () => {
    const { rows } = await scan("query_id,rank,title,label\nq7,0,One,5\n");
    expect(rows).toEqual([[2, "", "q7", 0, "One", "5", ""]]);
  });

  it.each([
    ["ranks", "query,title,label\nheat,One,5\n", /column "rank" is missing \(line 1 has: query, title, label\)/],
    ["labels", "query,rank,title\nheat,0,One\n", /column "label" is missing \(line 1 has: query, rank, title\)/],
  ])("says what there is in a file without %s", async (_, text, message) => {
    await expect(scan(text)).rejects.toMatchObject({
      ...{ code: "MISSING_COLUMN", message: expect.stringMatching(message) },
    });
  });

  it("names the line of a rank that is none", async () => {
    await expect(scan(`${labels}b,wings,first,d3,Slots,0\n`)).rejects.toMatchObject({
      ...{ code: "INVALID_RANK", message: expect.stringMatching(/first/) },
    });
  });
});
