/** Are all formats of judgments recognised, and other files rejected? */

import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { makeNames } from "../../../src/core/titles/name-table.ts";
import { formats } from "../../../src/io/formats.ts";
import { readJudgments } from "../../../src/io/judgments/read-judgments.ts";
import { groupJudgments } from "../../../src/lists/group-judgments.ts";
import { examples, fileWith, readRows, rowsOf } from "../../support/judged-rows.ts";

describe("readJudgments", () => {
  it("names documents without ids by hashes of their titles, as pools and labels do", async () => {
    const { judgments } = await readJudgments(fileWith("query,title,rating\nx,A,1\n"), makeNames(), {
      format: null,
      keepsIterations: false,
    });
    expect(judgments.isByTitle).toBe(true);
    // printf a | sha256sum
    expect(rowsOf(judgments)).toEqual([{ query: "x", document: "ca978112ca1bbdca", title: "A", label: 1 }]);
  });

  it("recognises columns by words in their names, and names these columns in a warning", async () => {
    const path = fileWith("Suchanfrage;id;Note 0 bis 4\nBirnen;d1;3\n");
    const { judgments } = await readJudgments(path, makeNames(), { format: null, keepsIterations: false });
    expect(rowsOf(judgments)).toEqual([{ query: "Birnen", document: "d1", label: 3 }]);
    expect(groupJudgments(judgments).warnings).toEqual([
      {
        kind: "columns-guessed",
        source: path,
        columns: [
          { role: "query", column: "Suchanfrage" },
          { role: "label", column: "Note 0 bis 4" },
        ],
      },
    ]);
  });

  it("explains how to name the columns if it does not recognise them", async () => {
    const path = fileWith("a,b,c\nx,d1,1\n");
    await expect(readJudgments(path, makeNames(), { format: null, keepsIterations: false })).rejects.toThrow(
      'Rename the columns of query, id and label to "query", "id" and "label", or pass their names to semqrel convert: ' +
        "--query-column NAME --id-column NAME --label-column NAME.",
    );
  });

  it.each([
    ["trec.qrels", "trec-qrels", 2],
    ["trec.prefs", "trec-prefs", 1],
    ["quepid.csv", "quepid-csv", 2],
    ["quepid-book.csv", "quepid-book", 2],
    ["chorus.csv", "chorus", 2],
    ["quepid.ltr", "ltr", 1],
    ["rre.json", "rre", 2],
    ["rre-gains.json", "rre", 2],
    ["rre-flat.json", "rre", 1],
    ["opensearch-judgments.json", "opensearch-judgments", 2],
    ["rank-eval.json", "rank-eval", 1],
    ["qrels/test.tsv", "beir", 1],
    ["ranx-qrels.json", "ranx", 1],
    ["umbrela.jsonl", "umbrela", 1],
  ])("recognises %s as %s", async (name, format, rows) => {
    const { judgments, file } = await readJudgments(examples + name, makeNames(), {
      format: null,
      keepsIterations: false,
    });
    expect(file).toMatchObject({ path: examples + name, format, rows });
    expect(file.sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(judgments.queries.length).toBe(rows);
    expect(judgments.iterations).toBeNull();
  });

  it("has a different name for each format", () => {
    const names = formats.judgments.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });

  it("reads a gzip-compressed file of a given format", async () => {
    const path = fileWith(gzipSync("q 0 d 1\n"));
    expect((await readRows(path, { format: "trec-qrels" })).rows).toMatchObject([
      { query: "q", document: "d", label: 1 },
    ]);
  });

  it.each([
    ["", "EMPTY_FILE"],
    ["\n \n", "EMPTY_FILE"],
    ["query,docid,rating\n", "EMPTY_FILE"],
    [gzipSync("q 0 d 1\n".repeat(5000)).subarray(0, 60), "INVALID_FORMAT"],
    [Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0xff]), "INVALID_FORMAT"],
    ["q1 Q0 d7 0 0.8312 beir\n", "INVALID_FORMAT"],
    ['{"any":"thing"}', "INVALID_FORMAT"],
    ["just some words\n", "INVALID_FORMAT"],
  ])("rejects %j with %s", async (content, code) => {
    await expect(readRows(fileWith(content))).rejects.toMatchObject({ code });
  });

  it("names the first line if it is the only invalid line of TREC judgments", async () => {
    const promise = readRows(fileWith("q1 0 d1\nq1 0 d2 1\n"));
    await expect(promise).rejects.toMatchObject({ code: "INVALID_ROW", details: { line: 1 } });
    await expect(promise).rejects.toThrow("it has 3 fields, but judgments have four");
  });

  it("explains what the file contains, and lists the known formats if the given format is unknown", async () => {
    await expect(readRows(fileWith("q1 Q0 d7 0 0.8312 beir\n"))).rejects.toThrow("it contains a run, not judgments");
    await expect(readRows(fileWith("q 0 d 1\n"), { format: "qrel" })).rejects.toThrow(
      /no format "qrel" for judgments\. Did you mean "trec-qrels"\? Known formats: .*trec-qrels.*quepid-csv/,
    );
    await expect(readRows(fileWith("a,b,c\n1,2,x\n"))).rejects.toThrow("Its columns are a, b, c");
  });
});
