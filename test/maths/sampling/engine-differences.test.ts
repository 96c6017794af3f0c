import { describe, expect, it } from "vitest";
import { engineDifferences } from "../../../src/maths/sampling/engine-differences.ts";

const none = Number.NaN;
const engines = [
  { human: Float64Array.of(0.3, none, 0.9), proxy: Float64Array.of(0.5, 0.25, 1) },
  { human: Float64Array.of(0.2, 0.4, 0.5), proxy: Float64Array.of(0.25, 0.5, 1) },
  { human: Float64Array.of(0.1, none, 0.5), proxy: Float64Array.of(0.25, 0, 0) },
];

describe("engineDifferences", () => {
  // By hand.
  it("has every pair once, first - second, rated where both are", () => {
    expect(engineDifferences(engines)).toEqual([
      {
        first: 0,
        second: 1,
        values: { human: Float64Array.of(0.1, none, 0.4), proxy: Float64Array.of(0.25, -0.25, 0) },
      },
      {
        first: 0,
        second: 2,
        values: { human: Float64Array.of(0.2, none, 0.4), proxy: Float64Array.of(0.25, 0.25, 1) },
      },
      { first: 1, second: 2, values: { human: Float64Array.of(0.1, none, 0), proxy: Float64Array.of(0, 0.5, 1) } },
    ]);
  });

  it("lets equal differences tie, whatever their last bits are", () => {
    const [pair] = engineDifferences(engines.slice(0, 2));
    expect(0.3 - 0.2).not.toBe(0.1);
    expect(pair?.values.human[0]).toBe(0.1);
  });

  it("has no pair below two engines", () => {
    expect(engineDifferences(engines.slice(0, 1))).toEqual([]);
  });
});
