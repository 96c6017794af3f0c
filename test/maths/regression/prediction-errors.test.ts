import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { permutationImportance, predictionErrors } from "../../../src/maths/regression/prediction-errors.ts";
import type { FeatureColumns } from "../../../src/maths/regression/prepare-features.ts";
import { columnsOf, normalRows, rowNumbers } from "../../support/feature-matrices.ts";
import { manyRuns, somePairs } from "../../support/some-pairs.ts";

describe("predictionErrors", () => {
  it("matches scikit-learn", () => {
    // scikit-learn 1.9.1: mean_squared_error, mean_absolute_error, r2_score([3, -0.5, 2, 7], [2.5, 0, 2, 8])
    expect(predictionErrors([2.5, 0, 2, 8], [3, -0.5, 2, 7])).toEqual({
      mse: 0.375,
      rmse: expect.closeTo(Math.sqrt(0.375), 15),
      mae: 0.5,
      r2: expect.closeTo(0.9486081370449679, 14),
    });
  });

  it("returns r2 1 for the targets themselves and 0 for their mean, and mae no larger than rmse", () => {
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

  it("returns a negative r2 if the mean would be a better prediction", () => {
    // By hand: misses 2, 0, -2; mse 8/3, variance 2/3.
    expect(predictionErrors([3, 2, 1], [1, 2, 3]).r2).toBeCloseTo(-3, 14);
  });

  it("returns null as r2 if targets are equal up to their last bits", () => {
    expect(predictionErrors([0.2, 0.1, 0.1], [0.1, 0.1, 0.1]).r2).toBeNull();
  });

  it.each([
    { predictions: [], targets: [] },
    { predictions: [1], targets: [1, 2] },
    { predictions: [Number.NaN], targets: [1] },
  ])("rejects the predictions $predictions for the targets $targets", ({ predictions, targets }) => {
    expect(() => predictionErrors(predictions, targets)).toThrow(expect.objectContaining({ code: "INVALID_OPTION" }));
  });
});

const columns: FeatureColumns = { names: ["strong", "weak", "idle"], columns: columnsOf(normalRows(2000, 3, 1)) };
const rows = rowNumbers(1000, 500);
/** The true function: 3 · strong + weak. */
const predict = ({ columns: [strong, weak] }: FeatureColumns) =>
  Float64Array.from(strong ?? [], (value, row) => 3 * value + (weak?.[row] ?? Number.NaN));
const targets = predict(columns);
const question = { columns, rows, targets, predict: predict as (columns: FeatureColumns) => Float64Array };
const importanceOf = (asked: typeof question, options: { seed: number; repeats: number }) =>
  permutationImportance(asked.columns, asked.rows, asked.targets, asked.predict, options);

describe("permutationImportance", () => {
  it("is twice the variance that a feature explains, and 0 if the model does not use the feature", () => {
    // E (b x - b x')² = 2 b² variance for independent x, x': 18 and 2, with a random error of about 5 %.
    const [strong, weak, idle] = importanceOf(question, { seed: 1, repeats: 5 });
    expect(strong?.name).toBe("strong");
    expect(Math.abs((strong?.rise ?? 0) / 18 - 1)).toBeLessThan(0.15);
    expect(Math.abs((weak?.rise ?? 0) / 2 - 1)).toBeLessThan(0.15);
    expect(idle).toEqual({ name: "idle", rise: 0, deviation: 0 });
    expect(strong?.deviation).toBeGreaterThan(0);
  });

  it("returns the mean and the sample deviation over the repeats", () => {
    // Two rows, prediction = feature = target - 0.5: each shuffle either keeps them (error 0.25) or swaps them (1.25).
    const small = {
      columns: { names: ["a"], columns: [Float64Array.of(0, 1)] },
      rows: rowNumbers(2),
      targets: Float64Array.of(0.5, 1.5),
      predict: ({ columns: [a] }: FeatureColumns) => a ?? new Float64Array(),
    };
    const [found] = importanceOf(small, { seed: 3, repeats: 400 });
    const rise = found?.rise ?? Number.NaN;
    expect(rise).toBeGreaterThan(0.4);
    expect(rise).toBeLessThan(0.6);
    expect(found?.deviation).toBeCloseTo(Math.sqrt((rise * (1 - rise) * 400) / 399), 12);
  });

  it("shuffles only the given rows and one feature at a time, and does not modify its inputs", () => {
    const before = columns.columns.map((column) => column.slice());
    const seen: number[] = [];
    const given = columns.columns.map((column) => column.slice(500, 1500));
    importanceOf(
      {
        ...question,
        predict: (changed) => {
          seen.push(
            changed.columns.filter((column, feature) => column.some((v, row) => v !== given[feature]?.[row])).length,
          );
          for (const [feature, column] of changed.columns.entries()) {
            expect(column.toSorted()).toEqual(given[feature]?.toSorted());
          }
          return predict(changed);
        },
      },
      { seed: 1, repeats: 2 },
    );
    expect(seen).toEqual([0, 1, 1, 1, 1, 1, 1]);
    expect(columns.columns).toEqual(before);
  });

  it("returns the same result for the same seed in any order of features, and another result for another seed", () => {
    const [strong, weak, idle] = columns.columns;
    const turned: FeatureColumns = {
      names: columns.names.toReversed(),
      columns: [idle, weak, strong].flatMap((column) => column ?? []),
    };
    const predictTurned = ({ names, columns }: FeatureColumns) =>
      predict({ names: names.toReversed(), columns: columns.toReversed() });
    const options = { seed: 4, repeats: 3 };
    const found = importanceOf(question, options);
    expect(importanceOf({ ...question, columns: turned, predict: predictTurned }, options)).toEqual(found.toReversed());
    expect(importanceOf(question, { ...options, seed: 5 })).not.toEqual(found);
  });

  it("returns no deviation for a single repeat", () => {
    expect(importanceOf(question, { seed: 1, repeats: 1 })[0]?.deviation).toBeNull();
  });

  it.each([
    { name: "no repeats", changed: {}, repeats: 0 },
    { name: "no rows", changed: { rows: new Int32Array() }, repeats: 1 },
    { name: "too few predictions", changed: { predict: () => new Float64Array(1) }, repeats: 1 },
  ])("rejects $name", ({ changed, repeats }) => {
    expect(() => importanceOf({ ...question, ...changed }, { seed: 1, repeats })).toThrow(
      expect.objectContaining({ code: "INVALID_OPTION" }),
    );
  });
});
