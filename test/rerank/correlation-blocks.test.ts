import { describe, expect, it } from "vitest";
import { markdownText } from "../../src/core/document/markdown-text.ts";
import { terminalText } from "../../src/core/document/terminal-text.ts";
import { type CorrelationReport, correlationBlocks, correlationRows } from "../../src/rerank/correlate-features.ts";

const one = { value: 0.25, interval: [-0.125, 0.5] as const, p: 0.02, holm: 0.04 };
const report: CorrelationReport = {
  schema: "semqrel.correlate/1",
  with: "citations",
  rows: 12,
  tests: 3,
  seed: 1,
  resamples: 1000,
  features: [
    {
      feature: "degree",
      count: 10,
      coefficients: { pearson: { ...one, holm: 0.00001 }, spearman: one, kendall: { ...one, interval: null } },
      reason: null,
    },
    { feature: "katz", count: 12, coefficients: null, reason: "constant" },
  ],
  skipped: ["venue\u001b[2J"],
};

describe("correlationBlocks", () => {
  it("shows coefficients, intervals and corrected p-values, or the reason why a feature has no coefficients", () => {
    const text = terminalText(correlationBlocks(report));
    expect(text).toContain("Correlation of features with citations, 12 documents");
    expect(text).toMatch(/degree +10 +0\.250 +-0\.125 … 0\.500 +<\.0001 +0\.250 +-0\.125 … 0\.500 +0\.0400/);
    expect(text).toMatch(/katz +12 +constant( +-){8}\n/);
    expect(text).toContain("all 3 tests (Holm)");
  });

  it("shows names without control characters", () => {
    expect(terminalText(correlationBlocks(report))).not.toContain("\u001b");
  });

  it("renders Markdown tables", () => {
    const text = markdownText(correlationBlocks(report));
    expect(text).toContain("**Correlation of features with citations, 12 documents**");
    expect(text).toMatch(/\| degree \| 10 \| 0\.250 \| -0\.125 … 0\.500 \| \\<\.0001 \|/);
  });

  it("correlationRows returns rows in full precision, with empty cells for undefined values", () => {
    const rows = [...correlationRows(report)];
    expect(rows).toHaveLength(7);
    expect(rows[1]).toEqual(["degree", "pearson", "0.25", "-0.125", "0.5", "0.02", "0.00001", "10", ""]);
    expect(rows[3]).toEqual(["degree", "kendall", "0.25", "", "", "0.02", "0.04", "10", ""]);
    expect(rows[4]).toEqual(["katz", "pearson", "", "", "", "", "", "12", "constant"]);
  });
});
