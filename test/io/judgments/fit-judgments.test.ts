/** Is everything that a format cannot store left out and counted? */
import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { RawJudgments } from "../../../src/core/types.ts";
import { fitJudgments, type JudgmentCapabilities, mergeJudgments, pickRows } from "../../../src/io/fit.ts";
import type { JudgmentRow } from "../../../src/io/format.ts";
import { groupJudgments } from "../../../src/lists/group-judgments.ts";
import { judgmentsOf, rowsOf } from "../../support/judged-rows.ts";
import { runs } from "../../support/property.ts";

const all: JudgmentCapabilities = {
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

function fitRows(lacks: Partial<JudgmentCapabilities>, from = rows) {
  const { judgments, lost } = fitJudgments(judgmentsOf(from), { ...all, ...lacks });
  return { rows: rowsOf(judgments), lost };
}

describe("fitJudgments", () => {
  it("changes nothing if the format can store every field", () => {
    expect(fitRows({})).toEqual({ rows: rowsOf(judgmentsOf(rows)), lost: [] });
  });

  it.each([
    [{ unrated: false }, [{ what: "unrated rows", rows: 1 }], 3],
    [{ negatives: false }, [{ what: "negative labels", rows: 1 }], 3],
    [{ titles: false }, [{ what: "titles", rows: 3 }], 4],
    [{ iterations: false }, [{ what: "iterations", rows: 1 }], 4],
    [{ queryTexts: false }, [{ what: "query texts", rows: 2 }], 4],
    [{ queryIds: "none" as const }, [{ what: "query ids", rows: 2 }], 4],
    [{ queryIds: "numbers" as const }, [{ what: "query ids that are not numbers", rows: 4 }], 4],
  ])("counts the losses of a format with %j as %j", (lacks, lost, count) => {
    const fitted = fitRows(lacks);
    expect(fitted.lost).toEqual(lost);
    expect(fitted.rows).toHaveLength(count);
  });

  it("averages the labels of raters if the format cannot store raters", () => {
    const { rows: fitted, lost } = fitRows({ raters: false });
    expect(lost).toEqual([{ what: "raters", rows: 3 }]);
    expect(fitted.map(({ document, label }) => [document, label])).toEqual([
      ["d 1", 2],
      ["d2", -1],
      ["d3", Number.NaN],
    ]);
  });

  it("keeps the largest of repeated labels by the same rater", () => {
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

  // semqrel label uses the first 16 digits of the SHA-256 as the name.
  it("replaces white space in raters and iterations by underscores, and other names with white space by hashes", () => {
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

const none = Number.NaN;

/** Ratings of one pair: [rater, label], or a label without a rater. */
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

/** Multiples of a quarter are added without rounding, in any order. */
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
  // "equal: once; different: the larger label; several raters: their mean" (README), calculated by hand.
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
  ])("merges the ratings %j to %j if raters are kept apart, otherwise to %j", (ratings, byRater, byPair) => {
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

  // Twelve queries and thirteen documents, so that joined numbers such as 1 12 and 11 2 have the same digits.
  it("does not merge different pairs whose joined numbers are equal", () => {
    const rows = Array.from({ length: 12 * 13 }, (_, row) => ({
      query: `q${row % 12}`,
      document: `d${Math.floor(row / 12)}`,
      label: row,
    }));
    const { judgments, repeated } = mergeJudgments(judgmentsOf(rows), false);
    expect({ rows: rowsOf(judgments), repeated }).toEqual({ rows, repeated: 0 });
  });

  describe("the result of mergeJudgments", () => {
    it.each([true, false])(
      "gives each pair the same label as the input, and does not change if merged again (by rater: %s)",
      (byRater) => {
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
      },
    );

    it("contains every pair once", () => {
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

const threeRows = [
  { query: "q1", queryText: "apples", document: "a", label: 0.5, rater: "Ann", iteration: "0", title: "One" },
  { query: "q2", document: "b", label: -1, rater: "", iteration: "1", title: "" },
  { query: "q1", document: "c", label: Number.NaN, rater: "Bob", iteration: "2", title: "Three" },
];

describe("pickRows", () => {
  it.each([
    ["all rows", [0, 1, 2]],
    ["the outer rows", [0, 2]],
    ["the middle row", [1]],
    ["no rows", []],
  ])("keeps %s with all columns, in order", (_, kept) => {
    const raw = judgmentsOf(threeRows);
    const picked = pickRows(raw, (row) => kept.includes(row));
    expect(rowsOf(picked)).toEqual(kept.map((row) => rowsOf(raw)[row]));
    expect(picked).toMatchObject({ source: "made", raters: { length: kept.length }, titles: { length: kept.length } });
    expect(rowsOf(raw)).toHaveLength(3);
  });

  it("does not add columns that the judgments lack", () => {
    const raw = judgmentsOf(threeRows.map(({ query, document, label }) => ({ query, document, label })));
    expect(pickRows(raw, (row) => row > 0)).toMatchObject({ raters: null, iterations: null, titles: null });
  });
});
