import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { learnPreparation, linearPrediction, prepareFeatures } from "../../../src/maths/regression/prepare-features.ts";
import { fitRidge, ridgeFitter } from "../../../src/maths/regression/ridge.ts";
import { columnsOf, matrixOf, normalRows, rowNumbers } from "../../support/feature-matrices.ts";
import { runs } from "../../support/property.ts";
import { hasShared, sharedFolder } from "../../support/shared.ts";

interface Golden {
  readonly X: readonly (readonly number[])[];
  readonly y: readonly number[];
  readonly ridge: Readonly<Record<string, { coef: readonly number[]; intercept: number; train_mse: number }>>;
}

const rows = [
  [1, 2],
  [2, 0],
  [3, 5],
  [4, 1],
  [5, 3],
];
const targets = Float64Array.of(1, 3, 2, 5, 4);

/** Rows of two features with a target each. */
const someData = fc
  .array(fc.tuple(fc.integer({ min: -9, max: 9 }), fc.integer({ min: -9, max: 9 }), fc.integer({ min: -9, max: 9 })), {
    minLength: 1,
    maxLength: 12,
  })
  .map((drawn) => ({
    matrix: matrixOf(drawn.map(([one, other]) => [one, other])),
    targets: Float64Array.from(drawn, ([, , target]) => target),
  }));

describe("fitRidge", () => {
  test.skipIf(!hasShared)("matches the golden values", () => {
    // scikit-learn 1.9.1: StandardScaler, Ridge(alpha)
    const golden: Golden = JSON.parse(readFileSync(`${sharedFolder}golden/experiment/regression.json`, "utf8"));
    const columns = { names: [..."abcdef"], columns: columnsOf(golden.X) };
    const all = rowNumbers(golden.X.length);
    const matrix = prepareFeatures(columns, all, learnPreparation(columns, all));
    const y = Float64Array.from(golden.y);
    expect(Object.keys(golden.ridge)).toEqual(["0.1", "1.0", "10.0"]);
    for (const [alpha, { coef, intercept, train_mse }] of Object.entries(golden.ridge)) {
      const model = fitRidge(matrix, y, Number(alpha));
      expect(model.coefficients).toEqual(coef.map((value) => expect.closeTo(value, 9)));
      expect(model.intercept).toBeCloseTo(intercept, 9);
      const misses = linearPrediction(model, matrix).map((value, row) => (value - (y[row] ?? 0)) ** 2);
      expect(misses.reduce((sum, miss) => sum + miss, 0) / y.length).toBeCloseTo(train_mse, 9);
    }
  });

  it("returns the shortest coefficients if features repeat each other and strength is 0", () => {
    // numpy 2.4.6: linalg.lstsq of the centred columns x, 2x, 3x and targets
    const matrix = matrixOf([0.5, 1, 2, 3, 4].map((x) => [x, 2 * x, 3 * x]));
    expect(fitRidge(matrix, Float64Array.of(1, 2, 2, 4, 5), 0).coefficients).toEqual(
      [0.07926829268292693, 0.15853658536585374, 0.23780487804878064].map((value) => expect.closeTo(value, 10)),
    );
  });

  it("recovers the coefficients that generated the targets, more precisely from more rows", () => {
    const truth = [3, -2, 0, 0.5];
    const distances = [100, 10_000].map((count) => {
      const drawn = normalRows(count, 5, count);
      // The last column is noise.
      const y = Float64Array.from(drawn, (row) =>
        row.reduce((sum, value, feature) => sum + value * (truth[feature] ?? 1), 7),
      );
      const { intercept, coefficients } = fitRidge(matrixOf(drawn.map((row) => row.slice(0, 4))), y, 1);
      return Math.max(
        Math.abs(intercept - 7),
        ...truth.map((value, feature) => Math.abs(value - (coefficients[feature] ?? 0))),
      );
    });
    // Standard error 1 / sqrt(rows); 5 of them.
    expect(distances[0]).toBeLessThan(0.5);
    expect(distances[1]).toBeLessThan(0.05);
  });

  describe("properties", () => {
    it("fitRidge returns a minimum: no small change lowers the objective", () => {
      fc.assert(
        fc.property(someData, fc.constantFrom(0, 0.1, 10), ({ matrix, targets }, strength) => {
          const model = fitRidge(matrix, targets, strength);
          const objective = (terms: { intercept: number; coefficients: readonly number[] }) =>
            linearPrediction({ ...model, ...terms }, matrix).reduce(
              (sum, value, row) => sum + (value - (targets[row] ?? 0)) ** 2,
              strength * terms.coefficients.reduce((sum, value) => sum + value * value, 0),
            );
          const least = objective(model);
          for (const step of [-0.01, 0.01]) {
            const { intercept, coefficients } = model;
            expect(objective({ intercept: intercept + step, coefficients })).toBeGreaterThanOrEqual(least);
            for (const [feature, value] of coefficients.entries()) {
              const moved = coefficients.with(feature, value + step);
              expect(objective({ intercept, coefficients: moved })).toBeGreaterThanOrEqual(least - 1e-9);
            }
          }
        }),
        runs,
      );
    });

    it("fitRidge returns the same model for each of many strengths as for this strength alone", () => {
      const fitAt = ridgeFitter(matrixOf(rows), targets);
      expect([10, 0.1].map(fitAt)).toEqual([10, 0.1].map((strength) => fitRidge(matrixOf(rows), targets, strength)));
    });
  });

  describe("edge cases", () => {
    it("fitRidge returns the mean of the targets as intercept if there are no features", () => {
      const model = fitRidge(matrixOf([[], []]), Float64Array.of(1, 4), 1);
      expect(model).toEqual({ kind: "ridge", strength: 1, intercept: 2.5, coefficients: [] });
    });

    it("fitRidge gives a constant feature the coefficient 0, whatever the strength", () => {
      const matrix = matrixOf([
        [0, 1],
        [0, 2],
      ]);
      expect(fitRidge(matrix, Float64Array.of(1, 3), 0).coefficients).toEqual([0, expect.closeTo(2, 12)]);
    });
  });

  it("ignores the rounding errors of a constant feature", () => {
    const matrix = matrixOf([0, 1, 2, 3, 4, 5, 6].map((step) => [0.1, step]));
    const steps = Float64Array.from([0, 1, 2, 3, 4, 5, 6], (step) => step + 0.1 * (step % 2));
    // The slope of step against target: numpy.polyfit gives 1.
    expect(fitRidge(matrix, steps, 0).coefficients).toEqual([0, expect.closeTo(1, 12)]);
  });

  describe("errors", () => {
    it.each([-1, Number.NaN, Number.POSITIVE_INFINITY])("fitRidge rejects the strength %d", (strength) => {
      expect(() => fitRidge(matrixOf(rows), targets, strength)).toThrow(
        expect.objectContaining({ code: "INVALID_OPTION", details: { strength } }),
      );
    });

    it("fitRidge rejects targets that do not match the rows", () => {
      const refusal = expect.objectContaining({ code: "INVALID_OPTION" });
      expect(() => fitRidge(matrixOf(rows), targets.slice(1), 1)).toThrow(refusal);
    });
  });
});
