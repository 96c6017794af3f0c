/** How well does a query go over all engines, and how far do they differ on it? */
import type { ReportInputs } from "./report-inputs.ts";
import { measuresOf, valuesOf } from "./report-measures.ts";

export interface QueryMeans {
  /** By query: the mean over engines of the measure that decides; NaN where none has a value. */
  readonly means: Float64Array;
  /** By query: the largest value - the smallest; NaN where none has a value. */
  readonly spreads: Float64Array;
}

export function queryMeans(inputs: ReportInputs): QueryMeans {
  const [measure = ""] = measuresOf(inputs);
  const engines = inputs.stored.engines.map(({ lists }) =>
    valuesOf(
      inputs.measures.find(({ engine }) => engine === lists.engine),
      measure,
    ),
  );
  const means = new Float64Array(inputs.stored.queries.length);
  const spreads = new Float64Array(means.length);
  for (const query of means.keys()) {
    const values = engines.map((values) => values[query] ?? Number.NaN).filter(Number.isFinite);
    means[query] = values.reduce((sum, value) => sum + value, 0) / values.length;
    spreads[query] = values.length === 0 ? Number.NaN : Math.max(...values) - Math.min(...values);
  }
  return { means, spreads };
}
