import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { expectedCalibrationError, reliabilityCurve } from "../../../src/maths/classification.ts";
import { scoredSample, someScored } from "../../support/scored-sample.ts";
import { manyRuns } from "../../support/some-pairs.ts";

const { scores, relevant } = scoredSample;

describe("reliabilityCurve", () => {
  // scikit-learn 1.9.1: calibration_curve(relevant, scores, n_bins=…, strategy="quantile"); counts: numpy 2.4 bincount of
  // searchsorted(percentile(scores, …)[1:-1], scores)
  it.each([
    { bins: 3, count: [8, 8, 8], predicted: [0.025, 0.39375, 0.73125], observed: [0, 0.375, 0.75] },
    {
      bins: 5,
      count: [5, 5, 5, 4, 5],
      predicted: [0, 0.15, 0.42, 0.5625, 0.82],
      observed: [0, 0.2, 0.4, 0.5, 0.8],
    },
  ])("matches scikit-learn: $bins bins", ({ bins, count, predicted, observed }) => {
    const curve = reliabilityCurve(scores, relevant, bins);
    expect(curve.map((bin) => bin.count)).toEqual(count);
    expect(curve.map((bin) => bin.predicted)).toEqual(predicted.map((value) => expect.closeTo(value, 13)));
    expect(curve.map((bin) => bin.observed)).toEqual(observed.map((value) => expect.closeTo(value, 13)));
  });

  // scikit-learn 1.9.1: the example of calibration_curve's documentation, with strategy="quantile"
  it("returns bins of equal count if predictions are distinct", () => {
    const predicted = [0.1, 0.2, 0.3, 0.4, 0.65, 0.7, 0.8, 0.9, 1];
    const curve = reliabilityCurve(predicted, [0, 0, 0, 0, 1, 1, 1, 1, 1], 3);
    expect(curve).toEqual([
      { count: 3, predicted: expect.closeTo(0.2, 14), observed: 0 },
      { count: 3, predicted: expect.closeTo(1.75 / 3, 14), observed: expect.closeTo(2 / 3, 14) },
      { count: 3, predicted: expect.closeTo(0.9, 14), observed: 1 },
    ]);
  });

  describe("properties", () => {
    it("reliabilityCurve puts every item in one bin, and sorts bins by prediction, whatever the order of the items", () => {
      fc.assert(
        fc.property(someScored(0, 30, 3), fc.integer({ min: 1, max: 12 }), ({ scores, truth }, bins) => {
          const curve = reliabilityCurve(scores, truth, bins);
          const sum = (values: readonly number[]) => values.reduce((before, value) => before + value, 0);
          expect(curve.length).toBeLessThanOrEqual(bins);
          expect(sum(curve.map(({ count }) => count))).toBe(scores.length);
          expect(sum(curve.map(({ count, predicted }) => count * predicted))).toBeCloseTo(sum(scores), 10);
          expect(sum(curve.map(({ count, observed }) => count * observed))).toBeCloseTo(sum(truth), 10);
          const predictions = curve.map(({ predicted }) => predicted);
          expect(predictions).toEqual(predictions.toSorted((one, other) => one - other));
          const turned = reliabilityCurve(scores.toReversed(), truth.toReversed(), bins);
          expect(turned.map(({ count, observed }) => [count, observed])).toEqual(
            curve.map(({ count, observed }) => [count, observed]),
          );
        }),
        manyRuns,
      );
    });

    it("reliabilityCurve returns ten bins by default", () => {
      const distinct = Array.from({ length: 100 }, (_, item) => (item * 37) % 101);
      expect(reliabilityCurve(distinct, distinct).map(({ count }) => count)).toEqual(Array(10).fill(10));
    });
  });

  describe("edge cases", () => {
    it("reliabilityCurve returns one bin if all predictions are equal, and no bins without items", () => {
      expect(reliabilityCurve([2, 2, 2], [1, 2, 6])).toEqual([{ count: 3, predicted: 2, observed: 3 }]);
      expect(reliabilityCurve([], [])).toEqual([]);
    });

    it("reliabilityCurve does not modify frozen inputs", () => {
      const frozen = Object.freeze([2, 1]);
      expect(reliabilityCurve(frozen, frozen, 1)).toEqual([{ count: 2, predicted: 1.5, observed: 1.5 }]);
      expect(frozen).toEqual([2, 1]);
    });
  });

  describe("errors", () => {
    it.each([0, -1, 1.5])("reliabilityCurve rejects %s bins", (bins) => {
      expect(() => reliabilityCurve([1], [1], bins)).toThrow(
        expect.objectContaining({ code: "INVALID_OPTION", message: expect.stringMatching(/\bbins\b/) }),
      );
    });

    it("reliabilityCurve rejects NaN", () => {
      expect(() => reliabilityCurve([Number.NaN], [1])).toThrow(expect.objectContaining({ code: "INVALID_OPTION" }));
    });
  });
});

describe("expectedCalibrationError", () => {
  // numpy 2.4: sum(count * abs(true - predicted)) / sum(count) of scikit-learn 1.9.1's calibration_curve(…,
  // strategy="quantile")
  it.each([
    { bins: 3, expected: 0.020833333333333308 },
    { bins: 5, expected: 0.029166666666666678 },
  ])("matches numpy: $bins bins", ({ bins, expected }) => {
    const curve = reliabilityCurve(scoredSample.scores, scoredSample.relevant, bins);
    expect(expectedCalibrationError(curve)).toBeCloseTo(expected, 14);
  });

  describe("properties", () => {
    it("expectedCalibrationError is at least the difference between mean prediction and mean truth, and 0 for perfect predictions", () => {
      fc.assert(
        fc.property(someScored(1, 30, 3), fc.integer({ min: 1, max: 12 }), ({ scores, truth }, bins) => {
          const error = expectedCalibrationError(reliabilityCurve(scores, truth, bins));
          const ofOne = expectedCalibrationError(reliabilityCurve(scores, truth, 1));
          expect(error).toBeGreaterThanOrEqual(Number(ofOne) - 1e-12);
          expect(expectedCalibrationError(reliabilityCurve(truth, truth, bins))).toBe(0);
        }),
        manyRuns,
      );
    });
  });

  it("is null without items", () => {
    expect(expectedCalibrationError([])).toBeNull();
  });
});
