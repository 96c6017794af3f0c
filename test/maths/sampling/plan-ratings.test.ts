import { describe, expect, it, test } from "vitest";
import { pearson } from "../../../src/maths/correlation/rank-correlation.ts";
import { intervalEstimate, type QueryValues } from "../../../src/maths/sampling/interval-estimate.ts";
import { type PlanOptions, planRatings } from "../../../src/maths/sampling/plan.ts";
import { randomOf, rateSome, simulatedEngines } from "../../support/simulated-values.ts";

const values = [
  Float64Array.of(0.2, 0.5, 0.9, 0.4, 0.7, 0.1, 0.6, 0.8),
  Float64Array.of(0.3, 0.4, 0.8, 0.5, 0.6, 0.2, 0.6, 0.5),
  Float64Array.of(0.1, 0.1, 0.7, 0.2, 0.9, 0, 0.5, 0.4),
];
const ten = { depth: 10, ratingsPerQuery: 16.5, values };
const options: PlanOptions = {
  queries: [20, 40],
  of: 225,
  target: "these",
  rho: 0.5,
  rhoOfDifferences: 0.3,
  secondsPerRating: 12,
};

describe("planRatings", () => {
  // numpy: s2 = mean of var(ddof=1) of engines, d2 of the three differences; V as documented; t.ppf(.975, n - 2) sqrt(V);
  // scipy.optimize.brentq for nct.sf(crit, n - 2, nc) + nct.cdf(-crit, n - 2, nc) = .8, crit = t.ppf(1 - .05 / 6, n - 2).
  test.each([
    { change: { queries: [20] }, halfWidth: 0.10456353227617371, difference: 0.12635241812242476 },
    { change: { queries: [40], target: "future" }, halfWidth: 0.07681850491391591, difference: 0.09020887623551521 },
    {
      change: { queries: [10], of: 40, rho: 0, rhoOfDifferences: 0 },
      halfWidth: 0.1700433752067667,
      difference: 0.19153401119890862,
    },
  ] as const)("matches scipy for $change", ({ change, halfWidth, difference }) => {
    const [plan] = planRatings([ten], { ...options, ...change });
    expect(plan?.expectedHalfWidth).toBeCloseTo(halfWidth, 10);
    expect(plan?.smallestDifference).toBeCloseTo(difference, 8);
  });

  it("counts ratings and minutes for each depth and each number of queries", () => {
    // By hand: 20 queries of 16.5 results at 12 s.
    const plans = planRatings([ten, { depth: 20, ratingsPerQuery: 30, values }], options);
    expect(plans.map(({ depth, queries, ratings, minutes }) => [depth, queries, ratings, minutes])).toEqual([
      [10, 20, 330, 66],
      [10, 40, 660, 132],
      [20, 20, 600, 120],
      [20, 40, 1200, 240],
    ]);
    expect(planRatings([ten], { ...options, queries: [3] })[0]?.ratings).toBe(50);
  });

  it("predicts narrower intervals for more queries and better labels, and wider intervals for future queries", () => {
    const widths = [
      { ...options, queries: [20], target: "future" as const },
      { ...options, queries: [20], rho: 0 },
      { ...options, queries: [20] },
      { ...options, queries: [40] },
      { ...options, queries: [40], rho: 0.8 },
      { ...options, queries: [225] },
    ].map((given) => planRatings([ten], given)[0]?.expectedHalfWidth ?? Number.NaN);
    expect(widths.slice(1)).toEqual(widths.slice(1).toSorted((one, other) => other - one));
    expect(widths[0]).toBeGreaterThan(widths[2] ?? Number.NaN);
    expect(widths.at(-1)).toBe(0);
  });

  it("predicts the width of the actual intervals within 5 %", () => {
    const random = randomOf(6);
    const [engine] = simulatedEngines({ rho: 0.5, queries: 225 }, random);
    if (engine === undefined) throw new Error("no engine");
    let halfWidth = 0;
    for (let draw = 0; draw < 300; draw++) {
      const [drawn] = rateSome([engine], 20, random);
      const { interval } = intervalEstimate(drawn as QueryValues, options);
      halfWidth += ((interval?.[1] ?? Number.NaN) - (interval?.[0] ?? Number.NaN)) / 2 / 300;
    }
    const [plan] = planRatings([{ depth: 10, ratingsPerQuery: 10, values: [engine.y] }], {
      ...options,
      queries: [20],
      rho: pearson(engine.y, engine.f) ?? 0,
    });
    expect((plan?.expectedHalfWidth ?? 0) / halfWidth).toBeGreaterThan(0.95);
    expect((plan?.expectedHalfWidth ?? 0) / halfWidth).toBeLessThan(1.05);
  });

  describe("edge cases", () => {
    it("planRatings returns no smallest difference for one engine, and leaves out queries that the pilot did not rate", () => {
      const [one] = planRatings([{ ...ten, values: values.slice(0, 1) }], options);
      expect(one?.smallestDifference).toBeNull();
      const pilot = [Float64Array.of(...(values[0] ?? []), Number.NaN)];
      expect(planRatings([{ ...ten, values: pilot }], options)[0]?.expectedHalfWidth).toBe(one?.expectedHalfWidth);
    });

    it("planRatings returns no widths if no engine has two values", () => {
      const [plan] = planRatings([{ ...ten, values: [Float64Array.of(0.5, Number.NaN)] }], options);
      expect(plan).toMatchObject({ expectedHalfWidth: null, smallestDifference: null, ratings: 330 });
    });
  });

  describe("errors", () => {
    it.each([2, 226, 20.5])("planRatings refuses %s rated queries of 225", (queries) => {
      expect(() => planRatings([ten], { ...options, queries: [20, queries] })).toThrow(
        expect.objectContaining({ code: "INVALID_OPTION", details: { queries, of: 225 } }),
      );
    });

    it.each([{ rho: 1.1 }, { rho: -0.2 }, { rhoOfDifferences: Number.NaN }, { secondsPerRating: -1 }])(
      "planRatings refuses %s",
      (wrong) => {
        expect(() => planRatings([ten], { ...options, ...wrong })).toThrow(
          expect.objectContaining({ code: "INVALID_OPTION", details: wrong }),
        );
      },
    );
  });
});
