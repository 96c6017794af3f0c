import { describe, expect, it } from "vitest";
import { linearPrediction, requireTargets } from "../../../src/maths/regression/prepare-features.ts";
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

  it("returns the intercept if there are no features", () => {
    expect([...linearPrediction({ intercept: 3, coefficients: [] }, matrixOf([[], []]))]).toEqual([3, 3]);
  });

  it("rejects a matrix with another number of features", () => {
    expect(() => linearPrediction({ intercept: 0, coefficients: [1] }, matrixOf([[1, 2]]))).toThrow(
      expect.objectContaining({ code: "INVALID_OPTION", details: { features: 2, coefficients: 1 } }),
    );
  });
});

describe("requireTargets", () => {
  it("accepts a finite number for each row", () => {
    expect(() => requireTargets(matrixOf([[1], [2]]), [0, -1])).not.toThrow();
  });

  it.each([
    { rows: [], targets: [], details: { rows: 0, targets: 0 } },
    { rows: [[1], [2]], targets: [1], details: { rows: 2, targets: 1 } },
    { rows: [[1], [2]], targets: [1, Number.NaN], details: { row: 1, target: Number.NaN } },
  ])("rejects the targets $targets for the rows $rows", ({ rows, targets, details }) => {
    expect(() => requireTargets(matrixOf(rows), targets)).toThrow(
      expect.objectContaining({ code: "INVALID_OPTION", details }),
    );
  });
});
