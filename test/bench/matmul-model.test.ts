import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { flopsPerToken, matmulModel } from "../../scripts/bench/matmul-model.ts";
import { openOnnxSession } from "../../src/model/embed/onnx-session.ts";
import { temporaryFolder } from "../support/run-cli.ts";

describe("matmulModel", () => {
  // Six layers of 4 x 384 x 384 + 2 x 384 x 1536 weights, two operations each: 6 x 1,769,472 x 2.
  it("counts 21.2 million operations per token", () => {
    expect(flopsPerToken).toBe(21_233_664);
  });

  it("multiplies by all 36 matrices", async () => {
    const path = join(temporaryFolder(), "matmul.onnx");
    writeFileSync(path, matmulModel());
    const session = await openOnnxSession(path, 1);
    const output = await session.run({ x: new Float32Array(3 * 384).fill(1) }, [3, 384]);
    // Weights are (1 + 0.001 k) / rows, k = 0 .. 35: a row of ones becomes the product of all (1 + 0.001 k).
    const expected = Array.from({ length: 36 }, (_, place) => 1 + 0.001 * place).reduce(
      (product, value) => product * value,
      1,
    );
    expect(output).toHaveLength(3 * 384);
    expect(Math.max(...output)).toBeCloseTo(expected, 3);
    expect(Math.min(...output)).toBeCloseTo(expected, 3);
  });
});
