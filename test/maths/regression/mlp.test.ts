import { describe, expect, it } from "vitest";
import { seededRandom } from "../../../src/maths/random.ts";
import {
  countMlpParameters,
  type MlpModel,
  mlpActivations,
  mlpLayers,
  predictMlp,
} from "../../../src/maths/regression/mlp.ts";
import { fitMlp } from "../../support/fit-mlp.ts";

describe("mlpLayers", () => {
  it("places the weights of each layer before its biases", () => {
    const parameters = Float64Array.from({ length: 13 }, (_, at) => at);
    expect(mlpLayers([2, 3, 1], parameters)).toEqual([
      { weights: { rows: 2, columns: 3, values: Float64Array.of(0, 1, 2, 3, 4, 5) }, biases: Float64Array.of(6, 7, 8) },
      { weights: { rows: 3, columns: 1, values: Float64Array.of(9, 10, 11) }, biases: Float64Array.of(12) },
    ]);
  });

  it("returns views of the parameters, not copies", () => {
    const parameters = new Float64Array(3);
    mlpLayers([2, 1], parameters)[0]?.biases.fill(7);
    expect(parameters).toEqual(Float64Array.of(0, 0, 7));
  });
});

describe("countMlpParameters", () => {
  it("counts weights and biases", () => {
    // 6 * 100 + 100, 100 * 100 + 100, 100 + 1.
    expect(countMlpParameters([6, 100, 100, 1])).toBe(10_901);
  });
});

describe("mlpActivations", () => {
  it("rectifies only hidden layers", () => {
    // One feature x, hidden x - 1 and -x - 1, output first + second - 2: at 3 the hidden values are 2 and 0, at -2 0 and 1.
    const layers = mlpLayers([1, 2, 1], Float64Array.of(1, -1, -1, -1, 1, 1, -2));
    const [input, hidden, output] = mlpActivations(layers, { rows: 3, columns: 1, values: Float64Array.of(3, -2, 0) });
    expect(input?.values).toEqual(Float64Array.of(3, -2, 0));
    expect(hidden).toEqual({ rows: 3, columns: 2, values: Float64Array.of(2, 0, 0, 1, 0, 0) });
    expect(output).toEqual({ rows: 3, columns: 1, values: Float64Array.of(0, -1, -2) });
  });
});

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

  it("computes the output from the weights", () => {
    const matrix = { rows: 2, features: 2, values: Float64Array.of(1, 1, -1, 2) };
    expect(predictMlp(model, matrix)).toEqual(Float64Array.of(3, -1));
  });

  it("makes exactly the same predictions after the model was written to JSON and read again", () => {
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

  it("makes the same prediction for a row alone as among other rows", () => {
    const both = predictMlp(model, { rows: 2, features: 2, values: Float64Array.of(0.1, 0.7, 0.3, 0.2) });
    expect(predictMlp(model, { rows: 1, features: 2, values: Float64Array.of(0.3, 0.2) })[0]).toBe(both[1]);
  });

  it("returns no predictions for no rows", () => {
    expect(predictMlp(model, { rows: 0, features: 2, values: new Float64Array(0) })).toHaveLength(0);
  });

  it("rejects rows with another number of features than the model", () => {
    expect(() => predictMlp(model, { rows: 1, features: 3, values: new Float64Array(3) })).toThrow(
      expect.objectContaining({ code: "INVALID_OPTION", details: { features: 3, expected: 2 } }),
    );
  });
});
