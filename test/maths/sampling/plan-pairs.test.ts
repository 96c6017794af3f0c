/** Does a pilot predict how wide intervals for pairs and for whole queries will be? */
import { describe, expect, it } from "vitest";
import { type DesignPilot, openedQueries, planDesigns } from "../../../src/maths/sampling/plan.ts";

/**
 * Two engines and 8 queries of two pairs with sizes 1 and 3. The first engine has the first pair, the other the second.
 */
const gains = [0, 1, 2, 0, 1, 3, 0, 2];
const pilot: DesignPilot = {
  ...{ queries: 8, isWhole: true, rho: 0, isPredicted: true, target: "these" },
  sizes: gains.map(() => Float64Array.of(1, 3)),
  rated: gains.flatMap((gain, query) => [
    { ...{ query, chance: 1, predicted: 0 }, size: 1, gain, weights: Float64Array.of(1, 0) },
    { ...{ query, chance: 1, predicted: 0 }, size: 3, gain: 1, weights: Float64Array.of(0, 1) },
  ]),
};

describe("planDesigns", () => {
  it("predicts the variance of the planned draws", () => {
    const [row] = planDesigns(pilot, [8]);
    // Probabilities .25 and .75. Σ (1/π - 1) x²: 3 (1 + 4 + 1 + 9 + 4) + 8 / 3 = 59.667; / 64 = .932292. Degrees of
    // freedom: (59.667)² / Σ (1 - π)² / π³ x⁴ = 36 (1 + 16 + 1 + 81 + 16) + 8 · .148148 = 4141.185; .8597, at least 1.
    // scipy 1.13: t.ppf(.975, 1) = 12.706205.
    expect(row?.pairs.width).toBeCloseTo(2 * 12.706204736 * Math.sqrt(59.66666667 / 64), 5);
    // Four of 8 queries; sums gain - 1: mean 1/8, variance (19 - 18 + 8 - 8/64) / 7 = 8.875 / 7. scipy 1.13:
    // t.ppf(.975, 2) = 4.302653.
    expect(row?.whole).toMatchObject({ queries: 4 });
    expect(row?.whole.width).toBeCloseTo(2 * 4.30265273 * Math.sqrt(((1 - 4 / 8) * (8.875 / 7)) / 4), 6);
    // 1 - .75 · .25 for each query.
    expect(row?.pairs.queries).toBeCloseTo(8 * (1 - 0.75 * 0.25), 10);
  });

  it("predicts width 0 if all pairs are rated", () => {
    const [row] = planDesigns(pilot, [16]);
    expect(row).toMatchObject({ whole: { queries: 8, width: 0 }, pairs: { queries: 8, width: 0 } });
  });

  it("includes the uncertainty from the choice of queries if the target is future queries", () => {
    const [whole] = planDesigns({ ...pilot, target: "future" }, [16]);
    // The 8 sums as above. scipy 1.13: t.ppf(.975, 7) = 2.364624.
    expect(whole?.pairs.width).toBeCloseTo(2 * 2.36462425 * Math.sqrt(8.875 / 7 / 8), 6);
    const [half] = planDesigns({ ...pilot, target: "future" }, [8]);
    // .9322917 with .8597, at least 1 degree, and 8.875 / 7 / 8 with 7: 1.36325 degrees. scipy 1.13: t.ppf(.975, 1.36325) = 6.939066.
    expect(half?.pairs.width).toBeCloseTo(2 * 6.93906589 * Math.sqrt(59.66666667 / 64 + 8.875 / 7 / 8), 5);
  });

  it("weights the pairs of a drawn pilot by their probabilities", () => {
    const half = (isWhole: boolean): DesignPilot => ({
      ...pilot,
      isWhole,
      rated: pilot.rated.filter(({ query }) => query % 2 === 0).map((pair) => ({ ...pair, chance: 0.5 })),
    });
    const doubled: DesignPilot = {
      ...pilot,
      rated: pilot.rated.filter(({ query }) => query % 2 === 0).flatMap((pair) => [pair, { ...pair, query: 7 }]),
    };
    const widthOf = (one: DesignPilot) => planDesigns(one, [8])[0]?.pairs.width;
    expect(widthOf(half(true))).toBeCloseTo(widthOf(doubled) ?? 0, 6);
    expect(widthOf(half(false))).toBeCloseTo(widthOf(doubled) ?? 0, 6);
  });

  it("predicts a smaller width if the predicted gains are almost right", () => {
    const known = { ...pilot, rated: pilot.rated.map((pair) => ({ ...pair, predicted: 0.9 * pair.gain })) };
    expect(planDesigns(known, [8])[0]?.pairs.width).toBeLessThan(0.5 * (planDesigns(pilot, [8])[0]?.pairs.width ?? 0));
  });

  it("predicts no width for one engine, or for two whole queries", () => {
    const alone = { ...pilot, rated: pilot.rated.map((pair) => ({ ...pair, weights: pair.weights.slice(0, 1) })) };
    expect(planDesigns(alone, [8])[0]?.pairs).toMatchObject({ width: null, smallestDifference: null });
    expect(planDesigns(pilot, [5])[0]?.whole).toMatchObject({ queries: 2, width: null, smallestDifference: null });
  });
});

describe("openedQueries", () => {
  it("counts all queries if all pairs are rated", () => {
    expect(openedQueries(pilot, 16)).toBe(8);
  });

  it("counts a query with the probability that it has pairs in this draw but not in the smaller one", () => {
    // Probabilities .125 and .375 among 4, .25 and .75 among 8.
    expect(openedQueries(pilot, 8, 4)).toBeCloseTo(8 * (1 - 0.875 * 0.625), 10);
    expect(openedQueries(pilot, 8, 8)).toBe(0);
  });
});
