import { describe, expect, it } from "vitest";
import { mlpActivations } from "../../../src/maths/regression/mlp-activations.ts";
import { mlpLayers } from "../../../src/maths/regression/mlp-layers.ts";

describe("mlpActivations", () => {
  it("keeps what is positive in hidden layers, and everything in the last", () => {
    // One feature x, hidden x - 1 and -x - 1, output first + second - 2: at 3 the hidden values are 2 and 0, at -2 0 and 1.
    const layers = mlpLayers([1, 2, 1], Float64Array.of(1, -1, -1, -1, 1, 1, -2));
    const [input, hidden, output] = mlpActivations(layers, { rows: 3, columns: 1, values: Float64Array.of(3, -2, 0) });
    expect(input?.values).toEqual(Float64Array.of(3, -2, 0));
    expect(hidden).toEqual({ rows: 3, columns: 2, values: Float64Array.of(2, 0, 0, 1, 0, 0) });
    expect(output).toEqual({ rows: 3, columns: 1, values: Float64Array.of(0, -1, -2) });
  });
});
