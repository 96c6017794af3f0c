/** Do tables show what was measured, and for how many queries? */

import { describe, expect, it } from "vitest";
import { markdownText } from "../../src/core/document/markdown-text.ts";
import { terminalText } from "../../src/core/document/terminal-text.ts";
import { measureBlocks, measureRows } from "../../src/measure/measure-blocks.ts";
import type { MeasureForms } from "../../src/measure/measure-report.ts";
import { runCurves } from "../../src/measure/measures/evaluate-run.ts";
import { makeEvaluation, makeReport } from "../support/make-evaluation.ts";

/** AP of bm25: 1, 1/2, no relevant document; of dense: 1/3, 1, missing. All numbers below are worked by hand. */
const made = makeEvaluation(
  { q1: { a: 1, b: 0 }, q2: { a: 1 }, q3: { a: 0 } },
  {
    bm25: { q1: { a: 2, b: 1 }, q2: { b: 2, a: 1 }, q3: { a: 1 } },
    dense: { q1: { x: 3, b: 2, a: 1 }, q2: { a: 1 } },
  },
);
const measures = ["AP", "P@1", "NumRet"];
const segmentation = { column: "kind", segments: ["long", ""], segmentOfQuery: Int32Array.of(0, 1, 1) };
const report = makeReport(made, measures, { missingQueries: "skip" });
const segmented = { ...report, segmentation };
const curves = Object.fromEntries(made.runs.map((run) => [run.name, runCurves(made.judgments, run, { rel: 1 })]));
const none: MeasureForms = { perQuery: false, describe: false, curves: null };

function rows(options: Partial<MeasureForms>, of = report): string[] {
  return [...measureRows(of, { ...none, ...options })].map((row) => row.join(","));
}

describe("measureBlocks", () => {
  it("shows means, and the number of queries of each mean if it does not use all queries", () => {
    expect(terminalText(measureBlocks(report, none))).toBe(
      [
        "3 judged queries. Runs: bm25 (5 results), dense (4 results).",
        "",
        "Means over queries",
        "run            AP         P@1  NumRet",
        "bm25       0.5000      0.3333       5",
        "dense  0.6667 (2)  0.5000 (2)   4 (2)",
        "",
      ].join("\n"),
    );
  });

  it("shows segments, distributions, curves and queries below the means", () => {
    const blocks = terminalText(measureBlocks(segmented, { perQuery: true, describe: true, curves }))
      .split("\n\n")
      .slice(2);
    expect(blocks).toEqual([
      [
        "kind = long: 1 query",
        "run        AP     P@1  NumRet",
        "bm25   1.0000  1.0000       2",
        "dense  0.3333  0.0000       3",
      ].join("\n"),
      [
        "kind = (no value): 2 queries",
        "run        AP     P@1  NumRet",
        "bm25   0.2500  0.0000       3",
        "dense  1.0000  1.0000       1",
      ].join("\n"),
      [
        "bm25 over all queries",
        "measure  count    mean     std     min     25%     50%     75%     max",
        "AP           3  0.5000  0.5000  0.0000  0.2500  0.5000  0.7500  1.0000",
        "P@1          3  0.3333  0.5774  0.0000  0.0000  0.0000  0.5000  1.0000",
        "NumRet       3  1.6667  0.5774  1.0000  1.5000  2.0000  2.0000  2.0000",
      ].join("\n"),
      [
        "dense over all queries",
        "measure  count    mean     std     min     25%     50%     75%     max",
        "AP           2  0.6667  0.4714  0.3333  0.5000  0.6667  0.8333  1.0000",
        "P@1          2  0.5000  0.7071  0.0000  0.2500  0.5000  0.7500  1.0000",
        "NumRet       2  2.0000  1.4142  1.0000  1.5000  2.0000  2.5000  3.0000",
      ].join("\n"),
      [
        "Interpolated precision (the largest at this recall or beyond), mean over the queries with a relevant document",
        "recall    bm25   dense",
        ...Array.from({ length: 11 }, (_, step) => `${(step / 10).toFixed(1)}     0.7500  0.6667`),
      ].join("\n"),
      [
        "bm25",
        "query      AP     P@1  NumRet",
        "q1     1.0000  1.0000       2",
        "q2     0.5000  0.0000       2",
        "q3     0.0000  0.0000       1",
      ].join("\n"),
      [
        "dense",
        "query      AP     P@1  NumRet",
        "q1     0.3333  0.0000       3",
        "q2     1.0000  1.0000       1",
        "q3          -       -       -\n",
      ].join("\n"),
    ]);
  });

  it("names the column of weights", () => {
    const weights = Float64Array.of(1, 3, 0);
    const text = terminalText(measureBlocks(makeReport(made, ["AP"], { weights }, { weightColumn: "visits" }), none));
    expect(text).toContain("Means over queries, weighted by visits\n");
    // (1 + 3/2) / 4, over the two queries with a weight
    expect(text).toMatch(/^bm25 +0\.6250 \(2\)$/m);
  });

  it("marks unweighted tables if means are weighted, and tables over all queries if there are segments", () => {
    const weights = Float64Array.of(1, 3, 0);
    const weighted = makeReport(made, ["AP"], { weights }, { weightColumn: "visits" });
    const text = terminalText(measureBlocks(weighted, { ...none, describe: true, curves }));
    expect(text).toContain("\n\nbm25, unweighted\nmeasure");
    expect(text).toContain("with a relevant document, unweighted\n");
    const both = terminalText(measureBlocks({ ...weighted, segmentation }, { ...none, describe: true }));
    expect(both).toContain("\n\nbm25 over all queries, unweighted\nmeasure");
  });

  it("names in the headline the rules that change every number", () => {
    const cut = makeReport(made, ["AP"], { depth: 2, judgedOnly: true });
    expect(terminalText(measureBlocks(cut, none))).toMatch(
      /^3 judged queries\. Runs: .*\. Lists are cut after 2 results\. Results without a judgment are left out\.\n/,
    );
  });

  it("names the columns that are not weighted", () => {
    const weights = Float64Array.of(1, 3, 0);
    const context = { catalogueSize: 4, similarity: null };
    const report = makeReport(made, ["NumRet", "AP", "Coverage"], { weights, context }, { weightColumn: "visits" });
    expect(terminalText(measureBlocks(report, none))).toContain(
      "Means over queries, weighted by visits (but not NumRet, Coverage)\n",
    );
  });

  it("shows measures as rows if there are more than eight", () => {
    const many = Array.from({ length: 9 }, (_, place) => `P@${place + 1}`);
    const text = terminalText(measureBlocks(makeReport(made, many), none));
    expect(text).toMatch(/^measure +bm25 +dense\nP@1 +0\.3333 +0\.3333\nP@2 +0\.3333/m);
    expect(terminalText(measureBlocks(makeReport(made, many.slice(1)), none))).toMatch(/^run +P@2/m);
  });

  describe("measureBlocks in edge cases", () => {
    it("shows a dash if no query has a value, and uses the singular for one query", () => {
      const lost = makeEvaluation({ q1: { a: 0 } }, { run: { q1: { a: 1 } } });
      const text = terminalText(measureBlocks(makeReport(lost, ["AP"], { undefinedQueries: "skip" }), none));
      expect(text).toContain("1 judged query. Runs: run (1 result).");
      expect(text).toMatch(/^run +- \(0\)$/m);
    });

    it("escapes control characters in names", () => {
      const odd = makeEvaluation({ "q\u001b[31m": { a: 1 } }, { "r\u202e": { "q\u001b[31m": { a: 1 } } });
      const text = terminalText(measureBlocks(makeReport(odd, ["AP"]), { ...none, perQuery: true }));
      expect(text).not.toMatch(/[\u001b\u202e]/u);
      expect(text).toContain("q\ufffd[31m");
    });
  });
});

describe("measureBlocks in Markdown", () => {
  it("writes pipe tables under their headings", () => {
    expect(markdownText(measureBlocks(segmented, none))).toBe(
      [
        "3 judged queries. Runs: bm25 (5 results), dense (4 results).",
        "",
        "**Means over queries**",
        "",
        "| run | AP | P@<!-- -->1 | NumRet |",
        "|---|---:|---:|---:|",
        "| bm25 | 0.5000 | 0.3333 | 5 |",
        "| dense | 0.6667 (2) | 0.5000 (2) | 4 (2) |",
        "",
        "**kind = long: 1 query**",
        "",
        "| run | AP | P@<!-- -->1 | NumRet |",
        "|---|---:|---:|---:|",
        "| bm25 | 1.0000 | 1.0000 | 2 |",
        "| dense | 0.3333 | 0.0000 | 3 |",
        "",
        "**kind = (no value): 2 queries**",
        "",
        "| run | AP | P@<!-- -->1 | NumRet |",
        "|---|---:|---:|---:|",
        "| bm25 | 0.2500 | 0.0000 | 3 |",
        "| dense | 1.0000 | 1.0000 | 1 |",
        "",
      ].join("\n"),
    );
  });
});

describe("measureRows", () => {
  it("returns one row per run, with all digits", () => {
    const whole = makeReport(made, measures);
    expect(rows({}, whole)).toEqual(["name,AP,P@1,NumRet", `bm25,0.5,${1 / 3},5`, `dense,${4 / 9},${1 / 3},4`]);
  });

  it("has a column of numbers of queries only for measures that leave out queries", () => {
    expect(rows({})).toEqual([
      "name,AP,P@1,NumRet,queries,AP count,P@1 count,NumRet count",
      `bm25,0.5,${1 / 3},5,3,3,3,3`,
      `dense,${2 / 3},0.5,4,3,2,2,2`,
    ]);
    const some = makeReport(made, ["NumRet", "AP"], { undefinedQueries: "skip" });
    expect(rows({}, some)).toEqual(["name,NumRet,AP,queries,AP count", "bm25,5,0.75,3,2", `dense,4,${2 / 3},3,2`]);
  });

  it("names the column of weights", () => {
    const weights = Float64Array.of(1, 3, 1);
    const weighted = makeReport(made, ["AP"], { weights }, { weightColumn: "visits" });
    // (1 + 3/2) / 5 and (1/3 + 3) / 5
    expect(rows({}, weighted)).toEqual(["name,AP,weights", "bm25,0.5,visits", `dense,${(1 / 3 + 3) / 5},visits`]);
  });

  it("returns one row per run, query and measure on request, with an empty cell for a missing value", () => {
    const found = rows({ perQuery: true });
    expect(found).toHaveLength(1 + 2 * 3 * 3);
    expect(found.slice(0, 3)).toEqual(["name,qid,measure,value", "bm25,q1,AP,1", "bm25,q1,P@1,1"]);
    expect(found.slice(-3)).toEqual(["dense,q3,AP,", "dense,q3,P@1,", "dense,q3,NumRet,"]);
  });

  it("returns one row per run and measure for descriptions", () => {
    const found = rows({ describe: true });
    expect(found.slice(0, 2)).toEqual([
      "name,measure,count,mean,std,min,25%,50%,75%,max",
      "bm25,AP,3,0.5,0.5,0,0.25,0.5,0.75,1",
    ]);
    expect(found).toHaveLength(7);
  });

  it("returns one row per run and recall for curves", () => {
    const found = rows({ curves });
    expect(found.slice(0, 3)).toEqual(["name,qid,recall,precision", "bm25,all,0,0.75", "bm25,all,0.1,0.75"]);
    expect(found).toHaveLength(23);
  });

  it("returns one row per run and segment for segments", () => {
    expect(rows({}, segmented)).toEqual([
      "name,kind,queries,AP,P@1,NumRet",
      "bm25,long,1,1,1,2",
      `dense,long,1,${1 / 3},0,3`,
      "bm25,,2,0.25,0,3",
      "dense,,2,1,1,1",
    ]);
  });

  it("keeps the order of runs whose names are numbers", () => {
    const runs = made.runs.map((run, place) => ({ ...run, name: ["10", "9"][place] ?? "" }));
    const numbered = { ...makeReport({ ...made, runs }, ["AP"]), segmentation };
    const curvesOf = Object.fromEntries(runs.map((run) => [run.name, runCurves(made.judgments, run, { rel: 1 })]));
    expect(rows({}, numbered).map((row) => row.split(",")[0])).toEqual(["name", "10", "9", "10", "9"]);
    expect(rows({ curves: curvesOf }, numbered)[1]).toBe("10,all,0,0.75");
    expect(terminalText(measureBlocks(numbered, { ...none, curves: curvesOf }))).toMatch(/^recall +10 +9$/m);
  });
});
