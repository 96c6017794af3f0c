/** What does a round usually take, though the machine is noisy? */
import { quantile } from "../maths/summary/quantiles.ts";

export function median(values: readonly number[]): number {
  return quantile(Float64Array.from(values).sort(), 0.5);
}
