/** Do comparisons of runs match statistics programs? */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type ComparedMeasure,
  type CompareRunsOptions,
  compareRuns,
  type MeasureComparison,
  type PairComparison,
} from "../../../src/measure/measures/compare-runs.ts";
import { runs } from "../../support/property.ts";
import { someScore } from "../../support/some-pairs.ts";

const a = [0.5, 0.7, 0.31, 0.9, 0.12, 0.4, 0.66, 0.81, 0.25, 0.3, 0.72, 0.44];
const b = [0.4, 0.7, 0.35, 0.6, 0.1, 0.45, 0.5, 0.61, 0.25, 0.1, 0.62, 0.5];
const c = [0.3, 0.5, 0.32, 0.55, 0.05, 0.2, 0.45, 0.6, 0.3, 0.12, 0.4, 0.35];
const weights = [1, 2, 3, 4, 1, 1, 1, 2, 2, 1, 5, 1];

type Series = Readonly<Record<string, readonly number[]>>;

function compare(
  values: Series,
  options: Partial<CompareRunsOptions> = {},
  more: Partial<ComparedMeasure> = {},
): MeasureComparison {
  const names = Object.keys(values);
  const measure: ComparedMeasure = {
    measure: "AP",
    lowerIsBetter: false,
    values: Object.values(values).map((ofRun) => Float64Array.from(ofRun)),
    ...more,
  };
  const [found] = compareRuns([measure], {
    runs: names,
    queries: Array.from(measure.values[0] ?? [], (_, query) => `q${query + 1}`),
    pairs: names.slice(0, -1).map((_, run) => ({ run, baseline: names.length - 1 })),
    weights: null,
    seed: 1,
    permutations: 1000,
    moved: 2,
    ...options,
  });
  if (found === undefined) throw new Error("no measure");
  return found;
}

function pairOf({ pairs }: MeasureComparison, place = 0): PairComparison {
  const pair = pairs[place];
  if (pair === undefined) throw new Error("no pair");
  return pair;
}

/** The first run compared with the second. */
function compareTwo(
  first: readonly number[],
  second: readonly number[],
  options: Partial<CompareRunsOptions> = {},
): PairComparison {
  return pairOf(compare({ first, second }, options));
}

function expectClose(found: unknown, expected: unknown, digits = 10): void {
  if (typeof expected === "number" && Number.isFinite(expected)) expect(found).toBeCloseTo(expected, digits);
  else expect(found).toEqual(expected);
}

describe("compareRuns", () => {
  // scipy 1.17, numpy; d = x - y:
  //   t = scipy.stats.ttest_rel(x, y); t.confidence_interval(.95); scipy.stats.binomtest(10, 12).pvalue
  //   randomisation and Wilcoxon: all 2^n sign patterns in numpy, |Σ| >= |Σ seen|, and rank sum <= min(W+, W-), doubled
  //   effect size: d.mean() / d.std(ddof=1)
  //   smallest: brentq of scipy.stats.nct.sf(t.ppf(.9875, 11), 11, m sqrt(12) / s) + cdf(-…) - .8: level .05 / 2 pairs
  //   Holm and Bonferroni by their definition; scipy.stats.false_discovery_control(ps)
  it.each([
    {
      place: 0,
      name: "a against c",
      difference: 0.16416666666666666,
      relative: 0.4758454106280193,
      t: 4.749715250256176,
      tP: 0.0005999660202533672,
      interval: [0.08809297001810319, 0.24024036331523013],
      wilcoxon: 0.00244140625,
      randomisation: 0.001953125,
      effect: 1.3711246891547368,
      smallest: 0.12071515327880608,
      adjusted: { holm: 0.00390625, benjaminiHochberg: 0.00390625, bonferroni: 0.00390625 },
    },
    {
      place: 1,
      name: "b against c",
      difference: 0.08666666666666667,
      relative: 0.25120772946859904,
      t: 3.077760787483029,
      tP: 0.010513244007579086,
      interval: [0.02468912507743299, 0.14864420825590036],
      wilcoxon: 0.009765625,
      randomisation: 0.009765625,
      effect: 0.8884730095773004,
      smallest: 0.09834711289699372,
      adjusted: { holm: 0.009765625, benjaminiHochberg: 0.009765625, bonferroni: 0.01953125 },
    },
  ])("matches scipy for $name", (expected) => {
    const found = pairOf(compare({ a, b, c }), expected.place);
    expect(found.queries).toBe(12);
    expect(found.difference).toBeCloseTo(expected.difference, 14);
    expect(found.relative).toBeCloseTo(expected.relative, 13);
    expect(found.tTest?.t).toBeCloseTo(expected.t, 11);
    expect(found.tTest?.p).toBeCloseTo(expected.tP, 13);
    expect(found.tTest?.interval[0]).toBeCloseTo(expected.interval[0] ?? 0, 12);
    expect(found.tTest?.interval[1]).toBeCloseTo(expected.interval[1] ?? 0, 12);
    expect(found.wilcoxon.p).toBeCloseTo(expected.wilcoxon, 13);
    expect(found.sign.p).toBeCloseTo(0.03857421875, 13);
    expect(found.randomisation).toMatchObject({ p: expected.randomisation, method: "exact" });
    expect(found.effectSize).toBeCloseTo(expected.effect, 12);
    expect(found.smallestDetectable).toBeCloseTo(expected.smallest, 8);
    expect(found.winsTiesLosses).toEqual({ wins: 10, ties: 0, losses: 2 });
    for (const [name, p] of Object.entries(expected.adjusted)) {
      expect(found.adjusted?.[name as keyof typeof expected.adjusted]).toBeCloseTo(p, 13);
    }
    expect(found.verdict).toBe("better");
  });

  // In numpy: residuals of the two-way layout, s2 = Σ residual² / 22; scipy.stats.studentized_range.sf(|difference| /
  // sqrt(s2 / 12), 3, 22) and ppf(.95, 3, 22).
  it.each([
    { pair: { run: 0, baseline: 2 }, p: 0.0001249058279653159, interval: [0.08294452911657489, 0.24538880421675846] },
    { pair: { run: 2, baseline: 0 }, p: 0.0001249058279653159, interval: [-0.24538880421675846, -0.08294452911657489] },
    { pair: { run: 0, baseline: 1 }, p: 0.06329286647561372, interval: [-0.003722137550091778, 0.1587221375500918] },
  ])("returns the result of Tukey's test of all runs: $pair", ({ pair, p, interval }) => {
    const { tukey } = pairOf(compare({ a, b, c }, { pairs: [pair] }));
    expect(tukey?.p).toBeCloseTo(p, 8);
    expect(tukey?.interval[0]).toBeCloseTo(interval[0] ?? 0, 8);
    expect(tukey?.interval[1]).toBeCloseTo(interval[1] ?? 0, 8);
  });

  // scipy.stats.bootstrap((d,), np.mean, method="BCa", n_resamples=100000, rng=1); with 10,000 resamples, bounds vary by
  // about 0.002.
  it("matches scipy's bootstrap interval", () => {
    const { bootstrap } = pairOf(compare({ a, c }));
    expect(Math.abs((bootstrap?.low ?? 0) - 0.095)).toBeLessThan(0.006);
    expect(Math.abs((bootstrap?.high ?? 0) - 0.225)).toBeLessThan(0.006);
  });

  // In numpy: d = a - c, mean = Σ w d / Σ w, its standard error sqrt(12 / 11 Σ w² (d - mean)²) / Σ w (Cochran 1977, 6.4),
  // t = mean / standard error, d_z = t / sqrt(12); all 2^12 sign patterns of w d; Wilcoxon's and the sign test with a and c.
  // Bootstrap: scipy.stats.bootstrap of Σ w d / Σ w over queries, BCa, 200,000 resamples.
  it("weighs means and the tests of means", () => {
    const found = compare({ a, c }, { weights: Float64Array.from(weights) });
    expect(found.means[0]?.mean).toBeCloseTo(0.58625, 14);
    expect(found.means[1]?.mean).toBeCloseTo(0.3929166666666666, 14);
    const pair = pairOf(found);
    expect(pair.difference).toBeCloseTo(0.19333333333333333, 14);
    expect(pair.relative).toBeCloseTo(0.49204665959703087, 13);
    expect(pair.tTest?.t).toBeCloseTo(3.7143382929135162, 10);
    expect(pair.tTest?.p).toBeCloseTo(0.0034152643066648093, 12);
    expect(pair.tTest?.interval[0]).toBeCloseTo(0.07877085569645195, 11);
    expect(pair.tTest?.interval[1]).toBeCloseTo(0.3078958109702147, 11);
    expect(Math.abs((pair.bootstrap?.low ?? 0) - 0.0888)).toBeLessThan(0.008);
    expect(Math.abs((pair.bootstrap?.high ?? 0) - 0.2775)).toBeLessThan(0.008);
    expect(pair.tukey).toBeNull();
    expect(pair.randomisation?.p).toBe(0.00390625);
    expect(pair.effectSize).toBeCloseTo(1.072237106637477, 11);
    expect(pair.smallestDetectable).toBeCloseTo(0.16023180901550524, 8);
    expect(pair.wilcoxon.p).toBeCloseTo(0.00244140625, 13);
    expect(pair.sign.p).toBeCloseTo(0.03857421875, 13);
    expect(pair.winsTiesLosses).toEqual({ wins: 10, ties: 0, losses: 2 });
  });

  it("returns the means of all runs, and names the runs with the best mean", () => {
    const { means, best } = compare({ a, b, c, again: a });
    expect(means.map(({ run, count }) => [run, count])).toEqual([
      ["a", 12],
      ["b", 12],
      ["c", 12],
      ["again", 12],
    ]);
    for (const [place, mean] of [0.5091666666666667, 0.43166666666666664, 0.345].entries()) {
      expect(means[place]?.mean).toBeCloseTo(mean, 14);
    }
    expect(best).toEqual(["a", "again"]);
  });

  it("names the queries that changed most: the largest gains first, then the largest losses", () => {
    expect(pairOf(compare({ a, b }, { moved: 2 })).moved).toEqual([
      { query: "q4", baseline: 0.6, run: 0.9, difference: 0.3 },
      { query: "q8", baseline: 0.61, run: 0.81, difference: 0.2 },
      { query: "q12", baseline: 0.5, run: 0.44, difference: -0.06 },
      { query: "q6", baseline: 0.45, run: 0.4, difference: -0.05 },
    ]);
    expect(pairOf(compare({ a, b }, { moved: 0 })).moved).toEqual([]);
    // Two of the twelve tie: they did not change.
    expect(pairOf(compare({ a, b }, { moved: 99 })).moved).toHaveLength(10);
  });

  describe("compareRuns for random runs", () => {
    const somePair = fc
      .array(fc.tuple(someScore, someScore, fc.integer({ min: 1, max: 5 })), { minLength: 2, maxLength: 14 })
      .map((rows) => ({
        x: rows.map(([score]) => score),
        y: rows.map(([, score]) => score),
        w: Float64Array.from(rows, ([, , weight]) => weight),
      }));
    const fewRuns = { ...runs, numRuns: 12 };

    it("changes only signs and directions if run and baseline are swapped", () => {
      fc.assert(
        fc.property(somePair, ({ x, y, w }) => {
          const one = compareTwo(x, y, { weights: w });
          const other = compareTwo(y, x, { weights: w });
          const turned = (value: number | null | undefined) => (value == null ? value : -value);
          expectClose(other.difference, turned(one.difference));
          expectClose(other.tTest?.p, one.tTest?.p);
          expectClose(other.tTest?.interval[0], turned(one.tTest?.interval[1]));
          expectClose(other.wilcoxon.p, one.wilcoxon.p);
          expectClose(other.sign.p, one.sign.p);
          expect(other.randomisation).toEqual(one.randomisation);
          expect(other.adjusted).toEqual(one.adjusted);
          expectClose(other.effectSize, turned(one.effectSize), 8);
          expectClose(other.tukey?.p, one.tukey?.p, 8);
          expectClose(other.tukey?.interval[1], turned(one.tukey?.interval[0]), 8);
          expectClose(other.smallestDetectable, one.smallestDetectable);
          expect(other.winsTiesLosses).toEqual({
            wins: one.winsTiesLosses.losses,
            ties: one.winsTiesLosses.ties,
            losses: one.winsTiesLosses.wins,
          });
          const opposite = { better: "worse", worse: "better" } as Record<string, string>;
          expect(other.verdict).toBe(opposite[one.verdict] ?? one.verdict);
          const sizes = (moved: PairComparison["moved"]) => moved.map(({ difference }) => difference);
          expect(sizes(other.moved).toSorted()).toEqual(
            sizes(one.moved)
              .map((size) => -size)
              .toSorted(),
          );
        }),
        fewRuns,
      );
    });

    it("returns the same differences and tests if both runs gain the same amount in every query", () => {
      fc.assert(
        fc.property(somePair, someScore, ({ x, y }, constant) => {
          const one = compareTwo(x, y);
          const other = compareTwo(
            x.map((value) => value + constant),
            y.map((value) => value + constant),
          );
          expectClose(other.difference, one.difference);
          expectClose(other.tTest?.p, one.tTest?.p, 6);
          expect(other.wilcoxon.p).toBe(one.wilcoxon.p);
          expect(other.sign).toEqual(one.sign);
          expect(other.randomisation).toEqual(one.randomisation);
          expectClose(other.bootstrap?.low, one.bootstrap?.low);
          expectClose(other.bootstrap?.high, one.bootstrap?.high);
          expect(other.winsTiesLosses).toEqual(one.winsTiesLosses);
          expect(other.verdict).toBe(one.verdict);
        }),
        fewRuns,
      );
    });

    it("returns the same comparison with equal weights as without weights", () => {
      fc.assert(
        fc.property(somePair, fc.integer({ min: 1, max: 100 }), ({ x, y }, weight) => {
          const one = compareTwo(x, y);
          const other = compareTwo(x, y, { weights: new Float64Array(x.length).fill(weight) });
          expectClose(other.difference, one.difference);
          expectClose(other.relative, one.relative);
          expectClose(other.tTest?.p, one.tTest?.p);
          expect(other.randomisation).toEqual(one.randomisation);
          expectClose(other.bootstrap?.low, one.bootstrap?.low);
          expectClose(other.effectSize, one.effectSize, 8);
          expect(other.verdict).toBe(one.verdict);
        }),
        fewRuns,
      );
    });

    it("returns the same comparison for the same seed, and another interval for another seed", () => {
      const [many, others] = [0, 1].map((turn) =>
        Array.from({ length: 40 }, (_, q) => ((q * 37 + turn * q) % 41) / 41),
      );
      const one = compareTwo(many ?? [], others ?? [], { seed: 5 });
      expect(compareTwo(many ?? [], others ?? [], { seed: 5 })).toEqual(one);
      expect(one.randomisation).toMatchObject({ method: "sampled", permutations: 1000 });
      expect(compareTwo(many ?? [], others ?? [], { seed: 6 }).bootstrap).not.toEqual(one.bootstrap);
    });
  });

  describe("measures for which lower is better", () => {
    it("reverse the verdict, the best run and the wins, but not the difference", () => {
      const higher = compare({ a, c });
      const lower = compare({ a, c }, {}, { lowerIsBetter: true });
      expect([higher.best, lower.best]).toEqual([["a"], ["c"]]);
      expect([pairOf(higher).verdict, pairOf(lower).verdict]).toEqual(["better", "worse"]);
      expect(pairOf(lower).winsTiesLosses).toEqual({ wins: 2, ties: 0, losses: 10 });
      expect({ ...pairOf(lower), verdict: "", winsTiesLosses: "" }).toEqual({
        ...pairOf(higher),
        verdict: "",
        winsTiesLosses: "",
      });
    });
  });

  describe("queries that are left out", () => {
    const holes = a.map((value, query) => (query < 2 ? Number.NaN : value));

    it("do not count in the pair, or in the mean of the run that lacks them", () => {
      const found = compare({ holes, c });
      const pair = pairOf(found);
      const without = compareTwo(a.slice(2), c.slice(2));
      expect(found.means.map(({ count }) => count)).toEqual([10, 12]);
      expect(pair).toEqual({
        ...without,
        run: "holes",
        baseline: "c",
        moved: without.moved.map((moved) => ({ ...moved, query: `q${Number(moved.query.slice(1)) + 2}` })),
      });
    });

    it("include queries with weight 0", () => {
      const none = Float64Array.from(a, (_, query) => (query < 2 ? 0 : 1));
      const { tukey: _, ...found } = compareTwo(a, c, { weights: none });
      const { tukey: __, ...expected } = compareTwo(holes, c);
      // Sums in another order differ in the last bits.
      const rounded = (pair: object) =>
        JSON.parse(JSON.stringify(pair), (_, value) => (typeof value === "number" ? Number(value.toFixed(10)) : value));
      expect(rounded(found)).toEqual(rounded(expected));
    });

    it("leave no result if no query has values of both runs", () => {
      const nothing = a.map(() => Number.NaN);
      const found = compare(
        { nothing, c, a },
        {
          pairs: [
            { run: 0, baseline: 1 },
            { run: 2, baseline: 1 },
          ],
        },
      );
      expect(found.means[0]).toEqual({ run: "nothing", mean: null, count: 0 });
      expect(pairOf(found)).toMatchObject({
        queries: 0,
        difference: null,
        relative: null,
        tTest: null,
        randomisation: null,
        bootstrap: null,
        effectSize: null,
        adjusted: null,
        tukey: null,
        smallestDetectable: null,
        verdict: "too few queries",
        moved: [],
      });
      // Its missing test is not counted in the corrections.
      expect(pairOf(found, 1).adjusted?.bonferroni).toBe(0.001953125);
    });
  });

  describe("compareRuns in edge cases", () => {
    it("returns no verdict for fewer than ten queries", () => {
      expect(compareTwo(a.slice(0, 9), c.slice(0, 9)).verdict).toBe("too few queries");
      expect(compareTwo(a.slice(0, 10), c.slice(0, 10)).verdict).toBe("better");
    });

    it("returns no relative difference if the baseline's mean is 0", () => {
      expect(
        compareTwo(
          a,
          a.map(() => 0),
        ).relative,
      ).toBeNull();
    });

    it("finds no difference between a run and itself", () => {
      expect(compareTwo(a, a)).toMatchObject({
        difference: 0,
        relative: 0,
        randomisation: { p: 1 },
        bootstrap: { low: 0, high: 0 },
        effectSize: null,
        winsTiesLosses: { wins: 0, ties: 12, losses: 0 },
        moved: [],
        verdict: "no difference shown",
      });
    });

    it("compares runs by a single query, without tests", () => {
      expect(compareTwo([0.5], [0.25])).toMatchObject({
        queries: 1,
        difference: 0.25,
        relative: 1,
        tTest: null,
        randomisation: { p: 1 },
        effectSize: null,
        smallestDetectable: null,
      });
    });

    it("returns no best run if no run has a value", () => {
      expect(compare({ one: [Number.NaN], other: [Number.NaN] }).best).toEqual([]);
    });

    it("compares runs by each measure independently", () => {
      const values = [a, c].map((ofRun) => Float64Array.from(ofRun));
      const measures = ["AP", "RR"].map((measure) => ({ measure, lowerIsBetter: false, values }));
      const options = { runs: ["a", "c"], queries: a.map(String), pairs: [{ run: 0, baseline: 1 }] };
      const found = compareRuns(measures, { ...options, weights: null, seed: 1, permutations: 100, moved: 0 });
      expect(found.map(({ measure }) => measure)).toEqual(["AP", "RR"]);
      expect(found[1]?.pairs[0]?.adjusted).toEqual(found[0]?.pairs[0]?.adjusted);
    });
  });
});
