/** Is the column of raters recognised by its values, and is the user asked if its name is unclear? */
import { describe, expect, it } from "vitest";
import { makeNames } from "../../../src/core/titles/name-table.ts";
import { readJudgments } from "../../../src/io/judgments/read-judgments.ts";
import { fileWith } from "../../support/judged-rows.ts";

async function readWith(column: string, rows: readonly string[]) {
  const path = fileWith(`query_id,doc_id,${column},rating\n${rows.join("\n")}\n`);
  const { judgments } = await readJudgments(path, makeNames(), { format: null, keepsIterations: false });
  return { raters: judgments.raters, warnings: judgments.warnings ?? [] };
}

const byTwo = ["q1,d1,ann,3", "q1,d1,ben,1", "q1,d2,ann,2", "q1,d2,ben,2"];

describe("raterColumn", () => {
  it.each(["worker_id", "user_email", "annotator_id", "completed_by", "reviewerName", "Judge"])(
    "uses the column %s if it distinguishes the rows of a pair",
    async (column) => {
      expect((await readWith(column, byTwo)).raters).toEqual(["ann", "ben", "ann", "ben"]);
    },
  );

  it("uses a column with a usual name even if a rater rated a pair twice", async () => {
    const rows = [...byTwo, "q2,d1,ann,3", "q2,d1,ben,0", "q1,d1,ann,3"];
    expect((await readWith("worker_id", rows)).raters).toEqual(["ann", "ben", "ann", "ben", "ann", "ben", "ann"]);
  });

  it("warns and names the column that it used", async () => {
    const { warnings } = await readWith("worker_id", byTwo);
    expect(warnings).toEqual([
      expect.objectContaining({ kind: "columns-guessed", columns: [{ role: "rater", column: "worker_id" }] }),
    ]);
  });

  it("asks for the raters' column if the ratings of a pair differ and no column name is clear", async () => {
    const reading = readWith("batch", byTwo);
    await expect(reading).rejects.toMatchObject({ code: "INVALID_FORMAT", details: { columns: ["batch"] } });
    await expect(reading).rejects.toThrow('query "q1", document "d1" has 2 rows with different ratings');
  });

  it.each([
    ["each pair occurs once", "user_id", ["q1,d1,ann,3", "q1,d2,ben,1"]],
    ["each value occurs once", "time", ["q1,d1,1,3", "q1,d1,2,1", "q1,d2,3,2", "q1,d2,4,2"]],
    ["a pair has the same value twice", "worker", ["q1,d1,ann,3", "q1,d1,ann,1"]],
    ["the ratings of each pair are equal", "batch", ["q1,d1,a,2", "q1,d1,b,2", "q1,d2,a,1", "q1,d2,b,1"]],
  ])("does not use a column if %s", async (_, column, rows) => {
    expect((await readWith(column, rows)).raters).toBeNull();
  });
});
