import { describe, expect, it } from "vitest";
import { terminalText } from "../../src/core/document/terminal-text.ts";
import { estimateBlocks } from "../../src/estimate/estimate-blocks.ts";
import type { EstimateReport, EstimatesToReport } from "../../src/estimate/estimate-report.ts";
import { concludedEstimate, sayStop, standingOfEstimate } from "../../src/estimate/estimate-standing.ts";
import { studentTQuantile } from "../../src/maths/distributions.ts";
import type { QueryValues } from "../../src/maths/sampling/interval-estimate.ts";
import { pairSampleDifferences, pairSampleEstimate } from "../../src/maths/sampling/pair-sample-estimate.ts";
import { estimatesToReport } from "../support/estimates-to-report.ts";

const renderEstimate = (report: EstimateReport) => terminalText(estimateBlocks(report));
const N = Number.NaN;
const valuesOf = (human: readonly number[], proxy: readonly number[]): QueryValues => ({
  human: Float64Array.from(human),
  proxy: Float64Array.from(proxy),
});

/** Twelve of sixteen queries are rated. Each engine is `below` a common line, and labels have noise of size `noise`. */
const line = Array.from({ length: 16 }, (_, query) => 0.5 + 0.4 * Math.sin(2 * query));
const engine = (below: number, noise = 0.05, wobbling = 0.01) =>
  valuesOf(
    line.map((value, query) => (query < 12 ? value - below + wobbling * Math.cos(5 * query + 40 * below) : N)),
    line.map((value, query) => value - below + noise * Math.sin(7 * query * (1 + below))),
  );

function reportOf(values: QueryValues[], more: Partial<EstimatesToReport> = {}) {
  const engines = values.map((_, place) => `e${place}`);
  return concludedEstimate(estimatesToReport({ engines, values, ratedQueries: 12, ratings: 100, ...more }));
}

describe("estimateReport", () => {
  it("clips intervals to the range of the measure, whatever their width", () => {
    const three = (values: readonly number[]) => valuesOf([...values, ...new Array<number>(13).fill(N)], line);
    const values = [three([0, 0.9, 0.1]), three([1, 0.1, 0.6])];
    const wide = reportOf(values, { ratedQueries: 3 });
    expect(wide.pairs[0]?.interval?.[0]).toBeLessThan(-1);
    const report = reportOf(values, { ratedQueries: 3, range: [0, 1] });
    expect(report.pairs[0]).toMatchObject({ interval: [-1, 1], simultaneous: [-1, 1], human: { interval: [-1, 1] } });
    expect(report.engines["e0"]).toMatchObject({ interval: [0, 1], human: { interval: [0, 1] } });
    expect(report.engines["e0"]?.estimate).toBe(wide.engines["e0"]?.estimate);
  });

  it.each([
    { gold: { ratings: 100, further: 0, labelled: 100 }, says: undefined },
    { gold: null, says: undefined },
    {
      gold: { ratings: 214, further: 103, labelled: 105 },
      says: "The judgments were made from 214 ratings: 103 rate a result again; 6 gave no label; 5 do not count here, because their results are not in the given pools or lists, or their documents are already counted.",
    },
    {
      gold: { ratings: 97, further: 0, labelled: 97 },
      says: "The judgments were made from 97 ratings: 3 are counted again, because near duplicates share one rating.",
    },
  ])("explains why gold counts another number of ratings, if it does: $says", ({ gold, says }) => {
    expect(reportOf([engine(0), engine(0.1)], { gold }).otherRatings).toBe(says);
  });

  it("says that scores depend on the pool if the ideal list contains only rated results", () => {
    expect(reportOf([engine(0), engine(0.1)]).levelsDependOn).toBeNull();
    const { levelsDependOn } = reportOf([engine(0), engine(0.1)], { needsRelevant: true });
    expect(levelsDependOn).toMatch(/^Scores depend on the pool\. nDCG@10/);
  });

  it("matches an estimate worked by hand", () => {
    // y = 1, 2, 3 of four queries; f = 0, 1, 2, 3. S_yf = 1 over the rated, S_ff = 5/3 over all: λ = .6.
    // Estimate 2 + .6 (1.5 - 1) = 2.3. y - λ f = 1, 1.4, 1.8: s = .4, variance (1 - 3/4) .16 / 3 · 2 / 1, t(1) = 12.7062.
    const reach = 12.706204736432095 * Math.sqrt(((1 / 4) * 0.16 * 2) / 3);
    // Ratings alone: s = 1, variance (1 - 3/4) / 3, t(2) = 4.302653.
    const alone = 4.302652729749464 * Math.sqrt(1 / 12);
    const close = (value: number) => expect.closeTo(value, 10);
    expect(reportOf([valuesOf([1, 2, 3, N], [0, 1, 2, 3])], { ratedQueries: 3 }).engines["e0"]).toEqual({
      estimate: close(2.3),
      interval: [close(2.3 - reach), close(2.3 + reach)],
      human: { estimate: close(2), interval: [close(2 - alone), close(2 + alone)] },
      ...{ rho: close(1), lambda: close(0.6), place: 1 },
      reason: null,
      unrated: 0,
    });
  });

  it("returns every engine with its place, every pair of engines once, and the cost of the ratings", () => {
    const report = reportOf([engine(0.2), engine(0), engine(0.1)]);
    expect(report.order).toEqual(["e1", "e2", "e0"]);
    expect(Object.entries(report.engines).map(([name, { place }]) => [name, place])).toEqual([
      ["e0", 3],
      ["e1", 1],
      ["e2", 2],
    ]);
    expect(report.pairs.map(({ a, b }) => [a, b])).toEqual([
      ["e0", "e1"],
      ["e0", "e2"],
      ["e1", "e2"],
    ]);
    expect(report.pairs[0]?.human.estimate).toBeCloseTo(-0.2, 2);
    expect(report).toMatchObject({
      ...{ schema: "semqrel.estimate/1", queries: 16, ratedQueries: 12, ratings: 100, minutes: 10 },
      ...{ measure: "nDCG@10", target: "these", method: "ridge", simultaneous: "max-t" },
    });
  });

  it("warns if labels decide a pair of engines that ratings from people leave open", () => {
    const swings = Array.from({ length: 60 }, (_, query) => 0.05 + 0.5 * Math.sin(2 * query + 1));
    const flat = valuesOf(
      swings.map((_, query) => (query < 12 ? 0 : N)),
      swings.map(() => 0),
    );
    const known = valuesOf(
      swings.map((value, query) => (query < 12 ? value + 0.001 * Math.cos(5 * query) : N)),
      swings,
    );
    const [pair] = reportOf([known, flat]).pairs;
    // By construction, labels show a mean of .05, and twelve ratings alone do not.
    expect(pair?.simultaneous?.[0]).toBeGreaterThan(0);
    expect(pair?.human.interval?.[0]).toBeLessThan(0);
    const cautionsWith = (proxies: readonly string[]) => reportOf([known, flat], { proxies }).cautions.join("\n");
    expect(cautionsWith(["llama"])).toContain("Only the labels, including llama, tell e0 and e1 apart");
    expect(cautionsWith([])).not.toContain("Only the labels");
    expect(reportOf([engine(0), engine(0.3)], { proxies: ["llama"] }).cautions.join("\n")).not.toContain(
      "Only the labels",
    );
  });

  it("accepts engine names that have a meaning in JavaScript", () => {
    const report = reportOf([engine(0), engine(0.1)], { engines: ["__proto__", "7"] });
    const { engines } = JSON.parse(JSON.stringify(report));
    expect(Object.keys(engines).sort()).toEqual(["7", "__proto__"]);
    expect(report.order).toEqual(["__proto__", "7"]);
  });

  describe("cautions", () => {
    const cautions = (values: QueryValues[], more: Partial<EstimatesToReport> = {}) =>
      reportOf(values, more).cautions.join("\n");

    it("mention only the random draw if no other warning applies", () => {
      expect(reportOf([engine(0), engine(0.1)]).cautions).toEqual([expect.stringMatching(/random draw/)]);
    });

    it("are empty if all queries are rated", () => {
      const all = valuesOf(line, line);
      expect(reportOf([all, all], { ratedQueries: 16 }).cautions).toEqual([]);
      expect(cautions([all, all], { ratedQueries: 16, target: "future" })).toMatch(/random draw/);
    });

    it("say that fewer than ten rated queries are not many", () => {
      expect(cautions([engine(0)], { ratedQueries: 9 })).toMatch(/9 rated queries are not many\. With fewer than 10/);
      expect(cautions([engine(0)], { ratedQueries: 10 })).not.toMatch(/few/);
    });

    it("count engines whose labels do not help, including engines with unknown ρ", () => {
      const against = valuesOf(
        engine(0).human as never,
        line.map((value) => 1 - value),
      );
      const constant = valuesOf(
        engine(0).human as never,
        line.map(() => 0.5),
      );
      // 1 / sqrt(12 - 2).
      expect(cautions([engine(0), against, constant])).toMatch(/For 2 of 3 engines, .*\(ρ at most 0\.32\)/);
    });

    it("do not mention ρ if two queries are rated", () => {
      const two = valuesOf([0.1, 0.5, N, N], [0.2, 0.1, 0.3, 0.4]);
      expect(cautions([two, two], { ratedQueries: 2 })).not.toContain("ρ");
    });

    it("name engines without an interval, and the reason", () => {
      const equal = valuesOf(
        line.map((_, query) => (query < 12 ? 0.25 : N)),
        line,
      );
      const report = reportOf([engine(0), equal]);
      expect(report.engines["e1"]).toMatchObject({ estimate: 0.25, interval: null });
      expect(report.cautions).toContainEqual(expect.stringMatching(/^No interval for e1: .* same value, /));
    });

    it("say that results were joined by title", () => {
      expect(cautions([engine(0)], { ratedByTitle: 17 })).toMatch(/17 rated results were joined by title/);
    });
  });

  describe("with pools", () => {
    const pool = {
      path: "pool.jsonl",
      drawn: 12,
      complete: 12,
      unjudgedPairs: 0,
      unknown: 0,
      repeated: 0,
      drawnFrom: null,
      inOrder: false,
      bySpread: false,
    };
    const sample = { of: "queries", pools: [pool], pickedByHand: 0, unratedResults: 0 } as const;
    const draws = [
      { queries: Int32Array.from({ length: 12 }, (_, query) => query), probabilities: new Float64Array(12).fill(0.75) },
    ];

    it("estimateReport returns no caution about missing results if all drawn results are rated", () => {
      const report = reportOf([engine(0), engine(0.1)], { sample, draws });
      expect(report).toMatchObject({ cautions: [], sample });
      expect(reportOf([engine(0)]).sample).toBeNull();
    });

    it.each([
      {
        what: "that some drawn queries are not completely rated",
        more: { complete: 9, unjudgedPairs: 31 },
        expected: /^pool\.jsonl: 9 of 12 drawn queries are completely rated \(31 pairs lack/,
      },
      {
        what: "that a pool was drawn from fewer queries than the labels have",
        more: { drawnFrom: 13, bySpread: false },
        expected: /^pool\.jsonl was drawn from 13 queries, but the labels have more/,
      },
      {
        what: "that a query of a pool is not in the labels",
        more: { unknown: 1 },
        expected: /^pool\.jsonl: 1 query is not in the labels, and left out/,
      },
      {
        what: "that queries are in two pools",
        more: { repeated: 2 },
        expected: /^pool\.jsonl: 2 queries are also in an earlier pool/,
      },
    ])("estimateReport warns $what", ({ more, expected }) => {
      const report = reportOf([engine(0), engine(0.1)], {
        draws,
        sample: { ...sample, pools: [{ ...pool, ...more }] },
      });
      expect(report.cautions).toEqual([expect.stringMatching(expected)]);
    });

    it("estimateReport warns about queries outside the pools and unrated top results, even if all queries are rated", () => {
      const more = { sample: { ...sample, pickedByHand: 1, unratedResults: 40 } };
      const expected = [
        expect.stringMatching(/^40 top results of these queries could not be drawn for rating/),
        expect.stringMatching(/^1 rated query is not in any pool, so it helps to calibrate the labels/),
      ];
      expect(reportOf([engine(0), engine(0.1)], { ...more, draws }).cautions).toEqual(expected);
      const all = valuesOf(line, line);
      expect(reportOf([all, all], { ...more, ratedQueries: 16 }).cautions).toEqual(expected);
    });
  });

  describe("with drawn pairs", () => {
    // Every query is drawn with probability 3/4, and two of its four pairs with probability 1/2 each.
    const drawnPairs = (below: number) => ({
      human: line.slice(0, 12).map((value, query) => Float64Array.of(value - below, (query % 3) / 4 - below)),
      proxy: line.slice(0, 12).map((value) => Float64Array.of(value - below, 0.25)),
      totals: Float64Array.from(line, (value) => 2 * value - 2 * below + 0.5),
    });
    const sample = {
      queries: 16,
      probabilities: new Float64Array(12).fill(0.75),
      pairProbabilities: Array.from({ length: 12 }, () => Float64Array.of(0.5, 0.5)),
    };
    const ofSample = [drawnPairs(0.1), drawnPairs(0), drawnPairs(0.1)];
    const pairs = {
      samples: [{ sample, values: ofSample }],
      whole: null,
      order: [1, 0, 2],
      predictedShare: 0.25,
      noLevels: null,
    };
    const sampled = (values = ofSample) =>
      reportOf(
        values.map(() => engine(0)),
        {
          pairs: {
            ...pairs,
            samples: [{ sample, values }],
            order: pairs.order.filter((place) => place < values.length),
          },
          measure: "DCG@10",
        },
      );

    it("estimateReport returns the estimates from the drawn pairs, not from whole queries", () => {
      const report = sampled();
      const { estimate, human, lambda, rho, interval } = pairSampleEstimate(sample, drawnPairs(0), {
        target: "these",
      });
      expect(report.engines["e1"]).toEqual({
        estimate,
        interval,
        rho,
        lambda,
        place: 1,
        reason: null,
        human: { estimate: human.estimate, interval: human.interval },
      });
      expect(report.queries).toBe(16);
      // e0 and e2 are equal, so no interval tells them apart.
      expect(report.pairs[1]).toMatchObject({ difference: 0, interval: null, simultaneous: null });
    });

    it("estimateReport orders engines by rated and predicted gains, and returns the share of predicted gains", () => {
      const report = reportOf(
        ofSample.map(() => engine(0)),
        { pairs, measure: "nDCG@10", differencesBy: "DCG@10" },
      );
      expect(report).toMatchObject({ measure: "nDCG@10", differencesBy: "DCG@10", weightOfLabels: 0.25 });
      expect(report.order).toEqual(["e1", "e0", "e2"]);
    });

    it("estimateReport returns differences but no levels if some documents had no chance to be drawn", () => {
      const report = reportOf(
        ofSample.map(() => engine(0)),
        { pairs: { ...pairs, noLevels: "some had no chance" } },
      );
      for (const name of ["e0", "e1", "e2"]) {
        expect(report.engines[name]).toMatchObject({ estimate: null, interval: null, human: { estimate: null } });
      }
      expect(report.pairs[0]?.difference).toBe(sampled().pairs[0]?.difference);
      expect(report.cautions).toContainEqual(
        expect.stringMatching(/^This draw can only measure differences between engines, not the score of one engine/),
      );
    });

    it("estimateReport never puts an engine first that is worse by the only estimated difference", () => {
      const { human, proxy, totals } = drawnPairs(0);
      const less = (values: Float64Array) => values.map((value) => value / 10);
      const worse = { human: human.map(less), proxy: proxy.map(less), totals: less(totals) };
      const report = reportOf([engine(0), engine(0)], {
        pairs: { ...pairs, samples: [{ sample, values: [worse, drawnPairs(0)] }], order: [0, 1] },
        ...{ measure: "nDCG@10", differencesBy: "DCG@10" },
        sample: { of: "pairs", pools: [], pickedByHand: 0, unratedResults: 0 },
      });
      expect(report.pairs[0]?.difference).toBeLessThan(0);
      expect(report.verdict).toMatch(/^100 ratings .*show that e1 is better than e0 for these queries\.$/);
      expect(report.sure).toMatch(/^e1 leads e0 by .* in DCG@10/);
      expect(renderEstimate(report)).toContain(
        "\nOrder by DCG@10: e1, e0. 25 % of the engines' scores come from predictions",
      );
    });

    it("estimateReport decides pairs by moderated variances and corrected p-values", () => {
      const { human, ...rest } = drawnPairs(0);
      const wobbling = {
        ...rest,
        human: human.map((own, query) => own.map((gain) => gain + 0.5 * Math.cos(5 * query))),
      };
      const values = [drawnPairs(0.1), wobbling, drawnPairs(0.1)];
      const [first, second, third] = sampled(values).pairs;
      expect(second).toMatchObject({ p: null, pAdjusted: null, decided: false });
      // e0 - e1 and e1 - e2 are mirror images, so moderation does not change their variance, and correction does not
      // lower the smaller of two equal p-values. Student's t has no more degrees of freedom than the estimate.
      const [difference] = pairSampleDifferences(values);
      if (difference === undefined) throw new RangeError("a pair is there");
      const { estimate, standardError, degreesOfFreedom } = pairSampleEstimate(sample, difference.values, {
        target: "these",
      });
      expect(degreesOfFreedom).toBe(11);
      expect(first?.p).toBeGreaterThan(0.001);
      expect(studentTQuantile((first?.p ?? 0) / 2, 11)).toBeCloseTo(
        -Math.abs((estimate ?? 0) / (standardError ?? 1)),
        6,
      );
      expect(first?.pAdjusted).toBeCloseTo(first?.p ?? 0, 9);
      expect(third?.p).toBeCloseTo(first?.p ?? 0, 9);
    });

    it("estimateReport widens the intervals of all uncertain pairs with Bonferroni's correction", () => {
      const report = sampled();
      expect(report.simultaneous).toBe("bonferroni");
      const [difference] = pairSampleDifferences(ofSample);
      if (difference === undefined) throw new RangeError("a pair is there");
      const { interval } = pairSampleEstimate(sample, difference.values, {
        target: "these",
        significance: 0.05 / 2,
      });
      expect(report.pairs[0]?.simultaneous).toEqual(interval);
    });

    it("estimateReport warns about engines that have gains in at most two queries", () => {
      const few = {
        ...drawnPairs(0),
        human: drawnPairs(0).human.map((own, query) => (query < 2 ? own : own.map(() => 0))),
      };
      const report = sampled([drawnPairs(0), few]);
      expect(report.engines["e1"]?.interval).toBeNull();
      expect(report.cautions).toContainEqual(expect.stringMatching(/^No interval for e1: fewer than three queries /));
    });

    it("estimateReport returns the same fields as for whole queries", () => {
      expect(Object.keys(sampled()).sort()).toEqual(Object.keys(reportOf([engine(0), engine(0.1)])).sort());
    });
  });

  describe("the verdict", () => {
    it.each([
      { what: "one engine", values: [engine(0)], expected: /^Only one engine was measured/ },
      {
        what: "a clear winner",
        values: [engine(0.3), engine(0), engine(0.2)],
        expected: /show that e1 is the best of 3 engines for these queries\.$/,
      },
      {
        what: "two engines that are alike",
        values: [engine(0), engine(0.001, 0.05, 0.03)],
        expected: /do not show which is better for these queries, e[01] or e[01]\.$/,
      },
      {
        what: "equal engines",
        values: [engine(0), engine(0)],
        expected: /do not show which is better for these queries, e0 or e1\.$/,
      },
    ])("names the best engine, or says that no engine is shown to be best: $what", ({ values, expected }) => {
      expect(reportOf(values).verdict).toMatch(expected);
    });

    it("comes with advice that states the correction of p-values", () => {
      const three = [engine(0.3), engine(0), engine(0.2)];
      expect(sayStop(reportOf(three))).toContain("On average, at most 5 % of such decisions are wrong.");
      const strict = reportOf(three, { correction: "holm" });
      expect(sayStop(strict)).toContain("With 95 % confidence, no such decision is wrong.");
      for (const [place, { p, pAdjusted }] of strict.pairs.entries()) {
        expect(p).toBe(reportOf(three).pairs[place]?.p);
        expect(pAdjusted).toBeGreaterThanOrEqual(reportOf(three).pairs[place]?.pAdjusted ?? 1);
      }
    });

    it("is that there are too few queries if fewer than ten are rated, and no pair is decided", () => {
      const few = (values: QueryValues) => ({ ...values, human: values.human.map((y, at) => (at < 9 ? y : N)) });
      const report = reportOf([few(engine(0)), few(engine(0.3))], { ratedQueries: 9 });
      expect(report.verdict).toBe("Only 9 queries have ratings, too few for a verdict; at least ten are needed.");
      expect(report.pairs[0]).toMatchObject({ decided: false });
      expect(report.pairs[0]?.pAdjusted).toBeLessThan(0.01);
      expect(reportOf([engine(0), engine(0.3)]).pairs[0]).toMatchObject({ decided: true });
    });

    it("calls no engine better for other queries if fewer than ten are rated, even if there are only these", () => {
      const few = (below: number) =>
        valuesOf(
          line.slice(0, 5).map((value) => value - below),
          line.slice(0, 5),
        );
      const report = reportOf([few(0), few(0.3)], { ratedQueries: 5, target: "future" });
      expect(report.verdict).toBe("Only 5 queries have ratings, too few for a verdict; at least ten are needed.");
      expect(report.pairs[0]).toMatchObject({ decided: false });
      expect(sayStop(report)).toBe("Add queries: a verdict needs 10.");
    });

    // e1 is slightly better on average, but the difference changes its sign between queries.
    const uneven = line.map((value, query) => value + 0.02 + (query % 2 === 0 ? 0.2 : -0.2));
    const expected = / put e1 first\. For other queries e0 may be as good\.$/;

    it("is about other queries if every query was drawn and is rated", () => {
      const values = [valuesOf(line, line), valuesOf(uneven, line)];
      const sample = { of: "queries", pools: [], pickedByHand: 0, unratedResults: 0 } as const;
      const draws = [{ queries: Int32Array.from(line.keys()), probabilities: new Float64Array(16).fill(1) }];
      const report = reportOf(values, { ratedQueries: 16, sample, draws });
      expect(report.pairs[0]).toMatchObject({ decided: true });
      expect(report.verdict).toMatch(expected);
      expect(reportOf(values, { ratedQueries: 16 }).verdict).toBe(report.verdict);
    });

    it("is about other queries if the unrated results of an engine cannot reverse the lead", () => {
      const values = [valuesOf(line, line), valuesOf(uneven, line)];
      const holes = { e0: { count: 1, lower: 0, upper: 0.1 }, e1: { count: 0, lower: 0.2, upper: 0.2 } };
      const report = reportOf(values, { ratedQueries: 16, ratedShare: 0.99, unratedResults: 1, holes });
      expect(report).toMatchObject({ stop: true, pairs: [{ decided: true }], engines: { e0: { unrated: 1 } } });
      expect(report.verdict).toMatch(expected);
      expect(report.sure).toContain("More ratings of these queries cannot decide it, so add queries.");
      expect(sayStop(report)).toContain("Stop rating: every pair of engines is decided for these queries.");
    });

    it("needs more queries if only other engines have unrated results", () => {
      const values = [valuesOf(line, line), valuesOf(uneven, line), valuesOf(line, line)];
      const holes = { e2: { count: 80, lower: 0, upper: 1 } };
      const report = reportOf(values, { ratedQueries: 16, ratedShare: 0.5, unratedResults: 80, holes });
      expect(report.pairs[0]).toMatchObject({ a: "e0", b: "e1", state: "open" });
      const lead = standingOfEstimate(report, ["e0", "e1", "e2"]).leads.map((one) => [one.worse, one.needsQueries]);
      expect(lead).toContainEqual(["e0", true]);
      expect(lead).toContainEqual(["e2", false]);
    });

    it("is about other queries if all drawn pairs are rated", () => {
      const certain = line.map(() => Float64Array.of(1));
      const ofPairs = (values: readonly number[]) => ({
        human: values.map((value) => Float64Array.of(value)),
        proxy: values.map(() => Float64Array.of(0.5)),
        totals: new Float64Array(16).fill(0.5),
      });
      const sample = { queries: 16, probabilities: new Float64Array(16).fill(1), pairProbabilities: certain };
      const samples = [{ sample, values: [ofPairs(line), ofPairs(uneven)] }];
      const pairs = { samples, whole: null, order: [1, 0], predictedShare: 0, noLevels: null };
      const drawn = { of: "pairs", pools: [], pickedByHand: 0, unratedResults: 0 } as const;
      const given = { ratedQueries: 16, sample: drawn, measure: "DCG@10" };
      const report = reportOf([engine(0), engine(0)], { ...given, pairs });
      expect(report.pairs[0]).toMatchObject({ decided: true, otherQueries: { decided: false } });
      expect(report.pairs[0]?.otherQueries?.interval?.[1]).toBeGreaterThan(0);
      expect(report.verdict).toMatch(expected);
      expect(report.sure).toContain(
        "For other queries that may be chance. More ratings of these queries cannot decide it, so add queries.",
      );
      const clear = [
        { sample, values: [ofPairs(line), ofPairs(line.map((value, query) => value + 0.3 + 0.01 * (query % 3)))] },
      ];
      const decided = reportOf([engine(0), engine(0)], { ...given, pairs: { ...pairs, samples: clear } });
      expect(decided.pairs[0]?.otherQueries).toMatchObject({ decided: true });
      expect(decided.verdict).toMatch(/ show that e1 is better than e0\.$/);
    });

    it("names the engine that may be as good as the best engine, even if it is not second", () => {
      // e1 is slightly worse in every query. e2 is much worse in one query, and in turn better and worse in the others.
      const below = (difference: (query: number) => number) =>
        valuesOf(
          line.map((value, query) => (query < 12 ? value - difference(query) : N)),
          line.map(() => 0.5),
        );
      const report = reportOf([
        below(() => 0),
        below((query) => 0.03 + 0.005 * Math.cos(5 * query)),
        below((query) => (query === 3 ? 0.8 : query % 2 === 0 ? 0.05 : -0.05)),
      ]);
      expect(report.order).toEqual(["e0", "e1", "e2"]);
      expect(report.pairs[0]?.simultaneous?.[0]).toBeGreaterThan(0);
      expect(report.pairs[1]?.simultaneous?.[0]).toBeLessThan(0);
      expect(report.verdict).toMatch(/ show that e0 is better than e1 for these queries\. e2 may be as good\.$/);
    });

    it("makes no claim for two rated queries, even if there are no other queries", () => {
      const two = [valuesOf([0.5, 0.7, N], [0.5, 0.6, 0.7]), valuesOf([0.4, 0.6, N], [0.5, 0.6, 0.6])];
      expect(reportOf(two, { ratedQueries: 2 }).verdict).toBe(
        "Only 2 queries have ratings, too few for a verdict; at least ten are needed.",
      );
      const all = [valuesOf([0.5, 0.7], [0.5, 0.6]), valuesOf([0.4, 0.6], [0.5, 0.6])];
      expect(reportOf(all, { ratedQueries: 2 }).verdict).toBe(
        "Only 2 queries have ratings, too few for a verdict; at least ten are needed.",
      );
      expect(reportOf(all, { ratedQueries: 2 }).pairs[0]).toMatchObject({ decided: true, state: "decided" });
    });
  });
});
