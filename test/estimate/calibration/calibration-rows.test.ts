import { describe, expect, it } from "vitest";
import { calibrationRows, titlePool } from "../../../src/estimate/calibration/title-pool.ts";
import { makeLists } from "../../support/make-lists.ts";

const one = makeLists(
  "one",
  [
    [0, 0, "alpha"],
    [0, 1, "beta"],
    [0, 2, "gamma"],
    [1, 0, "alpha"],
    [2, 0, "delta"],
  ],
  3,
);
const two = makeLists(
  "two",
  [
    [0, 0, "ALPHA"],
    [0, 1, "epsilon"],
  ],
  3,
);
const pool = titlePool(3, [one, two]);
const engines = [
  { lists: one, documentKeys: ["a", "b", "c", "a", "d"] },
  { lists: two, documentKeys: ["A", "e"] },
];
const grades = [
  new Map([
    ["a", 1],
    ["A", 3],
    ["b", 0],
    ["e", -1],
    ["elsewhere", 2],
  ]),
  null,
  new Map<string, number>(),
];

const usual = { unjudged: "nonrelevant", depth: 10 } as const;

function rowsOf(options: Partial<Parameters<typeof calibrationRows>[2]> = {}) {
  return calibrationRows(pool, { queries: 3, engines, grades }, { ...usual, ...options });
}

describe("calibrationRows", () => {
  // All worked by hand. Pool: alpha beta gamma epsilon | alpha | delta.
  it("gives a title the largest grade of its documents, and treats unjudged titles as not relevant", () => {
    const { grades, targets, rows, ratedQueries, judged, unjudged } = rowsOf();
    expect(Array.from(grades)).toEqual([3, 0, NaN, NaN, NaN, NaN]);
    expect(Array.from(targets)).toEqual([3, 0, 0, 0, NaN, 0]);
    expect(Array.from(rows)).toEqual([0, 1, 2, 3, 5]);
    expect(Array.from(ratedQueries)).toEqual([0, 2]);
    expect([judged, unjudged]).toEqual([2, 3]);
  });

  it("treats unjudged titles as not relevant only if they are among the first results of an engine", () => {
    expect(Array.from(rowsOf({ depth: 2 }).rows)).toEqual([0, 1, 3, 5]);
    expect(Array.from(rowsOf({ depth: 1 }).rows)).toEqual([0, 1, 5]);
  });

  it("leaves out unjudged titles if unjudged is leave-out", () => {
    const { rows, targets, unjudged } = rowsOf({ unjudged: "leave-out" });
    expect(Array.from(rows)).toEqual([0, 1]);
    expect(targets[2]).toBeNaN();
    expect(unjudged).toBe(0);
  });

  it("returns no rows if no query is rated", () => {
    const { rows, ratedQueries } = calibrationRows(pool, { queries: 3, engines, grades: [null, null, null] }, usual);
    expect([rows.length, ratedQueries.length]).toEqual([0, 0]);
  });
});
