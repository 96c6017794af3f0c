/**
 * How are the values of a measure distributed?
 */
import type { Description } from "../../core/types.ts";
import { quantile } from "./quantile.ts";

/**
 * The eight numbers of pandas' `describe()`: sample standard deviation (n - 1), quartiles of type 7.
 *
 * @param values undefined ones are NaN and do not count
 * @returns `count` and, where there is no value, null for the rest; `std` is null below two values
 */
export function describe(values: Float64Array): Description {
  const sorted = values.filter((value) => !Number.isNaN(value)).sort();
  const count = sorted.length;
  if (count === 0) {
    return { count, mean: null, std: null, min: null, "25%": null, "50%": null, "75%": null, max: null };
  }
  const mean = sorted.reduce((sum, value) => sum + value, 0) / count;
  const squares = sorted.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return {
    count,
    mean,
    std: count < 2 ? null : Math.sqrt(squares / (count - 1)),
    min: quantile(sorted, 0),
    "25%": quantile(sorted, 0.25),
    "50%": quantile(sorted, 0.5),
    "75%": quantile(sorted, 0.75),
    max: quantile(sorted, 1),
  };
}
