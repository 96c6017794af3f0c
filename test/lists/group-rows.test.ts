import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { groupRows } from "../../src/lists/group-results.ts";
import { runs } from "../support/property.ts";

function group(queryOfRow: readonly number[], queryCount: number): Map<number, number[]> {
  const { queries, offsets, rows } = groupRows(Int32Array.from(queryOfRow), queryCount);
  expect(offsets).toHaveLength(queries.length + 1);
  expect(rows).toHaveLength(queryOfRow.length);
  return new Map(
    Array.from(queries, (query, place) => [query, [...rows.subarray(offsets[place], offsets[place + 1])]]),
  );
}

describe("groupRows", () => {
  it("groups the rows of each query, in order of first appearance", () => {
    expect([...group([3, 1, 3, 3, 0, 1], 5)]).toEqual([
      [3, [0, 2, 3]],
      [1, [1, 5]],
      [0, [4]],
    ]);
  });

  it("returns the same groups as a plain Map", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(9), { maxLength: 60 }), (queryOfRow) => {
        const plain = new Map<number, number[]>();
        for (const [row, query] of queryOfRow.entries()) plain.set(query, [...(plain.get(query) ?? []), row]);
        expect([...group(queryOfRow, 10)]).toEqual([...plain]);
      }),
      runs,
    );
  });

  it("returns no queries if there are no rows", () => {
    expect(groupRows(new Int32Array(0), 7)).toEqual({
      queries: new Int32Array(0),
      offsets: Int32Array.of(0),
      rows: new Int32Array(0),
    });
  });

  it("does not change its input", () => {
    const queryOfRow = Int32Array.of(2, 0, 2);
    groupRows(queryOfRow, 3);
    expect([...queryOfRow]).toEqual([2, 0, 2]);
  });
});
