import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ResultLists } from "../../src/core/types.ts";
import { groupResults, rowsOfQuery } from "../../src/lists/group-results.ts";
import { makeRaw, type Row } from "../support/make-lists.ts";
import { runs } from "../support/property.ts";

function titlesOf(lists: ResultLists, query: number): (string | undefined)[] {
  return [...rowsOfQuery(lists, query)].map((row) => lists.titles[row]);
}

function group(rows: readonly Row[], queries: number, depth: number | null = null): ResultLists {
  return groupResults(
    makeRaw("e", rows),
    Int32Array.from(rows, ([query]) => query),
    queries,
    depth,
  );
}

const mixed: readonly Row[] = [
  [1, 2, "b2", "id-b2"],
  [0, 1, "a1", "id-a1"],
  [1, 0, "b0", "id-b0"],
  [0, 0, "a0", "id-a0"],
  [1, 1, "b1", "id-b1"],
];

describe("groupResults", () => {
  it("sorts each query's results by rank, and does not change the order of rows", () => {
    const lists = group(mixed, 2);
    expect(titlesOf(lists, 0)).toEqual(["a0", "a1"]);
    expect(titlesOf(lists, 1)).toEqual(["b0", "b1", "b2"]);
    expect(lists.titles).toEqual(["b2", "a1", "b0", "a0", "b1"]);
    expect([...lists.offsets]).toEqual([0, 2, 5]);
  });

  it("keeps only the first results of each list, with all columns, if a depth is given", () => {
    const raw = makeRaw("e", mixed, { columns: new Map([["year", ["1", "2", "3", "4", "5"]]]) });
    const lists = groupResults(raw, Int32Array.of(1, 0, 1, 0, 1), 2, 2);
    expect(titlesOf(lists, 0)).toEqual(["a0", "a1"]);
    expect(titlesOf(lists, 1)).toEqual(["b0", "b1"]);
    expect(lists.titles).toEqual(["a1", "b0", "a0", "b1"]);
    expect(lists.ids).toEqual(["id-a1", "id-b0", "id-a0", "id-b1"]);
    expect([...lists.ranks]).toEqual([1, 0, 0, 1]);
    expect([...lists.lines]).toEqual([3, 4, 5, 6]);
    expect([...lists.queryOfRow]).toEqual([0, 1, 0, 1]);
    expect(lists.columns.get("year")).toEqual(["2", "3", "4", "5"]);
  });

  describe("groupResults for any rows", () => {
    const row = fc.tuple(fc.nat(4), fc.nat(6)).map(([query, rank]): Row => [query, rank, `${query}/${rank}`]);

    it("lists every row once, under its query, by rank and then by input order", () => {
      fc.assert(
        fc.property(fc.array(row), (rows) => {
          const lists = group(rows, 5);
          const wanted = [...rows.keys()].sort((one, other) => {
            const [query, rank] = rows[one] ?? [0, 0];
            const [otherQuery, otherRank] = rows[other] ?? [0, 0];
            return query - otherQuery || rank - otherRank || one - other;
          });
          expect([...lists.rowsInOrder]).toEqual(wanted);
        }),
        runs,
      );
    });

    it("returns the beginning of the whole list if it is cut at a depth", () => {
      fc.assert(
        fc.property(fc.array(row), fc.integer({ min: 1, max: 5 }), (rows, depth) => {
          const whole = group(rows, 5);
          const cut = group(rows, 5, depth);
          for (let query = 0; query < 5; query++) {
            const lines = (lists: ResultLists) => [...rowsOfQuery(lists, query)].map((place) => lists.lines[place]);
            expect(lines(cut), `query ${query}`).toEqual(lines(whole).slice(0, depth));
          }
        }),
        runs,
      );
    });
  });

  describe("groupResults in edge cases", () => {
    it("keeps the order of the file for equal ranks, even if it cuts at a depth", () => {
      const rows: readonly Row[] = [
        [0, 1, "first"],
        [0, 1, "second"],
        [0, 0, "top"],
        [0, 1, "third"],
      ];
      expect(titlesOf(group(rows, 1), 0)).toEqual(["top", "first", "second", "third"]);
      expect(titlesOf(group(rows, 1, 2), 0)).toEqual(["top", "first"]);
    });

    it("cuts at a number of results, not at a rank", () => {
      const rows: readonly Row[] = [
        [0, 90, "b"],
        [0, 7, "a"],
      ];
      expect(titlesOf(group(rows, 1, 2), 0)).toEqual(["a", "b"]);
      expect([...group(rows, 1, 2).ranks]).toEqual([90, 7]);
    });

    it("returns empty lists for queries without rows", () => {
      const lists = group([[1, 0, "a"]], 4);
      expect([0, 1, 2, 3].map((query) => titlesOf(lists, query))).toEqual([[], ["a"], [], []]);
    });

    it("has no ids if the input has no ids, even if it cuts at a depth", () => {
      expect(group([[0, 0, "a"]], 1).ids).toBeNull();
      expect(group([[0, 0, "a"]], 1, 1).ids).toBeNull();
    });

    it("accepts input without rows", () => {
      expect([...group([], 2).offsets]).toEqual([0, 0, 0]);
      expect(titlesOf(group([], 2, 5), 1)).toEqual([]);
    });

    it("does not change its input", () => {
      const raw = makeRaw("e", mixed);
      const queryOfRow = Int32Array.of(1, 0, 1, 0, 1);
      groupResults(Object.freeze(raw), queryOfRow, 2, 1);
      expect(raw).toEqual(makeRaw("e", mixed));
      expect([...queryOfRow]).toEqual([1, 0, 1, 0, 1]);
    });
  });
});
