/** Is every query without a value of its own reported once, with its reason? */
import { describe, expect, it } from "vitest";
import type { Warning } from "../../../src/core/warnings.ts";
import { defineMeasure } from "../../../src/measure/measures/define-measure.ts";
import { type EvaluateOptions, evaluateRun } from "../../../src/measure/measures/evaluate-run.ts";
import { findGaps } from "../../../src/measure/measures/find-gaps.ts";
import { parseMeasures } from "../../../src/measure/measures/parse-measures.ts";
import { makeEvaluation, type Numbers } from "../../support/make-evaluation.ts";

const judgments: Numbers = { q1: { a: 2 }, q2: { a: 0 }, q3: { b: 1 } };
const whole: Numbers = { q1: { a: 1 }, q2: { a: 1 }, q3: { a: 1 } };

function gapsOf(
  runs: Readonly<Record<string, Numbers>>,
  measures: readonly string[],
  options: Partial<Pick<EvaluateOptions, "missingQueries" | "undefinedQueries">> = {},
  judged: Numbers = judgments,
): Warning[] {
  const made = makeEvaluation(judged, runs);
  const all = { missingQueries: "zero", undefinedQueries: "zero", ...options } as const;
  const evaluated = made.runs.map((run) => evaluateRun(made.judgments, run, parseMeasures(measures), all));
  return findGaps(made.judgments, evaluated, all);
}

describe("findGaps", () => {
  it("returns no warnings about values if every query has a value", () => {
    expect(gapsOf({ bm25: whole }, ["AP"], {}, { q1: { a: 1 }, q3: { b: 1 } })).toMatchObject([
      { kind: "queries-not-judged" },
    ]);
    expect(gapsOf({ bm25: { q1: { a: 1 } } }, ["AP", "nDCG"], {}, { q1: { a: 1 } })).toEqual([]);
  });

  it("names a document of the run and a document of the judgments if no result is judged", () => {
    const foreign: Numbers = { q1: { x: 1 }, q2: { y: 1 }, q3: { x: 1 } };
    expect(gapsOf({ bm25: whole, dense: foreign }, ["AP"])).toContainEqual({
      ...{ kind: "no-result-judged", run: "dense", returned: "x", judged: "a" },
    });
    expect(gapsOf({ bm25: whole }, ["AP"]).map(({ kind }) => kind)).not.toContain("no-result-judged");
  });

  it.each(["zero", "skip"] as const)(
    "names queries that a run lacks, and how they are counted: %s",
    (missingQueries) => {
      expect(gapsOf({ bm25: whole, dense: { q1: { a: 1 } } }, ["P@1", "Success@1"], { missingQueries })).toContainEqual(
        {
          kind: "queries-missing",
          run: "dense",
          queries: 3,
          counted: missingQueries,
          count: 2,
          examples: ["q2", "q3"],
        },
      );
    },
  );

  it("names up to three unjudged queries of a run", () => {
    const more = Object.fromEntries(["x1", "x2", "x3", "x4"].map((query) => [query, { a: 1 }]));
    expect(gapsOf({ bm25: { ...more, ...whole } }, ["P@1"])).toContainEqual({
      kind: "queries-not-judged",
      run: "bm25",
      count: 4,
      examples: ["x1", "x2", "x3"],
    });
  });

  it.each(["zero", "skip"] as const)(
    "names queries without a relevant document, and how they are counted: %s",
    (undefinedQueries) => {
      expect(gapsOf({ bm25: whole }, ["AP"], { undefinedQueries })).toEqual([
        {
          kind: "queries-without-relevant",
          level: 1,
          queries: 3,
          counted: undefinedQueries,
          count: 1,
          examples: ["q2"],
        },
      ]);
    },
  );

  it("names queries once per level of relevance, and for level 1 only if its queries differ", () => {
    const found = gapsOf({ bm25: whole, dense: whole }, ["AP", "P@1", "AP(rel=2)", "nDCG", "nDCG@10"]);
    expect(found.map((warning) => "level" in warning && [warning.level, "count" in warning && warning.count])).toEqual([
      [2, 2],
      [null, 1],
    ]);
  });

  it("names levels separately if they concern different queries", () => {
    const found = gapsOf({ bm25: whole }, ["P@1", "nDCG"], {}, { q1: { a: 0.5 }, q2: { a: 0 }, q3: { a: 1 } });
    expect(found).toMatchObject([
      { kind: "queries-without-relevant", level: 1, examples: ["q1", "q2"] },
      { kind: "queries-without-relevant", level: null, examples: ["q2"] },
      { kind: "labels-below-level" },
    ]);
  });

  it("counts missing queries that are left out because they have no relevant document", () => {
    const found = gapsOf({ bm25: whole, dense: { q1: { a: 1 } } }, ["AP"], { undefinedQueries: "skip" });
    expect(found).toMatchObject([
      { kind: "queries-missing", run: "dense", count: 2, counted: "zero", withoutRelevant: 1 },
      { kind: "queries-without-relevant", count: 1, counted: "skip", examples: ["q2"] },
    ]);
    expect(found[0]).not.toHaveProperty("undefinedFor");
  });

  it("reports that measures of errors leave out missing queries, whatever the option is", () => {
    const dense = { q1: { a: 1 } };
    const judged = { q1: { a: 1 }, q2: { b: 1 } };
    expect(gapsOf({ dense }, ["MAE", "RMSE"], {}, judged)).toMatchObject([
      { kind: "queries-missing", counted: "skip" },
    ]);
    expect(gapsOf({ dense }, ["AP", "RMSE"], {}, judged)).toMatchObject([
      { kind: "queries-missing", counted: "zero", undefinedFor: ["RMSE"] },
    ]);
  });

  it("names a measure that is undefined for another reason, for each run", () => {
    const judged = { q1: { a: 1 }, q2: { b: 1 } };
    const unjudged = { q1: { a: 1 }, q2: { x: 1 } };
    expect(gapsOf({ bm25: unjudged, dense: unjudged }, ["MAE"], {}, judged)).toEqual(
      ["bm25", "dense"].map((run) => ({ kind: "measure-undefined", run, measure: "MAE", count: 1, queries: 2 })),
    );
  });

  it("names queries for which a user-defined measure is outside its range", () => {
    const own = defineMeasure({
      ...{ name: "Own", summary: "", citation: "", at: "nothing", range: [0, 1], needsRelevant: false, parameters: {} },
      compute: ({ labels }) => (labels[0] ?? 0) * 2,
    }).with({});
    const made = makeEvaluation(judgments, { bm25: { q1: { a: 1 }, q2: { a: 1 }, q3: { b: 1 } } });
    const all = { missingQueries: "zero", undefinedQueries: "zero" } as const;
    const evaluated = made.runs.map((run) => evaluateRun(made.judgments, run, [own], all));
    expect(findGaps(made.judgments, evaluated, all)).toEqual([
      {
        ...{ kind: "values-out-of-range", run: "bm25", measure: "Own", range: [0, 1] },
        ...{ count: 2, examples: ["q1 4", "q3 2"] },
      },
    ]);
  });

  describe("labels below the level", () => {
    const fractional: Numbers = { q1: { a: 0.2, b: 0.9, c: 0, d: -1 } };
    const run: Numbers = { q1: { a: 2, b: 1 } };

    it("are named if a measure counts labels from 1 up", () => {
      expect(gapsOf({ bm25: run }, ["P@1"], {}, fractional)).toContainEqual({
        kind: "labels-below-level",
        level: 1,
        count: 2,
        largest: 0.9,
      });
    });

    it("are named once, with the largest of all labels", () => {
      const found = gapsOf({ bm25: run, dense: run }, ["P@1", "AP"], {}, { q1: { a: 0.2, b: 3 } });
      expect(found).toEqual([{ kind: "labels-below-level", level: 1, count: 1, largest: 3 }]);
    });

    it("are not named for graded measures, or for another level", () => {
      const kinds = gapsOf({ bm25: run }, ["nDCG@10", "P(rel=0.5)@1"], {}, fractional).map(({ kind }) => kind);
      expect(kinds).not.toContain("labels-below-level");
    });
  });

  it("returns no warnings if there are no runs or no measures", () => {
    expect(gapsOf({}, ["AP"])).toEqual([]);
    expect(gapsOf({ bm25: {} }, [])).toEqual([]);
  });
});
