import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { predictionErrors } from "../../../src/maths/regression/prediction-errors.ts";
import { manyRuns, somePairs } from "../../support/some-pairs.ts";

describe("predictionErrors", () => {
  it("equals scikit-learn", () => {
    // scikit-learn 1.9.1: mean_squared_error, mean_absolute_error, r2_score([3, -0.5, 2, 7], [2.5, 0, 2, 8])
    expect(predictionErrors([2.5, 0, 2, 8], [3, -0.5, 2, 7])).toEqual({
      mse: 0.375,
      rmse: expect.closeTo(Math.sqrt(0.375), 15),
      mae: 0.5,
      r2: expect.closeTo(0.9486081370449679, 14),
    });
  });

  it("has r2 1 for the targets themselves, 0 for their mean, and mae no larger than rmse", () => {
    fc.assert(
      fc.property(somePairs(1, 20), ({ x, y }) => {
        const { mae, rmse } = predictionErrors(x, y);
        expect(mae).toBeLessThanOrEqual(rmse + 1e-12);
        const isConstant = y.every((target) => target === y[0]);
        const mean = y.reduce((sum, target) => sum + target, 0) / y.length;
        const toMean = predictionErrors(
          y.map(() => mean),
          y,
        ).r2;
        expect(predictionErrors(y, y)).toEqual({ mse: 0, rmse: 0, mae: 0, r2: isConstant ? null : 1 });
        expect(toMean).toEqual(isConstant ? null : expect.closeTo(0, 10));
      }),
      manyRuns,
    );
  });

  it("is below 0 where the mean would be nearer", () => {
    // By hand: misses 2, 0, -2; mse 8/3, variance 2/3.
    expect(predictionErrors([3, 2, 1], [1, 2, 3]).r2).toBeCloseTo(-3, 14);
  });

  it("has no r2 where targets are equal, whatever their last bits add up to", () => {
    expect(predictionErrors([0.2, 0.1, 0.1], [0.1, 0.1, 0.1]).r2).toBeNull();
  });

  it.each([
    { predictions: [], targets: [] },
    { predictions: [1], targets: [1, 2] },
    { predictions: [Number.NaN], targets: [1] },
  ])("rejects $predictions for $targets", ({ predictions, targets }) => {
    expect(() => predictionErrors(predictions, targets)).toThrow(expect.objectContaining({ code: "INVALID_OPTION" }));
  });
});
