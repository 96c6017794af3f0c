/** Are trec_eval's preferences read, with groups as raters? */
import { describe, expect, it } from "vitest";
import { trecPrefs } from "../../../src/io/judgments/line-judgments.ts";
import { examples, fileWith, judgmentsOf, plainly, readRows, textOf } from "../../support/judged-rows.ts";

describe("trecPrefs", () => {
  it("reads trec_eval's example", async () => {
    expect(await readRows(`${examples}trec.prefs`)).toEqual({
      format: "trec-prefs",
      rows: [
        {
          query: "1.EC.AB",
          rater: "F:Ret,C:Not",
          iteration: "F:RnkdLst2digits",
          document: "FR940303-1-00022",
          label: 1,
        },
      ],
    });
  });

  it("reads fractions and several groups, and skips comments", async () => {
    const path = fileWith("# two assessors\nq ann 0 d1 0.25\n\nq\tbob\t0\td1\t1e-1\r\n");
    const { rows } = await readRows(path);
    expect(rows.map(({ rater, label }) => [rater, label])).toEqual([
      ["ann", 0.25],
      ["bob", 0.1],
    ]);
  });

  it.each(["red hat 0 d1 1\nblue jeans 0 d2 1\n", "red hat 0 d1 1\nred shoes 0 d2 0\njeans 0 d3 2\n"])(
    "does not treat words of queries as raters: %j",
    async (text) => {
      const reading = readRows(fileWith(text));
      await expect(reading).rejects.toMatchObject({ code: "INVALID_ROW", details: { line: 1 } });
      await expect(reading).rejects.toThrow("Names in TREC files have no spaces");
    },
  );

  it.each([
    ["that occur in several queries", "q ann 0 d1 1\nr ann 0 d2 1\nr bob 0 d3 1\n"],
    ["after query ids", "q1 ann 0 d1 1\nq2 bob 0 d2 1\n"],
    ["who share a document", "q ann 0 d1 1\nr bob 0 d2 1\nr cid 0 d2 1\n"],
  ])("recognises raters %s", async (_, text) => {
    expect((await readRows(fileWith(text))).format).toBe("trec-prefs");
  });

  it("writes 0 for a missing rater", () => {
    const judgments = judgmentsOf([{ query: "q", document: "d", label: 0.5 }]);
    expect(textOf(trecPrefs.write(judgments, plainly))).toBe("q 0 0 d 0.5\n");
  });

  it.each([
    ["q a 0 d 1\nq a 0 d\n", 2, "it has 4 fields, but preferences have five"],
    [
      "q a 0 d 1\n\nq a 0 d high\n",
      3,
      'the level "high" is not a number. Write a number such as 2 or 0.5. The line: "q a 0 d high"',
    ],
  ])("rejects %j", async (text, line, words) => {
    const reading = readRows(fileWith(text));
    await expect(reading).rejects.toMatchObject({ code: "INVALID_ROW", details: { line } });
    await expect(reading).rejects.toThrow(words);
  });
});
