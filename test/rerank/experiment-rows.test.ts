import { describe, expect, it } from "vitest";
import type { LabelledLists, ReferenceLists } from "../../src/core/types.ts";
import { type DocumentFeatures, experimentRows } from "../../src/rerank/experiment-rows.ts";
import { makeLists, type Row } from "../support/make-lists.ts";

const nothing = Number.NaN;

function labelled(rows: readonly Row[], labels: readonly number[], queries = 2): LabelledLists {
  const empty = new Float64Array(rows.length);
  return {
    lists: makeLists("engine", rows, queries),
    labels: Float64Array.from(labels),
    kinds: new Uint8Array(rows.length),
    referenceRanks: new Int32Array(rows.length),
    similarities: empty,
    margins: empty,
  };
}

const keysOf = ({ lists }: LabelledLists) => lists.titles.map((title, row) => lists.ids?.[row]?.trim() || title);
const given = (ids: readonly string[], values: readonly number[]): DocumentFeatures => ({
  ids,
  columns: new Map([["degree", Float64Array.from(values)]]),
});
const made = (engine: LabelledLists, features: DocumentFeatures, reference: ReferenceLists | null = null) =>
  experimentRows(engine, reference, features, keysOf(engine));

describe("experimentRows", () => {
  it("returns the lists in the candidate's order, whatever the order of the file, with features joined by id", () => {
    const engine = labelled(
      [
        [1, 0, "c", "C"],
        [0, 7, "b", "B"],
        [0, 2, "a", "A"],
      ],
      [3, 2, 1],
    );
    const rows = made(engine, given(["C", "A", "X"], [30, 10, 99]));
    expect(rows.features.names).toEqual(["candidate_rank", "degree"]);
    expect(rows.features.columns.map((column) => [...column])).toEqual([
      [2, 7, 0],
      [10, nothing, 30],
    ]);
    expect([...rows.targets]).toEqual([1, 2, 3]);
    expect([...rows.sources]).toEqual([2, 1, 0]);
    expect([...rows.queryOfRow]).toEqual([0, 0, 1]);
    expect([...rows.offsets]).toEqual([0, 2, 3]);
    expect(rows).toMatchObject({ queries: 2, repeats: 0, unlabelled: 0, documents: 3, known: 2, withoutId: 0 });
  });

  it("uses a document once per list, at its first rank", () => {
    const engine = labelled(
      [
        [0, 0, "a", "A"],
        [0, 1, "b", "B"],
        [0, 2, "a, another time", "A"],
        [1, 0, "a", "A"],
      ],
      [1, 2, 5, 4],
    );
    const rows = made(engine, given(["A", "B"], [1, 2]));
    expect([...rows.targets]).toEqual([1, 2, 4]);
    expect(rows).toMatchObject({ repeats: 1, documents: 2, known: 2 });
  });

  it("leaves out and counts results without a label, and counts only queries that have rows", () => {
    const engine = labelled(
      [
        [0, 0, "a", "A"],
        [1, 0, "b", "B"],
        [1, 1, "b", "B"],
      ],
      [1, nothing, nothing],
      4,
    );
    const rows = made(engine, given(["A"], [1]));
    expect(rows).toMatchObject({ queries: 1, unlabelled: 2, repeats: 0, documents: 1 });
    expect([...rows.offsets]).toEqual([0, 1, 1, 1, 1]);
  });

  it("uses each reference title once in the ideal, with the label of its first row", () => {
    const lists = makeLists(
      "reference",
      [
        [0, 0, "x"],
        [0, 1, "y"],
        [0, 2, "X"],
      ],
      2,
    );
    const reference = { lists, labels: Float64Array.of(5, 2.5, 5 / 3), pointRanks: Int32Array.of(0, 1, 0) };
    const engine = labelled([[0, 0, "x", "A"]], [5]);
    expect(made(engine, given(["A"], [1]), reference).idealLabels?.map((labels) => [...labels])).toEqual([
      [5, 2.5],
      [],
    ]);
    expect(made(engine, given(["A"], [1])).idealLabels).toBeNull();
  });

  describe("edge cases", () => {
    it("experimentRows ignores white space around ids", () => {
      const rows = made(labelled([[0, 0, "a", " A "]], [1]), given(["A"], [7]));
      expect(rows.features.columns[1]).toEqual(Float64Array.of(7));
    });

    it("experimentRows does not assign features without an id to any result", () => {
      const engine = labelled(
        [
          [0, 0, "a", "A"],
          [0, 1, "b"],
        ],
        [1, 1],
      );
      const rows = made(engine, given(["", "A"], [99, 7]));
      expect([...(rows.features.columns[1] ?? [])]).toEqual([7, nothing]);
      expect(rows).toMatchObject({ documents: 2, known: 1, withoutId: 1 });
    });
  });

  it.each<[string, LabelledLists, DocumentFeatures, RegExp]>([
    [
      "results without labels",
      labelled([[0, 0, "a", "A"]], [nothing]),
      given(["A"], [1]),
      /none of its results .* has a label/,
    ],
    ["results without a column of ids", labelled([[0, 0, "a"]], [1]), given(["A"], [1]), /have no ids.*--engine/],
    ["empty ids", labelled([[0, 0, "a", " "]], [1]), given(["A", ""], [1, 2]), /have no ids/],
    ["features whose ids are in no list", labelled([[0, 0, "a", "A"]], [1]), given(["X"], [1]), /"A".*"X"/],
    [
      "a feature with the name of the rank",
      labelled([[0, 0, "a", "A"]], [1]),
      { ids: ["A"], columns: new Map([["candidate_rank", Float64Array.of(1)]]) },
      /"candidate_rank".*Rename/,
    ],
  ])("refuses %s", (_, engine, features, message) => {
    expect(() => made(engine, features)).toThrow(
      expect.objectContaining({ code: "INVALID_OPTION", message: expect.stringMatching(message) }),
    );
  });
});
