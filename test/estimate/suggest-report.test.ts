import { describe, expect, it } from "vitest";
import { markdownText } from "../../src/core/document/markdown-text.ts";
import { terminalText } from "../../src/core/document/terminal-text.ts";
import { type SuggestionFacts, suggestionBlocks, suggestReport } from "../../src/estimate/suggest-report.ts";
import type { Decision } from "../../src/maths/sampling/decide-by-looks.ts";
import type { DifferenceEstimate } from "../../src/maths/sampling/pair-sample-estimate.ts";

function difference(first: number, second: number, estimate: number): DifferenceEstimate {
  return {
    ...{ first, second, estimate, standardError: 0.02, interval: [estimate - 0.04, estimate + 0.04] },
    ...{
      queries: 50,
      rated: 20,
      lambda: 0,
      degreesOfFreedom: 18,
      rho: null,
      proxyOnly: 0,
      fewQueries: false,
      reason: null,
    },
    human: { estimate, standardError: 0.02, interval: [estimate - 0.04, estimate + 0.04] },
  };
}

function decision(
  better: Decision["better"],
  at: number | null,
  looks: readonly (readonly [number, number])[],
): Decision {
  const estimate = { ...difference(0, 1, 0.1), interval: [-0.05, 0.25] as const };
  return {
    better,
    at,
    next: null,
    looks: looks.map(([rated, significance]) => ({ rated, significance, estimate })),
  };
}

const facts: SuggestionFacts = {
  ...{
    measure: "nDCG@10",
    target: "these",
    by: "queries",
    queries: 50,
    ratedQueries: 20,
    units: 50,
    rated: 20,
    until: 40,
    smallest: 0,
    best: false,
    widest: 1,
  },
  ...{ secondsPerRating: 12, cautions: ["Beware."], reason: null, engines: ["old", "new", "other"], order: [1, 0, 2] },
  differences: [difference(0, 1, -0.1), difference(0, 2, 0.2), difference(1, 2, 0.3)],
  decisions: [
    decision(null, null, [
      [10, 0.001],
      [20, 0.002],
    ]),
    decision("neither", 20, [
      [10, 0.001],
      [20, 0.002],
    ]),
    decision("first", 10, [[10, 0.001]]),
  ],
  wanted: [true, false, false],
  looks: [10, 20],
  drawn: { queries: 4, ratings: 80, chances: [0.05, 0.4, 0.125] },
};

describe("suggestReport", () => {
  it("says what each pair of engines is, and what each look spent and left open", () => {
    const report = suggestReport(facts);
    expect(report).toMatchObject({
      ...{ schema: "semqrel.suggest/1", question: "order", decided: false, order: ["new", "old", "other"] },
      drawn: { queries: 4, ratings: 80, minutes: 16, smallestProbability: 0.05, largestProbability: 0.4 },
    });
    expect(report.pairs).toEqual([
      {
        a: "old",
        b: "new",
        difference: -0.1,
        interval: [-0.05, 0.25],
        state: "open",
        better: null,
        at: null,
        wanted: true,
      },
      {
        ...{ a: "old", b: "other", difference: 0.2, interval: [-0.05, 0.25], better: null, at: 20, wanted: false },
        state: "no difference that matters",
      },
      {
        a: "new",
        b: "other",
        difference: 0.3,
        interval: [-0.05, 0.25],
        state: "decided",
        better: "new",
        at: 10,
        wanted: false,
      },
    ]);
    expect(report.looks).toEqual([
      { rated: 10, spent: expect.closeTo(0.003, 12), open: 2 },
      { rated: 20, spent: expect.closeTo(0.007, 12), open: 1 },
    ]);
  });

  it("counts the reading of queries where pairs are drawn, as pool does", () => {
    const report = suggestReport({ ...facts, by: "pairs" });
    // 80 ratings at 12 s and 4 queries at 10 s.
    expect(report.drawn?.minutes).toBeCloseTo((80 * 12 + 4 * 10) / 60, 12);
    expect(terminalText(suggestionBlocks(report))).toContain(
      "about 17 minutes at 12 s each, and 10 s to read each query;",
    );
  });

  it("is decided where nothing is wanted, though pairs that do not matter are open", () => {
    expect(suggestReport({ ...facts, wanted: [false, false, false] }).decided).toBe(true);
    expect(suggestReport({ ...facts, drawn: null }).drawn).toBeNull();
  });
});

describe("suggestionBlocks", () => {
  it("shows each pair, the verdict, what was drawn, and cautions", () => {
    const text = terminalText(suggestionBlocks(suggestReport(facts)));
    expect(text).toMatch(/\nnew - old +\+0\.100 +-0\.250 … \+0\.050 +open +-\n/);
    expect(text).toMatch(/\nold - other .* no difference that matters +20\n/);
    expect(text).toMatch(/\nnew - other .* new is better +10\n/);
    expect(text).toContain("Order as known now: new > old > other\nThe order is not decided: 1 pair of 3 open.\n");
    expect(text).toContain(
      "To be rated: 4 queries of chance, 80 ratings, about 16 minutes at 12 s each; the chance of a query was 0.050 to 0.40.\n",
    );
    expect(text).toMatch(/Beware\.\n$/);
    expect(markdownText(suggestionBlocks(suggestReport(facts)))).toMatch(/\n\| new - old \| \+?0\.100 \|/);
  });

  it.each([
    {
      change: { wanted: [false, false, false], reason: "decided" as const },
      expected: "Decided: the order. Stop rating.",
    },
    { change: { best: true, wanted: [false, false, false] }, expected: "Decided: no engine is better than new" },
    { change: { best: true }, expected: "Which engine is best is not decided: 1 pair of 3 open." },
    { change: { reason: "end reached" as const }, expected: "The planned end is reached: stop rating, and say so." },
    { change: { reason: "nothing left" as const }, expected: "Nothing is left to draw." },
  ])("says $expected", ({ change, expected }) => {
    expect(terminalText(suggestionBlocks(suggestReport({ ...facts, drawn: null, ...change })))).toContain(expected);
  });

  it("lets no name change the terminal", () => {
    const text = terminalText(
      suggestionBlocks(suggestReport({ ...facts, engines: ["old\u001b[31m", "new", "other"] })),
    );
    expect(text).not.toContain("\u001b");
  });
});
