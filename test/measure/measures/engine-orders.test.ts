/** Is the agreement of two measures the agreement of their orders of engines? */
import { describe, expect, it } from "vitest";
import { engineOrders } from "../../../src/measure/measures/compare-engines.ts";
import type { MeasureComparison } from "../../../src/measure/measures/compare-runs.ts";

function comparisonOf(measure: string, means: readonly (number | null)[], lowerIsBetter = false): MeasureComparison {
  return {
    measure,
    lowerIsBetter,
    means: means.map((mean, run) => ({ run: `run ${run}`, mean, count: mean === null ? 0 : 10 })),
    best: [],
    pairs: [],
  };
}

describe("engineOrders", () => {
  // scipy 1.17: scipy.stats.kendalltau([4, 3, 2, 1], [3, 4, 2, 1]); tau-AP as worked in Yilmaz et al. 2008: 1/3 for the
  // top two swapped.
  it("returns tau-b and tau-AP of every pair of measures", () => {
    const found = engineOrders([
      comparisonOf("AP", [0.4, 0.3, 0.2, 0.1]),
      comparisonOf("RR", [0.3, 0.4, 0.2, 0.1]),
      comparisonOf("P@5", [0.8, 0.6, 0.4, 0.2]),
    ]);
    expect(found.map(({ measure, other }) => [measure, other])).toEqual([
      ["AP", "RR"],
      ["AP", "P@5"],
      ["RR", "P@5"],
    ]);
    expect(found[0]?.tauB).toBeCloseTo(2 / 3, 12);
    expect(found[0]?.tauAp).toBeCloseTo(1 / 3, 12);
    expect(found[1]).toMatchObject({ tauB: 1, tauAp: 1 });
  });

  it("returns no tau for an order in which all engines tie", () => {
    const tied = comparisonOf("Success@10", [1, 1, 1]);
    const falling = comparisonOf("AP", [0.4, 0.3, 0.2]);
    for (const [found] of [engineOrders([tied, falling]), engineOrders([falling, tied])]) {
      expect(found).toMatchObject({ tauB: null, tauAp: null });
    }
  });

  it("reverses the order of a measure if lower is better", () => {
    const [found] = engineOrders([comparisonOf("AP", [0.4, 0.3, 0.2]), comparisonOf("MAE", [0.1, 0.2, 0.3], true)]);
    expect(found).toMatchObject({ tauB: 1, tauAp: 1 });
    const [turned] = engineOrders([comparisonOf("AP", [0.4, 0.3, 0.2]), comparisonOf("RR", [0.1, 0.2, 0.3])]);
    expect(turned).toMatchObject({ tauB: -1, tauAp: -1 });
  });

  describe("engineOrders in edge cases", () => {
    it("returns no pairs of measures for fewer than three engines, or for a single measure", () => {
      expect(engineOrders([comparisonOf("AP", [0.4, 0.3]), comparisonOf("RR", [0.4, 0.3])])).toEqual([]);
      expect(engineOrders([comparisonOf("AP", [0.4, 0.3, 0.2])])).toEqual([]);
      expect(engineOrders([])).toEqual([]);
    });

    it("leaves out a measure if an engine has no mean", () => {
      const found = engineOrders([
        comparisonOf("AP", [0.4, 0.3, 0.2]),
        comparisonOf("RR", [0.4, null, 0.2]),
        comparisonOf("P@5", [0.4, 0.3, 0.2]),
      ]);
      expect(found.map(({ measure, other }) => [measure, other])).toEqual([["AP", "P@5"]]);
    });
  });
});
