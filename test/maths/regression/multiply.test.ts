import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Matrix, multiply } from "../../../src/maths/regression/multiply.ts";
import { runs } from "../../support/property.ts";

const size = fc.integer({ min: 1, max: 13 });
const pairs = fc
  .tuple(size, size, size)
  .chain(([rows, inner, columns]) => fc.tuple(of(rows, inner), of(inner, columns)));

function of(rows: number, columns: number): fc.Arbitrary<Matrix> {
  const number = fc.double({ min: -10, max: 10, noNaN: true });
  return fc
    .array(number, { minLength: rows * columns, maxLength: rows * columns })
    .map((values) => ({ rows, columns, values: Float64Array.from(values) }));
}

/** By definition, with three loops. */
function defined(left: Matrix, right: Matrix): number[] {
  const product: number[] = [];
  for (let row = 0; row < left.rows; row++) {
    for (let column = 0; column < right.columns; column++) {
      let sum = 0;
      for (let at = 0; at < left.columns; at++) {
        sum += (left.values[row * left.columns + at] ?? 0) * (right.values[at * right.columns + column] ?? 0);
      }
      product.push(sum);
    }
  }
  return product;
}

function turn({ rows, columns, values }: Matrix): Matrix {
  const turned = Array.from(values, (_, at) => values[(at % rows) * columns + Math.floor(at / rows)] ?? 0);
  return { rows: columns, columns: rows, values: Float64Array.from(turned) };
}

describe("multiply", () => {
  it("matches a product worked by hand", () => {
    const left = { rows: 2, columns: 3, values: Float64Array.of(1, 2, 3, 4, 5, 6) };
    const right = { rows: 3, columns: 1, values: Float64Array.of(1, 0, -1) };
    expect(multiply(left, right)).toEqual({ rows: 2, columns: 1, values: Float64Array.of(-2, -2) });
  });

  it("matches the definition's three loops to the last bit, for any shape", () => {
    fc.assert(
      fc.property(pairs, ([left, right]) => {
        const product = multiply(left, right);
        expect([product.rows, product.columns]).toEqual([left.rows, right.columns]);
        // + 0 merges both zeros.
        expect([...product.values].map((value) => value + 0)).toEqual(defined(left, right).map((value) => value + 0));
      }),
      runs,
    );
  });

  it("transposes either matrix if requested", () => {
    fc.assert(
      fc.property(pairs, ([left, right]) => {
        const product = multiply(left, right);
        expect(multiply(turn(left), right, "left")).toEqual(product);
        expect(multiply(left, turn(right), "right")).toEqual(product);
      }),
      runs,
    );
  });
});
