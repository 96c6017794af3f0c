import { describe, expect, it } from "vitest";
import { type Collected, type CollectedList, collectSummary } from "../../src/collect/collected.ts";

const query = (name: string) => ({ id: name, text: name, name });
/** Ids of results; an empty one has no title. Null for a query that failed. */
const list = (name: string, ids: readonly string[] | null, isPartial = false): CollectedList => ({
  query: query(name),
  results: ids?.map((id) => ({ id: id || null, title: id === "" ? null : `title of ${id}`, url: null })) ?? null,
  isPartial,
});
const summaryOf = (lists: readonly CollectedList[], further: Partial<Collected> = {}) =>
  collectSummary({ lists, failures: [], depth: 10, pageSize: 10, fetched: 0, kept: 0, ...further });

describe("collectSummary", () => {
  it("counts queries, results and answers, and names queries by their outcome", () => {
    const lists = [list("a", ["1", "2", "3"]), list("b", []), list("c", null), list("d", ["4"], true)];
    const failures = [{ query: query("c"), reason: "status 500" }];
    expect(summaryOf(lists, { failures, fetched: 4, kept: 1 })).toEqual({
      ...{ queries: 4, results: 4, depth: 10, pageSize: 10, requests: { fetched: 4, kept: 1 } },
      // A failed query is not one without results.
      ...{ withoutResults: ["b"], incomplete: ["d"], failures: [{ query: "c", reason: "status 500" }] },
      ...{ withoutTitle: 0, repeatedIds: 0, cappedAt: null },
    });
  });

  it("counts results without titles, and ids that a list repeats", () => {
    // x is repeated twice in a; b may have it, too. A missing id is not a repeat.
    const summary = summaryOf([list("a", ["x", "x", "y", "x", "", ""]), list("b", ["x"])]);
    expect(summary).toMatchObject({ repeatedIds: 2, withoutTitle: 2 });
  });

  it.each([
    ["half of the lists end at the same length", [5, 5, 3, 1], 5],
    ["fewer than half of the lists end at the same length", [5, 5, 3, 1, 2], null],
    ["only one list is the longest", [5, 1], null],
    ["the lists are as long as requested", [10, 10], null],
    ["there are no results", [0, 0], null],
  ])("returns the length at which the engine seems to cut lists, or null, if %s", (_, lengths, cappedAt) => {
    const lists = lengths.map((length, place) =>
      list(
        `q${place}`,
        Array.from({ length }, (_each, at) => String(at)),
      ),
    );
    expect(summaryOf(lists).cappedAt).toBe(cappedAt);
  });

  it("does not count failures as short lists", () => {
    const ids = ["1", "2"];
    const lists = [list("a", ids), list("b", ids), list("c", null), list("d", null), list("e", null)];
    expect(summaryOf(lists).cappedAt).toBe(2);
  });
});
