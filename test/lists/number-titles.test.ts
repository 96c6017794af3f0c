import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { numberTitles } from "../../src/lists/group-results.ts";
import { makeLists } from "../support/make-lists.ts";

describe("numberTitles", () => {
  it("numbers titles by query, then list, then rank", () => {
    const rows = [
      [1, 0, "d"],
      [0, 1, "b"],
      [0, 0, "a"],
    ] as const;
    const one = makeLists("one", rows, 2);
    const others = [
      [1, 0, "a"],
      [0, 0, "c"],
    ] as const;
    const two = makeLists("two", others, 2);
    expect([...numberTitles([one, two])]).toEqual([
      ["a", 0],
      ["b", 1],
      ["c", 2],
      ["d", 3],
    ]);
  });

  it("gives equal titles the same number, and counts from 0", () => {
    const row = fc.tuple(fc.nat(3), fc.nat(5), fc.constantFrom("a", "b", "c", "", "A"));
    fc.assert(
      fc.property(fc.array(fc.array(row, { maxLength: 12 }), { maxLength: 3 }), (rows) => {
        const all = rows.map((own, place) => makeLists(`engine ${place}`, own, 4));
        const numbers = numberTitles(all);
        expect([...numbers.keys()].sort()).toEqual([...new Set(all.flatMap((lists) => lists.titles))].sort());
        expect([...numbers.values()]).toEqual([...numbers.keys()].map((_, place) => place));
      }),
    );
  });

  it("returns no numbers if there are no lists", () => {
    expect(numberTitles([]).size).toBe(0);
  });
});
