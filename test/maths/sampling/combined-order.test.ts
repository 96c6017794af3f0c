import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { combinedOrder } from "../../../src/maths/sampling/combined-order.ts";
import { runs } from "../../support/property.ts";

const calibrated = [0.8, 0.75, 0.7, 0.6];
const estimates: readonly (number | null)[] = [0.5, 0.3, 0.45, 0.2];

function engines(given = estimates) {
  return calibrated.map((level, engine) => ({ estimate: given[engine] ?? null, calibrated: level }));
}

function noise(size: number, standardError: number | null) {
  return Array.from({ length: size }, (_, first) =>
    Array.from({ length: size - first - 1 }, (__, after) => ({ first, second: first + 1 + after, standardError })),
  ).flat();
}

const someEngines = fc.array(
  fc.record({
    estimate: fc.nat(100).map((value) => value / 100),
    calibrated: fc.nat(100).map((value) => value / 100),
  }),
  { minLength: 1, maxLength: 8 },
);

describe("combinedOrder", () => {
  // numpy: d and c less their means, s = max(0, Σdc/Σc²), r = d - s c, w = 1 / max(1, mean of pairs ((r_i - r_j)/se)²).
  test.each([
    {
      name: "labels differ from the estimates by more than noise",
      standardError: 0.05,
      weight: 0.15718562874251493,
      scores: [0.13278443113772453, -0.04543413173652695, 0.07133233532934133, -0.1586826347305389],
      order: [0, 2, 1, 3],
    },
    {
      name: "they differ by no more than noise",
      standardError: 0.15,
      weight: 1,
      scores: [0.1075, 0.04607142857142852, -0.015357142857142932, -0.1382142857142857],
      order: [0, 1, 2, 3],
    },
  ])("reproduces numpy's values where $name", ({ standardError, weight, scores, order }) => {
    const combined = combinedOrder(engines(), noise(4, standardError));
    expect(combined.weight).toBeCloseTo(weight, 12);
    expect(combined.order).toEqual(order);
    scores.forEach((score, engine) => {
      expect(combined.scores[engine]).toBeCloseTo(score, 11);
    });
  });

  it("has scores around 0 that do not tell a level, and an order that follows them", () => {
    fc.assert(
      fc.property(someEngines, fc.nat(50), (given, error) => {
        const differences = noise(given.length, error / 100);
        const { scores, order, weight } = combinedOrder(given, differences);
        expect(scores.reduce((sum, score) => sum + score, 0)).toBeCloseTo(0, 9);
        expect(order.toSorted((one, other) => one - other)).toEqual([...given.keys()]);
        expect(weight).toBeGreaterThanOrEqual(0);
        expect(weight).toBeLessThanOrEqual(1);
        const moved = given.map((engine) => ({ ...engine, calibrated: 3 * engine.calibrated + 0.3 }));
        for (const [engine, score] of combinedOrder(moved, differences).scores.entries()) {
          expect(score).toBeCloseTo(scores[engine] ?? Number.NaN, 9);
        }
      }),
      runs,
    );
  });

  it("is the order of exact estimates", () => {
    expect(combinedOrder(engines(), noise(4, 0))).toMatchObject({ weight: 0, order: [0, 2, 1, 3] });
  });

  it("is the order of the labels where an engine has no estimate", () => {
    const unknown = combinedOrder(engines([0.5, null, 0.45, 0.2]), noise(4, null));
    expect(unknown).toMatchObject({ weight: 1, order: [0, 1, 2, 3] });
  });

  it("is the order of the estimates where labels say the opposite, or nothing", () => {
    const opposite = calibrated.map((level) => ({ estimate: -level, calibrated: level }));
    expect(combinedOrder(opposite, noise(4, 0.1))).toMatchObject({ weight: 0, order: [3, 2, 1, 0] });
    const silent = estimates.map((estimate) => ({ estimate, calibrated: 0.5 }));
    expect(combinedOrder(silent, noise(4, 0.1))).toMatchObject({ weight: 0, order: [0, 2, 1, 3] });
  });

  it("keeps the order given among equals, and has nothing for no engines", () => {
    const same = { estimate: 0.1 + 0.2, calibrated: 0.5 };
    expect(combinedOrder([same, { ...same, estimate: 0.3 }], noise(2, 0.1)).order).toEqual([0, 1]);
    expect(combinedOrder([], [])).toEqual({ order: [], scores: new Float64Array(0), weight: 0 });
  });
});
