/** Are runs distinguished from tables, and their six fields read? */
import { describe, expect, it } from "vitest";
import { trecRun } from "../../../../src/io/tables/formats/line-runs.ts";
import { type GatheredRow, inPieces, rowGatherer } from "../../pieces.ts";

async function read(text: string): Promise<GatheredRow[]> {
  const { rows, onRow } = rowGatherer();
  await trecRun.read(inPieces(text, 5), "my.run", () => true, onRow);
  return rows;
}

describe("trecRun", () => {
  it("reads query, document and score with any white space between them, but not the rank", async () => {
    const rows = await read("# remark\nq1 Q0 d1 7 2.5 tag\r\n\n  q1\tQ0  d2 \t x -1e-3 tag  \n");
    expect(rows).toEqual([
      { names: ["query_id", "id", "score"], cells: ["q1", "d1", "2.5"], line: 2 },
      { names: ["query_id", "id", "score"], cells: ["q1", "d2", "-1e-3"], line: 4 },
    ]);
    expect(rows[1]?.names).toBe(rows[0]?.names);
  });

  it("ignores text after the tag", async () => {
    expect((await read("q Q0 d 1 2.5 my run\n"))[0]?.cells).toEqual(["q", "d", "2.5"]);
  });

  it("reports several names of runs in the last column", async () => {
    const warningsOf = (text: string) =>
      trecRun.read(
        inPieces(text),
        "my.run",
        () => true,
        () => {},
      );
    const tags = ["A", "B"];
    expect(await warningsOf("q Q0 d1 1 2 A\nq Q0 d2 1 2 B\nq Q0 d3 2 1 A\n")).toEqual([
      { kind: "several-tags", source: "my.run", tags },
    ]);
    expect(await warningsOf("q Q0 d1 1 2 A\nq Q0 d2 2 1 A\n")).toEqual([]);
  });

  it.each([
    ["q Q0 d 1 2.5 tag\nq Q0 d 1 2.5\n", 2, "5 fields"],
    ["q Q0 my d 1 2.5 tag\n", 1, "7 fields"],
    ["q Q0 d 1 high tag\n", 1, '"high"'],
    ["q Q0 d 1 NaN tag\n", 1, '"NaN"'],
    ["q Q0 d 1 Infinity tag\n", 1, '"Infinity"'],
  ])("rejects %j", async (text, line, words) => {
    const reading = read(text);
    await expect(reading).rejects.toMatchObject({ code: "INVALID_ROW", details: { file: "my.run", line } });
    await expect(reading).rejects.toThrow(words);
  });

  it.each([
    ["q Q0 d 1 2.5 tag", true],
    ["\n# remark\nq\tq0\td\t1\t2.5\ttag\n", true],
    ["q 0 d 1 2.5 tag", true],
    ["q Q0 d 1 2.5 my tag", true],
    ["q iter d one 2.5 tag", false],
    ["qid Q0 docno rank score tag", true],
    ["qid\tQ0\tdocno\trank\tscore\ttag", false],
    ["query rank title id url engine", false],
    ["q Q0 d 1 2.5", false],
    ["a, b c 1 2 d", false],
    ["", false],
  ])("is recognised in %j: %s", (head, isRun) => {
    expect(trecRun.detect(head)).toBe(isRun);
  });
});
