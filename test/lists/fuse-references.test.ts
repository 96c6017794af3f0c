import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { titleKey } from "../../src/core/titles/clean-title.ts";
import type { ResultLists } from "../../src/core/types.ts";
import { fuseReferences, referenceSubsets } from "../../src/lists/fuse-references.ts";
import { rowsOfQuery } from "../../src/lists/group-results.ts";
import { makeLists, type Row } from "../support/make-lists.ts";
import { runs } from "../support/property.ts";

/** One query's list of titles, best first. */
function listOf(engine: string, titles: readonly string[]): ResultLists {
  const rows = titles.map((title, rank): Row => [0, rank, title]);
  return makeLists(engine, rows, 1);
}

/** `title engine` of each row of a query, in fused order. */
function shown({ titles, origins, ...lists }: ResultLists, query = 0): string[] {
  return Array.from(rowsOfQuery(lists, query), (row) => `${titles[row]} ${origins?.[row]?.engine}`);
}

const a = listOf("a", ["t1", "t2", "t3", "t4", "t5"]);
const b = listOf("b", ["t3", "t6", "t1", "t7"]);
const c = listOf("c", ["t7", "t2", "t8", "t3"]);

describe("fuseReferences", () => {
  // ranx 0.3.21: fuse(runs=[a, b, c], method="rrf", params={"k": k}), scores 100, 99, … in list order. With k = 60 of t3:
  // 1/63 + 1/61 + 1/64 = .047891. No two scores tie.
  it.each([
    [60, ["t3", "t1", "t2", "t7", "t6", "t8", "t4", "t5"]],
    [5, ["t3", "t1", "t2", "t7", "t6", "t8", "t4", "t5"]],
    [1, ["t3", "t1", "t7", "t2", "t6", "t8", "t4", "t5"]],
  ])("returns the same order as ranx for k = %d", (k, titles) => {
    const fused = fuseReferences([a, b, c], k);
    expect(fused.titles).toEqual(titles);
    expect([...fused.ranks]).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });

  // ranx as above gives t1 and t3 .032266, t2 and t6 .016129, t4 and t7 .015625. It does not define which comes first.
  it("uses k = 60 by default, and breaks ties by the order of the references", () => {
    expect(shown(fuseReferences([a, b]))).toEqual(["t1 a", "t3 b", "t2 a", "t6 b", "t4 a", "t7 b", "t5 a"]);
    expect(shown(fuseReferences([b, a]))).toEqual(["t3 b", "t1 a", "t6 b", "t2 a", "t7 b", "t4 a", "t5 a"]);
  });

  // With k = 0 each of t, u and v has 1/2: t 1/6 + 1/3, u 1/2, v 4/8. The row of v is the first reference's, the rows of t
  // and u are the second's. Before they are sorted, t comes first.
  it("orders tied titles by the order of their references, then by their rank in them", () => {
    const longListOf = (engine: string, at: Readonly<Record<number, string>>) =>
      listOf(
        engine,
        Array.from({ length: 8 }, (_, rank) => at[rank] ?? `${engine}${rank}`),
      );
    const references = [
      longListOf("w", { 5: "t", 7: "v" }),
      longListOf("x", { 1: "u", 2: "t", 7: "v" }),
      longListOf("y", { 7: "v" }),
      longListOf("z", { 7: "v" }),
    ];
    const fused = shown(fuseReferences(references, 0)).filter((title) => /^[tuv] /.test(title));
    expect(fused).toEqual(["v w", "u x", "t x"]);
  });

  it("uses title, id, columns and line of the smallest rank, or of the first reference if ranks tie", () => {
    const one = makeLists(
      "one",
      [
        [0, 0, "Alpha", "o1"],
        [0, 1, "BETA", "o2"],
      ],
      1,
      { columns: new Map([["year", ["2001", "2002"]]]) },
    );
    const other = makeLists(
      "other",
      [
        [0, 0, "beta", "x1"],
        [0, 0, "ALPHA", "x2"],
      ],
      1,
      { columns: new Map([["year", ["1901", "1902"]]]) },
    );
    const fused = fuseReferences([one, other]);
    expect(fused).toMatchObject({
      engine: "one+other",
      source: "one.csv+other.csv",
      titles: ["Alpha", "beta"],
      ids: ["o1", "x1"],
      origins: [
        { engine: "one", source: "one.csv" },
        { engine: "other", source: "other.csv" },
      ],
    });
    expect([...fused.lines]).toEqual([2, 2]);
    expect(fused.columns.get("year")).toEqual(["2001", "1901"]);
  });

  // If matched by title, t1 has 1/61 + 1/61. If matched by id, d1 has this sum, and d2 has only 1/63.
  it("keeps equal titles separate if their identifiers differ", () => {
    const one = makeLists("one", [[0, 0, "T1", "d1"]], 1);
    const rows: Row[] = [
      [0, 0, "t1", "d1"],
      [0, 1, "t2", "d3"],
      [0, 2, "t1", "d2"],
    ];
    const fused = fuseReferences([one, makeLists("other", rows, 1)], 60, ["id"]);
    expect(fused.ids).toEqual(["d1", "d3", "d2"]);
    expect(fuseReferences([one, makeLists("other", rows, 1)], 60).ids).toEqual(["d1", "d3"]);
  });

  describe("fuseReferences for any lists", () => {
    const someTitles = fc.array(fc.constantFrom("a", "A", "b", "c", "d", "e"), { maxLength: 8 });
    const someReference = fc.tuple(someTitles, someTitles);
    const listsOf = (engine: string, [first, second]: readonly [readonly string[], readonly string[]]) =>
      makeLists(
        engine,
        [...first.map((title, rank): Row => [0, rank, title]), ...second.map((title, rank): Row => [1, rank, title])],
        2,
      );

    it("contains each title of any reference once per query, with ranks 0, 1, …", () => {
      fc.assert(
        fc.property(fc.array(someReference, { minLength: 2, maxLength: 4 }), (given) => {
          const references = given.map((lists, place) => listsOf(`engine ${place}`, lists));
          const fused = fuseReferences(references);
          for (const query of [0, 1]) {
            const keys = Array.from(rowsOfQuery(fused, query), (row) => titleKey(fused.titles[row] ?? ""));
            expect(new Set(keys).size).toBe(keys.length);
            expect(new Set(keys)).toEqual(new Set(given.flatMap((lists) => (lists[query] ?? []).map(titleKey))));
            expect(Array.from(rowsOfQuery(fused, query), (row) => fused.ranks[row])).toEqual([...keys.keys()]);
          }
        }),
        runs,
      );
    });

    it("keeps the order of a list that is fused with itself or with an empty list", () => {
      fc.assert(
        fc.property(fc.uniqueArray(fc.constantFrom("a", "b", "c", "d", "e")), (titles) => {
          expect(fuseReferences([listOf("x", titles), listOf("y", titles)]).titles).toEqual(titles);
          expect(fuseReferences([listOf("x", []), listOf("y", titles)]).titles).toEqual(titles);
        }),
        runs,
      );
    });

    it("never ranks a title lower because another reference also has it", () => {
      fc.assert(
        fc.property(fc.uniqueArray(fc.constantFrom("a", "b", "c", "d"), { minLength: 1 }), fc.nat(), (titles, at) => {
          const title = titles[at % titles.length] ?? "";
          const placeOf = (third: readonly string[]) =>
            fuseReferences([listOf("x", titles), listOf("y", titles), listOf("z", third)]).titles.indexOf(title);
          expect(placeOf([title])).toBeLessThanOrEqual(placeOf([]));
        }),
        runs,
      );
    });
  });

  describe("fuseReferences in edge cases", () => {
    it("uses the first rank of a title that a list repeats", () => {
      // With k = 1, "twice" has 1/2 + 1/3 for its first ranks, "top" has 1/2, and "late" has 1/4.
      const fused = fuseReferences([listOf("x", ["twice", "Twice", "late"]), listOf("y", ["top", "twice"])], 1);
      expect(shown(fused)).toEqual(["twice x", "top y", "late x"]);
    });

    it("uses the given ranks, even if some ranks are missing in a list", () => {
      const gap = makeLists("gap", [[0, 3, "x"]], 1);
      // 1/(60 + 4) against 1/(60 + 3).
      expect(shown(fuseReferences([gap, listOf("b", ["p", "q", "r"])]))).toEqual(["p b", "q b", "r b", "x gap"]);
    });

    it("contains every query that any reference answers", () => {
      const first = makeLists("first", [[0, 0, "x"]], 3);
      const second = makeLists("second", [[2, 0, "y"]], 3);
      const fused = fuseReferences([first, second]);
      expect([...fused.offsets]).toEqual([0, 1, 1, 2]);
      expect([0, 1, 2].map((query) => shown(fused, query))).toEqual([["x first"], [], ["y second"]]);
    });

    it("has no ids if no reference has ids, otherwise empty ids for rows of references without ids", () => {
      expect(fuseReferences([a, b]).ids).toBeNull();
      const withIds = makeLists("ids", [[0, 0, "t9", "d9"]], 1);
      expect(fuseReferences([withIds, listOf("plain", ["t1"])]).ids).toEqual(["d9", ""]);
    });
  });

  describe("fuseReferences with invalid input", () => {
    it("refuses a column that one reference lacks, and names the column", () => {
      const withYear = makeLists("x", [[0, 0, "t"]], 1, { columns: new Map([["year", ["2001"]]]) });
      expect(() => fuseReferences([withYear, b])).toThrow(
        expect.objectContaining({ code: "MISSING_COLUMN", details: { file: "b.csv", column: "year" } }),
      );
    });
  });
});

const present = ["a", "b", "c"].map((engine) => makeLists(engine, [[0, 0, `title of ${engine}`]], 1));

function names(count: number) {
  const { whole, subsets } = referenceSubsets(present.slice(0, count), 60);
  return [whole?.engine, ...subsets.map(({ kind, engine, lists }) => `${kind} ${engine}: ${lists.engine}`)];
}

describe("referenceSubsets", () => {
  it("returns all references, each reference alone, and all references but one", () => {
    expect(names(3)).toEqual([
      "a+b+c",
      ...["alone a: a", "alone b: b", "alone c: c"],
      ...["without a: b+c", "without b: a+c", "without c: a+b"],
    ]);
  });

  it('omits "all but one" for two references, because that is the other reference alone', () => {
    expect(names(2)).toEqual(["a+b", "alone a: a", "alone b: b"]);
  });

  it("returns a single reference unchanged", () => {
    expect(referenceSubsets([present[0] ?? makeLists("x", [], 1)], 60)).toEqual({ whole: present[0], subsets: [] });
    expect(referenceSubsets(present.slice(0, 1), 60).whole).toBe(present[0]);
  });

  it("returns no lists if there are no references", () => {
    expect(referenceSubsets([], 60)).toEqual({ whole: undefined, subsets: [] });
  });
});
