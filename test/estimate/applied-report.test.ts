/** Does a report without ratings show only an order of the engines, and no levels? */
import { describe, expect, it } from "vitest";
import { markdownText } from "../../src/core/document/markdown-text.ts";
import { terminalText } from "../../src/core/document/terminal-text.ts";
import { appliedBlocks, appliedReport, appliedRows } from "../../src/estimate/apply-calibration.ts";

const reportOf = ({ engines, values, ...learned }: typeof found) => appliedReport(engines, values, learned);
const found = {
  engines: ["old", "new", "other"],
  values: [Float64Array.of(0.5, 0.25), Float64Array.of(1, 0.5), Float64Array.of(0.25, 0.5)],
  ...{
    method: "ridge" as const,
    trainedOn: { queries: 8, pairs: 140 },
    gaps: {} as Readonly<Record<string, number>>,
    shifts: {} as Readonly<Record<string, number>>,
  },
};

describe("appliedReport", () => {
  it("orders engines by mean, and keeps the given order of engines with equal means", () => {
    const report = reportOf(found);
    expect(report).toMatchObject({
      ...{ schema: "semqrel.apply/1", queries: 2, order: ["new", "old", "other"], cautions: [] },
      scores: { old: 0.375, new: 0.75, other: 0.375 },
      verdict: expect.stringMatching(
        /^This is only an order of the engines\. Scores and intervals need ratings of some of these queries/,
      ),
    });
  });

  it("warns that the lists differ from the training lists, and how", () => {
    const { cautions } = reportOf({ ...found, gaps: { "query cosine": 0.25 }, shifts: { returned: -2.04 } });
    expect(cautions[0]).toContain("query cosine (25 % of the titles)");
    expect(cautions[1]).toContain("returned (-2.0)");
  });

  it("returns no order for a single engine", () => {
    const one = reportOf({ ...found, engines: ["old"], values: [Float64Array.of(0.5)] });
    expect(one.verdict).toMatch(/^With one engine, there is no order/);
  });
});

describe("appliedBlocks", () => {
  it("shows places and scores, says that the scores are not nDCG, and ends with the verdict", () => {
    const text = terminalText(appliedBlocks(reportOf({ ...found, shifts: { returned: 1.5 } })));
    expect(text).toMatch(
      /^3 engines on 2 queries, labelled by a calibration \(ridge\) that learned from 140 results of 8/,
    );
    expect(text).toMatch(/\nnew +1 +0\.750\nold +2 +0\.375\nother +3 +0\.375\n/);
    expect(text).toContain("is not nDCG");
    expect(text).toContain("\nCaution: These lists differ");
    expect(text).toMatch(/Scores and intervals need ratings[^\n]+\n$/);
  });

  it("shows the same numbers in Markdown and in rows", () => {
    expect(markdownText(appliedBlocks(reportOf(found)))).toContain("| new | 1 | 0.750 |");
    expect([...appliedRows(reportOf(found))]).toEqual([
      ["engine", "place", "calibrated_score"],
      ["new", "1", "0.75"],
      ["old", "2", "0.375"],
      ["other", "3", "0.375"],
    ]);
  });
});
