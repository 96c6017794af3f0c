import { describe, expect, it } from "vitest";
import { type QueryDraw, requireDraws } from "../../../src/maths/sampling/query-sample.ts";

const human = Float64Array.of(0.2, Number.NaN, 0.4, 0.6);
const draw = (queries: readonly number[], probabilities: readonly number[]): QueryDraw => ({
  queries: Int32Array.from(queries),
  probabilities: Float64Array.from(probabilities),
});

describe("requireDraws", () => {
  it("accepts draws that contain each rated query once", () => {
    expect(() => requireDraws([draw([3, 0], [0.5, 0.5]), draw([2], [1])], human)).not.toThrow();
  });

  it.each([
    { name: "no chance", draws: [draw([0, 2], [0.5, 0]), draw([3], [1])], details: { draw: 0, query: 2 } },
    { name: "a chance above 1", draws: [draw([0, 2, 3], [0.5, 0.5, 1.1])], details: { draw: 0, query: 3 } },
    { name: "a missing chance", draws: [draw([0, 2, 3], [0.5, 0.5])], details: { draw: 0, query: 3 } },
    {
      name: "a query drawn twice",
      draws: [draw([0, 2, 3], [1, 1, 1]), draw([2], [1])],
      details: { draw: 1, query: 2 },
    },
    { name: "a query without a rating", draws: [draw([0, 1, 2, 3], [1, 1, 1, 1])], details: { draw: 0, query: 1 } },
    { name: "a query out of range", draws: [draw([0, 2, 3, 4], [1, 1, 1, 1])], details: { draw: 0, query: 4 } },
    { name: "a rating without a draw", draws: [draw([0, 2], [1, 1])], details: { query: 3 } },
  ])("refuses $name", ({ draws, details }) => {
    expect(() => requireDraws(draws, human)).toThrow(expect.objectContaining({ code: "INVALID_OPTION", details }));
  });
});
