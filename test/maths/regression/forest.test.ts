import fc from "fast-check";
import { RandomForestRegression } from "ml-random-forest";
import { afterEach, describe, expect, it, vi } from "vitest";
import {
  type ForestModel,
  type ForestOptions,
  fitForest,
  predictForest,
} from "../../../src/maths/regression/forest.ts";
import type { FeatureMatrix } from "../../../src/maths/regression/prepare-features.ts";
import { runs } from "../../support/property.ts";

interface Planted {
  readonly matrix: FeatureMatrix;
  /** Friedman's first function (1991, Annals of Statistics 19, 1-67), mostly additive, with uniform noise of -1..1. */
  readonly friedman: Float64Array;
  /** Not predictable by a linear model. */
  readonly hidden: Float64Array;
}

/**
 * Rows of five features in [0, 1) and one noise value, from a congruential generator that is easy to write in any
 * language.
 */
function planted(count: number, start: number): Planted {
  let state = start;
  const draw = () => {
    state = Number((1664525n * BigInt(state) + 1013904223n) % 4294967296n);
    return state / 4294967296;
  };
  const rows = Array.from({ length: count }, () => Array.from({ length: 6 }, draw));
  const [friedman, hidden] = [new Float64Array(count), new Float64Array(count)];
  for (const [row, [a = 0, b = 0, c = 0, d = 0, e = 0, noise = 0]] of rows.entries()) {
    friedman[row] = 10 * Math.sin(Math.PI * a * b) + 20 * (c - 0.5) ** 2 + 10 * d + 5 * e + 2 * (noise - 0.5);
    hidden[row] = 3 * Math.sin(6 * a) * (b < 0.5 ? 1 : -1) + 8 * (c - 0.5) ** 2;
  }
  return { matrix: matrixOf(rows.map((row) => row.slice(0, 5))), friedman, hidden };
}

function matrixOf(rows: readonly (readonly number[])[]): FeatureMatrix {
  return { rows: rows.length, features: rows[0]?.length ?? 0, values: Float64Array.from(rows.flat()) };
}

/** Share of the targets' variance that is predicted. */
function determination(predicted: Float64Array, targets: Float64Array): number {
  const mean = targets.reduce((sum, target) => sum + target) / targets.length;
  let [left, all] = [0, 0];
  for (const [row, target] of targets.entries()) {
    left += (target - (predicted[row] as number)) ** 2;
    all += (target - mean) ** 2;
  }
  return 1 - left / all;
}

const learned = planted(1000, 1);
const unseen = planted(1000, 2);
const small = planted(120, 3);
const few: ForestOptions = { seed: 1, trees: 5, rowsPerTree: 60 };

afterEach(() => void vi.restoreAllMocks());

describe("a random forest", () => {
  // scikit-learn 1.9.1 on the same rows: RandomForestRegressor(100, max_depth=12, min_samples_split=6,
  // max_samples=rowsPerTree / 1000, random_state=0..9).score on the unseen rows, and LinearRegression's.
  it("predicts as well as scikit-learn's forest and better than a linear model", () => {
    // Forest 0.8596 on average (0.8550 to 0.8630), linear model 0.7374.
    const model = fitForest(learned.matrix, learned.friedman, { seed: 1, rowsPerTree: 200 });
    const score = determination(predictForest(model, unseen.matrix), unseen.friedman);
    expect(Math.abs(score - 0.8596)).toBeLessThan(0.015);
  });

  it("learns a function that a linear model cannot learn", () => {
    // With 25 trees 0.8390 on average (0.7914 to 0.8581), linear model -0.0105.
    const model = fitForest(learned.matrix, learned.hidden, { seed: 1, trees: 25 });
    const score = determination(predictForest(model, unseen.matrix), unseen.hidden);
    expect(Math.abs(score - 0.839)).toBeLessThan(0.05);
  });

  it("makes the same predictions from its lists of nodes as the library makes from its trees", () => {
    const train = vi.spyOn(RandomForestRegression.prototype, "train");
    const model = fitForest(small.matrix, small.friedman, { seed: 4, trees: 12 });
    const grown = train.mock.contexts as RandomForestRegression[];
    const onThresholds = model.trees.map(({ feature, value }) =>
      [0.5, 0.5, 0.5, 0.5, 0.5].with(feature[0] as number, value[0] as number),
    );
    const rows = [...rowsOf(unseen.matrix), ...onThresholds];
    const byTree = grown.map((forest) => forest.predict(rows));
    const expected = rows.map((_, row) => byTree.reduce((sum, tree) => sum + (tree[row] as number), 0) / byTree.length);
    expect(grown).toHaveLength(12);
    expect(Array.from(predictForest(model, matrixOf(rows)))).toEqual(expected);
  });

  it("makes the same predictions after it was written to JSON and read again", () => {
    const model = fitForest(small.matrix, small.friedman, few);
    const read = JSON.parse(JSON.stringify(model)) as ForestModel;
    expect(read).toEqual(model);
    expect(predictForest(read, unseen.matrix)).toEqual(predictForest(model, unseen.matrix));
  });

  it("is the same for the same seed, and different for another seed", () => {
    const forestOf = (seed: number) => fitForest(small.matrix, small.friedman, { ...few, seed });
    expect(forestOf(0)).toEqual(forestOf(0));
    expect(forestOf(-(2 ** 31))).toEqual(forestOf(-(2 ** 31)));
    expect(forestOf(0)).not.toEqual(forestOf(1));
  });

  it("never predicts beyond the training targets", () => {
    const number = fc.integer({ min: -3, max: 3 });
    const row = fc.record({ features: fc.tuple(number, number), target: number });
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 12 }), fc.integer(), (rows, seed) => {
        const matrix = matrixOf(rows.map(({ features }) => features));
        const targets = Float64Array.from(rows, ({ target }) => target);
        const predicted = predictForest(fitForest(matrix, targets, { seed, trees: 3, leafRows: 1 }), matrix);
        for (const value of predicted) {
          expect(value).toBeGreaterThanOrEqual(Math.min(...targets) - 1e-12);
          expect(value).toBeLessThanOrEqual(Math.max(...targets) + 1e-12);
        }
      }),
      runs,
    );
  });

  it("limits its trees by the options depth, leafRows and trees", () => {
    const forestOf = (options: Partial<ForestOptions>) =>
      fitForest(small.matrix, small.friedman, { ...few, leafRows: 1, ...options });
    const nodes = (model: ForestModel) => model.trees.map(({ feature }) => feature.length);
    expect(nodes(forestOf({ depth: 1 }))).toEqual([3, 3, 3, 3, 3]);
    expect(nodes(forestOf({ leafRows: 60 }))).toEqual([1, 1, 1, 1, 1]);
    expect(Math.min(...nodes(forestOf({})))).toBeGreaterThan(30);
    expect(forestOf({ trees: 7 }).trees).toHaveLength(7);
  });

  it("draws rows from the whole matrix, even if it draws few rows per tree", () => {
    const matrix = matrixOf(Array.from({ length: 1000 }, (_, row) => [row]));
    const targets = Float64Array.from({ length: 1000 }, (_, row) => row);
    const model = fitForest(matrix, targets, { seed: 2, rowsPerTree: 20, leafRows: 1 });
    expect(determination(predictForest(model, matrix), targets)).toBeGreaterThan(0.98);
  });

  it("learns a step exactly, although the library refuses a split that leaves no error", () => {
    const steps = Array.from({ length: 40 }, (_, row) => [7, row]);
    const targets = Float64Array.from({ length: 40 }, (_, row) => (row < 20 ? 0 : 1));
    const alone = new RandomForestRegression({ nEstimators: 3, seed: 1, noOOB: true });
    alone.train(steps, Array.from(targets));
    expect(new Set(alone.predict(steps)).size).toBe(1);
    const predicted = predictForest(
      fitForest(matrixOf(steps), targets, { seed: 1 }),
      matrixOf([
        [7, 0],
        [7, 39],
      ]),
    );
    expect(Array.from(predicted)).toEqual([0, 1]);
  });

  it("learns nested steps exactly", () => {
    const squares = Array.from({ length: 64 }, (_, row) => [row % 8, Math.floor(row / 8)]);
    const targets = Float64Array.from(squares, ([x = 0, y = 0]) => (x < 4 ? (y < 3 ? 1 : 2) : 5));
    const model = fitForest(matrixOf(squares), targets, { seed: 3, trees: 20 });
    const corners = matrixOf([
      [0, 0],
      [0, 7],
      [7, 0],
      [7, 7],
    ]);
    expect(Array.from(predictForest(model, corners))).toEqual([1, 2, 5, 5]);
  });

  it("predicts the mean of the drawn rows if no feature is informative", () => {
    const model = fitForest(
      matrixOf([
        [1, 2],
        [1, 2],
        [1, 2],
        [1, 2],
      ]),
      new Float64Array([3, 3, 3, 3]),
      few,
    );
    expect(
      Array.from(
        predictForest(
          model,
          matrixOf([
            [1, 2],
            [9, -9],
          ]),
        ),
      ),
    ).toEqual([3, 3]);
    const mixed = fitForest(
      matrixOf(Array(50).fill([1])),
      Float64Array.from({ length: 50 }, (_, row) => row % 2),
      {
        seed: 1,
      },
    );
    expect(predictForest(mixed, matrixOf([[1]]))[0]).toBeCloseTo(0.5, 1);
  });

  it("predicts a single number if there are no features", () => {
    const model = fitForest({ ...small.matrix, features: 0, values: new Float64Array() }, small.friedman, few);
    const predicted = predictForest(model, { rows: 2, features: 0, values: new Float64Array() });
    const mean = small.friedman.reduce((sum, target) => sum + target) / 120;
    expect(predicted[0]).toBe(predicted[1]);
    expect(Math.abs((predicted[0] as number) - mean)).toBeLessThan(1);
  });

  it("learns from a single row, and returns no predictions for no rows", () => {
    const model = fitForest(matrixOf([[4, 5]]), new Float64Array([6]), { seed: 1, trees: 2 });
    expect(model).toEqual({
      kind: "forest",
      features: 2,
      trees: [
        { feature: [-1], value: [6], otherwise: [0] },
        { feature: [-1], value: [6], otherwise: [0] },
      ],
    });
    expect(predictForest(model, { rows: 0, features: 2, values: new Float64Array() })).toEqual(new Float64Array());
  });

  it("rejects an empty matrix, unequal lengths, targets that are not finite, and options below 1", () => {
    const matrix = matrixOf([[1], [2]]);
    const targets = new Float64Array([1, 2]);
    const invalid = expect.objectContaining({ code: "INVALID_OPTION" });
    expect(() => fitForest({ rows: 0, features: 1, values: new Float64Array() }, new Float64Array(), few)).toThrow(
      invalid,
    );
    expect(() => fitForest(matrix, new Float64Array([1]), few)).toThrow(invalid);
    expect(() => fitForest(matrix, new Float64Array([1, Number.NaN]), few)).toThrow(
      expect.objectContaining({ code: "INVALID_OPTION", message: expect.stringContaining("row 1") }),
    );
    for (const name of ["trees", "rowsPerTree", "depth", "leafRows"]) {
      expect(() => fitForest(matrix, targets, { ...few, [name]: 0 })).toThrow(invalid);
    }
  });

  it("rejects a matrix with another number of features than the training rows", () => {
    const model = fitForest(matrixOf([[1], [2]]), new Float64Array([1, 2]), few);
    expect(() => predictForest(model, matrixOf([[1, 2]]))).toThrow(
      expect.objectContaining({ code: "INVALID_OPTION", details: { fitted: 1, given: 2 } }),
    );
  });
});

function rowsOf({ rows, features, values }: FeatureMatrix): number[][] {
  return Array.from({ length: rows }, (_, row) => Array.from(values.subarray(row * features, (row + 1) * features)));
}
