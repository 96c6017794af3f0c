import { describe, expect, it } from "vitest";
import { linearPrediction } from "../../../src/maths/regression/linear-prediction.ts";
import { matrixOf } from "../../support/feature-matrices.ts";

describe("linearPrediction", () => {
  it("adds the weighted features of each row to the intercept", () => {
    // By hand: 10 + 2·1 - 1·3 and 10 + 2·0.5 - 1·(-4).
    const matrix = matrixOf([
      [1, 3],
      [0.5, -4],
    ]);
    expect([...linearPrediction({ intercept: 10, coefficients: [2, -1] }, matrix)]).toEqual([9, 15]);
  });

  it("is the intercept where there is no feature", () => {
    expect([...linearPrediction({ intercept: 3, coefficients: [] }, matrixOf([[], []]))]).toEqual([3, 3]);
  });

  it("rejects a matrix of other features", () => {
    expect(() => linearPrediction({ intercept: 0, coefficients: [1] }, matrixOf([[1, 2]]))).toThrow(
      expect.objectContaining({ code: "INVALID_OPTION", details: { features: 2, coefficients: 1 } }),
    );
  });
});
