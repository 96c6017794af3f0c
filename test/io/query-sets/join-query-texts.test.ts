/** Are missing ids and texts of queries added from a file of queries? */

import { describe, expect, it } from "vitest";
import { makeNames } from "../../../src/core/titles/name-table.ts";
import type { QueryTable } from "../../../src/core/types.ts";
import { RunColumns, type RunRow } from "../../../src/io/format.ts";
import { joinQueryTexts, queriesOfRows, textOfQuery } from "../../../src/io/query-sets/join-query-texts.ts";
import { judgmentsOf, rowsOf } from "../../support/judged-rows.ts";

function table(pairs: readonly (readonly [string, string])[]): QueryTable {
  return {
    source: "queries.tsv",
    ids: pairs.map(([id]) => id),
    texts: pairs.map(([, text]) => text),
    lines: Int32Array.from(pairs, (_, row) => row + 1),
  };
}

describe("joinQueryTexts", () => {
  it("finds texts by id and ids by text, and counts rows for which it finds neither", () => {
    const judgments = judgmentsOf([
      { query: "q1", document: "a", label: 1 },
      { query: "green pears", document: "b", label: 2 },
      { query: "plums", document: "c", label: 3 },
      { query: "plums", document: "d", label: 0 },
      { query: "q2", document: "e", label: 0 },
    ]);
    const joined = joinQueryTexts(
      judgments,
      table([
        ["q1", "red apples"],
        ["q2", "green pears"],
        ["", "plums"],
      ]),
    );
    expect(rowsOf(joined.rows).map(({ query, queryText, document }) => [query, queryText, document])).toEqual([
      ["q1", "red apples", "a"],
      ["q2", "green pears", "b"],
      ["plums", undefined, "c"],
      ["plums", undefined, "d"],
      ["q2", "green pears", "e"],
    ]);
    expect(joined.missing).toBe(2);
  });

  it("rejects a text with two ids only if the input names the query by this text", () => {
    const queries = table([
      ["q1", "apples"],
      ["q2", "apples"],
    ]);
    const byId = judgmentsOf([{ query: "q2", document: "a", label: 1 }]);
    expect(rowsOf(joinQueryTexts(byId, queries).rows)[0]).toMatchObject({ query: "q2", queryText: "apples" });
    const byText = judgmentsOf([{ query: "apples", document: "a", label: 1 }]);
    expect(() => joinQueryTexts(byText, queries)).toThrow(expect.objectContaining({ code: "AMBIGUOUS_QUERY" }));
  });

  it("rejects a table that has no query of the input", () => {
    const judgments = judgmentsOf([{ query: "q2", document: "a", label: 1 }]);
    expect(() => joinQueryTexts(judgments, { ...table([["q", "a"]]), ids: null })).toThrow("no ids");
    expect(() => joinQueryTexts(judgments, table([["q1", "apples"]]))).toThrow(
      expect.objectContaining({
        code: "NO_COMMON_QUERY",
        message: expect.stringContaining('none of the queries (such as "q2"), only others (such as "q1" and "apples")'),
      }),
    );
  });
});

/** Runs with shared names. */
function runsOf(all: readonly (readonly RunRow[])[]) {
  const names = makeNames();
  return all.map((rows, place) => {
    const columns = new RunColumns(names);
    for (const row of rows) columns.addRow(row);
    return columns.finish(`engine ${place}`, "runs.csv");
  });
}

describe("queriesOfRows", () => {
  it("returns names as texts if no query has a text, in order of appearance", () => {
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

  it("returns ids if any query has a text, and uses the id as the text of other queries", () => {
    const judgments = judgmentsOf([
      { query: "q2", document: "a", label: 1 },
      { query: "q1", queryText: "apples", document: "a", label: 1 },
    ]);
    expect(queriesOfRows([judgments])).toMatchObject({ ids: ["q2", "q1"], texts: ["q2", "apples"] });
  });

  it("joins the queries of several runs, with texts from any run", () => {
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

  it("returns no queries if there are no runs", () => {
    expect(queriesOfRows([])).toEqual({ source: "", ids: null, texts: [], lines: new Int32Array(0) });
  });
});

describe("textOfQuery", () => {
  const judgments = judgmentsOf([
    { query: "q1", queryText: "star trek", document: "1370", label: 3 },
    { query: "moon", document: "9", label: 1 },
  ]);

  it.each([
    ["q1", "star trek"],
    ["moon", "moon"],
  ])("returns for the query %s: %j", (name, text) => {
    expect(textOfQuery(judgments, judgments.names.queries.find(name))).toBe(text);
  });
});
