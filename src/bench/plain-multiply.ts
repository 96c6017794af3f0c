/**
 * What would a matrix product be that most people would write? What the perceptron's own is compared with.
 */
import type { Matrix } from "../maths/regression/multiply.ts";

/** left · right by the definition, three loops. @param left m x k @param right k x n. Cost O(m n k). */
export function plainMultiply(left: Matrix, right: Matrix): Matrix {
  const { rows, columns: inner } = left;
  const { columns } = right;
  const values = new Float64Array(rows * columns);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      let sum = 0;
      for (let at = 0; at < inner; at++) {
        sum += (left.values[row * inner + at] as number) * (right.values[at * columns + column] as number);
      }
      values[row * columns + column] = sum;
    }
  }
  return { rows, columns, values };
}
