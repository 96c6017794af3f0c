/** Do judgments and runs give their queries, each once? */
import { describe, expect, it } from "vitest";
import { queriesOfRows } from "../../../src/io/query-sets/queries-of-rows.ts";
import { RunColumns, type RunRow } from "../../../src/io/runs/run-format.ts";
import { judgmentsOf, newNames } from "../../support/judged-rows.ts";

/** Runs that share their names. */
function runsOf(all: readonly (readonly RunRow[])[]) {
  const names = newNames();
  return all.map((rows, place) => {
    const columns = new RunColumns(names);
    for (const row of rows) columns.addRow(row);
    return columns.finish(`engine ${place}`, "runs.csv");
  });
}

describe("queriesOfRows", () => {
  it("gives queries without texts as texts, by order of appearance", () => {
    const judgments = judgmentsOf([
      { query: "pears", document: "a", label: 1 },
      { query: "apples", document: "a", label: 1 },
      { query: "pears", document: "b", label: 0 },
    ]);
    expect(queriesOfRows([judgments])).toEqual({
      source: "made",
      ids: null,
      texts: ["pears", "apples"],
      lines: Int32Array.of(1, 2),
    });
  });

  it("gives ids where any query has a text, and names for texts that are not known", () => {
    const judgments = judgmentsOf([
      { query: "q2", document: "a", label: 1 },
      { query: "q1", queryText: "apples", document: "a", label: 1 },
    ]);
    expect(queriesOfRows([judgments])).toMatchObject({ ids: ["q2", "q1"], texts: ["q2", "apples"] });
  });

  it("joins several runs, and takes a text from whichever has it", () => {
    const runs = runsOf([
      [
        { query: "q1", document: "a", score: 1 },
        { query: "q2", document: "a", score: 1, queryText: "pears" },
      ],
      [
        { query: "q3", document: "a", score: 1 },
        { query: "q1", document: "b", score: 1, queryText: "apples" },
        { query: "q2", document: "b", score: 1 },
      ],
    ]);
    expect(queriesOfRows(runs)).toEqual({
      source: "runs.csv",
      ids: ["q1", "q2", "q3"],
      texts: ["apples", "pears", "q3"],
      lines: Int32Array.of(1, 2, 3),
    });
  });

  it("has nothing of nothing", () => {
    expect(queriesOfRows([])).toEqual({ source: "", ids: null, texts: [], lines: new Int32Array(0) });
  });
});
