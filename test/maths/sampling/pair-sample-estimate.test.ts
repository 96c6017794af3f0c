import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { drawInOrder, seededRandom } from "../../../src/maths/random.ts";
import {
  type PairSample,
  type PairValues,
  pairSampleEstimate,
} from "../../../src/maths/sampling/pair-sample-estimate.ts";
import { runs } from "../../support/property.ts";

const rows = (values: readonly (readonly number[])[]) => values.map((ofQuery) => Float64Array.from(ofQuery));

function sampleOf(queries: number, chances: readonly number[], ofPairs: readonly (readonly number[])[]): PairSample {
  return { queries, probabilities: Float64Array.from(chances), pairProbabilities: rows(ofPairs) };
}

function valuesOf(
  human: readonly (readonly number[])[],
  proxy: readonly (readonly number[])[],
  totals: readonly number[],
): PairValues {
  return { human: rows(human), proxy: rows(proxy), totals: Float64Array.from(totals) };
}

const unequal = sampleOf(8, [0.5, 0.5, 0.4, 0.8], [[0.5, 0.25], [1, 0.5], [0.3], [0.6, 0.6, 0.9]]);
const known = valuesOf(
  [[1, 0.5], [0, 0.25], [1], [0.5, 0, 0.2]],
  [[1.5, 0.6], [0.4, 0.3], [1.1], [1.2, 0.3, 0.1]],
  [2.1, 0.9, 1.6, 2.2, 0.3, 1.4, 1.9, 0.7],
);
const these = { target: "these" } as const;

describe("pairSampleEstimate", () => {
  it("matches the difference estimator, its λ and its variance", () => {
    // numpy and scipy.stats.t.ppf from the formulas of Särndal, Swensson, Wretman 1992 (6.3, 6.8) and Hájek's variance.
    const found = pairSampleEstimate(unequal, known, these);
    const close = (value: number) => expect.closeTo(value, 8);
    expect(found).toEqual({
      ...{ queries: 8, rated: 4, reason: null, proxyOnly: close(1.3875) },
      lambda: close(0.8709926835919575),
      rho: close(0.9800651553982023),
      estimate: close(0.7931459092249002),
      standardError: close(0.21333978416132335),
      interval: [close(-0.12478109546097871), close(1.7110729139107792)],
      degreesOfFreedom: 2,
      human: {
        ...{ estimate: close(2.3315972222222223), standardError: close(0.8722893152781755) },
        interval: [close(-0.4444166863232626), close(2 * 2.3315972222222223 + 0.4444166863232626)],
        degreesOfFreedom: 3,
      },
    });
    expect(pairSampleEstimate(unequal, known, { target: "future" }).standardError).toBeCloseTo(0.29043366458634917, 8);
  });

  describe("over all samples of a small set", () => {
    // Three of four queries, then two pairs each: 4 times 3², 1², 3² or 6² samples. Gains are more than twice the
    // predictions, so λ is 1 in every sample.
    const gains = [
      [1, 0, 0.5],
      [0.125, 0.25],
      [0.5, 0.5, 0],
      [1, 1, 0, 0.75],
    ];
    const predicted = gains.map((ofQuery) => ofQuery.map((gain, pair) => 0.3 * gain + 0.01 * ((7 * pair) % 3)));
    const totals = predicted.map((ofQuery) => ofQuery.reduce((sum, gain) => sum + gain, 0));
    const twoOf = (size: number) =>
      Array.from({ length: size }, (_, one) => one).flatMap((one) =>
        Array.from({ length: size - 1 - one }, (_, after) => [one, one + 1 + after]),
      );
    const results = [0, 1, 2, 3].flatMap((left) => {
      const drawn = [0, 1, 2, 3].filter((query) => query !== left);
      const choices = drawn.map((query) => twoOf(gains[query]?.length ?? 0));
      const all = choices.reduce<(readonly (readonly number[])[])[]>(
        (before, ofQuery) => before.flatMap((some) => ofQuery.map((one) => [...some, one])),
        [[]],
      );
      return all.map((pairs) => {
        const pick = (from: readonly (readonly number[])[]) =>
          drawn.map((query, place) => (pairs[place] ?? []).map((pair) => from[query]?.[pair] ?? 0));
        const chances = drawn.map((query) => [0, 0].map(() => 2 / (gains[query]?.length ?? 0)));
        const sample = sampleOf(4, [0.75, 0.75, 0.75], chances);
        const found = pairSampleEstimate(sample, valuesOf(pick(gains), pick(predicted), totals), these);
        return { chance: 1 / 4 / all.length, ...found };
      });
    });
    const expectation = (of: (result: (typeof results)[number]) => number) =>
      results.reduce((sum, result) => sum + result.chance * of(result), 0);
    const truth = gains.flat().reduce((sum, gain) => sum + gain, 0) / 4;

    it("pairSampleEstimate is unbiased, with and without predictions", () => {
      expect(results.every(({ lambda }) => lambda === 1)).toBe(true);
      expect(expectation(({ estimate }) => estimate ?? Number.NaN)).toBeCloseTo(truth, 12);
      expect(expectation(({ human }) => human.estimate ?? Number.NaN)).toBeCloseTo(truth, 12);
    });

    it("pairSampleEstimate estimates its true variance without bias, except for the degree of freedom that λ costs", () => {
      const variance = expectation(({ estimate }) => ((estimate ?? Number.NaN) - truth) ** 2);
      // Three drawn queries: (n - 1) / (n - 2) = 2.
      expect(expectation(({ standardError }) => (standardError ?? Number.NaN) ** 2 / 2)).toBeCloseTo(variance, 12);
      expect(variance).toBeLessThan(expectation(({ human }) => ((human.estimate ?? Number.NaN) - truth) ** 2));
    });
  });

  it("returns the exact mean if every pair of every query is rated, whatever the predictions", () => {
    const someQuery = fc.array(fc.tuple(fc.nat(8), fc.nat(8)), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(fc.array(someQuery, { minLength: 1, maxLength: 6 }), (queries) => {
        const human = queries.map((pairs) => pairs.map(([gain]) => gain / 8));
        const proxy = queries.map((pairs) => pairs.map(([, gain]) => gain / 8));
        const sample = sampleOf(
          queries.length,
          queries.map(() => 1),
          human.map((pairs) => pairs.map(() => 1)),
        );
        const totals = proxy.map((gains) => gains.reduce((sum, gain) => sum + gain, 0));
        const found = pairSampleEstimate(sample, valuesOf(human, proxy, totals), these);
        const mean = human.flat().reduce((sum, gain) => sum + gain, 0) / queries.length;
        expect(found.estimate).toBeCloseTo(mean, 12);
        expect(found).toMatchObject({ standardError: 0, lambda: 0, rho: null, reason: null });
      }),
      runs,
    );
  });

  it("keeps λ in 0..1, ρ in -1..1, and the estimate inside its interval", () => {
    const pair = fc.tuple(
      fc.integer({ min: 1, max: 10 }),
      fc.integer({ min: -5, max: 5 }),
      fc.integer({ min: -5, max: 5 }),
    );
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 1, max: 10 }), fc.array(pair, { minLength: 1, maxLength: 4 })), {
          maxLength: 6,
        }),
        fc.constantFrom("these" as const, "future" as const),
        (queries, target) => {
          const of = (which: 1 | 2) => queries.map(([, pairs]) => pairs.map((one) => one[which] / 5));
          const sample = sampleOf(
            queries.length + 3,
            queries.map(([chance]) => chance / 10),
            queries.map(([, pairs]) => pairs.map(([chance]) => chance / 10)),
          );
          const totals = Array.from({ length: queries.length + 3 }, (_, query) => query / 5);
          const found = pairSampleEstimate(sample, valuesOf(of(1), of(2), totals), { target });
          if (found.lambda !== null) expect(found.lambda).toBeGreaterThanOrEqual(0);
          if (found.lambda !== null) expect(found.lambda).toBeLessThanOrEqual(1);
          if (found.rho !== null) expect(Math.abs(found.rho)).toBeLessThanOrEqual(1);
          expect(found.interval === null).toBe(found.reason !== null);
          if (found.interval === null) return;
          expect(found.interval[0]).toBeLessThan(found.interval[1]);
          expect((found.interval[0] + found.interval[1]) / 2).toBeCloseTo(found.estimate ?? Number.NaN, 9);
        },
      ),
      runs,
    );
  });

  it("returns a wider interval at a smaller significance", () => {
    const width = (significance: number) => {
      const [low = 0, high = 0] = pairSampleEstimate(unequal, known, { ...these, significance }).interval ?? [];
      return high - low;
    };
    expect(width(0.05 / 10)).toBeGreaterThan(2 * width(0.05));
  });

  describe("edge cases", () => {
    it("pairSampleEstimate uses only ratings if predictions contradict them", () => {
      const against = { ...known, proxy: known.proxy.map((values) => values.map((value) => -value)) };
      const { lambda, rho, estimate, interval, human } = pairSampleEstimate(unequal, against, these);
      expect({ lambda, estimate, interval }).toEqual({ lambda: 0, estimate: human.estimate, interval: human.interval });
      expect(rho).toBeLessThan(0);
    });

    it("pairSampleEstimate returns no estimate for two drawn queries", () => {
      const two = sampleOf(
        8,
        [0.5, 0.5],
        [
          [0.5, 0.25],
          [1, 0.5],
        ],
      );
      const values = { ...known, human: known.human.slice(0, 2), proxy: known.proxy.slice(0, 2) };
      expect(pairSampleEstimate(two, values, these)).toMatchObject({
        ...{ estimate: null, interval: null, lambda: null, reason: "fewer than 3 rated queries" },
        human: { estimate: null, interval: null },
      });
    });

    it("pairSampleEstimate returns an estimate but no interval if all drawn values are equal", () => {
      const none = { ...known, human: known.human.map((values) => values.map(() => 0)) };
      expect(pairSampleEstimate(unequal, none, these)).toMatchObject({
        ...{ estimate: 0, standardError: null, interval: null, lambda: 0, reason: "all rated values are equal" },
      });
    });

    it("pairSampleEstimate returns a reason instead of an interval if every pair with a gain was certain to be drawn", () => {
      const queries = 5;
      const certain = sampleOf(queries, new Array(queries).fill(1), new Array(queries).fill([0.25, 1]));
      const values = {
        human: Array.from({ length: queries }, (_, query) => Float64Array.of(0, query + 1)),
        proxy: Array.from({ length: queries }, () => Float64Array.of(0, 0)),
        totals: new Float64Array(queries),
      };
      // By hand: gains 1 to 5, each with probability 1, over 5 queries.
      expect(pairSampleEstimate({ ...certain, together: true }, values, these)).toMatchObject({
        ...{ estimate: 3, interval: null, reason: "every pair with a gain was drawn with certainty" },
      });
    });

    it("pairSampleEstimate returns no interval if two queries have a gain, and a wider interval if three queries have a gain", () => {
      const gains = (count: number) => ({
        ...known,
        human: known.proxy.map((values, query) => values.map((value) => (query < count ? value : 0))),
      });
      expect(pairSampleEstimate(unequal, gains(2), these)).toMatchObject({
        ...{ estimate: expect.any(Number), standardError: null, interval: null, lambda: 0 },
        ...{ reason: "fewer than 3 queries with a gain", human: { interval: null } },
      });
      // For three of four queries: t(2) for ratings alone and t(1) with labels, scipy.stats.t.ppf(.975, [2, 1]).
      const { estimate, interval, standardError, human, lambda } = pairSampleEstimate(unequal, gains(3), these);
      const reach = ([, high = Number.NaN]: readonly number[] = [], mean: number | null = null) =>
        high - (mean ?? Number.NaN);
      expect(reach(human.interval ?? [], human.estimate)).toBeCloseTo(
        4.302652729749464 * (human.standardError ?? 0),
        8,
      );
      expect(lambda).toBeGreaterThan(0);
      expect(reach(interval ?? [], estimate)).toBeCloseTo(12.706204736432095 * (standardError ?? 0), 8);
    });

    it("pairSampleEstimate returns no estimate without drawn queries", () => {
      expect(pairSampleEstimate(sampleOf(8, [], []), valuesOf([], [], [...known.totals]), these)).toMatchObject({
        ...{ estimate: null, interval: null, reason: "fewer than 3 rated queries" },
      });
    });
  });

  it("refuses an invalid significance", () => {
    expect(() => pairSampleEstimate(unequal, known, { ...these, significance: 0 })).toThrow(
      expect.objectContaining({ code: "INVALID_OPTION" }),
    );
  });

  it("refuses a probability of 0", () => {
    expect(() => pairSampleEstimate({ ...unequal, probabilities: Float64Array.of(0, 1, 1, 1) }, known, these)).toThrow(
      expect.objectContaining({ code: "INVALID_OPTION", details: { query: 0, pair: null, probability: 0 } }),
    );
  });

  describe("for pairs drawn from all queries together", () => {
    // Gains of 40 queries with up to 8 results, each query with its own level, and labels that know half of it.
    const made = (seed: number) => {
      const random = seededRandom(seed);
      const gains = Array.from({ length: 40 }, (_, query) => {
        const level = random();
        return Array.from({ length: 3 + (query % 6) }, (__, pair) => (random() < level ? 2 : 0) + pair / 50);
      });
      const predicted = gains.map((ofQuery) => ofQuery.map((gain) => 0.5 * gain + 0.4 * random()));
      const sizes = Float64Array.from(gains.flat(), (_, place) => 0.4 + ((7 * place) % 10) / 10);
      return { gains, predicted, sizes };
    };
    const drawnFrom = ({ gains, predicted, sizes }: ReturnType<typeof made>, count: number, random: () => number) => {
      const numbers = sizes.map(() => random());
      const { drawn, probabilities } = drawInOrder(sizes, numbers, count);
      const chances = new Map(Array.from(drawn, (unit, at) => [unit, probabilities[at] ?? 1]));
      let unit = 0;
      const kept = gains.map((ofQuery) => ofQuery.flatMap((_, pair) => (chances.has(unit++) ? [pair] : [])));
      const pick = (values: readonly (readonly number[])[]) =>
        kept.map((pairs, query) => pairs.map((pair) => values[query]?.[pair] ?? 0));
      const starts = gains.map((_, query) => gains.slice(0, query).flat().length);
      const ofPairs = kept.map((pairs, query) => pairs.map((pair) => chances.get((starts[query] ?? 0) + pair) ?? 1));
      const sample = {
        ...sampleOf(
          gains.length,
          gains.map(() => 1),
          ofPairs,
        ),
        together: true,
      };
      const totals = predicted.map((ofQuery) => ofQuery.reduce((sum, gain) => sum + gain, 0));
      return { sample, values: valuesOf(pick(gains), pick(predicted), totals) };
    };
    const meanOf = (gains: readonly (readonly number[])[]) =>
      gains.flat().reduce((sum, gain) => sum + gain, 0) / gains.length;

    it("pairSampleEstimate uses few degrees of freedom if a few pairs cause most of the variance", () => {
      const human = [1, 1, 1, 1, 4].map((gain) => Float64Array.of(gain));
      const nothing = human.map(() => Float64Array.of(0));
      const sample = { ...sampleOf(5, new Array(5).fill(1), new Array(5).fill([0.5])), together: true };
      const { estimate, interval } = pairSampleEstimate(
        sample,
        { human, proxy: nothing, totals: new Float64Array(5) },
        these,
      );
      // By hand: terms 2 gain² with the sum 40 and the sum of squares 1040, so 40² / 1040 = 1.538 degrees of freedom,
      // variance 40 / 25; scipy 1.17: t.ppf(.975, 1600 / 1040) = 5.810455916924307.
      expect(estimate).toBeCloseTo(3.2, 12);
      expect(interval).toEqual([expect.closeTo(-4.149709976593165, 6), expect.closeTo(10.549709976593165, 6)]);
    });

    it("pairSampleEstimate returns intervals that contain the mean of these queries as often as their level says, and correct standard errors", () => {
      const population = made(3);
      const truth = meanOf(population.gains);
      const random = seededRandom(11);
      let [held, spread, said] = [0, 0, 0];
      for (let draw = 0; draw < 600; draw++) {
        const { sample, values } = drawnFrom(population, 60, random);
        const { interval, estimate, standardError } = pairSampleEstimate(sample, values, these);
        if (interval !== null && interval[0] <= truth && truth <= interval[1]) held++;
        spread += ((estimate ?? 0) - truth) ** 2 / 600;
        said += (standardError ?? 0) ** 2 / 600;
      }
      // Of 600 draws at 95 %, 541 to 599 are within five standard errors (scipy.stats.binom).
      expect(held).toBeGreaterThan(541);
      expect(said / spread).toBeGreaterThan(0.8);
      expect(said / spread).toBeLessThan(1.3);
    });

    it("pairSampleEstimate returns intervals that contain the mean of future queries if these queries are a sample of them", () => {
      // Uses the mean of many such sets as the mean of all queries.
      const truth =
        Array.from({ length: 400 }, (_, set) => meanOf(made(1000 + set).gains)).reduce((a, b) => a + b) / 400;
      const random = seededRandom(12);
      let [future, near] = [0, 0];
      for (let draw = 0; draw < 400; draw++) {
        const { sample, values } = drawnFrom(made(1000 + draw), 60, random);
        const holds = (target: "these" | "future") => {
          const { interval } = pairSampleEstimate(sample, values, { target });
          return interval !== null && interval[0] <= truth && truth <= interval[1] ? 1 : 0;
        };
        future += holds("future");
        near += holds("these");
      }
      expect(future).toBeGreaterThan(0.91 * 400);
      expect(near).toBeLessThan(future);
    });

    it("pairSampleEstimate is exact if all pairs were drawn, and rejects a sample that lacks a query", () => {
      const population = made(4);
      const { sample, values } = drawnFrom(population, 10000, seededRandom(1));
      expect(pairSampleEstimate(sample, values, these)).toMatchObject({
        ...{ estimate: expect.closeTo(meanOf(population.gains), 10), standardError: 0 },
      });
      const lacking = { ...sample, queries: 41 };
      expect(() => pairSampleEstimate(lacking, values, these)).toThrow(
        expect.objectContaining({ code: "INVALID_OPTION", message: expect.stringMatching(/41 queries together/) }),
      );
    });
  });
});
