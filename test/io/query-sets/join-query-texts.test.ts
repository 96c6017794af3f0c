/** Do queries get their ids and texts, whichever of the two a file has? */
import { describe, expect, it } from "vitest";
import type { QueryTable } from "../../../src/core/types.ts";
import { joinQueryTexts } from "../../../src/io/query-sets/join-query-texts.ts";
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
  it("finds texts of ids and ids of texts, and counts the rest", () => {
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

  it("refuses a text with two ids only where the input has it", () => {
    const queries = table([
      ["q1", "apples"],
      ["q2", "apples"],
    ]);
    const byId = judgmentsOf([{ query: "q2", document: "a", label: 1 }]);
    expect(rowsOf(joinQueryTexts(byId, queries).rows)[0]).toMatchObject({ query: "q2", queryText: "apples" });
    const byText = judgmentsOf([{ query: "apples", document: "a", label: 1 }]);
    expect(() => joinQueryTexts(byText, queries)).toThrow(expect.objectContaining({ code: "AMBIGUOUS_QUERY" }));
  });

  it("refuses a table that joins nothing", () => {
    const judgments = judgmentsOf([{ query: "q2", document: "a", label: 1 }]);
    expect(() => joinQueryTexts(judgments, { ...table([["q", "a"]]), ids: null })).toThrow("no ids");
  });
});
