import { describe, expect, it } from "vitest";
import type { ResultLists } from "../../src/core/types.ts";
import { isFound, type Warning } from "../../src/core/warnings.ts";
import { findOddities } from "../../src/lists/find-oddities.ts";
import { fuseReferences } from "../../src/lists/fuse-references.ts";
import { makeLists, makeQueries, type Row } from "../support/make-lists.ts";

function oddities(queries: number, reference: ResultLists, candidates: readonly ResultLists[]) {
  const titles = [...new Set([reference, ...candidates].flatMap((lists) => lists.titles))];
  return found(makeQueries(queries), reference, candidates, titles);
}

const plain: readonly Row[] = [
  [0, 0, "alpha"],
  [0, 1, "beta"],
];

/** Returns only the warnings that found something. */
function found(...lists: Parameters<typeof findOddities>): Warning[] {
  return findOddities(...lists).filter(isFound);
}

describe("findOddities", () => {
  it("returns no warnings for ordinary lists", () => {
    expect(oddities(1, makeLists("scopus", plain, 1), [makeLists("explorer", plain, 1)])).toEqual([]);
  });

  it("counts queries without reference results, and empty lists of queries that have reference results", () => {
    const reference = makeLists("scopus", [[1, 0, "alpha"]], 3);
    const one = makeLists("one", [[0, 0, "alpha"]], 3);
    expect(oddities(3, reference, [one])).toEqual([
      { kind: "queries-without-reference", count: 2, queries: 3, examples: ["query 0", "query 2"] },
      { kind: "empty-lists", engine: "one", queries: 1, count: 1, examples: ["query 1"] },
    ]);
  });

  it("counts queries that only some references answer, and checks each reference", () => {
    const one = makeLists(
      "one",
      [
        [0, 0, "alpha"],
        [1, 0, "beta"],
        [1, 1, "beta"],
      ],
      4,
    );
    const other = makeLists(
      "other",
      [
        [0, 0, "alpha"],
        [2, 0, ""],
      ],
      4,
    );
    const candidate = makeLists(
      "explorer",
      [
        [0, 0, "alpha"],
        [1, 0, "a"],
        [2, 0, "b"],
        [3, 0, "c"],
      ],
      4,
    );
    const fused = fuseReferences([one, other]);
    const titles = [...new Set([fused, candidate].flatMap((lists) => lists.titles))];
    expect(found(makeQueries(4), fused, [candidate], titles, [one, other])).toEqual([
      { kind: "queries-without-reference", count: 1, queries: 4, examples: ["query 3"] },
      { kind: "queries-not-in-every-reference", count: 2, queries: 4, examples: ["query 1", "query 2"] },
      { kind: "repeated-titles", engine: "one", results: 3, count: 1, examples: ["one.csv:4"] },
      { kind: "empty-titles", engine: "other", results: 2, count: 1, examples: ["other.csv:3"] },
    ]);
  });

  it("names the file and line of empty titles, repeated titles and shared ranks", () => {
    const rows: readonly Row[] = [
      [0, 0, "alpha"],
      [0, 1, ""],
      [0, 1, "beta"],
      [1, 0, "alpha"],
      [0, 2, "alpha"],
    ];
    const candidate = makeLists("explorer", rows, 2);
    expect(oddities(2, makeLists("scopus", [...plain, [1, 0, "x"]], 2), [candidate])).toEqual([
      { kind: "empty-titles", engine: "explorer", results: 5, count: 1, examples: ["explorer.csv:3"] },
      { kind: "repeated-titles", engine: "explorer", results: 5, count: 1, examples: ["explorer.csv:6"] },
      { kind: "shared-ranks", engine: "explorer", results: 5, count: 1, examples: ["explorer.csv:4"] },
    ]);
  });

  it("counts lists of three or more results whose ranks fall from row to row, as scores do", () => {
    const rows: readonly Row[] = [
      [0, 2, "c"],
      [0, 1, "b"],
      [0, 0, "a"],
      // Two results, a list with one rank out of order, and one with a shared rank.
      ...([
        [1, 1, "b"],
        [1, 0, "a"],
      ] as const),
      ...([
        [2, 2, "c"],
        [2, 0, "a"],
        [2, 1, "b"],
      ] as const),
      ...([
        [3, 1, "c"],
        [3, 1, "b"],
        [3, 0, "a"],
      ] as const),
    ];
    const all = [0, 1, 2, 3].map((query): Row => [query, 0, "x"]);
    const found = oddities(4, makeLists("scopus", all, 4), [makeLists("explorer", rows, 4)]);
    expect(found).toContainEqual({
      kind: "reversed-ranks",
      engine: "explorer",
      lists: 4,
      count: 1,
      examples: ["query 0"],
    });
  });

  it("warns about ranks far above the number of results if three lists and half of all lists have them", () => {
    const all = [0, 1, 2, 3, 4, 5].map((query): Row => [query, 0, "x"]);
    const gapsOf = (...ranks: readonly number[]) => {
      const rows = ranks.flatMap((rank, query): Row[] => [
        [query, rank, "a"],
        [query, 0, "b"],
      ]);
      const lists = [makeLists("explorer", rows, 6)];
      return oddities(6, makeLists("scopus", all, 6), lists).filter(({ kind }) => kind === "rank-gaps");
    };
    const examples = ["query 0", "query 1", "query 2"];
    expect(gapsOf(20, 910, 20, 19, 1, 1)).toEqual([
      { kind: "rank-gaps", engine: "explorer", lists: 6, count: 3, examples },
    ]);
    expect(gapsOf(20, 910, 19, 19, 1, 1)).toEqual([]);
    expect(gapsOf(20, 910)).toEqual([]);
  });

  it("warns about an engine if the reference answers fewer than one in ten of its queries", () => {
    const foreignOf = (queries: number) => {
      const rows = Array.from({ length: queries }, (_, query): Row => [query, 0, "a"]);
      const lists = [makeLists("explorer", rows, queries)];
      const found = oddities(queries, makeLists("scopus", [[0, 0, "x"]], queries), lists);
      return found.filter(({ kind }) => kind === "foreign-queries");
    };
    const examples = ["query 1", "query 2", "query 3"];
    const about = { kind: "foreign-queries", engine: "explorer", reference: "scopus", examples };
    expect(foreignOf(11)).toEqual([{ ...about, queries: 11, count: 10 }]);
    expect(foreignOf(10)).toEqual([]);
  });

  it("counts titles in other scripts, with control characters, with markup, or that look like formulas", () => {
    const rows: readonly Row[] = [
      [0, 0, "深度学习"],
      [0, 1, "=SUM(A1)"],
      [0, 2, "bell\u0007"],
      [0, 3, "plain"],
      [0, 4, "Q &amp; A"],
    ];
    const lists = makeLists("scopus", rows, 1);
    expect(oddities(1, lists, [makeLists("explorer", rows, 1)])).toEqual([
      { kind: "not-english", count: 1, titles: 5, examples: ["深度学习"] },
      { kind: "control-characters", count: 1, examples: ["bell\u0007"] },
      { kind: "formula-like", count: 1, examples: ["=SUM(A1)"] },
      { kind: "markup", count: 1, examples: ["Q &amp; A"] },
    ]);
  });

  describe("findOddities in edge cases", () => {
    it("also checks the reference's lists, and names the reference", () => {
      const repeated = makeLists(
        "scopus",
        [
          [0, 0, "alpha"],
          [0, 1, "alpha"],
        ],
        1,
      );
      expect(oddities(1, repeated, [makeLists("explorer", plain, 1)])).toEqual([
        { kind: "repeated-titles", engine: "scopus", results: 2, count: 1, examples: ["scopus.csv:3"] },
      ]);
    });

    it("does not count titles as repeated if they differ in case or are in different lists", () => {
      const rows: readonly Row[] = [
        [0, 0, "alpha"],
        [0, 1, "Alpha"],
        [1, 0, "alpha"],
      ];
      expect(oddities(2, makeLists("scopus", rows, 2), [makeLists("explorer", rows, 2)])).toEqual([]);
    });

    it("does not count empty titles as repeated titles", () => {
      const rows: readonly Row[] = [
        [0, 0, ""],
        [0, 1, ""],
      ];
      const kinds = oddities(1, makeLists("scopus", rows, 1), [makeLists("explorer", rows, 1)]).map(({ kind }) => kind);
      expect(kinds).toContain("empty-titles");
      expect(kinds).not.toContain("repeated-titles");
    });

    it("does not count rank 0 of two lists as a shared rank", () => {
      const rows: readonly Row[] = [
        [0, 0, "alpha"],
        [1, 0, "beta"],
      ];
      expect(oddities(2, makeLists("scopus", rows, 2), [makeLists("explorer", rows, 2)])).toEqual([]);
    });

    it("warns about lists in alphabetical order, ignoring case and numbers", () => {
      const lists = (titles: readonly string[]) =>
        makeLists(
          "explorer",
          [0, 1, 2].flatMap((query) => titles.map((title, rank): Row => [query, rank, title])),
          3,
        );
      const reference = makeLists("scopus", [...plain, [1, 0, "alpha"], [2, 0, "alpha"]], 3);
      const kinds = (titles: readonly string[]) => oddities(3, reference, [lists(titles)]).map(({ kind }) => kind);
      expect(oddities(3, reference, [lists(["apple", "Pear", "3. plum", "Quince"])])).toEqual([
        {
          kind: "sorted-titles",
          engine: "explorer",
          lists: 3,
          count: 3,
          examples: ["query 0", "query 1", "query 2"],
        },
      ]);
      expect(kinds(["1. pear", "2. apple", "3. plum", "4. quince"])).toEqual([]);
      expect(kinds(["apple", "pear", "plum"])).toEqual([]);
    });

    it("warns about lists with fewer than ten results if another engine returns ten", () => {
      const lists = (engine: string, depth: number) =>
        makeLists(
          engine,
          [0, 1, 2].flatMap((query) =>
            Array.from({ length: depth }, (_, rank): Row => [query, rank, `title ${(rank * 7) % 11}`]),
          ),
          3,
        );
      const examples = ["query 0", "query 1", "query 2"];
      expect(oddities(3, lists("scopus", 10), [lists("explorer", 5), lists("quickfind", 10)])).toEqual([
        { kind: "short-lists", engine: "explorer", lists: 3, count: 3, examples },
      ]);
      expect(oddities(3, lists("scopus", 10), [lists("explorer", 5), lists("quickfind", 9)])).toEqual([]);
    });

    it("returns the first three examples", () => {
      const rows = Array.from({ length: 5 }, (_, rank): Row => [0, rank, "same"]);
      const [warning] = oddities(1, makeLists("scopus", rows, 1), [makeLists("explorer", plain, 1)]);
      expect(warning).toEqual({
        kind: "repeated-titles",
        engine: "scopus",
        results: 5,
        count: 4,
        examples: ["scopus.csv:3", "scopus.csv:4", "scopus.csv:5"],
      });
    });
  });
});
