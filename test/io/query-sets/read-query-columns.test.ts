/** Are the columns for segments and weights read from queries files? */
import { describe, expect, it } from "vitest";
import { readQueryColumns } from "../../../src/io/query-sets/read-pairs.ts";
import { fileWith } from "../../support/judged-rows.ts";

async function read(text: string, wanted: readonly string[]) {
  const { ids, texts, lines, columns } = await readQueryColumns(fileWith(text), wanted);
  return { ids, texts, lines: [...lines], columns: Object.fromEntries(columns) };
}

describe("readQueryColumns", () => {
  it.each([
    ["TSV", "query_id\tquery\tkind\tvisits\nq1\tred apples\tfruit\t10\nq2\tcars\t\t2.5\n"],
    ["CSV with other names", 'visits,QID,Keyword,note,Kind\n10,q1,red apples,"a, b",fruit\n2.5,q2,cars,,\n'],
    ["BEIR's column names", "_id,text,kind,visits\nq1,red apples,fruit,10\nq2,cars,,2.5\n"],
    ["ids named id", "id;query;kind;visits\nq1;red apples;fruit;10\nq2;cars;;2.5\n"],
  ])("reads %s", async (_, text) => {
    expect(await read(text, ["kind", "visits"])).toEqual({
      ids: ["q1", "q2"],
      texts: ["red apples", "cars"],
      lines: [2, 3],
      columns: { kind: ["fruit", ""], visits: ["10", "2.5"] },
    });
  });

  it("reads JSONL even if a query lacks a column", async () => {
    const text = '{"_id":"q1","text":"red apples","kind":"fruit"}\n{"_id":"q2","text":"cars"}\n';
    expect(await read(text, ["kind"])).toMatchObject({ ids: ["q1", "q2"], columns: { kind: ["fruit", ""] } });
  });

  it("returns columns under the requested names", async () => {
    const { columns } = await read("qid,Query Kind\nq1,fruit\n", ["query_kind"]);
    expect(columns).toEqual({ query_kind: ["fruit"] });
  });

  it("accepts a file with only ids or only texts, and a column that is requested twice", async () => {
    expect(await read("qid,kind\nq1,a\n", ["kind"])).toMatchObject({ ids: ["q1"], texts: null });
    expect(await read("kind,query\na,red apples\n", ["kind"])).toMatchObject({ ids: null, texts: ["red apples"] });
    expect((await read("qid,kind\nq1,a\n", ["kind", "kind"])).columns).toEqual({ kind: ["a"] });
  });

  it("prefers a query id to any other id", async () => {
    expect(await read("id,query_id,kind\nx,q1,a\n", ["kind"])).toMatchObject({ ids: ["q1"] });
    expect(await read("doc_id,id,query,kind\nx,q1,pears,a\n", ["kind"])).toMatchObject({ ids: ["q1"] });
  });

  describe("readQueryColumns with invalid files", () => {
    it("names a missing column", async () => {
      const path = fileWith("qid,query,kind\nq1,a,b\n");
      const reading = readQueryColumns(path, ["kind", "visits"]);
      await expect(reading).rejects.toMatchObject({
        code: "MISSING_COLUMN",
        details: { file: path, missing: ["visits"] },
      });
      await expect(reading).rejects.toThrow(/column "visits" is missing/);
    });

    it("requires ids or texts of the queries", async () => {
      const reading = readQueryColumns(fileWith("kind,visits\na,b\n"), ["kind"]);
      await expect(reading).rejects.toMatchObject({ code: "MISSING_COLUMN", details: { missing: [] } });
      await expect(reading).rejects.toThrow("query ids or texts");
    });

    it("names only the first columns if there are very many", async () => {
      const names = Array.from({ length: 10_000 }, (_, place) => `column ${place}`);
      const error = await readQueryColumns(fileWith(`query,${names}\nq${",".repeat(10_000)}\n`), ["kind"]).catch(
        String,
      );
      expect(error).toMatch(/line 1 has: query, column 0, column 1, .*… and more, 10001 in all\)/);
      expect(String(error).length).toBeLessThan(900);
    });

    it("does not treat the first row as column names if the file has only pairs", async () => {
      const reading = readQueryColumns(fileWith("q1\tred apples\nq2\tcars\n"), ["kind"]);
      await expect(reading).rejects.toMatchObject({ code: "MISSING_COLUMN", details: { missing: ["kind"] } });
    });

    it("reports a missing file", async () => {
      await expect(readQueryColumns("nowhere.tsv", ["kind"])).rejects.toMatchObject({ code: "FILE_NOT_FOUND" });
    });
  });
});
