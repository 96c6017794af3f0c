import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  elevenRecalls,
  interpolatePrecision,
  precisionRecallCurve,
  type RunCurves,
  runCurves,
} from "../../../src/measure/measures/evaluate-run.ts";
import { makeEvaluation, type Numbers, someNumbers } from "../../support/make-evaluation.ts";
import { runs } from "../../support/property.ts";
import { manyRuns, rankedList, someLists } from "../../support/ranked-list.ts";

// Published worked numbers: [0,1,0,1,0,1,1] with five relevant documents.
const published = rankedList([0, 1, 0, 1, 0, 1, 1], [1]);
const tenths = Array.from({ length: 11 }, (_, tenth) => tenth / 10);

describe("precisionRecallCurve", () => {
  it("reproduces the published points", () => {
    const { precision, recall } = precisionRecallCurve(published, 1);
    expect(precision).toEqual([0, 1 / 2, 1 / 3, 1 / 2, 2 / 5, 1 / 2, 4 / 7]);
    expect(recall).toEqual([0, 0.2, 0.2, 0.4, 0.4, 0.6, 0.8]);
  });

  it("has a recall that never falls, and a point for every result", () => {
    fc.assert(
      fc.property(someLists, (list) => {
        const { precision, recall } = precisionRecallCurve(list, 1);
        expect(precision).toHaveLength(list.labels.length);
        recall.forEach((value, rank) => {
          if (!Number.isNaN(value)) expect(value).toBeGreaterThanOrEqual(recall[rank - 1] ?? 0);
        });
      }),
      manyRuns,
    );
  });

  it("has no recall if no document is relevant", () => {
    expect(precisionRecallCurve(rankedList([0, 0]), 1)).toEqual({
      precision: [0, 0],
      recall: [Number.NaN, Number.NaN],
    });
  });
});

describe("interpolatePrecision", () => {
  it("reproduces the published precisions", () => {
    const interpolated = interpolatePrecision(precisionRecallCurve(published, 1), tenths);
    expect(interpolated).toEqual([...Array(9).fill(4 / 7), 0, 0]);
  });

  it("compares recalls as fractions, while trec_eval rounds them to documents", () => {
    // One of three relevant documents is a recall of 1/3, which does not reach 0.34.
    const curve = precisionRecallCurve(rankedList([1, 0, 0, 1], [1]), 1);
    expect(interpolatePrecision(curve, [1 / 3, 0.34])).toEqual([1, 0.5]);
  });

  it("reaches a recall that is a fraction of the relevant documents, whatever their number", () => {
    for (let all = 1; all <= 200; all++) {
      const curve = precisionRecallCurve(rankedList(Array(all).fill(1)), 1);
      const reached = Array.from({ length: all }, (_, place) => (place + 1) / all);
      expect(interpolatePrecision(curve, reached)).toEqual(Array(all).fill(1));
    }
  });

  it("never rises with recall", () => {
    fc.assert(
      fc.property(someLists, (list) => {
        const interpolated = interpolatePrecision(precisionRecallCurve(list, 1), tenths);
        interpolated.forEach((value, place) => {
          if (!Number.isNaN(value)) expect(value).toBeLessThanOrEqual(interpolated[place - 1] ?? 1);
        });
      }),
      manyRuns,
    );
  });

  it("is undefined if no document is relevant, and 0 for an empty list", () => {
    expect(interpolatePrecision(precisionRecallCurve(rankedList([0]), 1), [0, 1])).toEqual([Number.NaN, Number.NaN]);
    expect(interpolatePrecision(precisionRecallCurve(rankedList([], [1]), 1), [0, 1])).toEqual([0, 0]);
  });
});

function curvesOf(judgments: Numbers, run: Numbers, rel = 1): RunCurves {
  const made = makeEvaluation(judgments, { run });
  const [only] = made.runs;
  if (only === undefined) throw new Error("no run");
  return runCurves(made.judgments, only, { rel: rel });
}

describe("runCurves", () => {
  it("uses the eleven recalls of the textbook", () => {
    expect(elevenRecalls).toEqual([0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1]);
  });

  // Worked by hand. q1: relevant at positions 1 and 3 of 4, one of three missed; q2: only at position 2.
  it("returns the points of every query, the interpolated precision, and its mean", () => {
    const { perQuery, average, queries } = curvesOf(
      { q1: { a: 1, b: 2, c: 1 }, q2: { a: 1 }, q3: { a: 0 } },
      { q1: { a: 4, x: 3, b: 2, y: 1 }, q2: { x: 2, a: 1 }, q3: { a: 1 } },
    );
    expect(queries).toBe(2);
    expect(perQuery).toEqual({
      q1: {
        precision: [1, 1 / 2, 2 / 3, 2 / 4],
        recall: [1 / 3, 1 / 3, 2 / 3, 2 / 3],
        interpolated: [1, 1, 1, 1, 2 / 3, 2 / 3, 2 / 3, 0, 0, 0, 0],
      },
      q2: { precision: [0, 1 / 2], recall: [0, 1], interpolated: Array.from({ length: 11 }, () => 1 / 2) },
    });
    const expected = [0.75, 0.75, 0.75, 0.75, 7 / 12, 7 / 12, 7 / 12, 0.25, 0.25, 0.25, 0.25];
    for (const [step, precision] of expected.entries()) expect(average[step]).toBeCloseTo(precision, 14);
  });

  it("treats labels from the given level up as relevant", () => {
    const { perQuery, queries } = curvesOf({ q1: { a: 1, b: 2 }, q2: { a: 1 } }, { q1: { a: 2, b: 1 } }, 2);
    expect(queries).toBe(1);
    expect(perQuery["q1"]).toMatchObject({ precision: [0, 1 / 2], recall: [0, 1] });
  });

  it("uses a precision of 0 for a query that the run lacks", () => {
    const { perQuery, average, queries } = curvesOf({ q1: { a: 1 }, q2: { a: 1 } }, { q1: { a: 1 } });
    expect(queries).toBe(2);
    expect(perQuery["q2"]).toEqual({ precision: [], recall: [], interpolated: elevenRecalls.map(() => 0) });
    expect(average).toEqual(elevenRecalls.map(() => 0.5));
  });

  it("never rises with recall, and starts with the largest precision", () => {
    fc.assert(
      fc.property(someNumbers(fc.constantFrom(-1, 0, 1, 2)), someNumbers(fc.nat(5)), (judgments, run) => {
        const { perQuery, average, queries } = curvesOf(judgments, run);
        expect(Object.keys(perQuery)).toHaveLength(queries);
        for (const { precision, interpolated } of Object.values(perQuery)) {
          expect(interpolated[0]).toBe(Math.max(0, ...precision));
        }
        for (const [step, precision] of average.slice(1).entries()) {
          if (queries > 0) expect(precision).toBeLessThanOrEqual((average[step] ?? 0) + 1e-12);
        }
      }),
      runs,
    );
  });

  // Manning, Raghavan & Schütze 2008, 8.4: the largest precision at any recall >= r. trec_eval 9 rounds recall 0.1 of one
  // relevant document to none (the whole part of 0.1 + 0.9 is 1, that of 0.05 + 0.9 is 0), so it may differ.
  it("returns its rule as text", () => {
    expect(curvesOf({ q1: { a: 1 } }, { q1: { a: 1 } }).rule).toBe("largest precision at this recall or beyond");
  });

  // pytrec_eval-terrier 0.5.11: 11pt_avg is 0.4857142857142857 for q1 and 0.8484848484848484 for q2. trec_eval rounds
  // recalls to whole documents, which changes nothing here.
  it("matches trec_eval's mean of eleven points", () => {
    const judgments = { q1: { a: 1, b: 1, c: 1, d: 1, e: 1 }, q2: { a: 1, b: 1 } };
    const run = { q1: { x: 9, a: 8, y: 7, b: 6, c: 5, z: 4, e: 3 }, q2: { b: 3, x: 2, a: 1 } };
    const { average } = curvesOf(judgments, run);
    const mean = average.reduce((sum, precision) => sum + precision, 0) / 11;
    expect(mean).toBeCloseTo((0.4857142857142857 + 0.8484848484848484) / 2, 12);
  });

  it("returns NaN as mean if no query has a relevant document", () => {
    const { perQuery, average, queries } = curvesOf({ q1: { a: 0 } }, { q1: { a: 1 } });
    expect({ perQuery, queries }).toEqual({ perQuery: {}, queries: 0 });
    expect(average).toEqual(elevenRecalls.map(() => Number.NaN));
  });

  it("accepts any query name", () => {
    const { perQuery } = curvesOf({ ["__proto__"]: { a: 1 }, q1: { a: 1 } }, { q1: { a: 1 } });
    expect(Object.keys(perQuery)).toEqual(["__proto__", "q1"]);
  });
});
