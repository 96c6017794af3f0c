/** Are lines of six fields read as a run? */

import { describe, expect, it } from "vitest";
import { makeNames } from "../../../src/core/titles/name-table.ts";
import { readRuns } from "../../../src/io/runs/read-run.ts";
import { trecRun } from "../../../src/io/runs/run-formats.ts";
import { fileWith, rowsOfRun } from "../../support/judged-rows.ts";

async function read(text: string) {
  const { runs, file } = await readRuns({ path: fileWith(text, "bm25.run"), engine: null }, makeNames(), null);
  expect(file.format).toBe("trec-run");
  const [run] = runs;
  if (run === undefined || runs.length > 1) throw new Error("one run was expected");
  return { rows: rowsOfRun(run), tag: run.tag, name: run.name };
}

describe("trecRun", () => {
  it("reads query, document and score, but not the rank", async () => {
    const { rows, name } = await read("q1 Q0 d2 7 1.5 bm25\nq1 Q0 d1 1 2e-3 bm25\r\nq2\tQ0\tdü\t1\t-3\tbm25\n");
    expect(rows).toEqual([
      { query: "q1", document: "d2", score: 1.5 },
      { query: "q1", document: "d1", score: 0.002 },
      { query: "q2", document: "dü", score: -3 },
    ]);
    expect(name).toBe("bm25");
  });

  it("ignores comments, and text after the name, as trec_eval does", async () => {
    const { rows, tag } = await read("# by hand\nq1 Q0 d1 1 2.5 my run of today 7 8 9\n");
    expect(rows).toEqual([{ query: "q1", document: "d1", score: 2.5 }]);
    expect(tag).toBe("my");
  });

  it("uses the name in the last valid line", async () => {
    expect((await read("q1 Q0 d1 1 2 first\nq1 Q0 d2 2 1 last")).tag).toBe("last");
    expect((await read("q1 Q0 d1 1 2 first\nq1 Q0 d2 2 1 läst\n# x x x x x comment\n\n")).tag).toBe("läst");
  });

  it("uses the name in the last line even if the file comes in many pieces", async () => {
    const lines = Array.from({ length: 30_000 }, (_, row) => `q1 Q0 document-${row} ${row + 1} ${-row} run-${row}\n`);
    const { rows, tag } = await read(lines.join(""));
    expect(rows).toHaveLength(30_000);
    expect(rows[29_999]).toEqual({ query: "q1", document: "document-29999", score: -29_999 });
    expect(tag).toBe("run-29999");
  });

  it.each([
    ["q1 Q0 d1 1 2.5 run", true],
    ["# x\n\nq1\tQ0\td1\t1\t-2e3\trun of today", true],
    ["q1 0 d1 1", false],
    ["q1 Q0 d1 1 high run", false],
    ["query,id,rank a b 1 c", false],
    ["", false],
  ])("detects a run in %j: %s", (head, isRun) => {
    expect(trecRun.detect(head, {})).toBe(isRun);
  });

  describe("errors of trecRun", () => {
    it.each([
      ["q1 Q0 d1 1 2 run\nq1 Q0 d2 2 1\n", 2, "it has 5 fields, but a run has six"],
      ["q1 Q0 d1 1 2 run\n\nq1 0 d2 1\n", 3, "It looks like judgments"],
      ["q1 Q0 d1 1 2 run\nq1 Q0 d2 2 nan run\n", 2, 'the score "nan" is not a number'],
      ["q1 Q0 d1 1 2 run\nq1 Q0 d2 2 1e999 run\n", 2, 'the score "1e999" is not a number'],
    ])("are thrown for %j", async (text, line, words) => {
      const path = fileWith(text);
      const reading = readRuns({ path, engine: null }, makeNames(), null);
      await expect(reading).rejects.toMatchObject({ code: "INVALID_ROW", details: { file: path, line } });
      await expect(reading).rejects.toThrow(words);
    });
  });
});
