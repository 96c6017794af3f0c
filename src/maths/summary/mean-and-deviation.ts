/**
 * Around which number do values lie, and how far apart?
 */

export interface MeanAndDeviation {
  readonly mean: number;
  /** Sample standard deviation (n - 1). */
  readonly standardDeviation: number;
}

/**
 * Mean and sample standard deviation in two passes, both measured from the first value: where all values are equal, the
 * mean is that value and the deviation 0, to the last bit.
 *
 * @param values finite, at least two
 */
export function meanAndDeviation(values: ArrayLike<number>): MeanAndDeviation {
  const count = values.length;
  const origin = values[0] ?? Number.NaN;
  let sum = 0;
  for (let index = 0; index < count; index++) sum += (values[index] ?? 0) - origin;
  const mean = origin + sum / count;
  let squares = 0;
  for (let index = 0; index < count; index++) squares += ((values[index] ?? 0) - mean) ** 2;
  return { mean, standardDeviation: Math.sqrt(squares / (count - 1)) };
}
