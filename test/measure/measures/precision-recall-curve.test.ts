import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { interpolatePrecision, precisionRecallCurve } from "../../../src/measure/measures/precision-recall-curve.ts";
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

  it("has a recall that never falls and a point for every result", () => {
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

  it("has no recall where no document is relevant", () => {
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

  it("compares recalls as fractions, where trec_eval rounds to documents", () => {
    // One of three relevant documents is a recall of 1/3, which does not reach 0.34.
    const curve = precisionRecallCurve(rankedList([1, 0, 0, 1], [1]), 1);
    expect(interpolatePrecision(curve, [1 / 3, 0.34])).toEqual([1, 0.5]);
  });

  it("meets a recall that is a fraction of the relevant documents, at any number of them", () => {
    for (let all = 1; all <= 200; all++) {
      const curve = precisionRecallCurve(rankedList(Array(all).fill(1)), 1);
      const reached = Array.from({ length: all }, (_, place) => (place + 1) / all);
      expect(interpolatePrecision(curve, reached)).toEqual(Array(all).fill(1));
    }
  });

  it("does not rise with recall", () => {
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

  it("is undefined where no document is relevant, and 0 for an empty list", () => {
    expect(interpolatePrecision(precisionRecallCurve(rankedList([0]), 1), [0, 1])).toEqual([Number.NaN, Number.NaN]);
    expect(interpolatePrecision(precisionRecallCurve(rankedList([], [1]), 1), [0, 1])).toEqual([0, 0]);
  });
});
