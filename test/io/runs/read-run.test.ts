/** Are all formats of runs recognised, and other files rejected? */

import { describe, expect, it } from "vitest";
import { makeNames } from "../../../src/core/titles/name-table.ts";
import { readRuns } from "../../../src/io/runs/read-run.ts";
import { examples, fileWith, readRunRows } from "../../support/judged-rows.ts";

describe("readRuns", () => {
  it.each([
    ["trec.run", "trec-run", "trec", 1],
    ["beir.run", "trec-run", "beir", 1],
    ["ranx-run.json", "ranx", "ranx-run", 1],
    ["pyterrier.csv", "csv", "pyterrier", 2],
  ])("recognises %s as %s and names the run %s", async (name, format, run, rows) => {
    const read = await readRuns({ path: examples + name, engine: null }, makeNames(), null);
    expect(read.file).toMatchObject({ path: examples + name, format, rows });
    expect(read.runs.map((each) => [each.name, each.queries.length])).toEqual([[run, rows]]);
  });

  it("uses the given name for a file with one run", async () => {
    const path = fileWith("engine,query,id,score\none,a,x,2\n");
    const { runs } = await readRuns({ path, engine: "mine" }, makeNames(), null);
    expect(runs.map(({ name }) => name)).toEqual(["mine"]);
  });

  it("rejects a given name for a file with two engines", async () => {
    const path = fileWith("engine,query,id,score\none,a,x,2\ntwo,a,x,2\n");
    await expect(readRuns({ path, engine: "mine" }, makeNames(), null)).rejects.toMatchObject({
      code: "AMBIGUOUS_ENGINE",
    });
  });

  it("keeps every untitled result of one answer", async () => {
    const path = fileWith('{"query":"q","results":[{"title":""},{"title":""},{"title":"Pears"}]}\n');
    const { runs } = await readRuns({ path, engine: null }, makeNames(), null, {}, { untitled: true });
    expect(new Set(runs[0]?.documents).size).toBe(3);
  });

  it("gives different names to untitled results on the same line of two files", async () => {
    const names = makeNames();
    const text = "query,title\nq1,Pears\nq1,\n";
    const documents: string[] = [];
    for (const path of [fileWith(text, "one.csv"), fileWith(text, "other.csv")]) {
      const { runs } = await readRuns({ path, engine: null }, names, null, {}, { untitled: true });
      documents.push(names.documents.nameOf(runs[0]?.documents[1] ?? -1));
    }
    expect(documents).toEqual([
      expect.stringMatching(/^untitled .*one\.csv:3 1$/),
      expect.stringMatching(/^untitled .*other\.csv:3 1$/),
    ]);
    const path = fileWith(text);
    await expect(readRuns({ path, engine: null }, names, null)).rejects.toMatchObject({ code: "INVALID_ROW" });
  });

  it.each([
    ["", "EMPTY_FILE"],
    ["query,id,score\n", "EMPTY_FILE"],
    ["{}", "INVALID_FORMAT"],
    ["301 0 CR93E-10279 0\n", "INVALID_FORMAT"],
    ["query,other\na,b\n", "INVALID_FORMAT"],
  ])("rejects %j with %s", async (content, code) => {
    await expect(readRunRows(fileWith(content))).rejects.toMatchObject({ code });
  });

  it("names the first line if it is the only invalid line of a TREC run", async () => {
    await expect(readRunRows(fileWith("# run\nq1 Q0 d1 1 nan t\nq1 Q0 d2 2 0.5 t\n"))).rejects.toMatchObject({
      code: "INVALID_ROW",
      details: { line: 2 },
    });
  });

  it("shows no content of a file if it is not UTF-8", async () => {
    const path = fileWith(Uint8Array.of(0x91, 0x2c, 0xb4, 0x2c, 0xe9, 0x0a));
    await expect(readRunRows(path)).rejects.toThrow(`Reading ${path}: it is not UTF-8 text, and not a known format.`);
  });

  it("explains how to rename a column if it does not recognise it", async () => {
    await expect(readRunRows(fileWith("query,Wert,id\na,1,b\n"))).rejects.toThrow(
      'Its columns are query, Wert, id. Rename the column of score to "score", or pass its name to semqrel convert: ' +
        "--score-column NAME.",
    );
  });

  it("explains what the file contains if it is not a run", async () => {
    await expect(readRunRows(fileWith("301 0 CR93E-10279 0\n"))).rejects.toThrow("it contains judgments, not a run");
    await expect(readRunRows(fileWith("q Q0 d 1 1 x\n"), "trec")).rejects.toThrow(
      'no format "trec" for runs. Did you mean "trec-run"? Known formats: ranx, trec-run',
    );
  });
});
