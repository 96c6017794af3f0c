import { describe, expect, it } from "vitest";
import { markdownText } from "../../src/core/document/markdown-text.ts";
import { terminalText } from "../../src/core/document/terminal-text.ts";
import { rerankBlocks, rerankRows } from "../../src/rerank/rerank-blocks.ts";
import type { RerankReport } from "../../src/rerank/rerank-report.ts";

type OrderTest = RerankReport["tests"][number];
const renderRerank = (report: RerankReport, width?: number) =>
  terminalText(rerankBlocks(report), width === undefined ? {} : { width });
const renderRerankAsMarkdown = (report: RerankReport) => markdownText(rerankBlocks(report));

const values = (first: number | null, reference: number | null = first) => ({
  ndcg_returned: first,
  "ndcg_returned@10": first,
  ndcg_reference: reference,
  "ndcg_reference@10": reference,
});

const tested = (order: string, verdict: OrderTest["verdict"], more: Partial<OrderTest> = {}): OrderTest => ({
  measure: "ndcg_reference@10",
  order,
  queries: 12,
  difference: 0.125,
  interval: [-0.0625, 0.25],
  p: 0.02,
  holm: 0.04,
  verdict,
  ...more,
});

const report: RerankReport = {
  schema: "semqrel.rerank/1",
  engine: "explorer",
  rows: 40,
  queries: 12,
  split: { by: "queries", folds: 5, leaks: false },
  seed: 1,
  documents: { count: 30, known: 20, withoutId: 4 },
  repeats: 0,
  unlabelled: 0,
  features: [
    { feature: "candidate_rank", missing: 0, infinite: 0, constant: false },
    { feature: "katz", missing: 0, infinite: 0, constant: false },
  ],
  mse: { "mean-baseline": 2.25, ridge: 1.5, forest: 2.5 },
  rmse: { "mean-baseline": 1.5, ridge: 1.22474, forest: 1.5811 },
  mae: { "mean-baseline": 1, ridge: 0.9, forest: 1.1 },
  r2: { "mean-baseline": -0.00001, ridge: 0.25, forest: -0.25 },
  ndcg: {
    original: values(0.5),
    "feature:katz": values(0.55),
    ridge: values(0.625),
    forest: values(0.4),
    ideal: values(1, 1.2),
    random: values(0.45),
  },
  tests: [
    tested("feature:katz", "no difference shown"),
    tested("ridge", "better", { holm: 0.0001 }),
    tested("forest", "worse", { difference: -0.1 }),
  ],
  coefficients: [{ feature: "katz", value: 0.5, interval: [0.25, 0.75] }],
  strength: { value: 31.6227766, atEnd: null },
  importance: [
    { model: "ridge", feature: "katz", value: 0.75, deviation: 0.1 },
    { model: "forest", feature: "katz", value: -0.000001, deviation: null },
  ],
};
const shown = (more: Partial<RerankReport>) => renderRerank({ ...report, ...more });

describe("rerankBlocks", () => {
  it("shows the engine, the number of features, and how queries were split", () => {
    expect(renderRerank(report)).toMatch(
      /^explorer: 40 labelled results of 12 queries, 2 features\. 20 of 30 documents have features\.\nSplit by query, 5 folds: no query is in both training and test\.\n\n/,
    );
  });

  it("shows tables of errors, orders, coefficients and importance", () => {
    const text = renderRerank(report);
    expect(text).toMatch(/mean label \(baseline\) +2\.2500 +1\.5000 +1\.0000 +0\.0000\n/);
    expect(text).toMatch(/ridge +1\.5000 +1\.2247 +0\.9000 +0\.2500\n/);
    expect(text).toContain("Strength of the ridge penalty: 31.6.");
    expect(text).toMatch(/\nfeature:katz +\+0\.1250 +-0\.063 … 0\.250 +0\.0400 +12 +no difference shown\n/);
    expect(text).toMatch(/\nridge .* 0\.0001 +12 +better\n/);
    expect(text).toMatch(/\nforest .* -0\.1000 .* worse\n/);
    expect(text).toMatch(/\nbest possible +1\.0000 +1\.0000 +1\.2000 +1\.2000 *\nrandom \(expected\) +0\.4500/);
    expect(text).toMatch(/\nkatz +0\.5000 +0\.2500 … 0\.7500\n/);
    expect(text).toMatch(/\nkatz +0\.7500 +0\.0000\n/);
    expect(text).not.toMatch(/NaN|undefined|null|-0\.0000/);
  });

  it("explains the result in words", () => {
    expect(renderRerank(report)).toContain(
      "What this means: ridge predicts the labels better than their mean (R² above 0). By ndcg_reference@10, ridge orders the results better than explorer does and forest orders the results worse than explorer does.",
    );
    const alike = shown({
      r2: { "mean-baseline": 0, ridge: 0, forest: null },
      tests: ["ridge", "forest"].map((order) => tested(order, "no difference shown")),
    });
    expect(alike).toContain(
      "No model predicts the labels better than their mean. By ndcg_reference@10, ridge and forest show no difference from the original order of explorer.",
    );
  });

  it("says that there are too few queries, for one model or several models", () => {
    const few = ["ridge", "forest"].map((order) => tested(order, "too few queries"));
    expect(shown({ tests: few })).toContain(
      "too few queries to show whether ridge and forest order the results better",
    );
    expect(shown({ mse: { "mean-baseline": 1, ridge: 1 }, tests: few })).toContain(
      "too few queries to show whether ridge orders the results better",
    );
  });

  it("warns that a split by rows leaks, and suggests a split by queries", () => {
    const text = shown({ split: { by: "rows", folds: null, leaks: true } });
    expect(text).toContain("Split by rows: THIS LEAKS.");
    expect(text).toContain("Use --split queries");
    expect(renderRerank(report)).not.toMatch(/leaks/i);
    expect(shown({ split: { by: "none", folds: null, leaks: false } })).toContain(
      "If its training data contained these lists, this leaks",
    );
  });

  it("shows the numbers of gaps, repeated documents and results without a label, and constant features", () => {
    const text = shown({
      features: [
        { feature: "katz", missing: 3, infinite: 1, constant: false },
        { feature: "flat", missing: 0, infinite: 0, constant: true },
      ],
      repeats: 1,
      unlabelled: 2,
    });
    expect(text).toContain("(replaced by the median, with an indicator): katz: 3 missing, 1 infinite.\n");
    expect(text).toContain("No effect, because all values are the same: flat.\n");
    expect(text).toContain("1 result repeats a document of the same list. Each document counts once");
    expect(text).toContain("2 results have no label");
  });

  it("uses measures with the list's own ideal if there is no reference, and shows no empty columns", () => {
    const text = shown({
      ndcg: { original: values(0.5, null), ridge: values(0.6, null) },
      tests: [tested("ridge", "better", { measure: "ndcg_returned@10" })],
      mse: { "mean-baseline": 1, ridge: 1 },
    });
    expect(text).toContain("Gain in ndcg_returned@10 over the original order");
    expect(text).toContain("By ndcg_returned@10, ridge orders the results better");
    expect(text).not.toContain("ndcg_reference");
  });

  it("shows no table of orders if no label is above 0", () => {
    const text = shown({ ndcg: { original: values(null), ridge: values(null) }, tests: [] });
    expect(text).not.toContain("Means of each order");
    expect(text).toContain("No label is above 0, so no order is better than another.");
  });

  it("says that the chosen strength is the largest that was tried", () => {
    expect(shown({ strength: { value: 10_000, atEnd: "largest" } })).toContain(
      "Strength of the ridge penalty: 10000, the largest tried.",
    );
  });

  it("omits tables of coefficients and importance if these are missing", () => {
    const text = shown({ coefficients: [], importance: [] });
    expect(text).not.toMatch(/Coefficients|Importance/);
  });

  it("replaces control characters in names", () => {
    const text = shown({ engine: "a\u001b[2Jb", coefficients: [{ feature: "\u009bx\n", value: 1, interval: null }] });
    expect(text).not.toMatch(/[\u001b\u009b]/);
    expect(text).toContain("a\ufffd[2Jb");
  });
});

describe("rerankBlocks in Markdown", () => {
  it("shows the same numbers in Markdown tables", () => {
    const text = renderRerankAsMarkdown(report);
    expect(text).toContain("**Prediction errors on test results**\n\n|  | MSE | RMSE | MAE | R² |\n");
    expect(text).toContain("| ridge | +0.1250 | -0.063 … 0.250 | 0.0001 | 12 | better |");
    expect(text).toContain("What this means: ridge predicts");
  });
});

describe("rerankRows", () => {
  it("returns one row per number, in full precision, with empty cells for undefined values", () => {
    const rows = [...rerankRows({ ...report, ndcg: { original: values(0.5, null) } })];
    expect(rows[0]).toEqual(["table", "name", "measure", "value", "low", "high", "holm", "verdict"]);
    expect(rows.every((row) => row.length === 8)).toBe(true);
    expect(rows.map(([table]) => table)).toEqual([
      "table",
      ...new Array<string>(12).fill("prediction"),
      ...new Array<string>(4).fill("order"),
      ...new Array<string>(3).fill("difference"),
      "coefficient",
      ...new Array<string>(2).fill("importance"),
    ]);
    expect(rows).toContainEqual(["prediction", "ridge", "rmse", "1.22474", "", "", "", ""]);
    expect(rows).toContainEqual(["order", "original", "ndcg_reference", "", "", "", "", ""]);
    expect(rows).toContainEqual([
      ...["difference", "ridge", "ndcg_reference@10", "0.125", "-0.0625", "0.25", "0.0001", "better"],
    ]);
    expect(rows).toContainEqual(["coefficient", "katz", "ridge", "0.5", "0.25", "0.75", "", ""]);
    expect(rows).toContainEqual(["importance", "katz", "forest", "-0.000001", "", "", "", ""]);
  });
});
