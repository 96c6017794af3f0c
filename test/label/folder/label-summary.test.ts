import { describe, expect, it } from "vitest";
import { MATCH_EXACT, type Matches, measureNames } from "../../../src/core/types.ts";
import type { Warning } from "../../../src/core/warnings.ts";
import { makeEngine, makeRun } from "../../support/make-run.ts";
import { summariseLabelRun } from "../../support/summarise-run.ts";

/** Matches every row exactly to a given reference row. */
function matchedTo(...referenceRows: readonly number[]): Matches {
  return {
    kinds: new Uint8Array(referenceRows.length).fill(MATCH_EXACT),
    reasons: new Uint8Array(referenceRows.length),
    referenceRows: Int32Array.from(referenceRows),
    similarities: new Float64Array(referenceRows.length).fill(1),
    margins: new Float64Array(referenceRows.length).fill(0.5),
  };
}

describe("summariseLabelRun", () => {
  it("counts the queries, rows, points and lengths of lists of the reference", () => {
    const { reference, queries, label, model, schema } = summariseLabelRun(makeRun());
    expect({ schema, queries, label, model }).toEqual({
      schema: "semqrel.label/1",
      queries: 3,
      label: "inverse(top=5)",
      model: "mini",
    });
    // Lists of 2, 0 and 1 titles. The empty one does not count as a list, except by length.
    expect(reference).toMatchObject({
      engine: "scopus",
      queries: 2,
      rows: 3,
      points: 3,
      list_length_counts: [1, 1, 1],
    });
    expect(reference.list_lengths).toMatchObject({ count: 2, mean: 1.5, min: 1, max: 2 });
  });

  it("contains the number of matches that a veto refused, and the means without the veto", () => {
    const plain = makeEngine("explorer");
    const half = Object.fromEntries(
      Object.entries(plain.measures.values).map(([name, values]) => [name, values.map((value) => value / 2)]),
    ) as typeof plain.measures.values;
    const veto = { columns: ["year"], refused: 3, moved: 1, measuresWithout: { ...plain.measures, values: half } };
    const explorer = summariseLabelRun(makeRun([{ ...plain, veto }])).engines["explorer"];
    expect(explorer?.veto).toMatchObject({ columns: ["year"], refused: 3, moved: 1, unmatched: 2 });
    for (const measure of measureNames) {
      const mean = explorer?.[measure].mean ?? null;
      const change = mean === null ? null : expect.closeTo(mean / 2, 12);
      expect(explorer?.veto?.measures[measure], measure).toEqual({ without: change, change });
    }
    expect(summariseLabelRun(makeRun()).engines["explorer"]).not.toHaveProperty("veto");
  });

  it("describes every measure, and counts matches, unmatched results and reasons", () => {
    const explorer = summariseLabelRun(makeRun()).engines["explorer"];
    expect(explorer).toMatchObject({
      queries: 3,
      rows: 5,
      above_one: 0,
      unmeasurable: { "no-reference": 1 },
      matches: { none: 1, semantic: 2, exact: 1, "no-reference": 1 },
      matched_reference_ranks: [2, 1],
      holes_by_rank: [
        { results: 2, holes: 0 },
        { results: 1, holes: 0 },
        { results: 1, holes: 1 },
      ],
    });
    // By hand: precision 1/3 and 0, recall 1/2 and 0, F1 0.4 and undefined.
    expect(explorer?.precision.mean).toBeCloseTo(1 / 6, 12);
    expect(explorer?.recall).toMatchObject({ count: 2, mean: 0.25 });
    expect(explorer?.f1).toMatchObject({ count: 1, std: null });
    expect(explorer?.f1.mean).toBeCloseTo(0.4, 12);
    expect(explorer?.ndcg_reference).toMatchObject({ count: 2, mean: 1 });
    expect(explorer?.one_to_one).toBeUndefined();
  });

  it("counts queries with an nDCG above 1, and warns about them", () => {
    const rows = [
      [0, 0, "alpha"],
      [0, 1, "Alpha!"],
    ] as const;
    const summary = summariseLabelRun(makeRun([makeEngine("explorer", { rows, matches: matchedTo(0, 0) })]));
    // (5 + 5 / log2 3) above (5 + 2.5 / log2 3) for one of two queries. Nothing was returned for the other.
    expect(summary.engines["explorer"]?.above_one).toBe(1);
    expect(summary.warnings).toEqual([{ kind: "above-one", engine: "explorer", count: 1, queries: 2 }]);
  });

  it("compares one-to-one matching with nearest matching", () => {
    const rows = [
      [0, 0, "alpha"],
      [0, 1, "Alpha!"],
    ] as const;
    const engine = makeEngine("explorer", { rows, matches: matchedTo(0, 1), nearest: matchedTo(0, 0) });
    const comparison = summariseLabelRun(makeRun([engine])).engines["explorer"]?.one_to_one;
    const d = Math.log2(3);
    expect(Object.keys(comparison ?? {})).toEqual([...measureNames]);
    expect(comparison?.dcg.nearest).toBeCloseTo(5 + 5 / d, 12);
    expect(comparison?.dcg.change).toBeCloseTo(-2.5 / d, 12);
    expect(comparison?.precision).toEqual({ nearest: 0.5, change: 0 });
  });

  describe("the result of summariseLabelRun", () => {
    it("counts each query as either measured or unmeasurable", () => {
      for (const engine of [makeEngine("explorer"), makeEngine("empty", { rows: [], matches: matchedTo() })]) {
        const summary = summariseLabelRun(makeRun([engine])).engines[engine.lists.engine];
        const unmeasurable = Object.values(summary?.unmeasurable ?? {}).reduce((sum, count) => sum + count, 0);
        expect((summary?.ndcg_returned.count ?? 0) + unmeasurable, engine.lists.engine).toBe(3);
      }
    });

    it("is the same after a round trip through JSON", () => {
      const summary = summariseLabelRun(makeRun());
      expect(JSON.parse(JSON.stringify(summary))).toEqual(summary);
    });
  });

  describe("summariseLabelRun in edge cases", () => {
    it("does not count rounding errors as above 1", () => {
      const engine = makeEngine("explorer");
      const above = (value: number) => {
        const values = { ...engine.measures.values, ndcg_reference: Float64Array.of(value, Number.NaN, 0.5) };
        const run = makeRun([{ ...engine, measures: { ...engine.measures, values } }]);
        return summariseLabelRun(run).engines["explorer"]?.above_one;
      };
      expect(above(1 + 1e-12)).toBe(0);
      expect(above(1 + 1e-8)).toBe(1);
    });

    it("returns null for values that are undefined without results", () => {
      const { engines } = summariseLabelRun(makeRun([makeEngine("empty", { rows: [], matches: matchedTo() })]));
      expect(engines["empty"]?.precision).toMatchObject({ count: 0, mean: null });
      expect(engines["empty"]?.ndcg_reference).toMatchObject({ count: 2, mean: 0 });
      expect(engines["empty"]?.unmeasurable).toEqual({ "no-reference": 1, "no-candidate-results": 2 });
    });

    it("puts the run's own warnings first", () => {
      const warning: Warning = { kind: "merged-points", count: 1, examples: ["a"] };
      expect(summariseLabelRun({ ...makeRun(), warnings: [warning] }).warnings).toEqual([warning]);
    });
  });
});
