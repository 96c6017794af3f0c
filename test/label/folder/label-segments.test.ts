/** Do segments and weights give the means calculated by hand? */
import { describe, expect, it } from "vitest";
import { measureNames } from "../../../src/core/types.ts";
import { segmentLabelRun } from "../../../src/label/folder/label-summary.ts";
import { measuredRun } from "../../../src/label/folder/measured-run.ts";
import { makeEngine, makeRun } from "../../support/make-run.ts";
import { summariseLabelRun } from "../../support/summarise-run.ts";

// Three queries. By hand (see make-run.ts), by query: precision 1/3, not measured, 0; recall 1/2, not measured, 0; F1
// 0.4, not measured, undefined; ndcg 1, not measured, 1.
const run = makeRun();
const kinds = { column: "kind", segments: ["short", "", "none"], segmentOfQuery: Int32Array.of(0, 0, 1) };
const weighting = { column: "visits", weights: Float64Array.of(3, 7, 1) };

describe("segmentLabelRun", () => {
  it("returns the means of each segment, with their numbers of queries", () => {
    const { segments, weighted } = segmentLabelRun(measuredRun(run), kinds, null);
    expect(weighted).toBeUndefined();
    expect(segments?.column).toBe("kind");
    expect(segments?.groups.map(({ segment, queries }) => [segment, queries])).toEqual([
      ["short", 2],
      ["", 1],
      ["none", 0],
    ]);
    const [short, unsaid, none] = segments?.groups ?? [];
    expect(short?.engines["explorer"]).toMatchObject({
      precision: { mean: expect.closeTo(1 / 3, 12), count: 1 },
      recall: { mean: 0.5, count: 1 },
      f1: { mean: expect.closeTo(0.4, 12), count: 1 },
      ndcg_reference: { mean: expect.closeTo(1, 12), count: 1 },
    });
    expect(unsaid?.engines["explorer"]).toMatchObject({
      precision: { mean: 0, count: 1 },
      recall: { mean: 0, count: 1 },
      f1: { mean: null, count: 0 },
    });
    for (const measure of measureNames) {
      expect(none?.engines["explorer"]?.[measure], measure).toEqual({ mean: null, count: 0 });
    }
  });

  it("weighs only queries that are measured", () => {
    const { segments, weighted } = segmentLabelRun(measuredRun(run), null, weighting);
    expect(segments).toBeUndefined();
    expect(weighted?.column).toBe("visits");
    // (3 x 1/3 + 1 x 0) / 4 and (3 x 1/2 + 1 x 0) / 4. The second query has weight 7 and is not measured.
    expect(weighted?.engines["explorer"]).toMatchObject({
      precision: { mean: expect.closeTo(0.25, 12), count: 2 },
      recall: { mean: expect.closeTo(0.375, 12), count: 2 },
      f1: { mean: expect.closeTo(0.4, 12), count: 1 },
    });
  });

  it("also weighs queries within segments", () => {
    const all = { column: "kind", segments: ["every"], segmentOfQuery: Int32Array.of(0, 0, 0) };
    const { segments, weighted } = segmentLabelRun(measuredRun(run), all, weighting);
    expect(segments?.groups[0]?.engines).toEqual(weighted?.engines);
  });

  it("returns the means of the summary if there is a single segment and weights are equal", () => {
    const two = makeRun([makeEngine("explorer"), makeEngine("other", { rows: [[0, 0, "alpha"]] })]);
    const all = { column: "kind", segments: ["every"], segmentOfQuery: Int32Array.of(0, 0, 0) };
    const equal = { column: "visits", weights: Float64Array.of(2, 2, 2) };
    const { segments, weighted } = segmentLabelRun(measuredRun(two), all, equal);
    const { engines } = summariseLabelRun(two);
    expect(Object.keys(weighted?.engines ?? {})).toEqual(["explorer", "other"]);
    expect(weighted?.engines).toEqual(segments?.groups[0]?.engines);
    for (const engine of ["explorer", "other"]) {
      for (const measure of measureNames) {
        const { mean = Number.NaN, count } = engines[engine]?.[measure] ?? {};
        const expected = { mean: mean === null ? null : expect.closeTo(mean, 12), count };
        expect(weighted?.engines[engine]?.[measure], `${engine} ${measure}`).toEqual(expected);
      }
    }
  });

  it("returns no mean if all weights are 0", () => {
    const { weighted } = segmentLabelRun(measuredRun(run), null, {
      column: "visits",
      weights: Float64Array.of(0, 5, 0),
    });
    expect(weighted?.engines["explorer"]?.precision).toEqual({ mean: null, count: 0 });
  });

  it("returns an empty object if there are no segments and no weights", () => {
    expect(segmentLabelRun(measuredRun(run), null, null)).toEqual({});
  });
});
