import { describe, expect, it, test } from "vitest";
import { seededRandom } from "../../../src/maths/random.ts";
import { adam, mlpEpochs, predictMlp } from "../../../src/maths/regression/mlp.ts";
import type { FeatureMatrix } from "../../../src/maths/regression/prepare-features.ts";
import { fitMlp } from "../../support/fit-mlp.ts";

/** y = 100 + 20 x² + 20 sin(3 z) sign(x), x and z in [-1, 1): mostly nonlinear. */
function curved(rows: number, seed: number, noise = 0): { matrix: FeatureMatrix; targets: Float64Array } {
  const random = seededRandom(seed);
  const values = Float64Array.from({ length: 2 * rows }, () => 2 * random() - 1);
  const targets = Float64Array.from({ length: rows }, (_, row) => {
    const [x = 0, z = 0] = values.subarray(2 * row, 2 * row + 2);
    return 100 + 20 * x * x + 20 * Math.sin(3 * z) * Math.sign(x) + noise * (random() - 0.5);
  });
  return { matrix: { rows, features: 2, values }, targets };
}

function squares(targets: Float64Array, expected: ArrayLike<number>): number {
  return targets.reduce((sum, target, row) => sum + (target - (expected[row] ?? 0)) ** 2, 0);
}

function explained(targets: Float64Array, predicted: Float64Array): number {
  const mean = targets.reduce((sum, target) => sum + target, 0) / targets.length;
  return 1 - squares(targets, predicted) / squares(targets, new Float64Array(targets.length).fill(mean));
}

const small = { seed: 1, layers: [8], epochs: 3 };

describe("fitMlp", () => {
  it("learns a nonlinear function", () => {
    const seen = curved(1500, 1);
    const unseen = curved(500, 2);
    const share = (layers: number[]) => {
      const { model } = fitMlp(seen.matrix, seen.targets, { seed: 1, layers, epochs: 120, batch: 50 });
      return explained(unseen.targets, predictMlp(model, unseen.matrix));
    };
    expect(share([40, 40])).toBeGreaterThan(0.95);
    expect(share([])).toBeLessThan(0.3);
  });

  it("finds the least squares line if there are no hidden layers", () => {
    // y = 3 - 2 x + 0.5 z exactly, so with alpha 0 this is the only optimum.
    const { matrix } = curved(200, 3);
    const line = (x = 0, z = 0) => 3 - 2 * x + 0.5 * z;
    const targets = Array.from({ length: 200 }, (_, row) => line(...matrix.values.subarray(2 * row, 2 * row + 2)));
    const { model } = fitMlp(matrix, targets, { seed: 1, layers: [], alpha: 0, epochs: 1000, batch: 10 });
    expect(model.weights).toEqual([[expect.closeTo(-2, 4), expect.closeTo(0.5, 4)]]);
    expect(model.biases).toEqual([[expect.closeTo(3, 4)]]);
  });

  it("returns the same bytes for the same seed, and other bytes for another seed", () => {
    const { matrix, targets } = curved(100, 1);
    const fitted = JSON.stringify(fitMlp(matrix, targets, small));
    expect(JSON.stringify(fitMlp(matrix, targets, small))).toBe(fitted);
    expect(JSON.stringify(fitMlp(matrix, targets, { ...small, seed: 2 }))).not.toBe(fitted);
  });

  it("draws initial weights within Glorot's bound, and biases of 0", () => {
    // After one step of .001, every weight is within .001 of its initial value: sqrt(6 / (2 + 100)) = .2425 for the
    // first layer.
    const { matrix, targets } = curved(50, 1);
    const { model } = fitMlp(matrix, targets, { seed: 1, layers: [100], epochs: 1 });
    const largest = Math.max(...(model.weights[0] ?? []).map(Math.abs));
    expect(largest).toBeGreaterThan(0.22);
    expect(largest).toBeLessThan(0.2436);
    expect(Math.max(...(model.biases[0] ?? []).map(Math.abs))).toBeLessThan(0.0011);
  });

  it("returns smaller weights for a larger alpha", () => {
    const { matrix, targets } = curved(100, 1);
    const size = (alpha: number) =>
      fitMlp(matrix, targets, { ...small, epochs: 200, batch: 20, alpha })
        .model.weights.flat()
        .reduce((a, b) => a + b * b, 0);
    expect(size(10)).toBeLessThan(0.7 * size(0));
  });

  describe("with validation rows", () => {
    const seen = curved(40, 1, 30);
    const validation = curved(40, 2, 30);
    const options = { seed: 3, layers: [60, 60], epochs: 1000, batch: 10, validation };

    it("fitMlp stops ten epochs after the last improvement of at least 1e-4", () => {
      const { curve } = fitMlp(seen.matrix, seen.targets, options);
      expect(curve.length).toBeLessThan(1000);
      let best = Number.POSITIVE_INFINITY;
      let stalled = 0;
      const counts = curve.map(({ validationLoss }) => {
        const loss = validationLoss ?? Number.NaN;
        stalled = loss > best - 1e-4 ? stalled + 1 : 0;
        best = Math.min(best, loss);
        return stalled;
      });
      expect(counts.indexOf(10)).toBe(curve.length - 1);
    });

    it("fitMlp keeps the weights of the best epoch, not of the last", () => {
      const { model, curve, bestEpoch } = fitMlp(seen.matrix, seen.targets, options);
      const losses = curve.map(({ validationLoss }) => validationLoss ?? Number.NaN);
      const best = Math.min(...losses);
      expect(losses[bestEpoch - 1]).toBe(best);
      expect(losses.at(-1)).toBeGreaterThan(best);
      // In units of the standardised targets: divided by the sample variance of the training targets.
      const mean = seen.targets.reduce((sum, target) => sum + target, 0) / 40;
      const variance = squares(seen.targets, new Float64Array(40).fill(mean)) / 39;
      const predicted = predictMlp(model, validation.matrix);
      expect(squares(validation.targets, predicted) / 80 / variance).toBeCloseTo(best, 12);
    });
  });

  it("returns a curve with the same numbers that mlpEpochs yields for each epoch", () => {
    const { matrix, targets } = curved(30, 1);
    const epochs = mlpEpochs(matrix, targets, small);
    const { curve, bestEpoch } = fitMlp(matrix, targets, small);
    expect([epochs.next(), epochs.next(), epochs.next()].map(({ value }) => value)).toEqual(curve);
    expect(epochs.next()).toMatchObject({ done: true, value: { bestEpoch: 3 } });
    expect(curve.map(({ validationLoss }) => validationLoss)).toEqual([null, null, null]);
    expect(bestEpoch).toBe(3);
  });

  describe("edge cases", () => {
    it("fitMlp fits a single row exactly", () => {
      const matrix = { rows: 1, features: 2, values: Float64Array.of(0.5, -1) };
      const { model } = fitMlp(matrix, [42], { seed: 1, layers: [5], epochs: 2000 });
      expect(predictMlp(model, matrix)[0]).toBeCloseTo(42, 2);
    });

    it("fitMlp predicts a constant target", () => {
      const { matrix } = curved(50, 1);
      const { model } = fitMlp(matrix, new Float64Array(50).fill(7), { ...small, epochs: 1000, batch: 10 });
      expect([...predictMlp(model, matrix)]).toEqual(Array.from({ length: 50 }, () => expect.closeTo(7, 1)));
    });

    it("fitMlp uses all rows as one batch if there are fewer rows than the batch size", () => {
      const { matrix, targets } = curved(30, 1);
      const fitted = fitMlp(matrix, targets, { ...small, batch: 30 });
      expect(fitMlp(matrix, targets, { ...small, batch: 1000 })).toEqual(fitted);
    });

    it("fitMlp does not modify its inputs", () => {
      const { matrix, targets } = curved(30, 1);
      fitMlp(matrix, targets, small);
      expect({ matrix, targets }).toEqual(curved(30, 1));
    });
  });

  describe("errors", () => {
    const { matrix, targets } = curved(10, 1);

    test.each([
      [{ layers: [5, 0] }, { layers: 0 }],
      [{ layers: [2.5] }, { layers: 2.5 }],
      [{ epochs: 0 }, { epochs: 0 }],
      [{ batch: Number.NaN }, { batch: Number.NaN }],
      [{ alpha: -1 }, { alpha: -1 }],
      [{ alpha: Number.POSITIVE_INFINITY }, { alpha: Number.POSITIVE_INFINITY }],
    ])("fitMlp rejects the options %o", (options, details) => {
      expect(() => fitMlp(matrix, targets, { ...small, ...options })).toThrow(
        expect.objectContaining({ code: "INVALID_OPTION", details }),
      );
    });

    it("fitMlp rejects a number of targets that differs from the number of rows, and a matrix without rows", () => {
      const refused = expect.objectContaining({ code: "INVALID_OPTION" });
      expect(() => fitMlp(matrix, targets.subarray(1), small)).toThrow(refused);
      expect(() => fitMlp({ ...matrix, rows: 0 }, [], small)).toThrow(refused);
    });

    it("fitMlp rejects validation rows with another number of features", () => {
      const validation = { matrix: { rows: 1, features: 3, values: new Float64Array(3) }, targets: [1] };
      expect(() => fitMlp(matrix, targets, { ...small, validation })).toThrow(
        expect.objectContaining({ code: "INVALID_OPTION", details: { features: 3, expected: 2 } }),
      );
    });

    it("fitMlp rejects features whose predictions overflow, and names the epoch", () => {
      const huge = { ...matrix, values: matrix.values.map((value) => value * 1e200) };
      expect(() => fitMlp(huge, targets, small)).toThrow(
        expect.objectContaining({ code: "INVALID_OPTION", details: { epoch: 1 } }),
      );
    });
  });
});

describe("adam", () => {
  it("matches steps worked by hand", () => {
    // Step 1: both corrections undo the decay, 1 - .1 * 2 / (2 + 1e-8) = .9000000005.
    // Step 2 with slope 0: mean .9 * .2 / .19 = .947368, square .999 * .004 / .001999 = 1.998999,
    // .9000000005 - .1 * .947368 / 1.413859 = .832994.
    const parameters = Float64Array.of(1, 5);
    const step = adam(parameters, 0.1);
    step(Float64Array.of(2, 0));
    expect(parameters[0]).toBeCloseTo(0.9000000005, 12);
    step(Float64Array.of(0, 0));
    expect(parameters[0]).toBeCloseTo(0.832994, 6);
    expect(parameters[1]).toBe(5);
  });

  it("steps by the sign of the first slope, not by its size", () => {
    const parameters = Float64Array.of(0, 0, 0);
    adam(parameters, 0.5)(Float64Array.of(100, 0.01, -3));
    expect([...parameters]).toEqual([-0.5, -0.5, 0.5].map((value) => expect.closeTo(value, 5)));
  });

  it("does not modify the gradient", () => {
    const gradient = Float64Array.of(1, -1);
    adam(Float64Array.of(0, 0), 0.5)(gradient);
    expect(gradient).toEqual(Float64Array.of(1, -1));
  });
});
