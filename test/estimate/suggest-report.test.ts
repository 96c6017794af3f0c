import { describe, expect, it } from "vitest";
import { markdownText } from "../../src/core/document/markdown-text.ts";
import { terminalText } from "../../src/core/document/terminal-text.ts";
import type { EstimateReport, PairEstimate } from "../../src/estimate/estimate-report.ts";
import { suggestionBlocks, suggestReport } from "../../src/estimate/suggest-report.ts";
import { parseOrderingMeasure } from "../../src/measure/measures/parse-measures.ts";

const human = { estimate: null, interval: null };
const pair = (a: string, b: string, difference: number, state: PairEstimate["state"], reach = 0.04): PairEstimate => ({
  ...{ a, b, difference, state, human, rho: null, p: null, pAdjusted: null, decided: state === "decided" },
  interval: [difference - reach, difference + reach],
  simultaneous: [difference - 2 * reach, difference + 2 * reach],
});
const estimate = {
  measure: "nDCG@10",
  differencesBy: "nDCG@10",
  order: ["new", "old", "other"],
  pairs: [
    pair("old", "new", -0.1, "open", 0.15),
    pair("old", "other", 0.01, "open", 0.004),
    pair("new", "other", 0.3, "decided"),
  ],
} as unknown as EstimateReport;
const facts = {
  ...({
    by: "queries",
    queries: 50,
    ratedQueries: 20,
    units: 50,
    rated: 20,
    until: 40,
    cautions: ["Beware."],
  } as const),
  ...{ reason: null, engines: ["old", "new", "other"], analyses: [10, 20], estimate, areAlike: () => false },
  drawn: { queries: 4, ratings: 80, chances: [0.05, 0.4, 0.125] },
};
const options = { measure: parseOrderingMeasure("nDCG@10"), target: "these", smallest: 0.02, best: false } as const;
const report = suggestReport(facts, options);
const allDecided = { ...estimate, pairs: estimate.pairs.map((one) => ({ ...one, state: "decided" as const })) };

describe("suggestReport", () => {
  it("returns the estimate of each pair of engines, and the error share that each look spends", () => {
    expect(report).toMatchObject({
      ...{ schema: "semqrel.suggest/1", question: "order", decided: false, order: ["new", "old", "other"] },
      drawn: { queries: 4, ratings: 80, minutes: 16, smallestProbability: 0.05, largestProbability: 0.4 },
    });
    expect(report.pairs).toMatchObject([
      { a: "old", b: "new", difference: -0.1, state: "open", better: null, at: null, wanted: true },
      // By its simultaneous interval, the pair differs by at most .02.
      { a: "old", b: "other", state: "no difference that matters", better: null, at: 20, wanted: false },
      { a: "new", b: "other", difference: 0.3, state: "decided", better: "new", at: 20, wanted: false },
    ]);
    expect(report.pairs.map(({ interval }) => interval)).toEqual(estimate.pairs.map(({ interval }) => interval));
    // Half of .05 at the first look, and half of .05 / 2 more at the second.
    expect(report.looks).toEqual([
      { rated: 10, spent: 0.025, open: null },
      { rated: 20, spent: expect.closeTo(0.0375, 12), open: 1 },
    ]);
    expect(suggestReport(facts, { ...options, smallest: 0 }).pairs[1]).toMatchObject({ state: "open" });
  });

  it("adds the time to read queries if pairs are drawn, like pool", () => {
    const ofPairs = suggestReport({ ...facts, by: "pairs" }, options);
    // 80 ratings at 12 s and 4 queries at 10 s.
    expect(ofPairs.drawn?.minutes).toBeCloseTo((80 * 12 + 4 * 10) / 60, 12);
    expect(terminalText(suggestionBlocks(ofPairs))).toContain(
      "about 17 minutes at 12 s each, and 10 s to read each query;",
    );
  });

  it("marks no pairs as wanted between engines that are not the best if the question is the best engine", () => {
    const open = { ...estimate, pairs: [pair("old", "new", -0.1, "decided"), ...estimate.pairs.slice(1)] };
    const found = suggestReport({ ...facts, estimate: open }, { ...options, smallest: 0, best: true });
    expect(found.pairs.map(({ wanted }) => wanted)).toEqual([false, false, false]);
    expect(found.decided).toBe(true);
  });

  it("decides that engines with the same lists are equal before any rating, and leaves other pairs open", () => {
    const areAlike = ([, b]: readonly [string, string]) => b === "new";
    const found = suggestReport({ ...facts, estimate: null, analyses: [], areAlike }, options);
    expect(found).toMatchObject({ order: [], measure: "nDCG@10", looks: [] });
    expect(found.pairs.map(({ state }) => state)).toEqual(["no difference that matters", "open", "open"]);
  });
});

describe("suggestionBlocks", () => {
  it("shows each pair of engines, the verdict, the drawn queries and the cautions", () => {
    const text = terminalText(suggestionBlocks(report));
    expect(text).toMatch(/\nnew - old +\+0\.100 +-0\.050 … \+0\.250 +open\n/);
    expect(text).toMatch(/\nold - other .* no difference that matters\n/);
    expect(text).toMatch(/\nnew - other .* new is better\n/);
    expect(text).toContain(
      "Order so far: new > old ≈ other\nThe order is not decided: 1 of 3 pairs of engines is open.\n",
    );
    expect(text).toContain(
      "To rate: 4 queries drawn at random, 80 ratings, about 16 minutes at 12 s each; the probability of a query was 0.050 to 0.40.\n",
    );
    expect(text).toMatch(/Beware\.\n$/);
    expect(markdownText(suggestionBlocks(report))).toMatch(/\n\| new - old \| \+?0\.100 \|/);
  });

  it.each([
    {
      change: { estimate: allDecided, reason: "decided" },
      best: false,
      expected: "The order is decided. Stop rating.",
    },
    { change: { estimate: allDecided }, best: true, expected: "Decided: no engine is better than new" },
    { change: {}, best: true, expected: "Which engine is best is not decided: 1 of 3 pairs of engines is open." },
    {
      change: { reason: "end reached" },
      best: false,
      expected: "The planned end is reached. Stop rating.",
    },
    { change: { reason: "nothing left" }, best: false, expected: "Nothing is left to draw." },
  ] as const)("shows the sentence $expected", ({ change, best, expected }) => {
    const found = suggestReport({ ...facts, drawn: null, ...change }, { ...options, best });
    expect(terminalText(suggestionBlocks(found))).toContain(expected);
  });

  it("escapes names on the terminal", () => {
    const named = suggestReport({ ...facts, estimate: null, engines: ["old\u001b[31m", "new"] }, options);
    expect(terminalText(suggestionBlocks(named))).not.toContain("\u001b");
  });
});
