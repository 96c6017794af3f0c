/** Does the document contain what was measured, in a form that JSON can represent? */
import { expect, describe as group, it } from "vitest";
import { measureDocument, summariseSegments } from "../../src/measure/measure-report.ts";
import { runCurves } from "../../src/measure/measures/evaluate-run.ts";
import { makeEvaluation, makeReport } from "../support/make-evaluation.ts";

/** AP of bm25: 1, 1/2, no relevant document; of dense: 1/3, 1, missing. */
const made = makeEvaluation(
  { q1: { a: 1, b: 0 }, q2: { a: 1 }, q3: { a: 0 } },
  {
    bm25: { q1: { a: 2, b: 1 }, q2: { b: 2, a: 1 }, q3: { a: 1 } },
    dense: { q1: { x: 3, b: 2, a: 1 }, q2: { a: 1 } },
  },
);
const none = { perQuery: false, describe: false, curves: null };
const segmentation = { column: "kind", segments: ["long", ""], segmentOfQuery: Int32Array.of(0, 1, 1) };

group("measureDocument", () => {
  it("contains the mean, the number of queries and the gaps of every run and measure", () => {
    expect(measureDocument(makeReport(made, ["AP", "NumRet"]), none)).toEqual({
      schema: "semqrel.measure/1",
      queries: 3,
      order: ["bm25", "dense"],
      rules: { depth: null, judgedOnly: false, missingQueries: "zero", undefinedQueries: "zero", trecEval: 9 },
      runs: {
        bm25: {
          AP: { mean: 0.5, count: 3, gaps: { "no-relevant-document": 1 } },
          NumRet: { mean: 5, count: 3, aggregate: "sum", gaps: {} },
        },
        dense: {
          AP: { mean: 4 / 9, count: 3, gaps: { "query-missing": 1 } },
          NumRet: { mean: 4, count: 3, aggregate: "sum", gaps: { "query-missing": 1 } },
        },
      },
      warnings: [],
    });
  });

  it("counts fewer queries if queries are left out, but still contains the gaps", () => {
    const report = makeReport(made, ["AP"], { missingQueries: "skip", undefinedQueries: "skip" });
    const { runs } = measureDocument(report, none);
    expect(runs["bm25"]?.["AP"]).toEqual({ mean: 0.75, count: 2, gaps: { "no-relevant-document": 1 } });
    expect(runs["dense"]?.["AP"]).toEqual({ mean: 2 / 3, count: 2, gaps: { "query-missing": 1 } });
  });

  it("describes values with the mean that tables show, to the last digit", () => {
    // 1, 1 and 1/3: Python's sum in this order / 3 is 0.7777777777777778, and in ascending order …777.
    const labels = { q1: { a: 1 }, q2: { a: 1 }, q3: { a: 1 } };
    const run = { q1: { a: 1 }, q2: { a: 1 }, q3: { x: 3, y: 2, a: 1 } };
    const { runs } = measureDocument(makeReport(makeEvaluation(labels, { run }), ["AP"]), { ...none, describe: true });
    const { mean, describe } = runs["run"]?.["AP"] ?? {};
    expect(describe?.mean).toBe(mean);
    expect(mean).toBe(0.7777777777777778);
  });

  it("contains the values of queries on request, and null for a missing value", () => {
    const report = makeReport(made, ["AP"], { missingQueries: "skip" });
    const { runs } = measureDocument(report, { ...none, perQuery: true });
    expect(runs["bm25"]?.["AP"]?.perQuery).toEqual({ q1: 1, q2: 0.5, q3: 0 });
    expect(runs["dense"]?.["AP"]?.perQuery).toEqual({ q1: 1 / 3, q2: 1, q3: null });
  });

  // numpy: np.percentile([1, .5, 0], [25, 50, 75]), std(ddof=1)
  it("contains descriptions of values on request", () => {
    const { runs } = measureDocument(makeReport(made, ["AP"]), { ...none, describe: true });
    expect(runs["bm25"]?.["AP"]?.describe).toEqual({
      ...{ count: 3, mean: 0.5, std: 0.5, min: 0 },
      ...{ "25%": 0.25, "50%": 0.5, "75%": 0.75, max: 1 },
    });
  });

  it("contains curves, weights and segments if there are any", () => {
    const weights = Float64Array.of(1, 3, 0);
    const report = makeReport(made, ["AP"], { weights }, { segmentation, weightColumn: "visits" });
    const curves = Object.fromEntries(made.runs.map((run) => [run.name, runCurves(made.judgments, run, { rel: 1 })]));
    const document = measureDocument(report, { ...none, curves });
    expect(document.weights).toBe("visits");
    expect(document.runs["bm25"]?.["AP"]?.mean).toBe(2.5 / 4);
    expect(document.segments?.column).toBe("kind");
    expect(document.segments?.groups).toHaveLength(2);
    expect(document.curves?.["dense"]?.queries).toBe(2);
  });

  it("is the same after a round trip through JSON, with null for a missing mean", () => {
    const lost = makeEvaluation({ q1: { a: 0 } }, { run: { q1: { a: 1 } } });
    const document = measureDocument(makeReport(lost, ["AP"], { undefinedQueries: "skip" }), {
      ...none,
      perQuery: true,
      describe: true,
    });
    expect(document.runs["run"]?.["AP"]).toMatchObject({ mean: null, count: 0, perQuery: { q1: null } });
    expect(JSON.parse(JSON.stringify(document))).toEqual(document);
  });

  it("contains the order of runs separately, because JSON may change it", () => {
    const numbered = makeEvaluation({ q1: { a: 1 } }, { b: { q1: { a: 1 } }, a: { q1: { a: 1 } } });
    const runs = numbered.runs.map((run, place) => ({ ...run, name: ["10", "9"][place] ?? "" }));
    const document = measureDocument(makeReport({ ...numbered, runs }, ["AP"]), none);
    expect(document.order).toEqual(["10", "9"]);
    expect(Object.keys(document.runs)).toEqual(["9", "10"]);
  });
});

group("summariseSegments", () => {
  it("computes each segment's means separately", () => {
    const report = makeReport(made, ["AP", "NumRet"], { missingQueries: "skip" }, { segmentation });
    expect(summariseSegments(report, segmentation)).toEqual([
      {
        segment: "long",
        queries: 1,
        runs: {
          bm25: { AP: { mean: 1, count: 1 }, NumRet: { mean: 2, count: 1 } },
          dense: { AP: { mean: 1 / 3, count: 1 }, NumRet: { mean: 3, count: 1 } },
        },
      },
      {
        segment: "",
        queries: 2,
        runs: {
          bm25: { AP: { mean: 0.25, count: 2 }, NumRet: { mean: 3, count: 2 } },
          dense: { AP: { mean: 1, count: 1 }, NumRet: { mean: 1, count: 1 } },
        },
      },
    ]);
  });

  it("weighs means within segments, and returns no mean if all weights of a segment are 0", () => {
    const weights = Float64Array.of(0, 1, 3);
    const report = makeReport(made, ["AP"], { weights }, { segmentation, weightColumn: "visits" });
    expect(summariseSegments(report, segmentation).map(({ runs }) => runs["bm25"]?.["AP"])).toEqual([
      { mean: null, count: 0 },
      { mean: 0.125, count: 2 },
    ]);
  });
});
