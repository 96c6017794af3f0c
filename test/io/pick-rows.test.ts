/** Do rows stay whole where others go? */
import { describe, expect, it } from "vitest";
import { pickRows } from "../../src/io/pick-rows.ts";
import { judgmentsOf, rowsOf } from "../support/judged-rows.ts";

const rows = [
  { query: "q1", queryText: "apples", document: "a", label: 0.5, rater: "Ann", iteration: "0", title: "One" },
  { query: "q2", document: "b", label: -1, rater: "", iteration: "1", title: "" },
  { query: "q1", document: "c", label: Number.NaN, rater: "Bob", iteration: "2", title: "Three" },
];

describe("pickRows", () => {
  it.each([
    ["all", [0, 1, 2]],
    ["the outer ones", [0, 2]],
    ["the middle one", [1]],
    ["none", []],
  ])("keeps %s with all columns, in order", (_, kept) => {
    const raw = judgmentsOf(rows);
    const picked = pickRows(raw, (row) => kept.includes(row));
    expect(rowsOf(picked)).toEqual(kept.map((row) => rowsOf(raw)[row]));
    expect(picked).toMatchObject({ source: "made", raters: { length: kept.length }, titles: { length: kept.length } });
    expect(rowsOf(raw)).toHaveLength(3);
  });

  it("makes no columns that there were not", () => {
    const raw = judgmentsOf(rows.map(({ query, document, label }) => ({ query, document, label })));
    expect(pickRows(raw, (row) => row > 0)).toMatchObject({ raters: null, iterations: null, titles: null });
  });
});
