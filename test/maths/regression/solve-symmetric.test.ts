import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { solveSymmetric } from "../../../src/maths/regression/ridge.ts";
import { runs } from "../../support/property.ts";

const close = (values: readonly number[], digits = 12) => values.map((value) => expect.closeTo(value, digits));

describe("solveSymmetric", () => {
  it("matches numpy for a definite matrix, and reads only its lower triangle", () => {
    // numpy 2.4.6: linalg.solve([[4, 1, .5], [1, 3, -1], [.5, -1, 2]], [1, 2, 3])
    const expected = close([-0.4615384615384615, 1.6307692307692307, 2.4307692307692306]);
    const right = Float64Array.of(1, 2, 3);
    expect([...solveSymmetric(Float64Array.of(4, 1, 0.5, 1, 3, -1, 0.5, -1, 2), right)]).toEqual(expected);
    expect([...solveSymmetric(Float64Array.of(4, 9, 9, 1, 3, 9, 0.5, -1, 2), right)]).toEqual(expected);
  });

  it("returns the shortest least squares solution for a singular matrix", () => {
    // numpy 2.4.6: linalg.pinv([[2, 2], [2, 2]]) @ [1, 3]
    expect([...solveSymmetric(Float64Array.of(2, 2, 2, 2), Float64Array.of(1, 3))]).toEqual(close([0.5, 0.5]));
  });

  it("solves random equations", () => {
    const someRows = fc.integer({ min: 1, max: 6 }).chain((order) =>
      fc.record({
        root: fc.array(fc.integer({ min: -9, max: 9 }), { minLength: order * order, maxLength: order * order }),
        right: fc.array(fc.integer({ min: -9, max: 9 }), { minLength: order, maxLength: order }),
      }),
    );
    fc.assert(
      fc.property(someRows, ({ root, right }) => {
        // root root' + identity is definite.
        const order = right.length;
        const at = (row: number, column: number) => root[row * order + column] ?? 0;
        const matrix = Float64Array.from({ length: order * order }, (_, place) => {
          const [row, column] = [Math.floor(place / order), place % order];
          return right.reduce((sum, _, k) => sum + at(row, k) * at(column, k), row === column ? 1 : 0);
        });
        const solution = solveSymmetric(matrix, Float64Array.from(right));
        for (const [row, value] of right.entries()) {
          const found = solution.reduce((sum, x, column) => sum + x * (matrix[row * order + column] ?? 0), 0);
          expect(found).toBeCloseTo(value, 8);
        }
      }),
      runs,
    );
  });

  describe("edge cases", () => {
    it("solveSymmetric returns an empty solution for no equations, and zeros for a zero matrix", () => {
      expect([...solveSymmetric(new Float64Array(), new Float64Array())]).toEqual([]);
      expect([...solveSymmetric(new Float64Array(4), Float64Array.of(1, 2))]).toEqual([0, 0]);
    });

    it("solveSymmetric does not treat a tiny row as singular", () => {
      // By hand: [[1, r], [r, 1]] in units of 1e10 and 1e-10; the solution has the inverse units.
      const r = 0.9999;
      const right = Float64Array.of(1e10 * (1 + r), 1e-10 * (1 + r));
      const [large, small] = solveSymmetric(Float64Array.of(1e20, r, r, 1e-20), right);
      expect(Number(large) * 1e10).toBeCloseTo(1, 10);
      expect(Number(small) * 1e-10).toBeCloseTo(1, 10);
    });
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY])("rejects %d", (value) => {
    const refusal = expect.objectContaining({ code: "INVALID_OPTION", details: { value } });
    expect(() => solveSymmetric(Float64Array.of(value), Float64Array.of(1))).toThrow(refusal);
    expect(() => solveSymmetric(Float64Array.of(1), Float64Array.of(value))).toThrow(refusal);
  });
});
