import { describe, expect, it } from "vitest";
import { differenceEstimates } from "../../../src/maths/sampling/difference-estimates.ts";
import { intervalEstimate } from "../../../src/maths/sampling/interval-estimate.ts";
import { randomOf, rateSome, simulatedEngines } from "../../support/simulated-values.ts";

const random = randomOf(3);
const engines = rateSome(simulatedEngines({ rho: 0.6, queries: 80, engines: 3 }, random), 20, random);

describe("differenceEstimates", () => {
  it("reproduces numpy's values of a pair", () => {
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

  it("has every pair, each with a λ of its own", () => {
    const pairs = differenceEstimates(engines, { target: "these" });
    expect(pairs.map(({ first, second }) => [first, second])).toEqual([
      [0, 1],
      [0, 2],
      [1, 2],
    ]);
    const lambdas = engines.map((engine) => intervalEstimate(engine, { target: "these" }).lambda);
    expect(new Set([...pairs.map(({ lambda }) => lambda), ...lambdas]).size).toBe(6);
  });

  it("is narrower than two engines apart would be, because hard queries are hard for both", () => {
    const [pair] = differenceEstimates(engines, { target: "these" });
    const [one, other] = engines.map(
      (engine) => intervalEstimate(engine, { target: "these" }).human.standardError ?? 0,
    );
    expect(pair?.human.standardError).toBeLessThan(Math.hypot(one ?? 0, other ?? 0));
  });

  it("changes its sign alone where engines change places", () => {
    const [pair] = differenceEstimates(engines.slice(0, 2), { target: "future" });
    const [turned] = differenceEstimates(engines.slice(0, 2).toReversed(), { target: "future" });
    expect(turned?.estimate).toBeCloseTo(-(pair?.estimate ?? 0), 12);
    expect(turned?.standardError).toBeCloseTo(pair?.standardError ?? 0, 12);
  });
});
