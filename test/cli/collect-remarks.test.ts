import { describe, expect, it } from "vitest";
import { type CollectSummary, collectRemarks, emptyMessage, failureMessage } from "../../src/collect/collected.ts";

const nothingOdd: CollectSummary = {
  ...{ queries: 3, results: 30, depth: 10, pageSize: 10, requests: { fetched: 2, kept: 1 } },
  ...{ withoutResults: [], incomplete: [], withoutTitle: 0, repeatedIds: 0, cappedAt: null, failures: [] },
};
const written = { file: "lists.csv", queries: "queries.tsv" };
const remarksOf = (further: Partial<CollectSummary>) => collectRemarks({ ...nothingOdd, ...further }, written).slice(1);
const failed = (...queries: readonly string[]) => queries.map((query) => ({ query, reason: "status 500" }));

describe("collectRemarks", () => {
  it("returns one line if nothing is unusual", () => {
    expect(collectRemarks(nothingOdd, written)).toEqual([
      "Wrote lists.csv: 30 results of 3 queries (2 answers fetched, 1 kept from before).",
    ]);
    expect(collectRemarks(nothingOdd, { ...written, file: null })[0]).toMatch(/^30 results of 3 queries/);
  });

  it("counts failed queries separately from queries with lists", () => {
    const [first, second] = collectRemarks({ ...nothingOdd, failures: failed("a", "b") }, written);
    expect(first).toMatch(/30 results of 1 query \(/);
    expect(second).toMatch(
      /^Failed: 2 queries\. "a", "b": status 500\. They have no rows\. In check and label, they count as queries without results/,
    );
  });

  it("returns a line for each kind of unusual result, in singular or plural", () => {
    expect(remarksOf({ withoutResults: ["a"] })).toEqual([
      'No results: 1 query ("a"). It has no rows, so pass --queries queries.tsv to label.',
    ]);
    expect(remarksOf({ withoutResults: ["a", "b", "c", "d", "e"] })[0]).toMatch(
      /5 queries \("a", "b", "c" and 2 more\)/,
    );
    expect(remarksOf({ withoutTitle: 1 })[0]).toMatch(/^1 result has no title/);
    expect(remarksOf({ withoutTitle: 2 })[0]).toMatch(/^2 results have no title/);
    expect(remarksOf({ repeatedIds: 1 })[0]).toMatch(/^1 result repeats an id of the same list/);
    expect(remarksOf({ incomplete: ["a"] })[0]).toMatch(/: "a"\. The same command asks for it again\.$/);
    expect(remarksOf({ incomplete: ["a", "b"] })[0]).toMatch(/: "a", "b"\. The same command asks for them again\.$/);
  });

  it("suggests the length of the longest list as --page-size if requests asked for more", () => {
    expect(remarksOf({ cappedAt: 5 })).toEqual([
      "No list is longer than 5, although --depth is 10: the engine may not allow more per request. If so, give --page-size 5, with {from} or {page} in the request.",
    ]);
    expect(remarksOf({ cappedAt: 5, pageSize: 5 })).toEqual([
      "No list is longer than 5, although --depth is 10: the engine has no more, or does not return more.",
    ]);
  });
});

describe("failureMessage", () => {
  const places = { out: "lists.csv", raw: "lists.raw", isOffline: false };

  it("groups queries that failed for the same reason, and only counts reasons after the fifth", () => {
    const summary = {
      ...nothingOdd,
      queries: 9,
      failures: [...failed("a", "b", "c", "d"), { query: "e", reason: "x" }],
    };
    expect(failureMessage(summary, places)).toBe(
      'Collecting: 5 of 9 queries failed. "a", "b", "c" and 1 more: status 500. "e": x. lists.csv was not written; ' +
        "the answers received are in lists.raw. The same command retries the failed queries; --partial writes the file without them.",
    );
    const many = Array.from({ length: 7 }, (_, at) => ({ query: `q${at}`, reason: `reason ${at}` }));
    expect(failureMessage({ ...nothingOdd, failures: many }, places)).toMatch(
      /"q4": reason 4\. And 2 other reasons \(--json has all\)\./,
    );
    expect(failureMessage({ ...nothingOdd, failures: many.slice(1) }, places)).toContain("And 1 other reason (");
  });

  it("does not mention stored answers if no answer was stored", () => {
    const summary = { ...nothingOdd, requests: { fetched: 0, kept: 0 }, failures: failed("a") };
    expect(failureMessage(summary, places)).toContain("lists.csv was not written. The same command");
    expect(emptyMessage(summary, "lists.raw")).toMatch(/Look at the request with --dry-run\.$/);
    expect(emptyMessage(nothingOdd, "lists.raw")).toMatch(/Look at the answers in lists\.raw, and at the request/);
  });

  it("names what was not written, and how to request the failed queries again", () => {
    const summary = { ...nothingOdd, failures: failed("a") };
    expect(failureMessage(summary, { ...places, out: "-" })).toContain("Nothing was written");
    expect(failureMessage(summary, { ...places, isOffline: true })).toContain(
      "The same command without --offline retries the failed queries",
    );
  });
});
