import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sha256 } from "../../../src/core/files/read-whole.ts";
import type { PooledPair } from "../../../src/core/types.ts";
import { drawBySpread, type SpreadDraw, spreadSizes } from "../../../src/gold/pools/draw-by-spread.ts";
import { makeEngine, makePair } from "../../support/make-pair.ts";
import { runs } from "../../support/property.ts";

const usual: SpreadDraw = { budget: { ratings: 5 }, engines: ["a", "b", "c"], earlier: [], seed: 1, hash: sha256 };

/** Eight queries with eight documents each, ranked differently by three engines. */
const pairs = Array.from({ length: 64 }, (_, place) => {
  const [query, document] = [Math.floor(place / 8), place % 8];
  const engines = [
    makeEngine("a", document),
    makeEngine("b", (document * 3 + query) % 8),
    makeEngine("c", 7 - document),
  ];
  return makePair(`q${query}`, `d${document}`, { engines: engines.slice(0, 1 + (place % 3)) });
});
const keys = (of: readonly PooledPair[]) => of.map(({ query, id }) => `${query} ${id}`).sort();
const chances = (of: readonly PooledPair[]) =>
  new Map(of.map(({ query, id, probability }) => [`${query} ${id}`, probability]));

describe("spreadSizes", () => {
  it("returns the deviation of the discounts to the power 1.5, times the root of the expected variance", () => {
    // By hand, two engines: discounts 1 and 0 deviate by 1/2, for a document that only one engine has, at the top; 1
    // and 1/2 (ranks 0 and 2, log2 4 = 2) by 1/4. Sums 1 and 3/2, mean 5/4: v = .3 + .7 / 1.25 and .3 + .7 · 1.5 /
    // 1.25.
    const two = [{ engines: [makeEngine("a", 0)] }, { engines: [makeEngine("a", 0), makeEngine("b", 2)] }];
    const [alone = 0, both = 0] = spreadSizes(two, 2);
    expect(alone).toBeCloseTo(0.5 ** 1.5 * Math.sqrt(0.86), 12);
    expect(both).toBeCloseTo(0.25 ** 1.5 * Math.sqrt(1.14), 12);
  });

  it("returns 0 for a document that all engines rank the same", () => {
    const alike = { engines: ["a", "b", "c"].map((name) => makeEngine(name, 4)) };
    expect([...spreadSizes([alike, { engines: [makeEngine("a", 0)] }], 3)][0]).toBe(0);
  });
});

describe("drawBySpread", () => {
  it("draws the requested number, or all pairs that distinguish engines if there are fewer", () => {
    const telling = [...spreadSizes(pairs, 3)].filter((size) => size > 0).length;
    expect(drawBySpread(pairs, usual)).toHaveLength(5);
    const all = drawBySpread(pairs, { ...usual, budget: { ratings: 1000 } });
    expect(all).toHaveLength(telling);
    expect(all.every(({ probability }) => probability === 1)).toBe(true);
  });

  it("returns probabilities with which sums over the sample are unbiased", () => {
    // Priority sampling: Duffield, Lund, Thorup 2007, theorem 1. The mean of 4,000 draws is within 5 standard errors.
    const draws = 4000;
    const gain = ({ id }: PooledPair) => Number(id.slice(1)) + 1;
    const sizes = spreadSizes(pairs, 3);
    const total = pairs.reduce((sum, pair, place) => sum + ((sizes[place] ?? 0) > 0 ? gain(pair) : 0), 0);
    const sums = Array.from({ length: draws }, (_, seed) =>
      drawBySpread(pairs, { ...usual, budget: { ratings: 20 }, seed }).reduce(
        (sum, pair) => sum + gain(pair) / pair.probability,
        0,
      ),
    );
    const mean = sums.reduce((sum, one) => sum + one, 0) / draws;
    const deviation = Math.sqrt(sums.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (draws - 1));
    expect(Math.abs(mean - total)).toBeLessThan((5 * deviation) / Math.sqrt(draws));
  });

  it("extends a draw to the same pairs as a single larger draw", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 25 }),
        fc.integer({ min: 1, max: 25 }),
        fc.nat(1000),
        (first, more, seed) => {
          const earlier = drawBySpread(pairs, { ...usual, seed, budget: { ratings: first } });
          const grown = drawBySpread(pairs, { ...usual, seed, budget: { ratings: more }, earlier });
          const whole = drawBySpread(pairs, { ...usual, seed, budget: { ratings: first + more } });
          expect(keys(grown)).toEqual(keys(whole));
          expect(chances(grown)).toEqual(chances(whole));
          expect(grown.slice(0, first).map(({ id }) => id)).toEqual(earlier.map(({ id }) => id));
        },
      ),
      runs,
    );
  });

  it("keeps earlier pairs when another engine is added, and never lowers their probabilities", () => {
    const earlier = drawBySpread(pairs, { ...usual, budget: { ratings: 12 } });
    const joined = pairs.map((pair, place) => ({
      ...pair,
      engines: [...pair.engines, makeEngine("d", (place * 5) % 8)],
    }));
    const grown = drawBySpread(joined, { ...usual, engines: ["a", "b", "c", "d"], budget: { ratings: 8 }, earlier });
    expect(grown).toHaveLength(20);
    const before = chances(earlier);
    for (const pair of grown.slice(0, 12)) {
      expect(pair.probability).toBeGreaterThanOrEqual(before.get(`${pair.query} ${pair.id}`) ?? 2);
      expect(pair.engines.at(-1)?.name).toBe("d");
    }
  });

  it("draws as many pairs as fit into the minutes, including the time to read each query", () => {
    const budget = { minutes: 5, secondsPerRating: 12, secondsPerQuery: 10 };
    const drawn = drawBySpread(pairs, { ...usual, budget });
    const seconds = (of: readonly PooledPair[]) => 12 * of.length + 10 * new Set(of.map(({ query }) => query)).size;
    expect(seconds(drawn)).toBeLessThanOrEqual(300);
    expect(seconds(drawBySpread(pairs, { ...usual, budget: { ratings: drawn.length + 1 } }))).toBeGreaterThan(300);
  });

  it.each([
    { what: "a single engine", given: pairs, more: { engines: ["a"] }, said: /at least two engines are needed/ },
    {
      what: "engines that return the same",
      given: [makePair("q", "d", { engines: [makeEngine("a", 0), makeEngine("b", 0)] })],
      more: { engines: ["a", "b"] },
      said: /no rating can tell them apart/,
    },
    {
      what: "an earlier pair that is gone",
      given: pairs.slice(8),
      more: { earlier: drawBySpread(pairs.slice(0, 8), usual) },
      said: /contains "d\d" of the query "q0", but no engine returns it now/,
    },
    {
      what: "an engine that is missing now",
      given: pairs,
      more: { earlier: drawBySpread(pairs, { ...usual, budget: { ratings: 40 } }), engines: ["a", "b"] },
      said: /but no file has results of c, which returned it/,
    },
    {
      what: "another seed",
      given: pairs,
      more: { earlier: drawBySpread(pairs, { ...usual, budget: { ratings: 20 } }), seed: 2 },
      said: /another seed. Give --seed 1/,
    },
    {
      what: "a pool that was drawn otherwise",
      given: pairs,
      more: { earlier: pairs.slice(0, 3) },
      said: /not drawn by spread/,
    },
  ])("refuses $what", ({ given, more, said }) => {
    expect(() => drawBySpread(given, { ...usual, ...more })).toThrow(
      expect.objectContaining({ code: "INVALID_OPTION", message: expect.stringMatching(said) }),
    );
  });
});
