import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { NO_TITLE, titlePool } from "../../../src/estimate/calibration/title-pool.ts";
import { rowsOfQuery } from "../../../src/lists/group-results.ts";
import { makeLists, type Row } from "../../support/make-lists.ts";
import { runs } from "../../support/property.ts";

describe("titlePool", () => {
  it("contains each title of a query once whatever its case, in its first spelling", () => {
    // Worked by hand.
    const one = makeLists(
      "one",
      [
        [0, 0, "Alpha"],
        [0, 1, "beta"],
        [1, 0, "alpha"],
      ],
      2,
    );
    const two = makeLists(
      "two",
      [
        [1, 0, "Delta"],
        [0, 1, "ALPHA"],
        [0, 0, "gamma"],
      ],
      2,
    );
    const reference = makeLists("reference", [[1, 0, "beta"]], 2);
    const pool = titlePool(2, [one, two], reference);
    expect(pool.titles).toEqual(["Alpha", "beta", "gamma", "alpha", "Delta", "beta"]);
    expect(pool.offsets).toEqual(Int32Array.of(0, 3, 6));
    expect(pool.queryOfRow).toEqual(Int32Array.of(0, 0, 0, 1, 1, 1));
    expect(pool.engines.map(({ poolRows }) => poolRows)).toEqual([Int32Array.of(0, 1, 3), Int32Array.of(4, 0, 2)]);
    expect(pool.reference?.poolRows).toEqual(Int32Array.of(5));
  });

  it("gives every result a row that has the same query and title", () => {
    const row = fc.tuple(fc.nat(2), fc.nat(9), fc.constantFrom("a", "A", "b", "c", "d"));
    fc.assert(
      fc.property(fc.array(fc.array(row, { maxLength: 12 }), { maxLength: 4 }), (engines) => {
        const lists = engines.map((rows, engine) => makeLists(`e${engine}`, rows as Row[], 3));
        const pool = titlePool(3, lists);
        const keys = pool.titles.map((title, place) => `${pool.queryOfRow[place]} ${title.toLowerCase()}`);
        expect(new Set(keys).size).toBe(keys.length);
        for (const { lists, poolRows } of pool.engines) {
          for (let query = 0; query < 3; query++) {
            for (const each of rowsOfQuery(lists, query)) {
              expect(keys[poolRows[each] ?? -1]).toBe(`${query} ${lists.titles[each]?.toLowerCase()}`);
            }
          }
        }
      }),
      runs,
    );
  });

  it("contains no row for a result without a title, or for a query without results", () => {
    const pool = titlePool(2, [makeLists("one", [[1, 0, ""]], 2)]);
    expect(pool.titles).toEqual([]);
    expect(pool.offsets).toEqual(Int32Array.of(0, 0, 0));
    expect(pool.engines[0]?.poolRows).toEqual(Int32Array.of(NO_TITLE));
    expect(pool.reference).toBeNull();
  });
});
