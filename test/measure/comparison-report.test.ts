/** Does the report compare all queries, and each segment alone? */
import { describe, expect, it } from "vitest";
import { terminalText } from "../../src/core/document/terminal-text.ts";
import { type ComparisonInput, comparisonBlocks, comparisonReport } from "../../src/measure/comparison-report.ts";
import { compareRuns } from "../../src/measure/measures/compare-runs.ts";

const a = Float64Array.of(0.5, 0.7, 0.31, 0.9, 0.12, 0.4);
const b = Float64Array.of(0.4, 0.7, 0.35, 0.6, 0.1, 0.45);
const c = Float64Array.of(0.3, 0.5, 0.32, 0.55, 0.05, 0.2);

const input: ComparisonInput = {
  measures: [
    { measure: "AP", lowerIsBetter: false, values: [a, b, c] },
    { measure: "RR", lowerIsBetter: false, values: [c, b, a] },
  ],
  runs: ["a", "b", "c"],
  queries: ["q1", "q2", "q3", "q4", "q5", "q6"],
  pairs: [
    { run: 1, baseline: 0 },
    { run: 2, baseline: 0 },
  ],
  weights: null,
  weightColumn: null,
  seed: 7,
  permutations: 100,
  moved: 1,
  segmentation: null,
  warnings: [{ kind: "queries-not-judged", run: "a", count: 1, examples: ["q7"] }],
};
const segmentation = { column: "kind", segments: ["long", ""], segmentOfQuery: Int32Array.of(0, 1, 0, 0, 1, 0) };

describe("comparisonReport", () => {
  it("contains what was compared, and by which rules", () => {
    const report = comparisonReport(input);
    expect(report).toMatchObject({
      schema: "semqrel.compare/1",
      queries: 6,
      runs: ["a", "b", "c"],
      rule: {
        test: "paired randomisation",
        correction: "Holm, over the pairs of runs, for each measure",
        level: 0.05,
        seed: 7,
      },
      warnings: input.warnings,
    });
    expect(report.measures).toEqual(compareRuns(input.measures, input));
    expect(report).not.toHaveProperty("segments");
    expect(report).not.toHaveProperty("weights");
    expect(report).not.toHaveProperty("rules");
  });

  it("contains the rules by which runs were measured", () => {
    const rules = {
      depth: 5,
      judgedOnly: true,
      missingQueries: "refuse",
      undefinedQueries: "zero",
      trecEval: 9,
    } as const;
    const report = comparisonReport({ ...input, rules });
    expect(report.rules).toEqual(rules);
    expect(terminalText(comparisonBlocks(report, false))).toMatch(
      /^6 queries, 3 runs\. Lists are cut after 5 results\. Results without a judgment/,
    );
  });

  // The two measures order the three runs in opposite ways.
  it("compares the orders of the runs", () => {
    expect(comparisonReport(input).orders).toEqual([{ measure: "AP", other: "RR", tauB: -1, tauAp: -1 }]);
    expect(comparisonReport({ ...input, measures: input.measures.slice(0, 1) }).orders).toEqual([]);
  });

  it("names the column of weights, and weighs means and tests with it", () => {
    const weights = Float64Array.of(1, 0, 0, 0, 0, 3);
    const report = comparisonReport({ ...input, weights, weightColumn: "visits" });
    expect(report.weights).toBe("visits");
    expect(report.measures[0]?.means[0]?.mean).toBeCloseTo((0.5 + 3 * 0.4) / 4, 14);
  });

  it("compares each segment as if there were no other queries", () => {
    const { segments, measures } = comparisonReport({ ...input, segmentation });
    expect(segments?.column).toBe("kind");
    expect(segments?.groups.map(({ segment, queries }) => [segment, queries])).toEqual([
      ["long", 4],
      ["", 2],
    ]);
    const inside = [0, 2, 3, 5];
    const [alone] = compareRuns(
      input.measures.map((measure) => ({
        ...measure,
        values: measure.values.map((values) => Float64Array.from(inside, (query) => values[query] ?? 0)),
      })),
      { ...input, queries: inside.map((query) => input.queries[query] ?? "") },
    );
    const [long] = segments?.groups ?? [];
    expect(long?.measures[0]?.means).toEqual(alone?.means);
    expect(long?.measures[0]?.pairs).toEqual(alone?.pairs);
    expect(measures).toEqual(comparisonReport(input).measures);
  });

  it("is the same after a round trip through JSON, even with missing values", () => {
    const nothing = new Float64Array(6).fill(Number.NaN);
    const report = comparisonReport({
      ...input,
      measures: [{ measure: "AP", lowerIsBetter: false, values: [a, nothing, a] }],
      segmentation,
    });
    expect(JSON.parse(JSON.stringify(report))).toEqual(report);
  });
});
