import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { combinedOrder } from "../../src/estimates/combined-order.ts";
import { runs } from "../support/property.ts";

const calibrated = [0.8, 0.75, 0.7, 0.6];
const estimates = [0.5, 0.3, 0.45, 0.2];

function engines(standardErrors: readonly (number | null)[]) {
  return calibrated.map((level, engine) => ({
    estimate: estimates[engine] ?? null,
    standardError: standardErrors[engine] ?? null,
    calibrated: level,
  }));
}

const someEngines = fc.array(
  fc.record({
    estimate: fc.nat(100).map((value) => value / 100),
    standardError: fc.nat(50).map((value) => value / 100),
    calibrated: fc.nat(100).map((value) => value / 100),
  }),
  { minLength: 1, maxLength: 8 },
);

describe("combinedOrder", () => {
  // numpy: v = mean(se²), d and c less their means, b² = max(0, mean((d - c)²) - v), w = v / (v + b²), (1 - w) d + w c.
  test.each([
    {
      name: "labels differ from the estimates by more than noise",
      standardErrors: [0.05, 0.04, 0.06, 0.05],
      weight: 0.408,
      scores: [0.1171, -0.0217, 0.0467, -0.1421],
      order: [0, 2, 1, 3],
    },
    {
      name: "they differ by no more than noise",
      standardErrors: [0.15, 0.12, 0.18, 0.15],
      weight: 1,
      scores: [0.0875, 0.0375, -0.0125, -0.1125],
      order: [0, 1, 2, 3],
    },
  ])("reproduces numpy's values where $name", ({ standardErrors, weight, scores, order }) => {
    const combined = combinedOrder(engines(standardErrors));
    expect(combined.weight).toBeCloseTo(weight, 12);
    expect(combined.order).toEqual(order);
    scores.forEach((score, engine) => {
      expect(combined.scores[engine]).toBeCloseTo(score, 12);
    });
  });

  it("has scores around 0 that do not tell a level, and an order that follows them", () => {
    fc.assert(
      fc.property(someEngines, (given) => {
        const { scores, order, weight } = combinedOrder(given);
        expect(scores.reduce((sum, score) => sum + score, 0)).toBeCloseTo(0, 9);
        expect(order.toSorted((one, other) => one - other)).toEqual([...given.keys()]);
        expect(weight).toBeGreaterThanOrEqual(0);
        expect(weight).toBeLessThanOrEqual(1);
        const moved = combinedOrder(given.map((engine) => ({ ...engine, calibrated: engine.calibrated + 0.3 })));
        for (const [engine, score] of scores.entries()) expect(moved.scores[engine]).toBeCloseTo(score, 9);
      }),
      runs,
    );
  });

  it("is the order of exact estimates", () => {
    expect(combinedOrder(engines([0, 0, 0, 0]))).toMatchObject({ weight: 0, order: [0, 2, 1, 3] });
  });

  it("is the order of the labels where an engine has no estimate", () => {
    const unknown = engines([0, 0, 0, 0]).with(1, { estimate: null, standardError: null, calibrated: 0.75 });
    expect(combinedOrder(unknown)).toMatchObject({ weight: 1, order: [0, 1, 2, 3] });
  });

  it("leaves the noise to the others where one engine has no standard error", () => {
    // By hand: v = 0.05², the mean of what is known; else as the first case, whose mean of squares is 0.00255.
    const { weight } = combinedOrder(engines([0.05, null, 0.05, 0.05]));
    expect(weight).toBeCloseTo((0.408 * 0.0025) / 0.00255, 12);
  });

  it("keeps the order given among equals, and has nothing for no engines", () => {
    const same = { estimate: 0.1 + 0.2, standardError: 0.1, calibrated: 0.5 };
    expect(combinedOrder([same, { ...same, estimate: 0.3 }]).order).toEqual([0, 1]);
    expect(combinedOrder([])).toEqual({ order: [], scores: new Float64Array(0), weight: 0 });
  });
});
