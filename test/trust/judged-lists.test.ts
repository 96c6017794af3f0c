/** Do lists, labels and grades of a query match, and are unmeasurable queries counted? */

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { StoredLabels } from "../../src/core/types.ts";
import {
  documentLabelSource,
  judgedLists,
  type LabelSource,
  type QueryGrades,
  storedLabelSource,
} from "../../src/trust/engine-values.ts";
import { makeLists, makeQueries, type Row } from "../support/make-lists.ts";
import { runs } from "../support/property.ts";

const first: readonly Row[] = [
  [0, 0, "Alpha", "d1"],
  [0, 1, "BETA", "d2"],
  [0, 2, "alpha", "d3"],
  [1, 0, "Gamma", "d4"],
];
const second: readonly Row[] = [[0, 0, "beta", "d2"]];

function judge(grades: readonly (QueryGrades | null)[], source: Partial<LabelSource> = {}) {
  const engines = [makeLists("one", first, 2), makeLists("two", second, 2)].map((lists) => ({
    lists,
    documentKeys: lists.ids ?? [],
  }));
  return judgedLists(
    { queries: 2, engines, grades },
    { labelOf: (engine, row) => 10 * engine + row, idealOf: () => Float64Array.of(1, 3), ...source },
  );
}

const all = [
  new Map([
    ["d1", 2],
    ["d3", 0],
  ]),
  new Map([["d4", 1]]),
];

describe("judgedLists", () => {
  it("returns labels and grades of titles, whatever their case", () => {
    const { engines, queries, leftOut } = judge(all);
    expect(engines).toEqual(["one", "two"]);
    expect(leftOut).toEqual({ unjudged: 0, nothingRelevant: 0, unlabelled: 0 });
    expect(queries).toEqual([
      {
        query: 0,
        titles: 2,
        lists: [Int32Array.of(0, 1, 0), Int32Array.of(1)],
        labels: [Float64Array.of(0, 1, 2), Float64Array.of(10)],
        ideal: Float64Array.of(3, 1),
        grades: [Float64Array.of(2, Number.NaN, 0), Float64Array.of(Number.NaN)],
        judged: Float64Array.of(2, 0),
      },
      expect.objectContaining({ query: 1, titles: 1, lists: [Int32Array.of(0), new Int32Array(0)] }),
    ]);
  });

  it("treats a negative grade as unjudged, and a label of NaN as 0", () => {
    const [query] = judge(
      [
        new Map([
          ["d1", -1],
          ["d2", 2],
        ]),
        null,
      ],
      { labelOf: () => Number.NaN },
    ).queries;
    expect(query?.grades).toEqual([Float64Array.of(Number.NaN, 2, Number.NaN), Float64Array.of(2)]);
    expect(query?.judged).toEqual(Float64Array.of(2));
    expect(query?.labels).toEqual([new Float64Array(3), new Float64Array(1)]);
  });

  it.each([
    { what: "it is not judged", grades: null, ideal: [1], reason: "unjudged" },
    { what: "only unknown documents were judged", grades: [["d9", -1]], ideal: [1], reason: "nothingRelevant" },
    { what: "all grades are 0", grades: [["d4", 0]], ideal: [1], reason: "nothingRelevant" },
    { what: "there is no reference", grades: [["d4", 1]], ideal: null, reason: "unlabelled" },
    { what: "no label of the ideal is above 0", grades: [["d4", 1]], ideal: [0, 0], reason: "unlabelled" },
    {
      what: "judgments and reference are missing, and counts it as unjudged",
      grades: null,
      ideal: null,
      reason: "unjudged",
    },
  ])("leaves a query out if $what", ({ grades, ideal, reason }) => {
    const second = grades && new Map(grades as [string, number][]);
    const { queries, leftOut } = judge([all[0] ?? null, second], {
      idealOf: (query) => (query === 0 ? Float64Array.of(1) : ideal && Float64Array.from(ideal)),
    });
    expect(queries.map(({ query }) => query)).toEqual([0]);
    expect(leftOut).toEqual({ unjudged: 0, nothingRelevant: 0, unlabelled: 0, [reason]: 1 });
  });

  it("counts every query once, as measurable or under one reason", () => {
    const grades = fc.option(fc.dictionary(fc.constantFrom("d1", "d2", "d4"), fc.integer({ min: -1, max: 2 })));
    fc.assert(
      fc.property(fc.tuple(grades, grades), fc.boolean(), (given, hasIdeal) => {
        const found = judge(
          given.map((of) => of && new Map(Object.entries(of))),
          { idealOf: () => (hasIdeal ? Float64Array.of(1) : null) },
        );
        const { unjudged, nothingRelevant, unlabelled } = found.leftOut;
        expect(found.queries.length + unjudged + nothingRelevant + unlabelled).toBe(2);
      }),
      runs,
    );
  });

  it("does not change the arrays of the label source", () => {
    const ideal = Float64Array.of(1, 3, 2);
    judge(all, { idealOf: () => ideal });
    expect(ideal).toEqual(Float64Array.of(1, 3, 2));
  });

  it("returns empty lists without engines or queries", () => {
    const source = { labelOf: () => 1, idealOf: () => Float64Array.of(1) };
    expect(judgedLists({ queries: 0, engines: [], grades: [] }, source)).toMatchObject({ engines: [], queries: [] });
    const [query] = judgedLists({ queries: 1, engines: [], grades: [new Map([["d", 1]])] }, source).queries;
    expect(query).toMatchObject({ titles: 0, lists: [] });
  });
});

const rows: readonly Row[] = [
  [0, 0, "Alpha", "d1"],
  [0, 1, "Beta", "d2"],
  [1, 0, "Gamma", "d3"],
];
const lists = makeLists("one", rows, 3);

describe("storedLabelSource", () => {
  const referenceRows: readonly Row[] = [
    [0, 0, "Alpha"],
    [0, 1, "Beta"],
    [0, 2, "ALPHA"],
    [2, 0, "Delta"],
  ];
  const numbers = new Float64Array(3);
  const stored: StoredLabels = {
    source: "labels",
    queries: makeQueries(3),
    queryKeys: ["q0", "q1", "q2"],
    engines: [
      {
        lists,
        labels: Float64Array.of(5, Number.NaN, 0),
        kinds: new Uint8Array(3),
        referenceRanks: new Int32Array(3),
        similarities: numbers,
        margins: numbers,
      },
    ],
    reference: {
      lists: makeLists("reference", referenceRows, 3),
      labels: Float64Array.of(5, 2.5, 1.25, 4),
      // The third row repeats the first.
      pointRanks: Int32Array.of(0, 1, 0, 0),
    },
    model: null,
  };
  const source = storedLabelSource(stored);

  it("returns the labels of the file, and NaN if a row has no label or does not exist", () => {
    expect([0, 1, 2, 99].map((row) => source.labelOf(0, row))).toEqual([5, Number.NaN, 0, Number.NaN]);
    expect(source.labelOf(7, 0)).toBeNaN();
  });

  it("includes each distinct reference title in the ideal once, with the label of its first row", () => {
    expect(source.idealOf(0)).toEqual(Float64Array.of(5, 2.5));
    expect(source.idealOf(2)).toEqual(Float64Array.of(4));
  });

  it("returns no ideal for a query without reference results, and for all queries without a reference", () => {
    expect(source.idealOf(1)).toBeNull();
    expect(storedLabelSource({ ...stored, reference: null }).idealOf(0)).toBeNull();
  });
});

describe("documentLabelSource", () => {
  const engines = [{ lists, documentKeys: ["d1", "d2", "d3"] }];
  const grades = [
    new Map([
      ["d1", 3],
      ["d2", -1],
      ["d3", 9],
      ["d8", 1],
      ["d9", 0],
    ]),
    new Map([["d1", 2]]),
    null,
  ];
  const source = documentLabelSource({ engines, grades });

  it("returns a document's label only for the query of the label, and NaN if the label is negative", () => {
    // d3 is in the other query, which has no label for it.
    expect([0, 1, 2, 99].map((row) => source.labelOf(0, row))).toEqual([3, Number.NaN, Number.NaN, Number.NaN]);
    expect(source.labelOf(7, 0)).toBeNaN();
  });

  it("includes all labels of a query in the ideal, even labels of documents that were not returned", () => {
    expect(source.idealOf(0)?.toSorted()).toEqual(Float64Array.of(0, 1, 3, 9));
    expect(source.idealOf(1)).toEqual(Float64Array.of(2));
  });

  it("returns no ideal for a query that has no labels", () => {
    expect(source.idealOf(2)).toBeNull();
    expect(source.idealOf(99)).toBeNull();
    expect(documentLabelSource({ engines, grades: [new Map([["d1", -1]])] }).idealOf(0)).toBeNull();
  });
});
