/** Do several ratings of one pair become the one that `measure` would take? */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { RawJudgments } from "../../../src/core/types.ts";
import type { JudgmentRow } from "../../../src/io/judgments/judgment-format.ts";
import { mergeJudgments } from "../../../src/io/judgments/merge-judgments.ts";
import { groupJudgments } from "../../../src/lists/group-judgments.ts";
import { judgmentsOf, rowsOf } from "../../support/judged-rows.ts";
import { runs } from "../../support/property.ts";

const none = Number.NaN;

/** Ratings of one pair: [rater, label], or a label by nobody named. */
type Rating = readonly [string, number] | number;

function ofOnePair(ratings: readonly Rating[]): RawJudgments {
  const pair = { query: "q", document: "d" };
  return judgmentsOf(
    ratings.map((rating) =>
      typeof rating === "number" ? { ...pair, label: rating } : { ...pair, rater: rating[0], label: rating[1] },
    ),
  );
}

function ratingsOf(raw: RawJudgments): Rating[] {
  return rowsOf(raw).map(({ rater, label }) => (rater === undefined ? label : [rater, label]));
}

/** Labels in quarters add up without rounding, in whatever order. */
const label = fc.oneof(
  fc.integer({ min: -4, max: 12 }).map((quarters) => quarters / 4),
  fc.constant(none),
);
const pairs = fc.record({ query: fc.constantFrom("p", "q"), document: fc.constantFrom("a", "b", "c") });
const someRows: fc.Arbitrary<JudgmentRow[]> = fc.boolean().chain((hasRaters) =>
  fc.array(
    fc
      .tuple(pairs, label, fc.constantFrom("", "Ann", "Bob"))
      .map(([pair, value, rater]) => ({ ...pair, label: value, ...(hasRaters ? { rater } : {}) })),
    { minLength: 1, maxLength: 20 },
  ),
);

function measured(raw: RawJudgments): string[] {
  const { names, queries, offsets, documents, labels } = groupJudgments(raw).judgments;
  return Array.from(queries, (query, place) =>
    Array.from(documents.subarray(offsets[place], offsets[place + 1]), (document, at) =>
      [names.queries.nameOf(query), names.documents.nameOf(document), labels[(offsets[place] ?? 0) + at]].join(" "),
    ),
  )
    .flat()
    .sort();
}

describe("mergeJudgments", () => {
  // "equal: once; different: the larger label; several raters: their mean" (README), reckoned by hand.
  it.each<[readonly Rating[], readonly Rating[], readonly Rating[]]>([
    [[1, 3, 2], [3], [3]],
    [[-2, -1], [-1], [-1]],
    [[none, 0], [0], [0]],
    [[2, none], [2], [2]],
    [[none, none], [none], [none]],
    [
      [
        ["Ann", 1],
        ["Bob", 2],
      ],
      [
        ["Ann", 1],
        ["Bob", 2],
      ],
      [["Ann", 1.5]],
    ],
    [
      [
        ["Ann", 1],
        ["Bob", 0],
        ["Ann", 3],
      ],
      [
        ["Ann", 3],
        ["Bob", 0],
      ],
      [["Ann", 1.5]],
    ],
    [
      [
        ["Ann", none],
        ["Bob", 2],
        ["Cy", 1],
      ],
      [
        ["Bob", 2],
        ["Cy", 1],
      ],
      [["Bob", 1.5]],
    ],
    [
      [
        ["Ann", none],
        ["Bob", none],
      ],
      [["Ann", none]],
      [["Ann", none]],
    ],
  ])("makes %j to %j by rater, to %j otherwise", (ratings, byRater, byPair) => {
    const raw = ofOnePair(ratings);
    for (const [isByRater, expected] of [
      [true, byRater],
      [false, byPair],
    ] as const) {
      const { judgments, repeated } = mergeJudgments(raw, isByRater);
      expect(ratingsOf(judgments), `by rater: ${isByRater}`).toEqual(expected);
      expect(repeated).toBe(ratings.length - expected.length);
    }
    expect(ratingsOf(raw)).toEqual(ratings);
  });

  // Twelve queries and thirteen documents: their numbers beside each other, such as 1 12 and 11 2, are digits of others.
  it("keeps pairs apart, whatever their numbers", () => {
    const rows = Array.from({ length: 12 * 13 }, (_, row) => ({
      query: `q${row % 12}`,
      document: `d${Math.floor(row / 12)}`,
      label: row,
    }));
    const { judgments, repeated } = mergeJudgments(judgmentsOf(rows), false);
    expect({ rows: rowsOf(judgments), repeated }).toEqual({ rows, repeated: 0 });
  });

  describe("shape of the answer", () => {
    it.each([true, false])("measures as before, and is merged once and for all (by rater: %s)", (byRater) => {
      fc.assert(
        fc.property(someRows, (rows) => {
          const raw = judgmentsOf(rows);
          const { judgments, repeated } = mergeJudgments(raw, byRater);
          expect(measured(judgments)).toEqual(measured(raw));
          expect(judgments.queries.length + repeated).toBe(rows.length);
          expect(mergeJudgments(judgments, byRater)).toEqual({ judgments, repeated: 0 });
        }),
        runs,
      );
    });

    it("has every pair once", () => {
      fc.assert(
        fc.property(someRows, (rows) => {
          const merged = rowsOf(mergeJudgments(judgmentsOf(rows), false).judgments);
          const keys = (of: readonly JudgmentRow[]) => of.map(({ query, document }) => `${query} ${document}`);
          expect(keys(merged).sort()).toEqual([...new Set(keys(rows))].sort());
        }),
        runs,
      );
    });
  });
});
