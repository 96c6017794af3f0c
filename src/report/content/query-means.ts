/** How well does a query go over all engines, and how far do they differ on it? */
import type { ReportInputs } from "./report-inputs.ts";
import { measuresOf, valuesOfEngine } from "./report-measures.ts";

/** By query, of the measure that decides: NaN where no engine has a value. */
export interface QueryMeans {
  readonly means: Float64Array;
  /** The largest value - the smallest. */
  readonly spreads: Float64Array;
}

export function queryMeans(inputs: ReportInputs): QueryMeans {
  const [measure = ""] = measuresOf(inputs);
  const engines = inputs.stored.engines.map(({ lists }) => valuesOfEngine(inputs.measures, lists.engine, measure));
  const means = new Float64Array(inputs.stored.queries.length);
  const spreads = new Float64Array(means.length);
  for (const query of means.keys()) {
    const values = engines.map((values) => values[query] ?? Number.NaN).filter(Number.isFinite);
    means[query] = values.reduce((sum, value) => sum + value, 0) / values.length;
    spreads[query] = values.length === 0 ? Number.NaN : Math.max(...values) - Math.min(...values);
  }
  return { means, spreads };
}
