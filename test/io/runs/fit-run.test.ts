/** Is everything that a run format cannot store left out and counted? */
import { describe, expect, it } from "vitest";
import { fitRun } from "../../../src/io/fit.ts";
import { trecRun } from "../../../src/io/runs/run-formats.ts";
import { rowsOfRun, runOf } from "../../support/judged-rows.ts";

const run = runOf([
  { query: "q", queryText: "apples", document: "a", score: 1, title: "A" },
  { query: "q", document: "b", score: 3, title: "B" },
  { query: "q", document: "a", score: 2, title: "A" },
]);

describe("fitRun", () => {
  it("keeps the best score of a repeated document", () => {
    const fitted = fitRun(run, { ...trecRun.holds, whiteSpace: true, repeats: false });
    expect(rowsOfRun(fitted.run).map(({ document, score }) => [document, score])).toEqual([
      ["b", 3],
      ["a", 2],
    ]);
    expect(fitted.lost).toEqual([
      { what: "repeated results", rows: 1 },
      { what: "query texts", rows: 2 },
      { what: "titles", rows: 2 },
    ]);
  });

  it("keeps all rows if the format can store repeated documents", () => {
    const fitted = fitRun(run, trecRun.holds);
    expect(fitted.run.queries).toHaveLength(3);
    expect(fitted.lost.map(({ what }) => what)).toEqual(["query texts", "titles"]);
  });
});
