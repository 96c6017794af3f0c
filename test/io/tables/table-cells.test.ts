/** Do rows of tables identify their query, and are missing columns reported? */
import { describe, expect, it } from "vitest";
import type { Table } from "../../../src/io/tables/table.ts";
import { cellsOfRoles, missingRoles, queryOfRow, tableRoles } from "../../../src/io/tables/table-roles.ts";

const table: Table = {
  source: "runs.csv",
  format: "csv",
  rows: 2,
  columns: new Map([["Query", ["apples", "pears"]]]),
  names: ["Query", "docid", "note"],
  lines: Int32Array.of(2, 3),
  sha256: "",
  sizeBytes: 0,
  warnings: [],
};

describe("cellsOfRoles", () => {
  it.each([
    ["a column", "query", ["apples", "pears"]],
    ["a column that was not kept", "id", null],
    ["no column", "title", null],
  ] as const)("returns the cells of a kept column, otherwise null: %s", (_, role, cells) => {
    expect(cellsOfRoles(table, tableRoles(table.names, {}))[role]).toEqual(cells);
  });
});

describe("queryOfRow", () => {
  it.each([
    [["q1"], ["apples"], "q1", "apples"],
    [["q1"], [""], "q1", undefined],
    [["q1"], null, "q1", undefined],
    [[""], ["apples"], "apples", undefined],
    [null, ["apples"], "apples", undefined],
    [[""], [""], "", undefined],
    [null, null, "", undefined],
  ])("returns for ids %j and texts %j the query %j and the text %j", (ids, texts, query, queryText) => {
    expect(queryOfRow({ "query id": ids, query: texts }, 0)).toEqual({ query, queryText });
  });

  it("returns the query of the given row", () => {
    expect(queryOfRow({ "query id": ["q1", "q2"], query: ["apples", "pears"] }, 1)).toEqual({
      query: "q2",
      queryText: "pears",
    });
  });
});

describe("missingRoles", () => {
  it.each([
    ["ratings", ["id"], "no column of the id (", "Pass --id-column NAME."],
    [
      "a run",
      ["query id", "label"],
      "of the query id and the label (",
      'Rename the columns of query id and label to "query id" and "label", or pass their names to semqrel convert: --query-id-column NAME --label-column NAME.',
    ],
    [
      "judgments",
      ["query or its id"],
      "of the query or its id (",
      'Rename the column of query to "query", or pass its name to semqrel convert: --query-column NAME.',
    ],
  ] as const)("of %s asks for %j, and only names options that exist", (kind, what, words, flags) => {
    const error = missingRoles(table, kind, what);
    expect(error).toMatchObject({
      code: "MISSING_COLUMN",
      details: { file: "runs.csv", missing: what, columns: ["Query", "docid", "note"] },
    });
    expect(error.message).toContain(`Reading runs.csv as ${kind}: `);
    expect(error.message).toContain(words);
    expect(error.message).toContain("(line 1 has: Query, docid, note)");
    expect(error.message.endsWith(flags)).toBe(true);
  });
});
