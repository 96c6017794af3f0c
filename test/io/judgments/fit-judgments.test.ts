/** Is what a format cannot hold left out, and counted? */
import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { JudgmentHolds } from "../../../src/io/holds.ts";
import { fitJudgments } from "../../../src/io/judgments/fit-judgments.ts";
import { judgmentsOf, rowsOf } from "../../support/judged-rows.ts";

const all: JudgmentHolds = {
  queryIds: "any",
  queryTexts: true,
  titles: true,
  whiteSpace: true,
  repeats: true,
  fractions: true,
  negatives: true,
  unrated: true,
  raters: true,
  iterations: true,
};
const rows = [
  { query: "q 1", queryText: "apples", document: "d 1", label: 3, rater: "Ann", iteration: "0", title: "One" },
  { query: "q 1", document: "d 1", label: 1, rater: "Bob", iteration: "2", title: "One" },
  { query: "q2", document: "d2", label: -1, rater: "Ann", iteration: "0", title: "" },
  { query: "q2", document: "d3", label: Number.NaN, rater: "", iteration: "0", title: "Three" },
];

function fitRows(lacks: Partial<JudgmentHolds>, from = rows) {
  const { judgments, lost } = fitJudgments(judgmentsOf(from), { ...all, ...lacks });
  return { rows: rowsOf(judgments), lost };
}

describe("fitJudgments", () => {
  it("changes nothing where the format holds all", () => {
    expect(fitRows({})).toEqual({ rows: rowsOf(judgmentsOf(rows)), lost: [] });
  });

  it.each([
    [{ unrated: false }, [{ what: "unrated rows", rows: 1 }], 3],
    [{ negatives: false }, [{ what: "negative labels", rows: 1 }], 3],
    [{ titles: false }, [{ what: "titles", rows: 3 }], 4],
    [{ iterations: false }, [{ what: "iterations", rows: 1 }], 4],
    [{ queryTexts: false }, [{ what: "query texts", rows: 2 }], 4],
    [{ queryIds: "none" as const }, [{ what: "query ids", rows: 2 }], 4],
    [{ queryIds: "numbers" as const }, [{ what: "query ids that are no numbers", rows: 4 }], 4],
  ])("without %j loses %j", (lacks, lost, count) => {
    const fitted = fitRows(lacks);
    expect(fitted.lost).toEqual(lost);
    expect(fitted.rows).toHaveLength(count);
  });

  it("averages raters where the format names none", () => {
    const { rows: fitted, lost } = fitRows({ raters: false });
    expect(lost).toEqual([{ what: "raters", rows: 3 }]);
    expect(fitted.map(({ document, label }) => [document, label])).toEqual([
      ["d 1", 2],
      ["d2", -1],
      ["d3", Number.NaN],
    ]);
  });

  it("keeps the largest of repeated labels, rater by rater", () => {
    const pair = { query: "q", document: "d" };
    const repeated = [
      { ...pair, label: 1, rater: "Ann" },
      { ...pair, label: 3, rater: "Ann" },
      { ...pair, label: 0, rater: "Bob" },
    ];
    expect(fitRows({ repeats: false }, repeated as typeof rows)).toEqual({
      rows: [
        { ...pair, label: 3, rater: "Ann" },
        { ...pair, label: 0, rater: "Bob" },
      ],
      lost: [{ what: "repeated judgments", rows: 1 }],
    });
    const nobody = repeated.map(({ rater: _, ...row }) => row);
    expect(fitRows({ repeats: false, raters: false }, nobody as typeof rows)).toEqual({
      rows: [{ ...pair, label: 3 }],
      lost: [{ what: "repeated judgments", rows: 2 }],
    });
  });

  // The names of label's qrels: the first 16 digits of the SHA-256.
  it("gives names with white space those of label's files, and joins words of raters", () => {
    const hash = (text: string) => createHash("sha256").update(text).digest("hex").slice(0, 16);
    const { rows: fitted, lost } = fitRows({ whiteSpace: false }, [
      { query: "q 1", queryText: "apples", document: "d 1", label: 3, rater: "Ann B", iteration: "0", title: "One" },
      { query: "q2", queryText: "pears", document: "d\t2", label: 0, rater: "Bob", iteration: "a b", title: "Two" },
    ]);
    expect(fitted).toEqual([
      {
        query: hash("q 1"),
        queryText: "apples",
        document: hash("d 1"),
        label: 3,
        rater: "Ann_B",
        iteration: "0",
        title: "One",
      },
      {
        query: "q2",
        queryText: "pears",
        document: hash("d\t2"),
        label: 0,
        rater: "Bob",
        iteration: "a_b",
        title: "Two",
      },
    ]);
    expect(lost).toEqual([
      { what: "white space in query ids", rows: 1 },
      { what: "white space in document ids", rows: 2 },
      { what: "white space in raters", rows: 1 },
      { what: "white space in iterations", rows: 1 },
    ]);
  });
});
