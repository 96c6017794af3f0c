import { describe, expect, it } from "vitest";
import { markdownText } from "../../src/core/document/markdown-text.ts";
import { terminalText } from "../../src/core/document/terminal-text.ts";
import { estimateBlocks, estimateRows } from "../../src/estimate/estimate-blocks.ts";
import type { EstimateReport, PairEstimate } from "../../src/estimate/estimate-report.ts";

const renderEstimate = (report: EstimateReport) => terminalText(estimateBlocks(report));

const human = { estimate: 0.5, interval: [0.25, 0.75] } as const;
const pair = (a: string, b: string, more: Partial<PairEstimate> = {}): PairEstimate => ({
  ...{ a, b, difference: -0.125, interval: [-0.25, 0], simultaneous: [-0.375, 0.125] },
  ...{ human: { estimate: -0.25, interval: [-0.5, 0.0625] }, rho: 0.5 },
  ...{ p: 0.05, pAdjusted: 0.125, decided: false, state: "open", ...more },
});
const report: EstimateReport = {
  ...{
    schema: "semqrel.estimate/1",
    measure: "nDCG@10",
    differencesBy: "nDCG@10",
    reason: "no more than noise",
    target: "these",
    method: "ridge",
    simultaneous: "max-t",
    correction: "fdr",
  },
  ...{
    queries: 225,
    ratedQueries: 20,
    ratings: 176,
    minutes: 35.2,
    weightOfLabels: 0.21,
    levelsDependOn: null,
    sample: null,
  },
  engines: {
    worse: { estimate: 0.375, interval: [0.25, 0.5], human, rho: 0.19, lambda: 0.5, place: 2, reason: null },
    better: {
      estimate: 0.5,
      interval: null,
      human: { estimate: 0.5, interval: null },
      rho: null,
      lambda: 0,
      place: 1,
      reason: "all rated values are equal",
    },
  },
  pairs: [pair("worse", "better")],
  order: ["better", "worse"],
  cautions: ["Mind this.", "And that."],
  verdict: "A sentence.",
  ...{ sure: "", look: 1, open: 1, stop: false },
};

function many(engines: number): EstimateReport {
  const names = Array.from({ length: engines }, (_, place) => `e${place}`);
  const pairs = names.flatMap((a, first) => names.slice(first + 1).map((b) => pair(a, b)));
  const [one] = Object.values(report.engines);
  if (one === undefined) throw new RangeError("an engine is there");
  return { ...report, engines: Object.fromEntries(names.map((name) => [name, one])), pairs, order: names.toReversed() };
}

describe("estimateBlocks", () => {
  const text = renderEstimate(report);

  it("shows the pools of the rated queries, and how many drawn results are not rated", () => {
    const pool = {
      path: "a.jsonl",
      drawn: 20,
      complete: 20,
      unjudgedPairs: 0,
      unknown: 0,
      repeated: 0,
      drawnFrom: null,
      inOrder: false,
      bySpread: false,
    };
    const sample = {
      of: "queries",
      pools: [pool, { ...pool, path: "b.jsonl" }],
      pickedByHand: 0,
      unratedResults: 0,
    } as const;
    expect(renderEstimate({ ...report, sample })).toContain(
      "176 ratings (about 36 minutes) of 20 rated queries from a.jsonl and b.jsonl, and labels",
    );
    const ofPairs = { ...sample, of: "pairs", pools: [pool] } as const;
    expect(renderEstimate({ ...report, sample: ofPairs })).toContain(
      "176 ratings (about 36 minutes) of single results of 20 queries from a.jsonl, and labels",
    );
    const decided = { ...report, stop: true, open: 0 };
    const rest = { ...sample, pools: [{ ...pool, unjudgedPairs: 3 }] };
    expect(renderEstimate({ ...decided, sample })).toContain("Stop rating: every pair of engines is decided.");
    const advice = "is decided, but 3 drawn results are not rated. Rate them to be sure.";
    expect(renderEstimate({ ...decided, sample: rest })).toContain(`Every pair of engines ${advice}`);
    expect(renderEstimate({ ...decided, open: 1, sample: rest })).toContain(`The best engine ${advice}`);
    // A few unrated results do not matter if pairs were drawn.
    expect(renderEstimate({ ...decided, sample: { ...rest, of: "pairs" } })).toContain("Stop rating: every pair");
  });

  it("starts with the estimated measure and the cost of the ratings", () => {
    expect(text).toMatch(
      /^Estimates of nDCG@10 for these 225 queries\. They combine ratings and labels: 176 ratings \(about 36 minutes\) of 20 rated queries, and labels that were calibrated on these ratings \(ridge\)\.\nFor the order of the engines, ratings have a weight of 79 % and calibrated labels have a weight of 21 % \(no more than noise\)\./,
    );
    expect(renderEstimate({ ...report, target: "future" })).toContain("for future queries like these 225");
    expect(renderEstimate({ ...report, unanswered: 5 })).toContain(
      "for these 225 queries (of 230: 5 have no results). They combine ratings and labels: 176 ratings",
    );
  });

  it("shows the best engine first, estimates beside those from ratings alone, and a dash for unknown values", () => {
    expect(text).toMatch(
      /\nbetter +0\.500 +- +0\.500 +- +-\nworse +0\.375 +0\.250 … 0\.500 +0\.500 +0\.250 … 0\.750 +0\.19\n/,
    );
  });

  it("names the better engine of a pair first", () => {
    expect(text).toMatch(/\nbetter - worse +\+0\.125 +-?0\.000 … 0\.250 +-0\.06[23] … 0\.500\n/);
    const pairs = [pair("better", "worse", { difference: -0.0004, interval: [-0.0004, 0.0004] })];
    expect(renderEstimate({ ...report, pairs })).toMatch(/\nworse - better +0\.000 +0\.000 … 0\.000 /);
    expect(text).not.toContain("worse - better");
  });

  it("ends with the cautions, the verdict and the advice to stop or keep rating", () => {
    expect(
      text.endsWith(
        "\n\nCaution: Mind this.\nCaution: And that.\n\nA sentence.\nKeep rating: it is not yet decided which engine is better.\n",
      ),
    ).toBe(true);
    expect(renderEstimate({ ...report, cautions: [] })).not.toMatch(/\n\n\n/);
  });

  it("shows all pairs of five engines, but only pairs of neighbours in the order for six engines", () => {
    const pairsIn = (of: EstimateReport) => renderEstimate(of).match(/^e\d - e\d/gm);
    expect(pairsIn(many(5))).toHaveLength(10);
    expect(pairsIn(many(6))).toEqual(["e5 - e4", "e4 - e3", "e3 - e2", "e2 - e1", "e1 - e0"]);
    expect(renderEstimate(many(6))).toContain("Differences in estimated nDCG@10 of neighbours in the order");
  });

  it("shows no table of pairs for a single engine", () => {
    expect(renderEstimate({ ...many(1), pairs: [] })).not.toContain("Differences");
  });

  it("shows dashes for a pair without an estimate", () => {
    const unknown = { estimate: null, interval: null };
    const pairs = [pair("better", "worse", { difference: null, interval: null, simultaneous: null, human: unknown })];
    expect(renderEstimate({ ...report, pairs })).toMatch(/\nbetter - worse +- +- +-\n/);
  });

  it("escapes names on the terminal", () => {
    const evil = { ...many(1), order: ["\u001b[2Je0"], pairs: [] };
    expect(renderEstimate(evil)).not.toContain("\u001b");
  });
});

describe("estimateBlocks in Markdown", () => {
  it("writes Markdown tables", () => {
    const text = markdownText(estimateBlocks(report));
    expect(text).toContain("**Estimated nDCG@<!-- -->10 of the engines, best first**");
    expect(text).toContain("| worse | 0.375 | 0.250 … 0.500 | 0.500 | 0.250 … 0.750 | 0.19 |");
    expect(text.endsWith("\n**A sentence.**\n\nKeep rating: it is not yet decided which engine is better.\n")).toBe(
      true,
    );
  });
});

describe("estimateRows", () => {
  it("returns engines, then pairs, with full precision, and empty cells for unknown values", () => {
    const rows = [...estimateRows({ ...report, pairs: [pair("worse", "better", { difference: 1 / 3 })] })];
    expect(rows.map((row) => row.length)).toEqual([14, 14, 14, 14]);
    expect(rows[1]).toEqual(["better", "", "0.5", "", "", "", "", "0.5", "", "", "", "", "", ""]);
    expect(rows[2]).toEqual(["worse", "", "0.375", "0.25", "0.5", "", "", "0.5", "0.25", "0.75", "0.19", "", "", ""]);
    expect(rows[3]).toEqual([
      ...["worse", "better", "0.3333333333333333", "-0.25", "0", "-0.375", "0.125"],
      ...["-0.25", "-0.5", "0.0625", "0.5", "0.05", "0.125", "false"],
    ]);
  });
});
