/** Does each key have its rows, in order? */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rowsByKey } from "../../src/core/rows-by-key.ts";
import { runs } from "../support/property.ts";

describe("rowsByKey", () => {
  it("returns keys and their rows in order of appearance", () => {
    expect([...rowsByKey(Int32Array.of(7, 0, 7, 3, 0))]).toEqual([
      [7, [0, 2]],
      [0, [1, 4]],
      [3, [3]],
    ]);
  });

  it("returns every row once, under its own key", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(5), { maxLength: 30 }), (queries) => {
        const found = [...rowsByKey(Int32Array.from(queries))];
        expect(found.map(([query]) => query)).toEqual([...new Set(queries)]);
        for (const [query, rows] of found) {
          expect(rows).toEqual([...queries.keys()].filter((row) => queries[row] === query));
        }
      }),
      runs,
    );
  });
});
