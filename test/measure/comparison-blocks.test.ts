/** Do tables show how runs compare, and what is unknown? */
import { describe, expect, it } from "vitest";
import { markdownText } from "../../src/core/document/markdown-text.ts";
import { terminalText } from "../../src/core/document/terminal-text.ts";
import { type ComparisonReport, comparisonBlocks, comparisonRows } from "../../src/measure/comparison-report.ts";
import type { MeasureComparison, PairComparison } from "../../src/measure/measures/compare-runs.ts";

/** Made-up numbers, because only the form matters. */
const pair: PairComparison = {
  run: "dense",
  baseline: "bm25",
  queries: 12,
  difference: 0.125,
  relative: 0.25,
  tTest: { t: 2.5, degreesOfFreedom: 11, p: 0.03, mean: 0.125, standardDeviation: 0.1, interval: [0.01, 0.24] },
  wilcoxon: { statistic: 3, wPlus: 60, wMinus: 3, n: 11, zeros: 1, zeroRule: "wilcox", p: 0.00004, method: "exact" },
  sign: { positive: 9, negative: 2, ties: 1, p: 0.0654 },
  randomisation: { p: 0.021, method: "exact", permutations: 2048 },
  bootstrap: { low: -0.03, high: 0.21, level: 0.95, resamples: 10_000 },
  effectSize: 0.714,
  winsTiesLosses: { wins: 9, ties: 1, losses: 2 },
  adjusted: { holm: 0.042, benjaminiHochberg: 0.03, bonferroni: 0.063 },
  tukey: { p: 0.05, interval: [-0.01, 0.26] },
  smallestDetectable: 0.15,
  verdict: "better",
  moved: [
    { query: "fast cars", baseline: 0.25, run: 1, difference: 0.75 },
    { query: "pears", baseline: 0.5, run: 0.25, difference: -0.25 },
  ],
};

const nothing: PairComparison = {
  ...pair,
  queries: 0,
  difference: null,
  relative: null,
  tTest: null,
  wilcoxon: { ...pair.wilcoxon, p: 1 },
  sign: { ...pair.sign, p: 1 },
  randomisation: null,
  bootstrap: null,
  effectSize: null,
  winsTiesLosses: { wins: 0, ties: 0, losses: 0 },
  adjusted: null,
  tukey: null,
  smallestDetectable: null,
  verdict: "too few queries",
  moved: [],
};

const comparison: MeasureComparison = {
  measure: "AP",
  lowerIsBetter: false,
  means: [
    { run: "bm25", mean: 0.5, count: 12 },
    { run: "dense", mean: 0.625, count: 12 },
  ],
  best: ["dense"],
  pairs: [pair],
};

const report: ComparisonReport = {
  schema: "semqrel.compare/1",
  queries: 12,
  runs: ["bm25", "dense"],
  rule: { test: "paired randomisation", correction: "Holm", level: 0.05, seed: 1, evidence: "judgments" as const },
  measures: [comparison],
  orders: [],
  warnings: [],
};

/** The blocks below the headline. */
function blocksOf(changed: Partial<ComparisonReport>, withTests = false): string[] {
  return terminalText(comparisonBlocks({ ...report, ...changed }, withTests))
    .trimEnd()
    .split("\n\n")
    .slice(1);
}

describe("comparisonBlocks", () => {
  it("shows means, differences, verdicts, and the queries that changed most", () => {
    expect(terminalText(comparisonBlocks(report, false))).toBe(
      [
        "12 queries, 2 runs.",
        "A verdict needs at least ten queries, and a difference that chance alone would produce in fewer than 5 of 100 cases (paired randomisation test; Holm's correction over the pairs of runs, for each measure).",
        "",
        "AP",
        "run       mean           difference [95 %]  relative  p (Holm)  won/tied/lost  effect   verdict",
        "bm25   0.5000                                                                          baseline",
        "dense  0.6250*  +0.1250 [-0.0300, +0.2100]   +25.0 %    0.0420          9/1/2   +0.71    better",
        "With this number of queries, a difference of 0.1500 or more is likely to be detected.",
        "",
        "AP: queries with the largest differences",
        "run        query  baseline     run  difference",
        "dense  fast cars    0.2500  1.0000     +0.7500",
        "dense      pears    0.5000  0.2500     -0.2500",
        "",
      ].join("\n"),
    );
  });

  it("shows the p-values of all tests on request, and the smallest p-values as bounds", () => {
    expect(blocksOf({}, true)[1]).toBe(
      [
        "AP: p of every test",
        "run    randomisation    Holm  Benjamini-Hochberg  Bonferroni       t  Wilcoxon (zeros left out)    sign  Tukey HSD",
        "dense         0.0210  0.0420              0.0300      0.0630  0.0300                     <.0001  0.0654     0.0500",
      ].join("\n"),
    );
  });

  it("shows a dash for missing values", () => {
    const means = [
      { run: "bm25", mean: 0.5, count: 12 },
      { run: "dense", mean: null, count: 0 },
    ];
    const [table, tests] = blocksOf({ measures: [{ ...comparison, means, best: ["bm25"], pairs: [nothing] }] }, true);
    const rowOf = (block = "") =>
      block
        .split("\n")
        .find((line) => line.startsWith("dense"))
        ?.split(/\s{2,}/);
    expect(rowOf(table)).toEqual(["dense", "-", "(0)", "-", "-", "-", "0/0/0", "-", "too few queries"]);
    expect(rowOf(tests)).toEqual(["dense", "-", "-", "-", "-", "-", "1.0000", "1.0000", "-"]);
    expect(table).toContain("Differences only use queries that count for both runs: 0 of 12.");
    expect(table).not.toContain("Smallest difference");
  });

  it("marks measures for which lower is better", () => {
    expect(blocksOf({ measures: [{ ...comparison, lowerIsBetter: true }] })[0]).toMatch(/^AP \(lower is better\)\n/);
  });

  it("shows the number of queries if means or differences do not use all of them", () => {
    const means = [
      { run: "bm25", mean: 0.5, count: 12 },
      { run: "dense", mean: 0.625, count: 10 },
      { run: "third", mean: 0.25, count: 11 },
    ];
    const pairs = [
      { ...pair, queries: 10 },
      { ...pair, run: "third", queries: 11, smallestDetectable: 0.2 },
    ];
    const [table] = blocksOf({ measures: [{ ...comparison, means, pairs }] });
    expect(table).toMatch(/^bm25 +0\.5000 {2}\(12\)/m);
    expect(table).toMatch(/^dense +0\.6250\* \(10\)/m);
    expect(table).toContain("Differences only use queries that count for both runs: 10 to 11 of 12.");
    expect(table).toContain("a difference of 0.1500 to 0.2000 (depending on the run) or more");
  });

  it("names the baseline of each pair of runs if baselines differ", () => {
    const means = [...comparison.means, { run: "third", mean: 0.25, count: 12 }];
    const [table, moved] = blocksOf({
      measures: [{ ...comparison, means, pairs: [pair, { ...pair, run: "third", baseline: "dense", moved: [] }] }],
    });
    expect(table).toMatch(/^dense - bm25 /m);
    expect(table).toMatch(/^third - dense /m);
    expect(moved).toMatch(/^dense - bm25 +fast cars/m);
  });

  it("shows segments, without the queries that changed most in each segment", () => {
    const group = { segment: "long", queries: 1, measures: [comparison] };
    const segments = { column: "kind", groups: [group, { ...group, segment: "", queries: 11 }] };
    const headings = blocksOf({ segments }).map((block) => block.split("\n")[0]);
    expect(headings).toEqual([
      "AP",
      "AP: queries with the largest differences",
      "AP where kind = long (1 query)",
      "AP where kind = (no value) (11 queries)",
    ]);
  });

  it("shows how similar the orders of runs by two measures are", () => {
    const orders = [
      { measure: "AP", other: "RR", tauB: 1 / 3, tauAp: -0.5 },
      { measure: "AP", other: "P@1", tauB: null, tauAp: null },
    ];
    expect(blocksOf({ orders }).at(-1)).toBe(
      [
        "Order of the runs under two measures",
        "measures    tau-b  tau-AP",
        "AP and RR    0.33   -0.50",
        "AP and P@1      -       -",
      ].join("\n"),
    );
  });

  describe("comparisonBlocks in edge cases", () => {
    it("names the column of weights, and uses the singular for one query", () => {
      const text = terminalText(comparisonBlocks({ ...report, queries: 1, weights: "visits" }, false));
      expect(text).toMatch(/^1 query, 2 runs\. Means are weighted by visits\.\n/);
    });

    it("omits the table of queries if no query changed", () => {
      expect(blocksOf({ measures: [{ ...comparison, pairs: [{ ...pair, moved: [] }] }] })).toHaveLength(1);
    });

    it("escapes control characters in names", () => {
      const moved = [{ query: "q\u001b[31m\nx", baseline: 0, run: 1, difference: 1 }];
      const text = terminalText(
        comparisonBlocks({ ...report, measures: [{ ...comparison, pairs: [{ ...pair, moved }] }] }, false),
      );
      expect(text).not.toContain("\u001b");
      expect(text).toContain("q\ufffd[31m\ufffdx");
    });
  });
});

describe("comparisonBlocks in Markdown", () => {
  it("writes pipe tables under bold headings", () => {
    expect(markdownText(comparisonBlocks(report, false))).toBe(
      [
        "12 queries, 2 runs.",
        "",
        "A verdict needs at least ten queries, and a difference that chance alone would produce in fewer than 5 of 100 cases (paired randomisation test; Holm's correction over the pairs of runs, for each measure).",
        "",
        "**AP**",
        "",
        "| run | mean | difference \\[95 %\\] | relative | p (Holm) | won/tied/lost | effect | verdict |",
        "|---|---:|---:|---:|---:|---:|---:|---:|",
        "| bm25 | 0.5000  |  |  |  |  |  | baseline |",
        "| dense | 0.6250\\* | +0.1250 \\[-0.0300, +0.2100\\] | +25.0 % | 0.0420 | 9/1/2 | +0.71 | better |",
        "",
        "With this number of queries, a difference of 0.1500 or more is likely to be detected.",
        "",
        "**AP: queries with the largest differences**",
        "",
        "| run | query | baseline | run | difference |",
        "|---|---:|---:|---:|---:|",
        "| dense | fast cars | 0.2500 | 1.0000 | +0.7500 |",
        "| dense | pears | 0.5000 | 0.2500 | -0.2500 |",
        "",
      ].join("\n"),
    );
  });
});

describe("comparisonRows", () => {
  /** Cells by the name of their column. */
  function rowsOf(changed: Partial<ComparisonReport>): Record<string, string>[] {
    const [header = [], ...rows] = comparisonRows({ ...report, ...changed });
    return rows.map((row) => {
      expect(row).toHaveLength(header.length);
      return Object.fromEntries(header.map((name, place) => [name, row[place] ?? ""]));
    });
  }

  it("returns one row per measure and pair of runs, with all digits", () => {
    expect(rowsOf({})).toEqual([
      {
        ...{ segment: "", measure: "AP", run: "dense", baseline: "bm25", queries: "12" },
        ...{ mean: "0.625", baseline_mean: "0.5", difference: "0.125", relative: "0.25" },
        ...{ t: "2.5", t_p: "0.03", t_low: "0.01", t_high: "0.24", wilcoxon_p: "0.00004", sign_p: "0.0654" },
        ...{ randomisation_p: "0.021", holm_p: "0.042", benjamini_hochberg_p: "0.03", bonferroni_p: "0.063" },
        ...{ tukey_p: "0.05", tukey_low: "-0.01", tukey_high: "0.26" },
        ...{ bootstrap_low: "-0.03", bootstrap_high: "0.21", effect_size: "0.714" },
        ...{ wins: "9", ties: "1", losses: "2", smallest_detectable: "0.15", verdict: "better" },
      },
    ]);
  });

  it("leaves cells of missing values empty", () => {
    const [row] = rowsOf({ measures: [{ ...comparison, pairs: [nothing] }] });
    expect(row).toMatchObject({ difference: "", relative: "", t: "", t_low: "", holm_p: "", tukey_p: "" });
    expect(row).toMatchObject({ bootstrap_low: "", effect_size: "", smallest_detectable: "", queries: "0", wins: "0" });
  });

  it("returns the rows of segments last", () => {
    const segments = { column: "kind", groups: [{ segment: "long", queries: 3, measures: [comparison] }] };
    expect(rowsOf({ segments }).map(({ segment }) => segment)).toEqual(["", "long"]);
  });
});
