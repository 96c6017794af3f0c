import { describe, expect, it } from "vitest";
import { intervalEstimate } from "../../../src/maths/sampling/interval-estimate.ts";
import {
  differenceEstimates,
  engineDifferences,
  type PairValues,
  pairSampleDifferences,
} from "../../../src/maths/sampling/pair-sample-estimate.ts";
import { randomOf, rateSome, simulatedEngines } from "../../support/simulated-values.ts";

const none = Number.NaN;
const engines = [
  { human: Float64Array.of(0.3, none, 0.9), proxy: Float64Array.of(0.5, 0.25, 1) },
  { human: Float64Array.of(0.2, 0.4, 0.5), proxy: Float64Array.of(0.25, 0.5, 1) },
  { human: Float64Array.of(0.1, none, 0.5), proxy: Float64Array.of(0.25, 0, 0) },
];

describe("engineDifferences", () => {
  // By hand.
  it("returns first - second for every pair of engines once, with ratings only if both engines have them", () => {
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

  it("treats differences as equal if they differ only in their last bits", () => {
    const [pair] = engineDifferences(engines.slice(0, 2));
    expect(0.3 - 0.2).not.toBe(0.1);
    expect(pair?.values.human[0]).toBe(0.1);
  });

  it("returns no pairs for fewer than two engines", () => {
    expect(engineDifferences(engines.slice(0, 1))).toEqual([]);
  });
});

const random = randomOf(3);
const simulated = rateSome(simulatedEngines({ rho: 0.6, queries: 80, engines: 3 }, random), 20, random);

describe("differenceEstimates", () => {
  it("matches numpy for a pair", () => {
    // numpy: as in interval-estimate.test.ts, of y = [.5, -.1, .2, .1, .3, 0], f = [.4, 0, .2, .2, .1, -.1, .3, .1, -.2, .2].
    const one = {
      human: Float64Array.of(0.9, 0.2, 0.6, 0.5, 0.7, 0.1, Number.NaN, Number.NaN, Number.NaN, Number.NaN),
      proxy: Float64Array.of(0.8, 0.3, 0.6, 0.7, 0.5, 0.2, 0.7, 0.5, 0.3, 0.6),
    };
    const other = {
      human: Float64Array.of(0.4, 0.3, 0.4, 0.4, 0.4, 0.1, Number.NaN, Number.NaN, Number.NaN, Number.NaN),
      proxy: Float64Array.of(0.4, 0.3, 0.4, 0.5, 0.4, 0.3, 0.4, 0.4, 0.5, 0.4),
    };
    const [pair] = differenceEstimates([one, other], { target: "these" });
    expect(pair).toMatchObject({ first: 0, second: 1, rated: 6, queries: 10 });
    expect(pair?.lambda).toBeCloseTo(0.9527027027027027, 12);
    expect(pair?.estimate).toBeCloseTo(0.15396396396396397, 12);
    expect(pair?.standardError).toBeCloseTo(0.03511686693017531, 12);
    expect(pair?.human.estimate).toBeCloseTo(1 / 6, 12);
  });

  it("estimates every pair with its own λ", () => {
    const pairs = differenceEstimates(simulated, { target: "these" });
    expect(pairs.map(({ first, second }) => [first, second])).toEqual([
      [0, 1],
      [0, 2],
      [1, 2],
    ]);
    const lambdas = simulated.map((engine) => intervalEstimate(engine, { target: "these" }).lambda);
    expect(new Set([...pairs.map(({ lambda }) => lambda), ...lambdas]).size).toBe(6);
  });

  it("has a smaller standard error than for independent engines, because a hard query is hard for both engines", () => {
    const [pair] = differenceEstimates(simulated, { target: "these" });
    const [one, other] = simulated.map(
      (engine) => intervalEstimate(engine, { target: "these" }).human.standardError ?? 0,
    );
    expect(pair?.human.standardError).toBeLessThan(Math.hypot(one ?? 0, other ?? 0));
  });

  it("changes only the sign if engines are swapped", () => {
    const [pair] = differenceEstimates(simulated.slice(0, 2), { target: "future" });
    const [turned] = differenceEstimates(simulated.slice(0, 2).toReversed(), { target: "future" });
    expect(turned?.estimate).toBeCloseTo(-(pair?.estimate ?? 0), 12);
    expect(turned?.standardError).toBeCloseTo(pair?.standardError ?? 0, 12);
  });
});

const engine = (scale: number): PairValues => ({
  human: [Float64Array.of(scale, 0.1 * scale), Float64Array.of(0)],
  proxy: [Float64Array.of(0.5 * scale, 0), Float64Array.of(scale)],
  totals: Float64Array.of(scale, 2 * scale, 3 * scale),
});

describe("pairSampleDifferences", () => {
  it("returns first - second of all values for every pair of engines once", () => {
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

  it("treats values as equal if they differ only in their last bits", () => {
    const [one, other] = [engine(0.3), engine(0.1 + 0.2)];
    const [difference] = pairSampleDifferences([one, other]);
    expect([...(difference?.values.human ?? [])].flatMap((values) => [...values])).toEqual([0, 0, 0]);
    expect([...(difference?.values.totals ?? [])]).toEqual([0, 0, 0]);
  });

  it("returns no pairs for one engine", () => {
    expect(pairSampleDifferences([engine(1)])).toEqual([]);
  });
});
