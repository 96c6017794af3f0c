/** Small matrices, and data with known coefficients. */

import { normalQuantile } from "../../src/maths/distributions.ts";
import { seededBits } from "../../src/maths/random.ts";
import type { FeatureMatrix } from "../../src/maths/regression/prepare-features.ts";

export function matrixOf(rows: readonly (readonly number[])[]): FeatureMatrix {
  return { rows: rows.length, features: rows[0]?.length ?? 0, values: Float64Array.from(rows.flat()) };
}

/** By feature, then by row. */
export function columnsOf(rows: readonly (readonly number[])[]): Float64Array[] {
  return (rows[0] ?? []).map((_, feature) => Float64Array.from(rows, (row) => row[feature] ?? Number.NaN));
}

export function rowNumbers(count: number, first = 0): Int32Array {
  return Int32Array.from({ length: count }, (_, place) => first + place);
}

/** Rows of independent standard normal numbers. */
export function normalRows(rows: number, features: number, seed: number): number[][] {
  const bits = seededBits(seed);
  const draw = () => normalQuantile((bits() + 0.5) / 2 ** 32);
  return Array.from({ length: rows }, () => Array.from({ length: features }, draw));
}
