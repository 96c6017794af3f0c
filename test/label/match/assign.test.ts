import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { assign } from "../../../src/label/match/assign.ts";
import { runs } from "../../support/property.ts";

/** The least sum of costs of all assignments, found by trying each assignment. */
function leastByTrying(cost: Float64Array, rows: number, columns: number): number {
  const taken = new Set<number>();
  const from = (row: number): number => {
    if (row === rows) return 0;
    let least = Number.POSITIVE_INFINITY;
    for (let column = 0; column < columns; column++) {
      if (taken.has(column)) continue;
      taken.add(column);
      least = Math.min(least, (cost[row * columns + column] ?? 0) + from(row + 1));
      taken.delete(column);
    }
    return least;
  };
  return from(0);
}

function sumOf(cost: Float64Array, columns: number, columnOfRow: Int32Array): number {
  return columnOfRow.reduce((sum, column, row) => sum + (cost[row * columns + column] ?? Number.NaN), 0);
}

function problem(price: fc.Arbitrary<number>) {
  return fc
    .tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 0, max: 3 }))
    .map(([rows, more]) => ({ rows, columns: Math.max(rows, Math.min(6, rows + more)) }))
    .chain(({ rows, columns }) =>
      fc
        .array(price, { minLength: rows * columns, maxLength: rows * columns })
        .map((costs) => ({ rows, columns, cost: Float64Array.from(costs) })),
    );
}

describe("assign", () => {
  // scipy 1.x, scipy.optimize.linear_sum_assignment: its documentation's example, columns 1, 0, 2 at cost 5; the second is
  // worked by hand: greedy would take 1 + 8, the best is 2 + 3.
  test.each([
    { name: "3 x 3", cost: [4, 1, 3, 2, 0, 5, 3, 2, 2], rows: 3, columns: 3, expected: [1, 0, 2] },
    { name: "the greedy choice is wrong", cost: [1, 2, 3, 8], rows: 2, columns: 2, expected: [1, 0] },
    { name: "a column stays free", cost: [5, 1, 9, 6, 2, 3], rows: 2, columns: 3, expected: [1, 2] },
    { name: "negative costs", cost: [-1, -5, -2, -7], rows: 2, columns: 2, expected: [0, 1] },
  ])("finds the cheapest pairing: $name", ({ cost, rows, columns, expected }) => {
    expect([...assign(Float64Array.from(cost), rows, columns)]).toEqual(expected);
  });

  describe("assign for random costs", () => {
    it.each([
      { name: "any costs", price: fc.double({ min: -10, max: 10, noNaN: true }) },
      { name: "many equal costs", price: fc.integer({ min: 0, max: 2 }) },
    ])("finds an assignment with the least sum, in which each row has its own column: $name", ({ price }) => {
      fc.assert(
        fc.property(problem(price), ({ cost, rows, columns }) => {
          const columnOfRow = assign(cost, rows, columns);
          expect(columnOfRow).toHaveLength(rows);
          expect(new Set(columnOfRow).size, "distinct columns").toBe(rows);
          expect(columnOfRow.every((column) => column >= 0 && column < columns)).toBe(true);
          const least = leastByTrying(cost, rows, columns);
          expect(Math.abs(sumOf(cost, columns, columnOfRow) - least), "above the least sum").toBeLessThan(1e-9);
        }),
        runs,
      );
    });
  });

  describe("assign in edge cases", () => {
    it("returns no columns if there are no rows", () => {
      expect(assign(new Float64Array(0), 0, 0)).toHaveLength(0);
      expect(assign(new Float64Array(0), 0, 3)).toHaveLength(0);
    });

    it("gives one row its cheapest column", () => {
      expect([...assign(Float64Array.of(3, 1, 2), 1, 3)]).toEqual([1]);
    });

    it("pairs rows with columns in order if all costs are equal", () => {
      expect([...assign(new Float64Array(9), 3, 3)]).toEqual([0, 1, 2]);
    });

    it("does not change the costs", () => {
      const cost = Float64Array.of(4, 1, 3, 2);
      assign(cost, 2, 2);
      expect([...cost]).toEqual([4, 1, 3, 2]);
    });
  });
});
