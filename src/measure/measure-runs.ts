/** Measures runs in files, by the settings of `measure`. */
import { invalidOption } from "../core/errors.ts";
import { evaluationOf, requireOneStandardInputOf } from "./evaluation-options.ts";
import { evaluationRules } from "./evaluation-rules.ts";
import { type MeasureGiven, type NamedBound, usualMeasures } from "./evaluation-settings.ts";
import { loadMeasureModules } from "./load-measure-modules.ts";
import { measureFiles } from "./measure-files.ts";
import type { MeasureReport } from "./measure-report.ts";
import type { Measure } from "./measures/define-measure.ts";
import { type RunCurves, runCurves } from "./measures/run-curves.ts";
import { measuresOf, sortArguments } from "./sort-arguments.ts";

/** What `measureRuns` found. */
export interface MeasuredRuns {
  readonly measured: MeasureReport;
  /** By run; null unless asked for. */
  readonly curves: Readonly<Record<string, RunCurves>> | null;
  /** The runs with the bounded measures too. */
  readonly all: MeasureReport["runs"];
  readonly bounds: readonly { readonly measure: Measure; readonly bound: number }[];
  /** Whether no measure was named. */
  readonly isUsual: boolean;
}

/**
 * @param given    runs, and measures
 * @param defaults what is measured if no measure is named
 * @throws SemqrelError for files and settings that cannot be used
 */
export async function measureRuns(
  judgments: string,
  given: readonly string[],
  /** Measures with bounds from below are measured, too. */
  settings: MeasureGiven & { readonly failUnder?: readonly NamedBound[] },
  defaults: readonly string[] = usualMeasures,
): Promise<MeasuredRuns> {
  const { measureModule, trecEval, failUnder = [], missingQueries } = settings;
  const kinds = await loadMeasureModules(measureModule);
  const { runs, measures, warnings } = sortArguments(given, defaults, kinds, trecEval);
  requireOneStandardInputOf(judgments, runs, settings);
  const parse = (names: readonly string[]) => measuresOf(names, kinds, trecEval);
  // All at once, so that all mistakes are told at once.
  parse(failUnder.map(({ measure: name }) => name));
  const bounds = failUnder.flatMap(({ measure: name, bound }) => parse([name]).map((one) => ({ measure: one, bound })));
  requireBoundsFromBelow(bounds.map((one) => one.measure));
  const extra = bounds.flatMap(({ measure: one }) => (measures.some(({ name }) => name === one.name) ? [] : [one]));
  const options = evaluationOf(settings, missingQueries, [...measures, ...extra]);
  const files = { judgments, runs, queries: settings.queries ?? null };
  const found = await measureFiles(files, [...measures, ...extra], options);
  const shown = found.runs.map(({ run, measured }) => ({ run, measured: measured.slice(0, measures.length) }));
  const curvesOf = () => shown.map(({ run }) => [run.name, runCurves(found.judgments, run, { ...options, rel: 1 })]);
  return {
    measured: {
      ...found,
      runs: shown,
      weightColumn: settings.weight ?? null,
      rules: evaluationRules(options, missingQueries),
      warnings: [...warnings, ...found.warnings],
    },
    curves: settings.curves === true ? Object.fromEntries(curvesOf()) : null,
    all: found.runs,
    bounds,
    isUsual: given.length === runs.length,
  };
}

function requireBoundsFromBelow(gated: readonly Measure[]): void {
  const error = gated.find(({ kind }) => kind.lowerIsBetter);
  if (error === undefined) return;
  throw invalidOption(
    `Reading --fail-under: smaller values of ${error.name} are better, so a bound from below would fail the better run. Leave it out.`,
    { measure: error.name },
  );
}
