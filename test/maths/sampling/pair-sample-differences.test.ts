import { describe, expect, it } from "vitest";
import { pairSampleDifferences } from "../../../src/maths/sampling/pair-sample-differences.ts";
import type { PairValues } from "../../../src/maths/sampling/pair-sample-estimate.ts";

const engine = (scale: number): PairValues => ({
  human: [Float64Array.of(scale, 0.1 * scale), Float64Array.of(0)],
  proxy: [Float64Array.of(0.5 * scale, 0), Float64Array.of(scale)],
  totals: Float64Array.of(scale, 2 * scale, 3 * scale),
});

describe("pairSampleDifferences", () => {
  it("has each pair of engines once, and first - second of everything", () => {
    const found = pairSampleDifferences([engine(3), engine(1), engine(2)]);
    expect(found.map(({ first, second }) => [first, second])).toEqual([
      [0, 1],
      [0, 2],
      [1, 2],
    ]);
    expect(found[0]?.values).toEqual({
      human: [Float64Array.of(2, 0.2), Float64Array.of(0)],
      proxy: [Float64Array.of(1, 0), Float64Array.of(2)],
      totals: Float64Array.of(2, 4, 6),
    });
  });

  it("lets engines tie whatever their last bits are", () => {
    const [one, other] = [engine(0.3), engine(0.1 + 0.2)];
    const [difference] = pairSampleDifferences([one, other]);
    expect([...(difference?.values.human ?? [])].flatMap((values) => [...values])).toEqual([0, 0, 0]);
    expect([...(difference?.values.totals ?? [])]).toEqual([0, 0, 0]);
  });

  it("has none of one engine", () => {
    expect(pairSampleDifferences([engine(1)])).toEqual([]);
  });
});
