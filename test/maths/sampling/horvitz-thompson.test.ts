import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { horvitzThompson } from "../../../src/maths/sampling/pair-sample-estimate.ts";
import { runs } from "../../support/property.ts";
import { randomOf } from "../../support/simulated-values.ts";

type SampledQuery = ReturnType<typeof query>;

function query(probability: number, pairProbabilities: readonly number[], contributions: readonly number[]) {
  return {
    probability,
    pairProbabilities: Float64Array.from(pairProbabilities),
    contributions: Float64Array.from(contributions),
  };
}

function estimated(
  sampled: readonly SampledQuery[],
  { queries, target }: { readonly queries: number; readonly target: "these" | "future" },
) {
  const probabilities = Float64Array.from(sampled, ({ probability }) => probability);
  const pairProbabilities = sampled.map((one) => one.pairProbabilities);
  const contributions = sampled.map((one) => one.contributions);
  return horvitzThompson({ queries, probabilities, pairProbabilities }, contributions, { target });
}

const third = 1 / 3;
const equal = [query(third, [0.5, 0.5], [1, 0]), query(third, [0.5, 0.5], [2, 1]), query(third, [1, 1, 1], [1, 0, 1])];
const these = { queries: 9, target: "these" } as const;

describe("horvitzThompson", () => {
  it("matches the textbook's two-stage variance for equal probabilities", () => {
    // Cochran 1977, chapter 11 (units of unequal size), in numpy: 3 of 9 queries, 2 of 4, 2 of 4 and 3 of 3 pairs;
    // totals 2, 6, 2; M² (1 - m/M) s² / m + M/m Σ N_i² (1 - n_i/N_i) s_i² / n_i, divided by M²; scipy.stats.t.ppf(.975,
    // 2).
    const { estimate, standardError, interval } = estimated(equal, these);
    expect(estimate).toBeCloseTo(10 / 3, 12);
    expect(standardError).toBeCloseTo(1.1547005383792517, 12);
    expect(interval?.[0]).toBeCloseTo(-1.634942090167327, 8);
    expect(interval?.[1]).toBeCloseTo(8.301608756833994, 8);
    // As before, plus (s² - mean within variance) / M.
    expect(estimated(equal, { ...these, target: "future" }).standardError).toBeCloseTo(4 / 3, 12);
  });

  it("matches Hájek's variance for unequal probabilities", () => {
    // numpy, from the formula: pairs 1 and 4, of queries with one uncertain pair, have (1 - π) (x / π)².
    const sampled = [
      query(0.8, [1, 0.6, 0.3], [0.5, 0.2, 0]),
      query(0.4, [0.9, 0.5], [1, 0.1]),
      query(1, [0.25], [0.2]),
      query(0.5, [0.7, 0.7], [0, 0.3]),
    ];
    const { estimate, standardError } = estimated(sampled, { queries: 6, target: "these" });
    expect(estimate).toBeCloseTo(0.9960978835978835, 12);
    expect(standardError).toBeCloseTo(0.3219445398705823, 12);
  });

  describe("over all samples of a small set", () => {
    // Two of four queries, then two pairs each: 6 times 3², 1², 3² or 6² samples.
    const set = [
      [1, 0, 0.5],
      [0, 0.25],
      [0.5, 0.5, 0],
      [1, 1, 0, 0.75],
    ];
    const subsets = (size: number) =>
      Array.from({ length: size }, (_, one) => one).flatMap((one) =>
        Array.from({ length: size - 1 - one }, (_, after) => [one, one + 1 + after] as const),
      );
    const drawn = (place: number, pair: readonly [number, number]) => {
      const gains = set[place] ?? [];
      return query(
        0.5,
        pair.map(() => 2 / gains.length),
        pair.map((member) => gains[member] ?? 0),
      );
    };
    const results = subsets(4).flatMap(([one, other]) => {
      const [first, second] = [subsets(set[one]?.length ?? 0), subsets(set[other]?.length ?? 0)];
      return first.flatMap((ofOne) =>
        second.map((ofOther) => ({
          chance: 1 / 6 / first.length / second.length,
          ...estimated([drawn(one, ofOne), drawn(other, ofOther)], { queries: 4, target: "these" }),
        })),
      );
    });
    const expectation = (of: (result: (typeof results)[number]) => number) =>
      results.reduce((sum, result) => sum + result.chance * of(result), 0);
    const truth = set.flat().reduce((sum, gain) => sum + gain, 0) / 4;

    it("horvitzThompson is unbiased", () => {
      expect(expectation(({ estimate }) => estimate ?? Number.NaN)).toBeCloseTo(truth, 12);
    });

    it("horvitzThompson estimates its true variance without bias", () => {
      const variance = expectation(({ estimate }) => ((estimate ?? Number.NaN) - truth) ** 2);
      expect(expectation(({ standardError }) => (standardError ?? Number.NaN) ** 2)).toBeCloseTo(variance, 12);
      expect(variance).toBeGreaterThan(0.01);
    });
  });

  it("returns intervals that contain the mean in 92 to 98 % of draws that prefer the top ranks", () => {
    const random = randomOf(9);
    const gains = Array.from({ length: 120 }, () => {
      const hard = random();
      return Array.from({ length: 20 }, (_, rank) => (random() < hard ? 1 / Math.log2(rank + 2) : 0));
    });
    const truth = gains.flat().reduce((sum, gain) => sum + gain, 0) / 120;
    let held = 0;
    for (let draw = 0; draw < 500; draw++) {
      const sampled = gains.flatMap((ofQuery) => {
        if (random() >= 0.35) return [];
        const pairs = ofQuery
          .map((gain, rank) => ({ gain, chance: Math.min(1, 3 / (rank + 1)) }))
          .filter(({ chance }) => random() < chance);
        return [
          query(
            0.35,
            pairs.map(({ chance }) => chance),
            pairs.map(({ gain }) => gain),
          ),
        ];
      });
      // The number of queries varies here; the interval is for draws of that number.
      const scale = sampled.length / 120;
      const [low, high] = estimated(
        sampled.map((one) => ({ ...one, probability: scale })),
        { queries: 120, target: "these" },
      ).interval ?? [0, 0];
      if (low <= truth && truth <= high) held++;
    }
    expect(held / 500).toBeGreaterThanOrEqual(0.92);
    expect(held / 500).toBeLessThanOrEqual(0.98);
  });

  it("is linear: the estimate of a difference is the difference of the estimates", () => {
    const someQuery = fc
      .array(fc.tuple(fc.integer({ min: 1, max: 10 }), fc.nat(10), fc.nat(10)), { minLength: 1, maxLength: 5 })
      .map((pairs) => ({ chances: pairs.map(([chance]) => chance / 10), pairs }));
    fc.assert(
      fc.property(fc.array(someQuery, { minLength: 2, maxLength: 6 }), (queries) => {
        const estimateOf = (gain: (pair: readonly [number, number, number]) => number) =>
          estimated(
            queries.map(({ chances, pairs }) => query(0.5, chances, pairs.map(gain))),
            { queries: 12, target: "these" },
          ).estimate ?? Number.NaN;
        const difference = estimateOf(([, one, other]) => one - other);
        expect(difference).toBeCloseTo(estimateOf(([, one]) => one) - estimateOf(([, , other]) => other), 9);
      }),
      runs,
    );
  });

  describe("edge cases", () => {
    it("horvitzThompson is exact if every query was drawn and completely rated", () => {
      const whole = [query(1, [1, 1], [1, 0.5]), query(1, [1], [0])];
      expect(estimated(whole, { queries: 2, target: "these" })).toEqual({
        estimate: 0.75,
        standardError: 0,
        interval: [0.75, 0.75],
      });
      // By hand: variance 1.125 of the totals 1.5 and 0, divided by 2.
      expect(estimated(whole, { queries: 2, target: "future" }).standardError).toBeCloseTo(0.75, 12);
    });

    it("horvitzThompson counts drawn queries in which no pair has a gain", () => {
      const withZero = [...equal.slice(0, 2), query(third, [0.5, 0.5], [0, 0])];
      expect(estimated(withZero, these).estimate).toBeCloseTo(8 / 3, 12);
    });

    it("horvitzThompson returns no interval if all gains are equal, because equal gains do not show how much gains vary", () => {
      const zeros = equal.map(({ probability, pairProbabilities }) =>
        query(
          probability,
          [...pairProbabilities],
          [...pairProbabilities].map(() => 0),
        ),
      );
      for (const target of ["these", "future"] as const) {
        expect(estimated(zeros, { queries: 9, target })).toEqual({
          ...{ estimate: 0, standardError: null, interval: null },
        });
      }
    });

    it("horvitzThompson returns no interval for a single query, and no estimate without queries", () => {
      expect(estimated(equal.slice(0, 1), these)).toEqual({
        estimate: 2 * third,
        standardError: null,
        interval: null,
      });
      expect(estimated([], these)).toEqual({ estimate: null, standardError: null, interval: null });
    });
  });

  describe("errors", () => {
    it.each([0, -0.1, 1.1, Number.NaN])("horvitzThompson refuses the probability %s for a query", (probability) => {
      expect(() => estimated([...equal, query(probability, [1], [1])], these)).toThrow(
        expect.objectContaining({ code: "INVALID_OPTION", details: { query: 3, pair: null, probability } }),
      );
    });

    it.each([0, 2])("horvitzThompson refuses the probability %s for a pair, and explains what to do", (probability) => {
      expect(() => estimated([query(1, [1, probability], [1, 0])], these)).toThrow(
        expect.objectContaining({
          code: "INVALID_OPTION",
          details: { query: 0, pair: 1, probability },
          message: expect.stringContaining("Leave out pairs"),
        }),
      );
    });

    it.each([
      { name: "fewer contributions than pairs", wrong: query(1, [1, 1], [1]) },
      { name: "a contribution that is not finite", wrong: query(1, [1], [Number.NaN]) },
    ])("horvitzThompson refuses $name", ({ wrong }) => {
      expect(() => estimated([wrong], these)).toThrow(
        expect.objectContaining({ code: "INVALID_OPTION", details: { query: 0 } }),
      );
    });

    it("horvitzThompson refuses a sample that is larger than the number of all queries", () => {
      expect(() => estimated(equal, { queries: 2, target: "these" })).toThrow(
        expect.objectContaining({ code: "INVALID_OPTION", details: { sampled: 3, queries: 2 } }),
      );
    });
  });

  it("rounds an estimate in the last bits to 0 if all pairs are rated", () => {
    const contributions = Float64Array.of(0.1, 0.2, -0.3);
    const whole = { probability: 1, pairProbabilities: Float64Array.of(1, 1, 1), contributions };
    const found = estimated([whole], { queries: 1, target: "these" });
    expect(found).toEqual({ estimate: 0, standardError: 0, interval: [0, 0] });
  });
});
