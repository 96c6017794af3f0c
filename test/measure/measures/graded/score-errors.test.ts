import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  meanAbsoluteError,
  meanAbsoluteErrorMeasure,
  rootMeanSquareError,
  rootMeanSquareErrorMeasure,
} from "../../../../src/measure/measures/graded/score-errors.ts";
import { manyRuns, rankedList, someLists, unjudged } from "../../../support/ranked-list.ts";

describe("meanAbsoluteError", () => {
  it("agrees with scikit-learn on judged results", () => {
    // sklearn.metrics.mean_absolute_error([4, 2, 0, 3], [3.5, 2.5, 1, 3]); unjudged results do not count.
    const list = rankedList([4, unjudged, 3, 2, 0, -1], [5], [3.5, 3.2, 3, 2.5, 1, 0.5]);
    expect(meanAbsoluteError(list)).toBeCloseTo(0.5, 12);
  });

  it("is 0 if every score is the label, and equals the shift if all scores are shifted", () => {
    fc.assert(
      fc.property(someLists, fc.integer({ min: 1, max: 9 }), (list, shift) => {
        if (!list.labels.some((label) => label >= 0)) return;
        expect(meanAbsoluteError({ ...list, scores: list.labels })).toBe(0);
        expect(meanAbsoluteError({ ...list, scores: list.labels.map((label) => label + shift) })).toBeCloseTo(shift, 9);
        expect(meanAbsoluteError(list)).toBeGreaterThanOrEqual(0);
      }),
      manyRuns,
    );
  });

  it("is undefined if no result is judged, because 0 would mean a perfect run", () => {
    expect(meanAbsoluteError(rankedList([unjudged, -1], [3]))).toBeNaN();
    expect(meanAbsoluteError(rankedList([]))).toBeNaN();
    expect(meanAbsoluteErrorMeasure.whenMissing).toBeNaN();
    expect(meanAbsoluteErrorMeasure.lowerIsBetter).toBe(true);
  });
});

describe("rootMeanSquareError", () => {
  it("agrees with scikit-learn on judged results", () => {
    // sklearn.metrics.root_mean_squared_error([4, 2, 0, 3], [3.5, 2.5, 1, 3]); unjudged results do not count.
    const list = rankedList([4, unjudged, 3, 2, 0, -1], [5], [3.5, 3.2, 3, 2.5, 1, 0.5]);
    expect(rootMeanSquareError(list)).toBeCloseTo(0.6123724356957945, 12);
  });

  it("is 0 if every score is the label, and equals the shift if all scores are shifted", () => {
    fc.assert(
      fc.property(someLists, fc.integer({ min: 1, max: 9 }), (list, shift) => {
        if (!list.labels.some((label) => label >= 0)) return;
        expect(rootMeanSquareError({ ...list, scores: list.labels })).toBe(0);
        expect(rootMeanSquareError({ ...list, scores: list.labels.map((label) => label + shift) })).toBeCloseTo(
          shift,
          9,
        );
        expect(rootMeanSquareError(list)).toBeGreaterThanOrEqual(0);
      }),
      manyRuns,
    );
  });

  it("is undefined if no result is judged, because 0 would mean a perfect run", () => {
    expect(rootMeanSquareError(rankedList([unjudged, -1], [3]))).toBeNaN();
    expect(rootMeanSquareError(rankedList([]))).toBeNaN();
    expect(rootMeanSquareErrorMeasure.whenMissing).toBeNaN();
    expect(rootMeanSquareErrorMeasure.lowerIsBetter).toBe(true);
  });
});
