/** Does the report show how a threshold was chosen, and its effects? */
import { describe, expect, it } from "vitest";
import { markdownText } from "../../src/core/document/markdown-text.ts";
import { terminalText } from "../../src/core/document/terminal-text.ts";
import { thresholdBlocks, thresholdReport, thresholdRows } from "../../src/estimate/threshold-files.ts";

const threshold = { threshold: 0.55, optimal: 0.6, zero: 0.1, alpha: 0.1, utility: 30, rated: 120 };
const engines = ["e0", "e1", "e2", "e3", "e4"];
const one = (first: number, second: number) => Float64Array.of(first, second);
const found: Parameters<typeof thresholdReport>[0] = {
  ...{ threshold, weights: {}, unjudged: "leave-out", depth: 10, ratedQueries: 12, pairs: 120, ofQueries: [0.5, 0.6] },
  ...{ matches: 40, refused: 9, refusedBefore: 0, measure: "nDCG@10", cutoff: 10, engines },
  before: engines.map((_, engine) => one(0.9 - engine / 10, 0.5)),
  after: engines.map((_, engine) => one(engine / 10, 0.5)),
  human: engines.map((_, engine) => one(engine / 5, Number.NaN)),
};

describe("thresholdReport", () => {
  it("returns the parts of the threshold, its weights, and each engine's mean before and after", () => {
    const report = thresholdReport({ ...found, weights: { gain: 3 } });
    expect(report).toMatchObject({
      ...{ schema: "semqrel.threshold/1", threshold, toLabel: 0.549999, crossFitted: [0.5, 0.6], queries: 2 },
      ...{ weights: { beta: 0.1, gamma: 0.05, gain: 3, cost: 1 }, labelMeasure: "ndcg_reference@10", cautions: [] },
      engines: { e0: { before: 0.7, after: 0.25 } },
    });
    expect(thresholdReport({ ...found, cutoff: Number.POSITIVE_INFINITY }).labelMeasure).toBe("ndcg_reference");
  });

  it("compares the engine orders before and after with people's order, only on rated queries", () => {
    // On the first query, the only rated one, the order before is the reverse of people's, and the order after is
    // theirs.
    expect(thresholdReport(found).agreement).toEqual({ before: expect.closeTo(-1, 12), after: expect.closeTo(1, 12) });
    expect(thresholdReport({ ...found, engines: engines.slice(1) }).agreement).toBeNull();
    const nobody = found.human.map((values) => values.map(() => Number.NaN));
    expect(thresholdReport({ ...found, human: nobody }).agreement).toBeNull();
  });

  it("warns if matches were refused before, and if few queries are rated", () => {
    const { cautions } = thresholdReport({ ...found, refusedBefore: 1, ratedQueries: 4 });
    expect(cautions).toEqual([
      expect.stringMatching(/^1 result reaches the threshold and has no match/),
      expect.stringMatching(/^4 rated queries are not many/),
    ]);
  });

  it("states that no threshold is worth it if no cosine is reliable", () => {
    const none = thresholdReport({ ...found, threshold: null, ofQueries: [Number.POSITIVE_INFINITY, 0.5] });
    expect(none).toMatchObject({ threshold: null, toLabel: null, crossFitted: [0.5, null] });
    expect(none.verdict).toMatch(/^No threshold is worth it/);
    expect(terminalText(thresholdBlocks(none))).not.toMatch(/null|NaN|undefined/);
  });
});

describe("thresholdBlocks", () => {
  it("shows the parts of the threshold, the changes and the agreement, and ends with the option for label", () => {
    const text = terminalText(thresholdBlocks(thresholdReport(found)));
    expect(text).toContain(
      "A relevant result gains 2, any other result costs 1. The threshold is learned from 120 results of 12 rated queries.",
    );
    expect(text).toContain(
      "Threshold 0.550000 = (1 - α) optimal + α zero: optimal 0.600000 (utility 30), zero 0.100000 (the lowest without a loss), α 0.100 from 120 rated results (β 0.1, γ 0.05).",
    );
    expect(text).toContain("9 of 40 matches by meaning are dropped");
    expect(text).toContain("0.500 to 0.600");
    expect(text).toMatch(/\ne0 +0\.700 +0\.250 +-0\.450\n/);
    expect(text).toContain("τ-b -1.00 before, 1.00 after");
    expect(text).toMatch(/semqrel label … --threshold 0\.549999\n$/);
    const others = terminalText(thresholdBlocks(thresholdReport({ ...found, unjudged: "nonrelevant" })));
    expect(others).toContain("Unrated results among the first 10 count as not relevant.");
  });

  it("shows the same numbers in Markdown and in rows", () => {
    const markdown = markdownText(thresholdBlocks(thresholdReport(found)));
    expect(markdown).toContain("| e0 | 0.700 | 0.250 | -0.450 |");
    // Without an empty line, text after a table would be a row of it.
    expect(markdown).toMatch(/\|\n\nAgreement with people's order/);
    expect([...thresholdRows(thresholdReport(found))].slice(0, 2)).toEqual([
      ["engine", "before", "after", "threshold"],
      ["e0", "0.7", "0.25", "0.55"],
    ]);
  });
});
