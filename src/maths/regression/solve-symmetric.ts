/** Which x solves A x = b for a symmetric A? The door to ml-matrix. */
import { CholeskyDecomposition, EigenvalueDecomposition, Matrix } from "ml-matrix";
import { invalidOption } from "../../core/errors.ts";

/** Of what a row or the largest eigenvalue has: what is less is rounding. */
const TOLERANCE = 1e-13;

/**
 * By Cholesky's decomposition where A is positive definite. Where it is singular (a column repeats others) many x solve
 * the system or come nearest to it: this is the shortest, by eigenvalues, those below 1e-13 of the largest taken for 0.
 * @param matrix n x n, row after row, no eigenvalue negative but by rounding; only the lower triangle is read
 */
export function solveSymmetric(matrix: Float64Array, right: Float64Array): Float64Array {
  const order = right.length;
  if (order === 0) return new Float64Array();
  const whole = Matrix.zeros(order, order);
  for (let row = 0; row < order; row++) {
    for (let column = 0; column <= row; column++) {
      const value = matrix[row * order + column] as number;
      requireFinite(value);
      whole.set(row, column, value);
      whole.set(column, row, value);
    }
  }
  right.forEach(requireFinite);
  const cholesky = new CholeskyDecomposition(whole);
  if (isDefinite(whole, cholesky.lowerTriangularMatrix)) {
    return Float64Array.from(cholesky.solve(Matrix.columnVector(right)).getColumn(0));
  }
  return solveSingular(whole, right);
}

/** Whether each row keeps something of its own beside the rows above. */
function isDefinite(whole: Matrix, lower: Matrix): boolean {
  return whole.diagonal().every((own, row) => lower.get(row, row) ** 2 > TOLERANCE * own);
}

function solveSingular(whole: Matrix, right: Float64Array): Float64Array {
  const { realEigenvalues, eigenvectorMatrix } = new EigenvalueDecomposition(whole, { assumeSymmetric: true });
  const least = TOLERANCE * Math.max(...realEigenvalues);
  const solution = new Float64Array(right.length);
  for (const [place, eigenvalue] of realEigenvalues.entries()) {
    if (!(eigenvalue > least)) continue;
    const vector = eigenvectorMatrix.getColumn(place);
    const share = vector.reduce((sum, value, row) => sum + value * (right[row] as number), 0) / eigenvalue;
    for (const [row, value] of vector.entries()) solution[row] = (solution[row] as number) + share * value;
  }
  return solution;
}

function requireFinite(value: number): void {
  if (Number.isFinite(value)) return;
  throw invalidOption(`Solving linear equations: ${value} is among the numbers. Give finite ones.`, { value });
}
