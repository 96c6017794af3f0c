import { describe, expect, it } from "vitest";
import { requireJudgedQuery } from "../../src/lists/require-judged-query.ts";
import { makeEvaluation, type Numbers } from "../support/make-evaluation.ts";

const ofQueries = (...queries: readonly string[]): Numbers =>
  Object.fromEntries(queries.map((query) => [query, { a: 1 }]));

function requireShared(judged: Numbers, retrieved: Numbers): void {
  const made = makeEvaluation(judged, { bm25: retrieved });
  for (const run of made.runs) requireJudgedQuery(run, made.judgments, "Join them.");
}

describe("requireJudgedQuery", () => {
  it("takes a run with one judged query", () => {
    expect(() => requireShared(ofQueries("q1", "q2"), ofQueries("q9", "q2"))).not.toThrow();
  });

  it("refuses a run without one, and shows three queries of each side", () => {
    const requiring = () => requireShared(ofQueries("q1", "q2", "q3", "q4"), ofQueries("red apples"));
    expect(requiring).toThrow(
      expect.objectContaining({ code: "NO_COMMON_QUERY", details: { run: "bm25", file: "bm25.run" } }),
    );
    expect(requiring).toThrow(
      'Joining bm25.run with qrels: no query in common. The judgments have "q1", "q2", "q3"; the run has "red apples". Join them.',
    );
  });

  it("refuses an empty run", () => {
    expect(() => requireShared(ofQueries("q1"), {})).toThrow("the run has none.");
  });
});
