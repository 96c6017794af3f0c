import { describe, expect, it } from "vitest";
import {
  joinQueries,
  requireJudgedQuery,
  requireListedQueries,
  requireSharedQueries,
} from "../../src/lists/join-queries.ts";
import { makeEvaluation, type Numbers } from "../support/make-evaluation.ts";
import { makeLists } from "../support/make-lists.ts";

/** Two engines with one row for each of their queries. */
function engines(reference: readonly string[], candidate: readonly string[], candidateHas: "text" | "id" = "text") {
  const lines = (names: readonly string[]) => Int32Array.from(names, (_, row) => row + 2);
  const { queries, queryOfRow } = joinQueries([
    { source: "scopus.csv", ids: null, texts: reference, lines: lines(reference) },
    {
      source: "explorer.csv",
      ids: candidateHas === "id" ? candidate : null,
      texts: candidateHas === "text" ? candidate : null,
      lines: lines(candidate),
    },
  ]);
  const lists = (engine: string, table: number) =>
    makeLists(
      engine,
      [...(queryOfRow[table] ?? [])].map((query) => [query, 0, "title"] as const),
      queries.length,
    );
  return { queries, reference: lists("scopus", 0), candidate: lists("explorer", 1) };
}

function messageOf(run: () => void): string {
  try {
    run();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return "nothing was thrown";
}

describe("requireSharedQueries", () => {
  it("accepts a single common query", () => {
    const { reference, candidate, queries } = engines(["a", "b"], ["c", "b"]);
    expect(() => requireSharedQueries(reference, candidate, Object.freeze(queries))).not.toThrow();
  });

  describe("requireSharedQueries without a common query", () => {
    it("names up to three queries of each side", () => {
      const { reference, candidate, queries } = engines(["a", "b", "c", "d"], ["x", "y"]);
      expect(() => requireSharedQueries(reference, candidate, queries)).toThrow(
        expect.objectContaining({
          code: "NO_COMMON_QUERY",
          details: { engine: "explorer", reference: ["a", "b", "c"], candidate: ["x", "y"] },
        }),
      );
    });

    it("explains that one side has ids and the other has texts, but not if both have texts", () => {
      const byId = engines(["fast cars"], ["17"], "id");
      expect(messageOf(() => requireSharedQueries(byId.reference, byId.candidate, byId.queries))).toMatch(
        /by id.*--queries/,
      );
      const byText = engines(["fast cars"], ["17"]);
      expect(messageOf(() => requireSharedQueries(byText.reference, byText.candidate, byText.queries))).not.toMatch(
        /by id/,
      );
    });

    it("names the file of queries instead of recommending one if it is given", () => {
      for (const kind of ["id", "text"] as const) {
        const { reference, candidate, queries } = engines(["fast cars"], ["1.0"], kind);
        const message = messageOf(() => requireSharedQueries(reference, candidate, queries, "q.tsv"));
        expect(message).toMatch(/explorer\.csv has "1\.0"\. Each list needs ids or texts that are in q\.tsv/);
        expect(message).not.toContain("--queries");
      }
    });

    it("explains that ids of one side are texts of the other side", () => {
      const { reference, candidate, queries } = engines(["fast cars"], ["fast cars"], "id");
      expect(messageOf(() => requireSharedQueries(reference, candidate, queries))).toMatch(
        /ids of explorer.csv are query texts of scopus.csv.*--query-column NAME --query-id-column none/,
      );
    });

    it("explains that texts are equal but ids differ", () => {
      const queries = [
        { id: "s1", text: "fast cars", name: "s1" },
        { id: "e1", text: "fast cars", name: "e1" },
      ];
      const reference = makeLists("scopus", [[0, 0, "title"]], 2);
      const candidate = makeLists("explorer", [[1, 0, "title"]], 2);
      const message = messageOf(() => requireSharedQueries(reference, candidate, queries));
      expect(message).toContain('scopus.csv has "fast cars" (id "s1"); explorer.csv has "fast cars" (id "e1")');
      expect(message).toMatch(/equal texts.*--query-id-column none/);
      expect(message).not.toContain("case or spaces");
    });

    it("does not mention case if different ids prevent the join anyway", () => {
      const queries = [
        { id: "s1", text: "fast cars", name: "fast cars" },
        { id: "e1", text: "Fast cars", name: "Fast cars" },
      ];
      const reference = makeLists("scopus", [[0, 0, "title"]], 2);
      const candidate = makeLists("explorer", [[1, 0, "title"]], 2);
      expect(messageOf(() => requireSharedQueries(reference, candidate, queries))).not.toContain("case or spaces");
    });

    it("refuses a candidate without results", () => {
      const { reference, candidate, queries } = engines(["a"], []);
      expect(() => requireSharedQueries(reference, candidate, queries)).toThrow(
        expect.objectContaining({
          code: "NO_COMMON_QUERY",
          details: { engine: "explorer", reference: ["a"], candidate: [] },
        }),
      );
    });
  });
});

describe("requireListedQueries", () => {
  it("refuses a file that has no query of the lists, and names some queries of each side", () => {
    const { reference, candidate, queries } = engines(["a", "b"], ["1 0 d1 3", "1 0 d2 3", "1 0 d3 0", "1 0 d4 0"]);
    const intended = Int32Array.from(candidate.queryOfRow);
    expect(() => requireListedQueries("q.tsv", intended, [candidate, reference], queries)).not.toThrow();
    expect(() => requireListedQueries("q.tsv", new Int32Array(0), [reference], queries)).not.toThrow();
    expect(() => requireListedQueries("q.tsv", intended, [reference], queries)).toThrow(
      expect.objectContaining({
        code: "NO_COMMON_QUERY",
        details: { file: "q.tsv" },
        message: expect.stringContaining(
          'scopus.csv has "a", "b"; q.tsv has "1 0 d1 3", "1 0 d2 3", "1 0 d3 0" and 1 more. Each list needs ids or texts that are in q.tsv',
        ),
      }),
    );
  });
});

const ofQueries = (...queries: readonly string[]): Numbers =>
  Object.fromEntries(queries.map((query) => [query, { a: 1 }]));

function requireShared(judged: Numbers, retrieved: Numbers): void {
  const made = makeEvaluation(judged, { bm25: retrieved });
  for (const run of made.runs) requireJudgedQuery(run, made.judgments, "Join them.");
}

describe("requireJudgedQuery", () => {
  it("accepts a run with a single judged query", () => {
    expect(() => requireShared(ofQueries("q1", "q2"), ofQueries("q9", "q2"))).not.toThrow();
  });

  it("refuses a run without a judged query, and names up to three queries of each side", () => {
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
