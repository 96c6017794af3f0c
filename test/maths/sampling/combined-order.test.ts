import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { combinedOrder, crossValidatedGain, queryAgreements } from "../../../src/maths/sampling/combined-order.ts";
import { runs } from "../../support/property.ts";

const calibrated = [0.8, 0.75, 0.7, 0.6];
const estimates: readonly (number | null)[] = [0.5, 0.3, 0.45, 0.2];

function engines(given = estimates) {
  return calibrated.map((level, engine) => ({ estimate: given[engine] ?? null, calibrated: level, human: null }));
}

const ofLabels = [0.0875, 0.0375, -0.0125, -0.1125];
const unlikeLabels = [1, -1, -0.5, 0.5];

/**
 * Rated queries that agree with the labels as given. The other part of their values changes its sign from query to
 * queries.
 */
function ratedQueries(agreements: readonly number[]) {
  const square = ofLabels.reduce((sum, value) => sum + value * value, 0);
  return calibrated.map((level, engine) => ({
    human: Float64Array.from(agreements, (agreement, query) => {
      return (agreement * (ofLabels[engine] ?? 0)) / square + (-1) ** query * (unlikeLabels[engine] ?? 0);
    }),
    proxy: new Float64Array(agreements.length).fill(level),
  }));
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
    human: fc.constant(null),
  }),
  { minLength: 1, maxLength: 8 },
);

describe("combinedOrder", () => {
  // numpy: d and c minus their means, s = max(0, Σdc/Σc²), r = d - s c, t = mean of agreements / its standard error, w
  // = max(0, 1 - 1/t²) / 2 / max(1, mean of pairs ((r_i - r_j)/se)²), (1 - w) d + w sqrt(Σd²/Σc²) c.
  test.each([
    {
      name: "labels differ from the estimates by more than noise",
      standardError: 0.05,
      agreements: null,
      weight: 0.07859281437125747,
      scores: [0.13778210973989416, -0.05283568265210696, 0.07903903992595183, -0.163985467013739],
    },
    {
      name: "labels differ from the estimates by no more than noise",
      standardError: 0.15,
      agreements: null,
      weight: 0.5,
      scores: [0.13929475529761232, -0.0010165334438804671, 0.03367217781462677, -0.17195039966835868],
    },
    {
      name: "single queries confirm the labels",
      standardError: 0.15,
      agreements: [0.3, 0.1, 0.2, 0.4],
      weight: 0.4666666666666667,
      scores: [0.13917510494443813, -0.005115431214288434, 0.03726069929365165, -0.17132037302380143],
    },
    {
      name: "single queries do not confirm the labels",
      standardError: 0.15,
      agreements: [0.3, -0.2, 0.1, -0.1],
      weight: 0,
      scores: [0.1375, -0.0625, 0.0875, -0.1625],
    },
  ])("matches numpy if $name", ({ standardError, agreements, weight, scores }) => {
    const combined = combinedOrder(engines(), noise(4, standardError), agreements && ratedQueries(agreements));
    expect(combined.weight).toBeCloseTo(weight, 12);
    expect(combined.order).toEqual([0, 2, 1, 3]);
    scores.forEach((score, engine) => {
      expect(combined.scores[engine]).toBeCloseTo(score, 11);
    });
  });

  // numpy, as above, with a standard error of .03 (i + j) for the pair i, j.
  it("sums noise and distances over all pairs of engines", () => {
    const pairs = noise(4, 0).map((pair) => ({ ...pair, standardError: 0.03 * (pair.first + pair.second) }));
    expect(combinedOrder(engines(), pairs, null).weight).toBeCloseTo(0.30179640718562867, 12);
  });

  it("returns scores around 0 that do not depend on the level of the labels, and an order of all engines", () => {
    fc.assert(
      fc.property(someEngines, fc.nat(50), (given, error) => {
        const differences = noise(given.length, error / 100);
        const { scores, order, weight } = combinedOrder(given, differences, null);
        expect(scores.reduce((sum, score) => sum + score, 0)).toBeCloseTo(0, 9);
        expect(order.toSorted((one, other) => one - other)).toEqual([...given.keys()]);
        expect(weight).toBeGreaterThanOrEqual(0);
        expect(weight).toBeLessThanOrEqual(1);
        const moved = given.map((engine) => ({ ...engine, calibrated: 3 * engine.calibrated + 0.3 }));
        for (const [engine, score] of combinedOrder(moved, differences, null).scores.entries()) {
          expect(score).toBeCloseTo(scores[engine] ?? Number.NaN, 9);
        }
      }),
      runs,
    );
  });

  it("returns the order of the estimates if they are exact", () => {
    expect(combinedOrder(engines(), noise(4, 0), null)).toMatchObject({ weight: 0, order: [0, 2, 1, 3] });
  });

  it("returns the order of the labels if an engine has no estimate", () => {
    const unknown = combinedOrder(engines([0.5, null, 0.45, 0.2]), noise(4, null), null);
    expect(unknown).toMatchObject({ weight: 1, order: [0, 1, 2, 3] });
  });

  it("returns the order of the estimates if labels contradict estimates or are all equal", () => {
    const opposite = calibrated.map((level) => ({ estimate: -level, calibrated: level, human: null }));
    expect(combinedOrder(opposite, noise(4, 0.1), null)).toMatchObject({ weight: 0, order: [3, 2, 1, 0] });
    const silent = estimates.map((estimate) => ({ estimate, calibrated: 0.5, human: null }));
    expect(combinedOrder(silent, noise(4, 0.1), null)).toMatchObject({ weight: 0, order: [0, 2, 1, 3] });
  });

  it("keeps the given order of equal engines, and returns an empty order for no engines", () => {
    const same = { estimate: 0.1 + 0.2, calibrated: 0.5, human: null };
    expect(combinedOrder([same, { ...same, estimate: 0.3 }], noise(2, 0.1), null).order).toEqual([0, 1]);
    expect(combinedOrder([], [], [])).toMatchObject({ order: [], scores: new Float64Array(0), weight: 0 });
  });
});

describe("crossValidatedGain", () => {
  // numpy: each query is left out, the deviations of the others' means are mixed with the labels', and the signs of all
  // pairs are compared.
  const human = [
    [0.1, 0.2, 0.6],
    [0.9, 0.8, 0.2],
    [0.5, 0.5, 0.5],
  ];
  const values = human.map((own, engine) => ({
    human: Float64Array.from([...own, Number.NaN]),
    proxy: new Float64Array(4).fill(0.7 - 0.2 * engine),
  }));

  test.each([
    { weight: 0.3, gain: 0.4 / 3 },
    { weight: 0.5, gain: -0.8 / 3 },
    { weight: 0, gain: 0 },
  ])("is the gain that labels of weight $weight bring to the order on left-out queries", ({ weight, gain }) => {
    expect(crossValidatedGain(values, weight)).toBeCloseTo(gain, 12);
  });

  it("makes combinedOrder use only ratings if labels do not improve the order", () => {
    const given = [0.3, 0.633, 0.5].map((estimate, engine) => {
      return { estimate, calibrated: 0.7 - 0.2 * engine, human: [0.5, 0.1, 0.9][engine] ?? null };
    });
    expect(combinedOrder(given, noise(3, 0.5), values)).toMatchObject({ weight: 0, order: [2, 0, 1] });
    const confirmed = engines().map((engine, place) => ({ ...engine, human: place / 10 }));
    expect(combinedOrder(confirmed, noise(4, 0.15), ratedQueries([0.3, 0.1, 0.2, 0.4]))).toMatchObject({
      weight: expect.closeTo(0.46667, 4),
      order: [0, 2, 1, 3],
    });
  });
});

describe("queryAgreements", () => {
  // By hand: the labels' means .75 and .25 deviate by .25 and -.25. The first query gives .25 · .8 - .25 · .2, the
  // third .25 · (.1 - .5).
  it("returns positive values for queries on which people order engines as labels do on all queries", () => {
    const engine = (human: readonly number[], proxy: readonly number[]) => ({
      human: Float64Array.from(human),
      proxy: Float64Array.from(proxy),
    });
    const [first, third, ...none] = queryAgreements([
      engine([0.8, Number.NaN, 0.1], [1, 0.5, 0.75]),
      engine([0.2, Number.NaN, 0.5], [0, 0.5, 0.25]),
    ]);
    expect([first, third, none]).toEqual([expect.closeTo(0.15, 12), expect.closeTo(-0.1, 12), []]);
  });
});
