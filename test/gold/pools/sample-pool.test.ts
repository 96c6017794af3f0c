import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PooledPair } from "../../../src/core/types.ts";
import { type PoolSample, samplePool } from "../../../src/gold/pools/draw-by-spread.ts";
import { seededBits } from "../../../src/maths/random.ts";
import { makeEngine, makePair } from "../../support/make-pair.ts";
import { runs } from "../../support/property.ts";

const whole: PoolSample = { queries: null, perQuery: null, by: "uniform" };

function randomOf(seed: number) {
  const bits = seededBits(seed);
  return () => bits() / 2 ** 32;
}

/** One query with a pair at each rank. */
function pairsAt(ranks: readonly number[], query = "q"): PooledPair[] {
  return ranks.map((rank, place) => makePair(query, `d${place}`, { engines: [makeEngine("e", rank)] }));
}

const key = ({ query, id }: PooledPair) => `${query} ${id}`;

/** Returns how often each pair was drawn, and all its probabilities. */
function drawOften(pairs: readonly PooledPair[], draw: (seed: number) => readonly PooledPair[], draws: number) {
  const found = new Map(pairs.map((pair) => [key(pair), { count: 0, said: new Set<number>() }]));
  for (let seed = 1; seed <= draws; seed++) {
    for (const pair of draw(seed)) {
      const known = found.get(key(pair));
      if (known === undefined) continue;
      known.count++;
      known.said.add(pair.probability);
    }
  }
  return found;
}

/** Requires drawn shares to be within five standard errors of the probability, so one test in a million fails. */
function expectAsOftenAsSaid(found: ReturnType<typeof drawOften>, draws: number) {
  for (const [name, { count, said }] of found) {
    expect([name, said.size]).toEqual([name, 1]);
    const [probability = Number.NaN] = said;
    const error = Math.sqrt((probability * (1 - probability)) / draws);
    expect(Math.abs(count / draws - probability), `${name} at ${probability}`).toBeLessThanOrEqual(5 * error + 1e-12);
  }
}

/** Returns the probability of each pair, from enough seeds to draw every pair. */
function probabilitiesOf(pairs: readonly PooledPair[], sample: PoolSample) {
  const found = drawOften(pairs, (seed) => samplePool(pairs, sample, randomOf(seed)), 200);
  return [...found.values()].map(({ said }) => [...said][0] ?? Number.NaN);
}

describe("samplePool", () => {
  it("draws pairs in proportion to 1 / (rank + 1)", () => {
    // By hand: sizes 1, 1/2, 1/3, 1/4 with the sum 25/12; two of them: 2 * size * 12/25.
    const probabilities = probabilitiesOf(pairsAt([0, 1, 2, 3]), { ...whole, perQuery: 2, by: "rank" });
    [0.96, 0.48, 0.32, 0.24].forEach((expected, place) => {
      expect(probabilities[place]).toBeCloseTo(expected, 12);
    });
  });

  it("gives probability 1 to pairs that would be drawn more than once, and divides the rest among the other pairs", () => {
    // By hand: with three, rank 0 would get 36/25, so its probability is 1; then two of 1/2, 1/3, 1/4 with the sum
    // 13/12.
    const probabilities = probabilitiesOf(pairsAt([0, 1, 2, 3]), { ...whole, perQuery: 3, by: "rank" });
    [1, 12 / 13, 8 / 13, 6 / 13].forEach((expected, place) => {
      expect(probabilities[place]).toBeCloseTo(expected, 12);
    });
  });

  it("uses the best rank that any engine gives", () => {
    const engines = [makeEngine("a", 9), makeEngine("b", 0)];
    const pairs = [makePair("q", "x", { engines }), ...pairsAt([1])];
    const [first, second] = probabilitiesOf(pairs, { ...whole, perQuery: 1, by: "rank" });
    expect(first).toBeCloseTo(2 / 3, 12);
    expect(second).toBeCloseTo(1 / 3, 12);
  });

  describe("properties", () => {
    it.each<[string, PoolSample]>([
      ["pairs of each query", { ...whole, perQuery: 3 }],
      ["pairs by rank", { ...whole, perQuery: 3, by: "rank" }],
      ["whole queries", { ...whole, queries: 2 }],
      ["queries, and pairs of them by rank", { queries: 3, perQuery: 2, by: "rank" }],
    ])("draws %s as often as their probabilities say", (_, sample) => {
      const pairs = [
        ...pairsAt([0, 0, 1, 2, 5, 7, 40], "a"),
        ...pairsAt([0, 1, 2], "b"),
        ...pairsAt([3], "c"),
        ...pairsAt([0, 1, 1, 1, 1, 1], "d"),
      ];
      const draws = 4000;
      expectAsOftenAsSaid(
        drawOften(pairs, (seed) => samplePool(pairs, sample, randomOf(seed)), draws),
        draws,
      );
    });

    it("draws pairs of drawn queries as often as the product of the probabilities says", () => {
      const pairs = ["a", "b", "c", "d", "e"].flatMap((query) => pairsAt([0, 1, 2, 3], query));
      const draws = 4000;
      const twice = (seed: number) => {
        const random = randomOf(seed);
        return samplePool(
          samplePool(pairs, { ...whole, queries: 2 }, random),
          { ...whole, perQuery: 2, by: "rank" },
          random,
        );
      };
      const found = drawOften(pairs, twice, draws);
      expectAsOftenAsSaid(found, draws);
      expect([...(found.get("c d0")?.said ?? [])][0]).toBeCloseTo(0.4 * 0.96, 12);
    });

    it("estimates a sum over the whole pool without bias", () => {
      const pairs = pairsAt([0, 1, 2, 3, 4, 5, 6, 7]);
      const value = ({ id }: PooledPair) => Number(id.slice(1)) ** 2;
      const total = pairs.reduce((sum, pair) => sum + value(pair), 0);
      const estimates = Array.from({ length: 4000 }, (_, seed) =>
        samplePool(pairs, { ...whole, perQuery: 3, by: "rank" }, randomOf(seed)).reduce(
          (sum, pair) => sum + value(pair) / pair.probability,
          0,
        ),
      );
      const mean = estimates.reduce((sum, estimate) => sum + estimate, 0) / estimates.length;
      const variance = estimates.reduce((sum, estimate) => sum + (estimate - mean) ** 2, 0) / estimates.length;
      expect(Math.abs(mean - total)).toBeLessThan(5 * Math.sqrt(variance / estimates.length));
    });

    it("draws exactly the requested number of pairs in their order, with probabilities from 0 to 1", () => {
      const ranks = fc.array(fc.nat(30), { minLength: 1, maxLength: 30 });
      fc.assert(
        fc.property(ranks, fc.integer({ min: 1, max: 30 }), fc.boolean(), fc.integer(), (all, size, isByRank, seed) => {
          const pairs = pairsAt(all);
          const drawn = samplePool(
            pairs,
            { ...whole, perQuery: size, by: isByRank ? "rank" : "uniform" },
            randomOf(seed),
          );
          const places = drawn.map(({ id }) => Number(id.slice(1)));
          expect(drawn).toHaveLength(Math.min(size, pairs.length));
          expect(places).toEqual(places.toSorted((one, other) => one - other));
          for (const { probability, queryProbability } of drawn) {
            expect(queryProbability).toBe(1);
            expect(probability).toBeGreaterThan(0);
            expect(probability).toBeLessThanOrEqual(1);
          }
        }),
        runs,
      );
    });
  });

  it("returns the probability of the query and that of the pair, which are equal if all pairs of the query are drawn", () => {
    const pairs = ["a", "b", "c", "d", "e"].flatMap((query) => pairsAt([0, 1, 2, 3], query));
    const random = randomOf(1);
    const whole2 = samplePool(pairs, { ...whole, queries: 2 }, random);
    expect(whole2.map(({ probability, queryProbability }) => [probability, queryProbability])).toEqual(
      whole2.map(() => [0.4, 0.4]),
    );
    for (const { probability, queryProbability } of samplePool(whole2, { ...whole, perQuery: 2 }, random)) {
      expect(queryProbability).toBe(0.4);
      expect(probability).toBeCloseTo(0.2, 12);
    }
  });

  describe("edges", () => {
    it("keeps all pairs with probability 1 if there is no limit or no more pairs than the limit", () => {
      const pairs = [...pairsAt([0, 5, 3], "a"), ...pairsAt([0], "b")];
      expect(samplePool(pairs, whole, randomOf(1))).toEqual(pairs);
      expect(samplePool(pairs, { queries: 2, perQuery: 3, by: "rank" }, randomOf(1))).toEqual(pairs);
    });

    it("draws the last pair if rounding makes the sum of the probabilities smaller than the last point", () => {
      // Ten times 0.1 is less than 1 in doubles.
      const pairs = pairsAt(Array.from({ length: 10 }, () => 0));
      expect(samplePool(pairs, { ...whole, perQuery: 1 }, () => 1 - 2 ** -53)).toHaveLength(1);
    });

    it("returns an empty list without pairs", () => {
      expect(samplePool([], { queries: 3, perQuery: 2, by: "rank" }, randomOf(1))).toEqual([]);
    });
  });
});
