import { describe, expect, it, test } from "vitest";
import { at } from "../../../src/core/at.ts";
import { studentTQuantile } from "../../../src/maths/distributions.ts";
import { intervalEstimate, type QueryValues } from "../../../src/maths/sampling/interval-estimate.ts";
import { engineDifferences } from "../../../src/maths/sampling/pair-sample-estimate.ts";
import { simultaneousIntervals } from "../../../src/maths/sampling/simultaneous-intervals.ts";
import { meanOf, randomOf, rateSome, simulatedEngines } from "../../support/simulated-values.ts";

const options = { target: "these", seed: 1, samples: 2000 } as const;

/** Half widths of the intervals, in standard errors of the estimate alone. */
function criticalValues(means: readonly QueryValues[], given: Parameters<typeof simultaneousIntervals>[1]): number[] {
  return simultaneousIntervals(means, given).intervals.map(({ interval }, place) => {
    const { standardError } = intervalEstimate(means[place] as QueryValues, given);
    return ((interval?.[1] ?? Number.NaN) - (interval?.[0] ?? Number.NaN)) / 2 / (standardError ?? Number.NaN);
  });
}

/** Options that expect the variances that were found, so moderation leaves them unchanged. */
function asFound(means: readonly QueryValues[], given: Parameters<typeof intervalEstimate>[1]) {
  return { expected: means.map((values) => (intervalEstimate(values, given).standardError ?? 0) ** 2) };
}

function withoutLabels({ human, proxy }: QueryValues): QueryValues {
  return { human, proxy: proxy.map(() => 0) };
}

/** Means with independent errors, all rated, so that labels do not matter. */
function orthogonal(count: number, queries: number): QueryValues[] {
  return Array.from({ length: count }, (_, mean) => ({
    human: Float64Array.from({ length: queries }, (_, query) => Math.cos((2 * Math.PI * (mean + 1) * query) / queries)),
    proxy: new Float64Array(queries),
  }));
}

describe("simultaneousIntervals", () => {
  // scipy 1.17: t.isf((1 - .95 ** (1 / k)) / 2, 39) (Šidák) for k independent means, 40 queries all rated.
  test.each([
    { count: 2, expected: 2.3258011412771586 },
    { count: 5, expected: 2.6998307569526894 },
    { count: 12, expected: 3.0353177351403717 },
  ])("have the critical value of Šidák's t for $count uncorrelated means", ({ count, expected }) => {
    const reached = criticalValues(orthogonal(count, 40), { target: "future", seed: 3, samples: 40_000 });
    for (const critical of reached) expect(Math.abs(critical - expected)).toBeLessThan(0.03);
  });

  it("have the critical value of one mean's t if all means are equal", () => {
    const [values] = orthogonal(1, 40);
    const same = Array.from({ length: 6 }, () => values as QueryValues);
    // scipy: t.isf(.025, 39). The quantile of 40,000 draws has an error of some 0.012.
    for (const critical of criticalValues(same, { target: "future", seed: 3, samples: 40_000 })) {
      expect(Math.abs(critical - 2.022690920036761)).toBeLessThan(0.03);
    }
  });

  it("count the observed value as one of the draws for a p-value", () => {
    // Means of t = 1.05; scipy: 2 * t.sf(1.05, 39) = p. In one draw, none or one is beyond: (0 + 1) / 2, or 1, for
    // which Bonferroni's 2 p is smaller.
    const p = 0.30018131310798296;
    const shift = 1.05 * Math.sqrt(0.5 / 39);
    const means = orthogonal(2, 40).map(({ human, proxy }) => ({ human: human.map((value) => value + shift), proxy }));
    const found = Array.from({ length: 20 }, (_, seed) =>
      simultaneousIntervals(means, { target: "future", seed, samples: 1 }).intervals.map(({ adjustedP }) => adjustedP),
    );
    expect([...new Set(found.flat().map((value) => value?.toFixed(9)))].sort()).toEqual([
      "0.500000000",
      (2 * p).toFixed(9),
    ]);
  });

  it("are the usual interval if there is a single mean", () => {
    const random = randomOf(1);
    const [values] = rateSome(simulatedEngines({ rho: 0.5, queries: 60 }, random), 20, random);
    const { intervals } = simultaneousIntervals([values as QueryValues], options);
    expect(intervals[0]?.interval).toEqual(intervalEstimate(values as QueryValues, options).interval);
  });

  describe("properties", () => {
    const random = randomOf(2);
    const engines = rateSome(simulatedEngines({ rho: 0.5, queries: 100, engines: 5 }, random), 20, random);
    const pairs = engineDifferences(engines).map(({ values }) => values);

    it("simultaneousIntervals are between the t of one mean and Bonferroni's t if labels are uninformative", () => {
      for (const target of ["these", "future"] as const) {
        const alone = pairs.map(withoutLabels);
        const given = { ...options, target };
        for (const critical of criticalValues(alone, { ...given, ...asFound(alone, given) })) {
          expect(critical).toBeGreaterThan(studentTQuantile(0.975, 19));
          expect(critical).toBeLessThan(studentTQuantile(1 - 0.025 / 10, 18));
        }
      }
    });

    it("simultaneousIntervals include the uncertainty of λ, like prediction intervals of a regression", () => {
      // By the formula in the comment, for the first pair; the part of the interval beyond the critical value.
      const [first] = pairs;
      if (first === undefined) throw new Error("no pair");
      const { lambda, standardError } = intervalEstimate(first, options);
      const f = first.proxy.filter((_, query) => !Number.isNaN(first.human[query]));
      const y = first.human.filter((value) => !Number.isNaN(value));
      const spread = (values: Float64Array) => values.reduce((sum, value) => sum + (value - meanOf(values)) ** 2, 0);
      const e = y.map((value, row) => value - (lambda ?? 0) * (f[row] ?? 0));
      const doubt = ((spread(e) / 18) * (meanOf(first.proxy) - meanOf(f)) ** 2) / spread(f);
      expect(lambda).toBeGreaterThan(0);
      expect(lambda).toBeLessThan(1);
      const { intervals } = simultaneousIntervals([first, first], { ...options, samples: 20_000 });
      const [low, high] = intervals[0]?.interval ?? [0, 0];
      const reached = (high - low) / 2 / studentTQuantile(0.975, 18);
      // Two equal means have equal variances, which moderation does not change.
      expect(reached / Math.sqrt((standardError ?? 0) ** 2 + doubt)).toBeCloseTo(1, 1.5);
      expect(doubt).toBeGreaterThan(0);
    });

    it("simultaneousIntervals exclude 0 exactly if the corrected p-value is below .05", () => {
      const { method, intervals } = simultaneousIntervals(pairs, options);
      expect(method).toBe("max-t");
      const decided = intervals.map(({ interval }) => interval !== null && (interval[0] > 0 || interval[1] < 0));
      expect(intervals.map(({ adjustedP }) => (adjustedP ?? 1) < 0.05)).toEqual(decided);
      expect(new Set(decided).size).toBe(2);
    });

    it("simultaneousIntervals are the same for the same seed", () => {
      expect(simultaneousIntervals(pairs, options)).toEqual(simultaneousIntervals(pairs, options));
    });
  });

  describe("for simulated populations of 225 queries and five engines", () => {
    test.each([
      { rated: 20, rho: 0.5 },
      { rated: 40, rho: 0.8 },
    ])(
      "simultaneousIntervals contain all differences in at least 93 % of draws, unlike single intervals: $rated rated queries, ρ $rho",
      ({ rated, rho }) => {
        const random = randomOf(10 * rated + 10 * rho);
        let [held, heldSingly] = [0, 0];
        for (let population = 0; population < 12; population++) {
          const engines = simulatedEngines({ rho, queries: 225, engines: 5 }, random);
          for (let draw = 0; draw < 25; draw++) {
            const pairs = engineDifferences(rateSome(engines, rated, random));
            const together = simultaneousIntervals(
              pairs.map(({ values }) => values),
              { ...options, seed: draw, samples: 500 },
            );
            const isHeld = (place: number, interval: readonly [number, number] | null) => {
              const pair = pairs[place];
              const truth = (engines[pair?.first ?? 0]?.mean ?? 0) - (engines[pair?.second ?? 0]?.mean ?? 0);
              return interval !== null && interval[0] <= truth && truth <= interval[1];
            };
            if (together.intervals.every(({ interval }, place) => isHeld(place, interval))) held++;
            if (pairs.every(({ values }, place) => isHeld(place, intervalEstimate(values, options).interval)))
              heldSingly++;
          }
        }
        expect(held / 300).toBeGreaterThanOrEqual(0.93);
        expect(heldSingly / 300).toBeLessThan(0.85);
      },
    );
  });

  describe("if the variance of a pair is small by chance", () => {
    const random = randomOf(6);
    const engines = rateSome(simulatedEngines({ rho: 0.5, queries: 100, engines: 4 }, random), 20, random);
    const pairs = engineDifferences(engines.map(withoutLabels)).map(({ values }) => values);
    // The rated queries of one pair happen to show almost none of its spread.
    const quiet = pairs.map((values, place) =>
      place > 0 ? values : { ...values, human: values.human.map((value) => value / 100) },
    );
    const reach = (means: readonly QueryValues[], expected: readonly number[]) =>
      simultaneousIntervals(means, { ...options, expected }).intervals.map(
        ({ interval }) => (interval?.[1] ?? Number.NaN) - (interval?.[0] ?? Number.NaN),
      );
    const alike = pairs.map(() => 1);

    it("simultaneousIntervals are wider than the pair's own interval, and even wider if its expected variance is larger", () => {
      const alone = intervalEstimate(at(quiet, 0), options).interval ?? [0, 0];
      const [wide] = reach(quiet, alike);
      const [narrow] = reach(
        quiet,
        alike.map((size, place) => (place === 0 ? size / 10_000 : size)),
      );
      expect(wide).toBeGreaterThan(2 * (narrow ?? 0));
      expect(narrow).toBeGreaterThan(alone[1] - alone[0]);
    });

    it("simultaneousIntervals are never narrower than the interval of the pair alone", () => {
      const loud = pairs.map((values, place) =>
        place > 0 ? values : { ...values, human: values.human.map((value) => value * 100) },
      );
      for (const [place, width] of reach(loud, alike).entries()) {
        const alone = intervalEstimate(at(loud, place), options).interval ?? [0, 0];
        expect(width).toBeGreaterThanOrEqual((alone[1] - alone[0]) * (1 - 1e-12));
      }
    });
  });

  describe("edge cases", () => {
    const random = randomOf(4);
    const few = rateSome(simulatedEngines({ rho: 0.5, queries: 50, engines: 3 }, random), 9, random).map(withoutLabels);

    it("simultaneousIntervals use Bonferroni's intervals and Holm's p-values for fewer than ten rated queries", () => {
      const given = { ...options, ...asFound(few, options) };
      const { method, intervals } = simultaneousIntervals(few, given);
      expect(method).toBe("bonferroni");
      // scipy: t.isf(.05 / 2 / 3, 7).
      for (const critical of criticalValues(few, given)) expect(critical).toBeCloseTo(3.127552274246369, 8);
      const single = few.map((values) => simultaneousIntervals([values], options).intervals[0]?.adjustedP ?? 1);
      const rising = single.toSorted((one, other) => one - other);
      expect(Math.min(...intervals.map(({ adjustedP }) => adjustedP ?? 1))).toBeCloseTo(3 * (rising[0] ?? 1), 12);
    });

    it("simultaneousIntervals do not count exact means, or means without spread, as comparisons", () => {
      const flat = { human: few[0]?.human.map((value) => value * 0) ?? few[0]?.human, proxy: few[0]?.proxy };
      const { intervals } = simultaneousIntervals([few[0], flat] as QueryValues[], options);
      expect(intervals[1]).toEqual({ interval: null, p: null, adjustedP: null });
      expect(intervals[0]?.interval).toEqual(intervalEstimate(few[0] as QueryValues, options).interval);
      const known = simultaneousIntervals(orthogonal(2, 12), options);
      expect(known.intervals.map(({ interval }) => (interval?.[1] ?? 1) - (interval?.[0] ?? 0))).toEqual([0, 0]);
    });

    it("simultaneousIntervals are an empty list without means", () => {
      expect(simultaneousIntervals([], options).intervals).toEqual([]);
    });
  });

  it("are the same as for a uniform sample if probabilities are equal, and wider if they are not", () => {
    const engines = rateSome(simulatedEngines({ rho: 0.5, queries: 60, engines: 4 }, randomOf(8)), 20, randomOf(9));
    const means = engineDifferences(engines).map(({ values }) => values);
    const rated = [...(means[0]?.human.keys() ?? [])].filter((query) => !Number.isNaN(means[0]?.human[query]));
    const drawnWith = (chance: (place: number) => number) => [
      { queries: Int32Array.from(rated), probabilities: Float64Array.from(rated, (_, place) => chance(place)) },
    ];
    const plain = simultaneousIntervals(means, options);
    const equal = simultaneousIntervals(means, { ...options, draws: drawnWith(() => 20 / 60) });
    expect(equal.method).toBe("max-t");
    for (const [place, { interval, adjustedP }] of equal.intervals.entries()) {
      const expected = plain.intervals[place];
      expect(interval?.[0]).toBeCloseTo(expected?.interval?.[0] ?? Number.NaN, 8);
      expect(interval?.[1]).toBeCloseTo(expected?.interval?.[1] ?? Number.NaN, 8);
      expect(adjustedP).toBeCloseTo(expected?.adjustedP ?? Number.NaN, 8);
    }
    const uneven = drawnWith((place) => (place % 4 === 0 ? 0.05 : 0.4));
    const width = ({ intervals }: typeof plain) =>
      meanOf(intervals.map(({ interval }) => (interval?.[1] ?? Number.NaN) - (interval?.[0] ?? Number.NaN)));
    expect(width(simultaneousIntervals(means, { ...options, draws: uneven }))).toBeGreaterThan(width(plain));
  });

  it("rejects 0 samples", () => {
    expect(() => simultaneousIntervals([], { ...options, samples: 0 })).toThrow(
      expect.objectContaining({ code: "INVALID_OPTION", details: { samples: 0 } }),
    );
  });
});
