/** Are tables and saved responses read as runs? */

import { describe, expect, it } from "vitest";
import { makeNames } from "../../../src/core/titles/name-table.ts";
import { readRuns } from "../../../src/io/runs/read-run.ts";
import { tableRunsWriter } from "../../../src/io/runs/run-formats.ts";
import { examples, fileWith, plainly, readRunRows, runOf, textOf } from "../../support/judged-rows.ts";

describe("tableRun", () => {
  it("reads PyTerrier's results by docno and score", async () => {
    expect(await readRunRows(`${examples}pyterrier.csv`)).toEqual({
      format: "csv",
      runs: [
        {
          name: "pyterrier",
          rows: [
            { query: "1", queryText: "red apples", document: "d12", score: 9.5 },
            { query: "1", queryText: "red apples", document: "d7", score: 8.25 },
          ],
        },
      ],
    });
  });

  it.each(["\t", ","])("reads a TREC run with column names, separated by %j", async (separator) => {
    const text = "qid Q0 docno rank score tag\nq1 Q0 d1 1 2.5 t\n".replaceAll(" ", separator);
    const { runs } = await readRunRows(fileWith(text, "own.txt"));
    expect(runs).toEqual([{ name: "own", rows: [{ query: "q1", document: "d1", score: 2.5 }] }]);
  });

  it("uses the id of the document instead of the id of the row, and warns", async () => {
    const path = fileWith("id,query_id,doc_id,score\n1,a,d1,2\n2,a,d2,1\n");
    expect((await readRunRows(path)).runs[0]?.rows.map(({ document }) => document)).toEqual(["d1", "d2"]);
    const { runs } = await readRuns({ path, engine: null }, makeNames(), null);
    expect(runs[0]?.warnings).toEqual([
      expect.objectContaining({ kind: "two-columns-for-role", role: "id", used: "doc_id", ignored: ["id"] }),
    ]);
  });

  it("uses a column of documents as ids if its cells look like ids", async () => {
    expect((await readRunRows(fileWith("query,document,score\na,d1,2\na,d2,1\n"))).runs[0]?.rows).toEqual([
      { query: "a", document: "d1", score: 2 },
      { query: "a", document: "d2", score: 1 },
    ]);
  });

  it.each([
    ["csv", "query,rank,id\na,1,x\na,2,y\n"],
    ["tsv", "query\tposition\tdoc_id\na\t1\tx\na\t2\ty\n"],
    ["jsonl", '{"query":"a","rank":1,"id":"x"}\n{"query":"a","rank":2,"id":"y"}\n'],
    ["csv", "query,rank,score,id\na,1,5,x\na,2,,y\n"],
  ])("uses ranks if scores are missing: %s %j", async (format, text) => {
    expect(await readRunRows(fileWith(text))).toEqual({
      format,
      runs: [
        {
          name: "input",
          rows: [
            { query: "a", document: "x", score: -1 },
            { query: "a", document: "y", score: -2 },
          ],
        },
      ],
    });
  });

  it("returns one run per engine", async () => {
    const { runs } = await readRunRows(fileWith("engine,query,id,score\none,a,x,2\ntwo,a,y,1\none,b,x,0.5\n"));
    expect(runs.map(({ name, rows }) => [name, rows.map(({ document, score }) => [document, score])])).toEqual([
      [
        "one",
        [
          ["x", 2],
          ["x", 0.5],
        ],
      ],
      ["two", [["y", 1]]],
    ]);
  });

  it.each([
    ["run", "query,rank,id,run\na,1,x,one\na,2,y,one\na,1,y,two\n"],
    ["model_name", "query,rank,id,model_name\na,1,x,one\na,2,y,one\na,1,y,two\n"],
    ["pipeline", "query,id,score,pipeline\na,x,2,one\na,y,1,one\na,y,5,two\n"],
  ])("returns one run per value in the column %s if the runs repeat a rank or an id", async (column, text) => {
    const { runs } = await readRuns({ path: fileWith(text), engine: null }, makeNames(), null);
    expect(runs.map(({ name, documents }) => [name, documents.length])).toEqual([
      ["one", 2],
      ["two", 1],
    ]);
    expect(runs[0]?.warnings).toMatchObject([{ kind: "columns-guessed", columns: [{ role: "engine", column }] }]);
  });

  it("returns one run for names that differ only in white space or invisible characters", async () => {
    const { runs } = await readRunRows(fileWith("engine,query,id,score\none ,a,x,2\none,b,y,1\no\u200bne,c,z,1\n"));
    expect(runs.map(({ name, rows }) => [name, rows.length])).toEqual([["one", 3]]);
  });

  it("returns one run if a column called System is nearly empty, and so has no engines", async () => {
    const { runs } = await readRunRows(fileWith("query,rank,id,System\na,1,x,iOS\na,2,y,\n"));
    expect(runs.map(({ rows }) => rows.length)).toEqual([2]);
  });

  it("names the column of an empty query, and how to join files without queries", async () => {
    const text = (name: string) => fileWith(`id,title,rank,${name}\nx,Tea,1,\n`);
    await expect(readRunRows(text("Keywords"))).rejects.toThrow(
      'the row has no query: its cell in column "Keywords" is empty. Fill in the cell. If each file has one query, join them with semqrel convert --join.',
    );
    await expect(readRunRows(text("query"))).rejects.toThrow(/column "query" is empty. Fill in the cell\.$/);
  });

  it("does not warn about the column of DOIs that is added to bibliographic references", async () => {
    const path = fileWith("PMID- 1\nTI  - Pears\nLID - 10.1/x [doi]\n");
    const { runs } = await readRuns({ path, engine: null }, makeNames(), null);
    expect(runs[0]?.warnings ?? []).toEqual([]);
  });

  it("returns one run if a column such as model or run has a different value in each row", async () => {
    const products = "query,rank,id,model\na,1,x,A1\na,1,y,B2\na,2,z,C3\na,2,w,D4\n";
    expect((await readRunRows(fileWith(products))).runs).toHaveLength(1);
    const { runs } = await readRunRows(fileWith("query,rank,id,run\na,1,x,one\na,2,y,two\n"));
    expect(runs.map(({ rows }) => rows.length)).toEqual([2]);
  });

  // The hits of a response are in the engine's order, whatever their scores are.
  it("reads a saved response in the order of its hits", async () => {
    const response = {
      query: "fender",
      took: 3,
      hits: {
        hits: [
          { _id: "1", _score: null, _source: { title: "Bass" } },
          { _id: "2", _score: 7, _source: { title: "Amp" } },
        ],
      },
    };
    const { runs, format } = await readRunRows(fileWith(JSON.stringify(response)));
    expect(format).toBe("elasticsearch");
    expect(runs[0]?.rows.map(({ query, document }) => [query, document])).toEqual([
      ["fender", "1"],
      ["fender", "2"],
    ]);
    expect(runs[0]?.rows[0]?.score).toBeGreaterThan(runs[0]?.rows[1]?.score ?? 0);
  });

  it("keeps the scores of a response if its hits are in descending order of scores, and counts other scores", async () => {
    const hits = (...scores: readonly (number | null)[]) => ({
      took: 1,
      hits: { hits: scores.map((score, place) => ({ _id: `d${place}`, _score: score })) },
    });
    const saved = [
      { query: "falling", response: hits(2.5, 1, -3) },
      { query: "tied", response: hits(2, 2) },
      { query: "tied as 32-bit numbers", response: hits(1.00000001, 1) },
      { query: "sorted by a field", response: hits(1, 2, null) },
      { query: "without", response: hits(null) },
    ];
    const path = fileWith(JSON.stringify(saved));
    const [run] = (await readRuns({ path, engine: null }, makeNames(), null)).runs;
    const scoresOf = (query: string) =>
      [...(run?.scores ?? [])].filter((_, row) => run?.names.queries.nameOf(run.queries[row] ?? 0) === query);
    expect(scoresOf("falling")).toEqual([2.5, 1, -3]);
    expect(scoresOf("tied")).toEqual([-0, -1]);
    expect(scoresOf("tied as 32-bit numbers")).toEqual([-0, -1]);
    expect(scoresOf("sorted by a field")).toEqual([-0, -1, -2]);
    expect(run?.unusedScores).toBe(6);
  });

  it("records which responses the engine marks as incomplete", async () => {
    const response = (id: string) => ({ hits: { hits: [{ _id: id }, { _id: "x" }] } });
    const saved = [
      { query: "late", response: { timed_out: true, ...response("a") } },
      { query: "whole", response: { timed_out: false, _shards: { failed: 0 }, ...response("b") } },
      { query: "in parts", response: { _shards: { total: 3, failed: 1 }, ...response("c") } },
    ];
    const path = fileWith(JSON.stringify(saved));
    const [run] = (await readRuns({ path, engine: null }, makeNames(), null)).runs;
    expect(run?.partialQueries?.map((query) => run.names.queries.nameOf(query))).toEqual(["late", "in parts"]);
    expect(run).not.toHaveProperty("unusedScores");
  });

  it("reads titles of responses from a given field", async () => {
    const path = fileWith('{"query":"a","hits":{"hits":[{"_id":"1","_source":{"name":"Bass"}}]}}');
    const [run] = (await readRuns({ path, engine: null }, makeNames(), null, { title: ["name"] })).runs;
    expect(run?.titles).toEqual(["Bass"]);
    await expect(readRuns({ path, engine: null }, makeNames(), null, { title: ["label"] })).rejects.toMatchObject({
      code: "MISSING_COLUMN",
    });
  });

  it("writes columns of query texts and titles if there are any", () => {
    const run = runOf([{ query: "1", queryText: "red", document: "x", score: 0.5, title: "-T" }]);
    expect(textOf(tableRunsWriter("csv").write([run], plainly))).toBe(
      "engine,query_id,query,id,title,score\nengine,1,red,x,-T,0.5\n",
    );
    expect(textOf(tableRunsWriter("csv").write([run], { ...plainly, spreadsheetSafe: true }))).toContain("'-T");
  });

  it.each([
    ["query,id,score\na,x,high\n", 'the score "high" is not a number'],
    [
      "query,id,doi,score\na,,10.1000/1,1\n",
      "the row has no id. Fill in its cell, or pass another column of ids to semqrel convert: --id-column NAME.",
    ],
    ["query,id,score\n,x,1\n", "the row has no query"],
    ["query,id,score\na,x,\n", "the row has no score"],
    ["query,id,rank\na,x,\n", "the row has no rank"],
    ["engine,query,id,score\n,a,x,1\n", "has no engine"],
  ])("rejects %j", async (text, words) => {
    const reading = readRunRows(fileWith(text));
    await expect(reading).rejects.toMatchObject({ code: "INVALID_ROW", details: { line: 2 } });
    await expect(reading).rejects.toThrow(words);
  });

  it("rejects a table without the columns of a run, and lists its columns", async () => {
    await expect(readRunRows(fileWith("query,other\na,b\n"), "csv")).rejects.toMatchObject({ code: "MISSING_COLUMN" });
    await expect(readRunRows(fileWith("query,other\na,b\n"))).rejects.toThrow("Its columns are query, other");
  });
});
