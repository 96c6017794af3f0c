/** Which engine is better by these labels, and how sure is that? */
import * as engines from "../../measure/measures/compare-engines.ts";
import type { ReportInputs } from "./report-inputs.ts";
import { isCalibrated, measuresOf, valuesOf } from "./report-measures.ts";

/** By the measure that decides. Null where nothing is measured, and for calibrated labels, of which no mean is a measure. */
export function compareEngines(
  inputs: Pick<ReportInputs, "measures" | "origin" | "seed">,
): engines.EngineComparison | null {
  const [measure] = measuresOf(inputs);
  if (measure === undefined || isCalibrated(inputs)) return null;
  const values = inputs.measures.map((one) => ({ engine: one.engine, values: valuesOf(one, measure) }));
  return engines.compareEngines(measure, values, inputs.seed);
}
