import { describe, expect, it } from "vitest";
import { countMlpParameters, mlpLayers } from "../../../src/maths/regression/mlp-layers.ts";

describe("mlpLayers", () => {
  it("finds the weights of each layer before its biases", () => {
    const parameters = Float64Array.from({ length: 13 }, (_, at) => at);
    expect(mlpLayers([2, 3, 1], parameters)).toEqual([
      { weights: { rows: 2, columns: 3, values: Float64Array.of(0, 1, 2, 3, 4, 5) }, biases: Float64Array.of(6, 7, 8) },
      { weights: { rows: 3, columns: 1, values: Float64Array.of(9, 10, 11) }, biases: Float64Array.of(12) },
    ]);
  });

  it("gives views of the parameters", () => {
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
