/** Are BEIR's judgments read and written? */
import { describe, expect, it } from "vitest";
import { beir } from "../../../src/io/judgments/fixed-tables.ts";
import { examples, fileWith, judgmentsOf, plainly, readRows, textOf } from "../../support/judged-rows.ts";

describe("beir", () => {
  it("reads the file of a test set", async () => {
    expect(await readRows(`${examples}qrels/test.tsv`)).toEqual({
      format: "beir",
      rows: [{ query: "q1", document: "d1", label: 1 }],
    });
  });

  it("treats quotes as ordinary characters", async () => {
    const { rows } = await readRows(fileWith('query-id\tcorpus-id\tscore\n"q"\td"1\t0\n'));
    expect(rows).toEqual([{ query: '"q"', document: 'd"1', label: 0 }]);
  });

  it("keeps the first judgment of a file without a header", async () => {
    const { rows } = await readRows(fileWith("1\t31715818\t1\n1\t502797\t0\n"), { format: "beir" });
    expect(rows).toEqual([
      { query: "1", document: "31715818", label: 1 },
      { query: "1", document: "502797", label: 0 },
    ]);
  });

  it("writes the header, because BEIR's loader skips the first line", () => {
    const judgments = judgmentsOf([{ query: "q1", document: "d1", label: 1 }]);
    expect(textOf(beir.write(judgments, plainly))).toBe("query-id\tcorpus-id\tscore\nq1\td1\t1\n");
  });

  it.each([
    ["q1\td1\tx\n", 'the score "x" is not a number'],
    ["\td1\t1\n", "the row has no query"],
    ["q1\td1\n", "the row has 2 cells, too few"],
  ])("rejects %j", async (row, words) => {
    const reading = readRows(fileWith(`query-id\tcorpus-id\tscore\n${row}`));
    await expect(reading).rejects.toMatchObject({ code: "INVALID_ROW", details: { line: 2 } });
    await expect(reading).rejects.toThrow(words);
  });
});
