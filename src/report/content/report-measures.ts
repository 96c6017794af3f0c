/** Which measures does a report show, which one decides, and which engines are drawn if there are too many? */
import { column } from "../../core/document/blocks.ts";
import type { describe } from "../../maths/summary.ts";
import * as engines from "../../measure/measures/compare-engines.ts";
import type { ReportInputs, ReportMeasures } from "./report-inputs.ts";

/** Colours that can still be told apart. */
export const MOST_PLOTTED = 6;

/** The measure of a folder of `calibrate`. It orders engines; its value means nothing. */
export const calibratedScore = "calibrated_score";

const preferred = ["ndcg_reference@10", "ndcg_reference", "ndcg_returned@10", "ndcg_returned", calibratedScore];

/** Whether labels were calibrated on ratings: then no mean of them is a measure. */
export function isCalibrated({ origin }: Pick<ReportInputs, "origin">): boolean {
  return origin.calibration !== null;
}

/** The measure that decides, then the others in the order of the files. */
export function measuresOf({ measures }: Pick<ReportInputs, "measures">): string[] {
  const names = [...new Set(measures.flatMap(({ values }) => [...values.keys()]))];
  const isKnown = (name: string) =>
    measures.some(({ values }) => values.get(name)?.some((value) => !Number.isNaN(value)));
  const decisive = preferred.find((name) => names.includes(name) && isKnown(name));
  return decisive === undefined ? names : [decisive, ...names.filter((name) => name !== decisive)];
}

/** By query; empty where the engine lacks the measure. */
export function valuesOf(engine: ReportMeasures | undefined, measure: string): Float64Array {
  return engine?.values.get(measure) ?? new Float64Array(0);
}

export function valuesOfEngine(measures: readonly ReportMeasures[], name: string, measure: string): Float64Array {
  const own = measures.find(({ engine }) => engine === name);
  return valuesOf(own, measure);
}

/** Best first; equal means in the order given, engines without a mean last. */
export function enginesByMean(measures: readonly ReportMeasures[], measure: string): engines.EngineMean[] {
  return engines.enginesByMean(measures.map((one) => ({ engine: one.engine, values: valuesOf(one, measure) })));
}

/** All engines, or of many the best by the measure that decides; in the order of the report. */
export function plottedEngines(inputs: Pick<ReportInputs, "measures" | "stored">): string[] {
  const names = inputs.stored.engines.map(({ lists }) => lists.engine);
  if (names.length <= MOST_PLOTTED) return names;
  const [decisive = ""] = measuresOf(inputs);
  const best = enginesByMean(inputs.measures, decisive).map(({ engine }) => engine);
  const chosen = [...best.filter((engine) => names.includes(engine)), ...names].slice(0, MOST_PLOTTED);
  return names.filter((name) => chosen.includes(name));
}

/** What to say if engines are left out of a plot; else "". */
export function sayPlotted(inputs: Pick<ReportInputs, "measures" | "stored">): string {
  const all = inputs.stored.engines.length;
  if (all <= MOST_PLOTTED) return "";
  return ` The plot shows the ${MOST_PLOTTED} of ${all} engines with the best mean ${measuresOf(inputs)[0] ?? ""}; the table has all.`;
}

export type Summary = ReturnType<typeof describe>;

export const quartileColumns = [
  column<Summary>("min", "measure", ({ min }) => min),
  column<Summary>("25%", "measure", (found) => found["25%"]),
  column<Summary>("median", "measure", (found) => found["50%"]),
  column<Summary>("75%", "measure", (found) => found["75%"]),
  column<Summary>("max", "measure", ({ max }) => max),
];
