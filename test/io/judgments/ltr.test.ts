/** Are judgments for learning to rank read and written? */
import { describe, expect, it } from "vitest";
import { ltr } from "../../../src/io/judgments/line-judgments.ts";
import { examples, fileWith, judgmentsOf, plainly, readRows, textOf } from "../../support/judged-rows.ts";

describe("ltr", () => {
  it("reads Quepid's example", async () => {
    expect(await readRows(`${examples}quepid.ltr`)).toEqual({
      format: "ltr",
      rows: [{ query: "1", queryText: "star trek", document: "1370", label: 3 }],
    });
  });

  it("skips features and comment lines", async () => {
    const text = "# grade qid doc\n2.5 qid:7 1:0.5 2:1e-3 # d#1 große  Birnen \r\n0 qid:8 # d2\n";
    expect((await readRows(fileWith(text))).rows).toEqual([
      { query: "7", queryText: "große  Birnen", document: "d#1", label: 2.5 },
      { query: "8", document: "d2", label: 0 },
    ]);
  });

  // A row of LETOR 4.0's MQ2007, with fewer features.
  it("reads document ids from the comments of LETOR", async () => {
    const text =
      "2 qid:10032 1:0.056537 2:0.000000 #docid = GX029-35-5894638 inc = 0.0119881192468859 prob = 0.139842\n";
    expect((await readRows(fileWith(text))).rows).toEqual([{ query: "10032", document: "GX029-35-5894638", label: 2 }]);
  });

  it("replaces query ids that are not numbers by numbers, and keeps the ids as texts", () => {
    const judgments = judgmentsOf([
      { query: "star trek", document: "1370", label: 3 },
      { query: "moon", document: "8", label: 0.5 },
      { query: "star trek", document: "9", label: 1 },
    ]);
    expect(textOf(ltr.write(judgments, plainly))).toBe(
      "3 qid:1 # 1370 star trek\n0.5 qid:2 # 8 moon\n1 qid:1 # 9 star trek\n",
    );
  });

  it.each([
    ["3 qid:1 # 1370\n3 query 1\n", 2, 'the line is not a judgment: "3 query 1". Expected: rating qid:NUMBER'],
    ["3 qid:1 # 1370\nhigh qid:1 # 5\n", 2, 'the rating "high" is not a number'],
    ["3 qid:1 1:0.5\n", 1, "no docid after #"],
  ])("rejects %j", async (text, line, words) => {
    const reading = readRows(fileWith(text));
    await expect(reading).rejects.toMatchObject({ code: "INVALID_ROW", details: { line } });
    await expect(reading).rejects.toThrow(words);
  });
});
