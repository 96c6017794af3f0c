import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { permutedQueries, permuteLists } from "../../src/lists/fuse-references.ts";
import { rowsOfQuery } from "../../src/lists/group-results.ts";
import { makeLists, type Row } from "../support/make-lists.ts";
import { runs } from "../support/property.ts";

describe("permutedQueries", () => {
  it("shifts answered queries by half of their number, and does not move other queries", () => {
    expect([...permutedQueries(Int32Array.of(3, 0, 1, 2, 5))]).toEqual([3, 1, 4, 0, 2]);
  });

  it("is a permutation that moves every answered query if there are at least two", () => {
    const lengths = fc.array(fc.nat(2), { maxLength: 30 });
    fc.assert(
      fc.property(lengths, (some) => {
        const targets = [...permutedQueries(Int32Array.from(some))];
        expect(targets.toSorted((one, other) => one - other)).toEqual([...some.keys()]);
        const answered = [...some.keys()].filter((query) => (some[query] ?? 0) > 0);
        if (answered.length > 1) for (const query of answered) expect(targets[query]).not.toBe(query);
      }),
      runs,
    );
  });
});

describe("permuteLists", () => {
  it("keeps the rows of each list and their order", () => {
    const rows: Row[] = [
      [0, 0, "a"],
      [0, 1, "b"],
      [2, 0, "c"],
    ];
    const moved = permuteLists(makeLists("one", rows, 3), Int32Array.of(1, 2, 0), null);
    const titlesOf = (query: number) => Array.from(rowsOfQuery(moved, query), (row) => moved.titles[row]);
    expect([0, 1, 2].map(titlesOf)).toEqual([["c"], ["a", "b"], []]);
  });
});
