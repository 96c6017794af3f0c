import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { expectedCalibrationError } from "../../../src/maths/classification/expected-calibration-error.ts";
import { reliabilityCurve } from "../../../src/maths/classification/reliability-curve.ts";
import { scoredSample, someScored } from "../../support/scored-sample.ts";
import { manyRuns } from "../../support/some-pairs.ts";

describe("expectedCalibrationError", () => {
  // numpy 2.4: sum(count * abs(true - predicted)) / sum(count) of scikit-learn 1.9.1's calibration_curve(…,
  // strategy="quantile")
  it.each([
    { bins: 3, expected: 0.020833333333333308 },
    { bins: 5, expected: 0.029166666666666678 },
  ])("gives the number of numpy: $bins bins", ({ bins, expected }) => {
    const curve = reliabilityCurve(scoredSample.scores, scoredSample.relevant, bins);
    expect(expectedCalibrationError(curve)).toBeCloseTo(expected, 14);
  });

  describe("shape of the answer", () => {
    it("is at least what one bin shows, the difference of the means, and 0 for a prediction that is the truth", () => {
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
