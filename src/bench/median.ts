/** What does a round usually take, though the machine is noisy? */
import { quantile } from "../maths/summary/quantiles.ts";

/** @param values at least one, in any order */
export function median(values: readonly number[]): number {
  return quantile(Float64Array.from(values).sort(), 0.5);
}
