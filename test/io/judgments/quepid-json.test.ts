/** Are the three JSON documents of Quepid read? */
import { describe, expect, it } from "vitest";
import { makeNames } from "../../../src/core/titles/name-table.ts";
import { readJudgments } from "../../../src/io/judgments/read-judgments.ts";
import { fileWith } from "../../support/judged-rows.ts";

async function read(document: unknown) {
  const path = fileWith(JSON.stringify(document));
  const { judgments, file } = await readJudgments(path, makeNames(), { format: null, keepsIterations: false });
  expect(file.format).toBe("quepid-json");
  const { names, queries, documents, labels, raters } = judgments;
  return Array.from(queries, (query, row) => [
    names.queries.nameOf(query),
    names.documents.nameOf(documents[row] ?? -1),
    labels[row],
    ...(raters === null ? [] : [raters[row]]),
  ]);
}

describe("quepidJson", () => {
  it("reads the ratings of a Quepid case", async () => {
    const queries = [
      { query: "hat", ratings: { "9007199254740993": 3, b: null } },
      { query: "cap", ratings: {} },
    ];
    expect(await read({ queries })).toEqual([
      ["hat", "9007199254740993", 3],
      ["hat", "b", Number.NaN],
    ]);
  });

  it("reads a small case whose ratings are an object or a list", async () => {
    const queries = [
      { query_text: "hat", notes: null, ratings: { a: 1 } },
      { query_text: "cap", ratings: [{ doc_id: "c", rating: 2 }] },
    ];
    expect(await read({ case_name: "hats", queries })).toEqual([
      ["hat", "a", 1],
      ["cap", "c", 2],
    ]);
  });

  it("reads a Quepid book with the names of its judges", async () => {
    const judgements = [
      { rating: 2, user_email: "ann@example.org" },
      { rating: null, unrateable: true },
    ];
    const query_doc_pairs = [
      { query_text: "hat", doc_id: "a", judgements },
      { query_text: "hat", doc_id: "b", judgements: [] },
    ];
    expect(await read({ name: "book", query_doc_pairs })).toEqual([
      ["hat", "a", 2, "ann@example.org"],
      ["hat", "a", Number.NaN, ""],
      ["hat", "b", Number.NaN, ""],
    ]);
  });
});
