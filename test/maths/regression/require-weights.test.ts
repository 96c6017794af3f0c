import { describe, expect, it } from "vitest";
import { requireWeights } from "../../../src/maths/regression/require-weights.ts";

describe("requireWeights", () => {
  it("accepts weights of 0 beside a positive one", () => {
    expect(() => requireWeights(3, [0, 0.5, 0])).not.toThrow();
  });

  it.each([
    { rows: 2, weights: [1], details: { rows: 2, weights: 1 } },
    { rows: 2, weights: [1, -1], details: { row: 1, weight: -1 } },
    { rows: 2, weights: [Number.NaN, 1], details: { row: 0, weight: Number.NaN } },
    { rows: 1, weights: [Number.POSITIVE_INFINITY], details: { row: 0, weight: Number.POSITIVE_INFINITY } },
    { rows: 2, weights: [0, 0], details: { rows: 2 } },
  ])("rejects $weights for $rows rows", ({ rows, weights, details }) => {
    expect(() => requireWeights(rows, weights)).toThrow(expect.objectContaining({ code: "INVALID_OPTION", details }));
  });
});
