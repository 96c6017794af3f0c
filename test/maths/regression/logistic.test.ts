import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { fitLogistic, type LogisticModel, predictLogistic } from "../../../src/maths/regression/logistic.ts";
import { learnPreparation, prepareFeatures } from "../../../src/maths/regression/prepare-features.ts";
import { columnsOf, matrixOf, normalRows, rowNumbers } from "../../support/feature-matrices.ts";
import { runs } from "../../support/property.ts";
import { hasShared, sharedFolder } from "../../support/shared.ts";

/** The features separate the labels perfectly. */
const separable = matrixOf([
  [-2, 1],
  [-1, 0],
  [-0.5, 2],
  [1, 1],
  [2, -1],
  [3, 0],
]);
const separableLabels = [0, 0, 0, 1, 1, 1];
const coinLabels = [0, 1, 0, 1, 1];

describe("fitLogistic", () => {
  test.skipIf(!hasShared)("matches the golden values", () => {
    // scikit-learn 1.9.1: StandardScaler, LogisticRegression(C=1)
    const golden = JSON.parse(readFileSync(`${sharedFolder}golden/experiment/regression.json`, "utf8"));
    const columns = { names: [..."abcdef"], columns: columnsOf(golden.X) };
    const all = rowNumbers(golden.X.length);
    const matrix = prepareFeatures(columns, all, learnPreparation(columns, all));
    const model = fitLogistic(matrix, golden.logistic.y, { c: 1 });
    expect(model?.coefficients).toEqual(golden.logistic.coef.map((value: number) => expect.closeTo(value, 6)));
    expect(model?.intercept).toBeCloseTo(golden.logistic.intercept, 6);
  });

  // scikit-learn 1.9.1: LogisticRegression(C, solver="newton-cholesky", tol=1e-14) on `separable`
  test.each([
    { c: 0.1, coefficients: [0.3227659881334605, -0.09661459184215011], intercept: -0.08272603607297276 },
    { c: 1, coefficients: [1.110975791342315, -0.24668864071498353], intercept: -0.2330564301942397 },
    { c: 1000, coefficients: [6.7264794490913875, -1.33674025415896], intercept: 0.11928122172080938 },
  ])(
    "returns finite coefficients, as scikit-learn does, for separable labels with c $c",
    ({ c, coefficients, intercept }) => {
      const model = fitLogistic(separable, separableLabels, { c });
      expect(model).toEqual({
        kind: "logistic",
        c,
        intercept: expect.closeTo(intercept, 7),
        coefficients: coefficients.map((value) => expect.closeTo(value, 7)),
      });
    },
  );

  it("recovers the coefficients that generated the labels", () => {
    const drawn = normalRows(20_000, 4, 3);
    // The last column is noise: a logistic variable has the distribution of log(u / (1 - u)).
    const matrix = matrixOf(drawn.map((row) => row.slice(0, 3)));
    const chance = normalRows(20_000, 2, 4).map(([a = 0, b = 0]) => Math.exp(-(a * a + b * b) / 2));
    const labels = drawn.map(([a = 0, b = 0], row) => {
      const u = chance[row] ?? 0.5;
      return 1 + 2 * a - b > Math.log(u / (1 - u)) ? 1 : 0;
    });
    const model = fitLogistic(matrix, labels, { c: 1 });
    // Standard errors about 0.03.
    expect(Math.abs((model?.intercept ?? Number.NaN) - 1)).toBeLessThan(0.15);
    for (const [feature, value] of [2, -1, 0].entries()) {
      expect(Math.abs((model?.coefficients[feature] ?? Number.NaN) - value)).toBeLessThan(0.15);
    }
  });

  it("converges even if full steps would overshoot", () => {
    // scikit-learn 1.9.1: LogisticRegression(C=1e6, solver="newton-cholesky", tol=1e-12) on the same rows
    const drawn = normalRows(20, 4, 23);
    const matrix = matrixOf(drawn.map(([a = 0, b = 0, c = 0]) => [5 * a ** 3, 10 * b ** 3, 15 * c ** 3]));
    const labels = drawn.map(([a = 0, , , noise = 0]) => (a + noise / 2 > 1.2 ? 1 : 0));
    expect(fitLogistic(matrix, labels, { c: 1e6 })?.intercept).toBeCloseTo(-60.011588, 4);
  });

  it("ends at the minimum, where all slopes of the loss are 0", () => {
    const someRows = fc.array(fc.tuple(fc.integer({ min: -9, max: 9 }), fc.integer({ min: -9, max: 9 }), fc.nat(1)), {
      minLength: 2,
      maxLength: 15,
    });
    fc.assert(
      fc.property(someRows, fc.constantFrom(0.01, 1, 100, 1e6), (rows, c) => {
        const matrix = matrixOf(rows.map(([one, other]) => [one, other]));
        const model = fitLogistic(
          matrix,
          rows.map(([, , label]) => label),
          { c },
        );
        fc.pre(model !== null);
        const misses = predictLogistic(model as LogisticModel, matrix).map((p, row) => p - (rows[row]?.[2] ?? 0));
        const slope = (of: (row: readonly number[]) => number) =>
          misses.reduce((sum, miss, row) => sum + miss * of(rows[row] ?? []), 0);
        expect(slope(() => 1)).toBeCloseTo(0, 6);
        expect(slope(([one = 0]) => one) + (model?.coefficients[0] ?? 0) / c).toBeCloseTo(0, 6);
        expect(slope(([, other = 0]) => other) + (model?.coefficients[1] ?? 0) / c).toBeCloseTo(0, 6);
      }),
      runs,
    );
  });

  describe("edge cases", () => {
    it("fitLogistic returns null if all labels are equal", () => {
      expect(fitLogistic(separable, [1, 1, 1, 1, 1, 1], { c: 1 })).toBeNull();
      expect(fitLogistic(separable, [0, 0, 0, 0, 0, 0], { c: 1 })).toBeNull();
    });

    it("fitLogistic predicts the share of label 1 if no feature is informative", () => {
      const matrix = matrixOf(coinLabels.map(() => [0]));
      const model = fitLogistic(matrix, coinLabels, { c: 1 });
      expect(model?.coefficients).toEqual([0]);
      expect(predictLogistic(model as LogisticModel, matrix)[0]).toBeCloseTo(0.6, 12);
    });
  });

  describe("errors", () => {
    it.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])("fitLogistic rejects c %d", (c) => {
      expect(() => fitLogistic(separable, separableLabels, { c })).toThrow(
        expect.objectContaining({ code: "INVALID_OPTION", details: { c } }),
      );
    });

    it.each([2, 0.5, Number.NaN])("fitLogistic rejects the label %d", (label) => {
      expect(() => fitLogistic(separable, separableLabels.with(3, label), { c: 1 })).toThrow(
        expect.objectContaining({ code: "INVALID_LABEL", details: { row: 3, label } }),
      );
    });

    it("fitLogistic rejects a number of labels that differs from the number of rows", () => {
      expect(() => fitLogistic(separable, [0, 1], { c: 1 })).toThrow(
        expect.objectContaining({ code: "INVALID_OPTION", details: { rows: 6, targets: 2 } }),
      );
    });
  });
});

describe("predictLogistic", () => {
  it("predicts exactly 0 or 1 if the weighted sum is huge", () => {
    const model: LogisticModel = { kind: "logistic", c: 1, intercept: 0, coefficients: [1] };
    expect([...predictLogistic(model, matrixOf([[-1e6], [0], [1e6]]))]).toEqual([0, 0.5, 1]);
  });
});
