/** Are runs of three columns recognised, and read by rank? */
import { describe, expect, it } from "vitest";
import { makeNames } from "../../../../src/core/titles/name-table.ts";
import { readRuns } from "../../../../src/io/runs/read-run.ts";
import { seemsMsmarco } from "../../../../src/io/tables/formats/line-runs.ts";
import { fileWith } from "../../../support/judged-rows.ts";

const read = async (text: string) => (await readRuns({ path: fileWith(text), engine: "r" }, makeNames(), null)).runs[0];

describe("msmarco", () => {
  it("reads query, document and rank", async () => {
    const run = await read("1000\t55\t1\r\n1000\t77\t2\r\n1001\t88\t1\r\n");
    expect(run?.scores).toEqual(Float64Array.of(-1, -2, -1));
    expect(Array.from(run?.documents ?? [], (document) => run?.names.documents.nameOf(document))).toEqual([
      "55",
      "77",
      "88",
    ]);
  });

  it("reads ColBERT's ranks, which are followed by scores", async () => {
    const run = await read("1000\t55\t1\t12.5\n1000\t77\t2\t11\n1001\t88\t1\t9.5\n");
    expect(run?.scores).toEqual(Float64Array.of(-1, -2, -1));
  });

  it.each([
    ["1\t0\t3\t1\n", false],
    ["1\t2\t3\tx\n", false],
    ["1\t1\t55\t2\n1\t1\t56\t0\n", false],
    ["1\t55\t1\t2\n1\t56\t1\t0\n", false],
    ["1\t55\t1\t2.5\n1\t56\t2\t0.5\n", true],
    ["1\t2\t1\n4\t5\t", true],
    ["1\t2\t0\n1\t3\t1\n", true],
    ["1\t2\t2\n1\t3\t1\n1\t4\t3\n", true],
    ["1\t2\t22\n1\t3\t21\n2\t2\t9\n2\t3\t8\n", false],
    ["1\t2\t3\n1\t3\t2\n1\t4\t1\n", false],
    ["query_id\tid\trank\n1\t2\t3\n", false],
    ["1,2,3\n", false],
    ["1\t2\t0.5\n", false],
    ["1 Q0 2 1 0.5 x\n", false],
  ])("is recognised in %j: %s", (head, is) => {
    expect(seemsMsmarco(head)).toBe(is);
  });

  it.each(["1000\t55\t22\n1000\t77\t21\n1001\t88\t9\n1001\t55\t8\n", "1000\t55\t2\n1000\t77\t1\n"])(
    "refuses whole scores without a header, which look like ranks: %j",
    (text) => expect(read(text)).rejects.toThrow("Add a line with column names at the top"),
  );

  it("rejects an invalid line and names it", async () => {
    await expect(read(`${"1\t2\t1\n".repeat(200)}1\t2\n`)).rejects.toThrow(
      ":201: expected query TAB document TAB rank",
    );
  });
});
