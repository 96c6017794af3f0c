/** Is it reported which queries prevent a comparison? */
import { describe, expect, it } from "vitest";
import { noCommonQuery, requireSameQueries } from "../../src/measure/compare-files.ts";

describe("requireSameQueries", () => {
  it("accepts the same queries in any order, and accepts a single run", () => {
    requireSameQueries([
      { name: "a", queries: ["q1", "q2"] },
      { name: "b", queries: ["q2", "q1"] },
    ]);
    requireSameQueries([{ name: "a", queries: ["q1"] }]);
    requireSameQueries([]);
  });

  it("names up to three queries that each run lacks, and the remedies", () => {
    const runs = [
      { name: "a", queries: ["q1", "q2", "q3", "q4", "q5"] },
      { name: "b", queries: ["q5", "q9"] },
    ];
    expect(() => requireSameQueries(runs)).toThrow(
      expect.objectContaining({
        code: "DIFFERENT_QUERIES",
        message:
          'Comparing a with b: they have results for different queries. b lacks 4 queries ("q1", "q2", "q3" and 1 more) that a has; ' +
          'a lacks 1 query ("q9") that b has. Pass --intersection to compare them on the queries of both, or ' +
          "--missing-queries zero to count missing lists as 0.",
        details: { runs: ["a", "b"], lacks: ["q1", "q2", "q3", "q4"], has: ["q9"] },
      }),
    );
  });
});

describe("noCommonQuery", () => {
  it("names the runs that have no query in common", () => {
    expect(noCommonQuery(["a", "b"])).toMatchObject({
      code: "NO_COMMON_QUERY",
      message: "Comparing a and b: no query in common. Give lists for the same queries.",
      details: { names: ["a", "b"] },
    });
  });
});
