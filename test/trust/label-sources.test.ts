/** Does each source give the label of a row, and what an ideal list could hold? */
import { describe, expect, it } from "vitest";
import type { StoredLabels } from "../../src/core/types.ts";
import { documentLabelSource, storedLabelSource } from "../../src/trust/label-sources.ts";
import { makeLists, makeQueries, type Row } from "../support/make-lists.ts";

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
  const source = storedLabelSource(stored, "labels");

  it("has the labels of the file; NaN where a row has none, and where there is no row", () => {
    expect(source.name).toBe("labels");
    expect([0, 1, 2, 99].map((row) => source.labelOf(0, row))).toEqual([5, Number.NaN, 0, Number.NaN]);
    expect(source.labelOf(7, 0)).toBeNaN();
  });

  it("has each distinct reference title once in the ideal, with the label of its first row", () => {
    expect(source.idealOf(0)).toEqual(Float64Array.of(5, 2.5));
    expect(source.idealOf(2)).toEqual(Float64Array.of(4));
  });

  it("cannot measure a query that the reference does not answer, or any without reference", () => {
    expect(source.idealOf(1)).toBeNull();
    expect(storedLabelSource({ ...stored, reference: null }, "labels").idealOf(0)).toBeNull();
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
  const source = documentLabelSource({ engines, grades }, "llm");

  it("has a document's label in its own query only; a negative one is none", () => {
    expect(source.name).toBe("llm");
    // d3 belongs to the other query, where it has no label.
    expect([0, 1, 2, 99].map((row) => source.labelOf(0, row))).toEqual([3, Number.NaN, Number.NaN, Number.NaN]);
    expect(source.labelOf(7, 0)).toBeNaN();
  });

  it("has all of a query's labels in the ideal, returned or not", () => {
    expect(source.idealOf(0)?.toSorted()).toEqual(Float64Array.of(0, 1, 3, 9));
    expect(source.idealOf(1)).toEqual(Float64Array.of(2));
  });

  it("cannot measure a query without labels", () => {
    expect(source.idealOf(2)).toBeNull();
    expect(source.idealOf(99)).toBeNull();
    expect(documentLabelSource({ engines, grades: [new Map([["d1", -1]])] }, "llm").idealOf(0)).toBeNull();
  });
});
