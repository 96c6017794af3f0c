/**
 * Which documents does the bench fit a model to?
 */

import { seededRandom } from "../maths/random/seeded-random.ts";
import type { FeatureMatrix } from "../maths/regression/feature-matrix.ts";

export interface MadeFeatures {
  readonly matrix: FeatureMatrix;
  /** By row. */
  readonly targets: Float64Array;
}

/** Features in [-1, 1); the target of a row is the sum of their squares, which no linear model has. */
export function madeFeatures(rows: number, features: number, seed: number): MadeFeatures {
  const random = seededRandom(seed);
  const values = Float64Array.from({ length: rows * features }, () => 2 * random() - 1);
  const targets = Float64Array.from({ length: rows }, (_, row) =>
    values.subarray(row * features, (row + 1) * features).reduce((sum, value) => sum + value * value, 0),
  );
  return { matrix: { rows, features, values }, targets };
}
