/** How do the numbers of many queries become one? */
import type { Aggregate } from "./define-measure.ts";

/** A measure over queries. */
export interface Aggregated {
  /** Queries with a value, and with weights a weight above 0. */
  readonly count: number;
  /** NaN where no query has a value, or all that have one weigh nothing. */
  readonly value: number;
}

/**
 * @param values  by query; NaN does not count; logarithms for a geometric mean
 * @param weights by query, >= 0; null weighs all the same. Sums are not weighted: they count.
 */
export function aggregate(how: Aggregate, values: Float64Array, weights: Float64Array | null): Aggregated {
  let count = 0;
  let sum = 0;
  let weight = 0;
  for (let query = 0; query < values.length; query++) {
    const value = values[query] as number;
    if (Number.isNaN(value)) continue;
    const share = weights === null || how === "sum" ? 1 : (weights[query] as number);
    if (share === 0) continue;
    count++;
    sum += share * value;
    weight += share;
  }
  if (how === "sum") return { count, value: count === 0 ? Number.NaN : sum };
  const mean = weight > 0 ? sum / weight : Number.NaN;
  return { count, value: how === "geometric mean" ? Math.exp(mean) : mean };
}

/** NaN as JSON has it. */
export function orNull(value: number): number | null {
  return Number.isNaN(value) ? null : value;
}
