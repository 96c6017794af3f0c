import { describe, expect, it } from "vitest";
import { seededRandom } from "../../../src/maths/random/seeded-random.ts";
import { fitMlp } from "../../../src/maths/regression/mlp-fit.ts";
import { type MlpModel, predictMlp } from "../../../src/maths/regression/mlp-predict.ts";

describe("predictMlp", () => {
  // By hand: hidden max(0, 2 a - b) and max(0, b), output 3 first - second + 1. Rows (1, 1) and (-1, 2).
  const model: MlpModel = {
    kind: "mlp",
    features: 2,
    layers: [2],
    weights: [
      [2, 0, -1, 1],
      [3, -1],
    ],
    biases: [[0, 0], [1]],
  };

  it("computes what the weights say", () => {
    const matrix = { rows: 2, features: 2, values: Float64Array.of(1, 1, -1, 2) };
    expect(predictMlp(model, matrix)).toEqual(Float64Array.of(3, -1));
  });

  it("predicts the same bits from a model that was JSON", () => {
    const random = seededRandom(4);
    const matrix = { rows: 50, features: 3, values: Float64Array.from({ length: 150 }, random) };
    const fitted = fitMlp(matrix, Float64Array.from({ length: 50 }, random), {
      seed: 1,
      layers: [9, 5],
      epochs: 3,
    }).model;
    const read = JSON.parse(JSON.stringify(fitted)) as MlpModel;
    expect(predictMlp(read, matrix)).toEqual(predictMlp(fitted, matrix));
  });

  it("predicts a row alone as among others", () => {
    const both = predictMlp(model, { rows: 2, features: 2, values: Float64Array.of(0.1, 0.7, 0.3, 0.2) });
    expect(predictMlp(model, { rows: 1, features: 2, values: Float64Array.of(0.3, 0.2) })[0]).toBe(both[1]);
  });

  it("has nothing to say of no rows", () => {
    expect(predictMlp(model, { rows: 0, features: 2, values: new Float64Array(0) })).toHaveLength(0);
  });

  it("refuses other features than those of the fit", () => {
    expect(() => predictMlp(model, { rows: 1, features: 3, values: new Float64Array(3) })).toThrow(
      expect.objectContaining({ code: "INVALID_OPTION", details: { features: 3, expected: 2 } }),
    );
  });
});
