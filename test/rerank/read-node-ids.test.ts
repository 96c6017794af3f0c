import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readNodeIds } from "../../src/rerank/read-features.ts";
import { temporaryFolder } from "../support/run-cli.ts";

const read = (text: string, column: string | null = null, name = "nodes.csv") =>
  readNodeIds(join(temporaryFolder({ [name]: text }), name), column);

describe("readNodeIds", () => {
  it("returns each document once, in order of first appearance", async () => {
    const { ids, file } = await read("rank,id\n1,b\n2,a\n1,b\n");
    expect(ids).toEqual(["b", "a"]);
    expect(file).toMatchObject({ format: "csv", rows: 3 });
  });

  it("warns about rows without an id", async () => {
    const { ids, warnings } = await read("id,title\na,x\n,y\n ,z\n");
    expect(ids).toEqual(["a"]);
    expect(warnings).toEqual([
      expect.objectContaining({ kind: "rows-without-id", count: 2, examples: ["line 3", "line 4"] }),
    ]);
  });

  it("reads ids from the requested column, and from JSON Lines", async () => {
    expect((await read("id,paper\na,p1\n", "paper")).ids).toEqual(["p1"]);
    expect((await read('{"_id":"a"}\n{"_id":7}\n', null, "nodes.jsonl")).ids).toEqual(["a", "7"]);
  });

  it("reads the ids of a folder that label wrote", async () => {
    const folder = temporaryFolder({ "manifest.json": "{}", "labels.csv": "engine,query,id\ne,q,a\ne,q,b\n" });
    expect((await readNodeIds(folder, null)).ids).toEqual(["a", "b"]);
  });

  it.each([
    { name: "no column of ids", text: "title,rank\nx,1\n" },
    { name: "labels without ids", text: "engine,id\ne,\ne,\n" },
  ])("refuses a table without ids: $name", async ({ text }) => {
    await expect(read(text)).rejects.toMatchObject({ code: "MISSING_COLUMN" });
  });
});
