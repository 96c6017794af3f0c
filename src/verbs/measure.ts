/** `measure`: what do runs reach against judgments? */
import { invalidOption } from "../core/errors.ts";
import { requireKinds } from "../core/require-settings.ts";
import type { Warning } from "../core/warnings.ts";
import { readingAs } from "../io/encoding.ts";
import { evaluationRules } from "../measure/evaluation-rules.ts";
import { measureFiles } from "../measure/measure-files.ts";
import { type MeasureDocument, type MeasureReport, measureDocument } from "../measure/measure-report.ts";
import type { Measure } from "../measure/measures/define-measure.ts";
import { type RunCurves, runCurves } from "../measure/measures/run-curves.ts";
import { type EvaluationSettings, evaluationKinds, evaluationOf, requireOneStandardInputOf } from "./evaluation.ts";
import { loadMeasureModules } from "./load-measure-modules.ts";
import { measuresOf, sortArguments } from "./sort-arguments.ts";
import { usualMeasures } from "./usual-measures.ts";

/** The rules of measuring, and what the report has beside means. */
export interface MeasureSettings extends EvaluationSettings {
  /** Judged queries that a run lacks: count zero, or are left out. @default "zero" */
  readonly missingQueries?: "zero" | "skip";
  /** Adds the value of every query. @default false */
  readonly perQuery?: boolean;
  /** Adds count, mean, deviation and quartiles of every measure. @default false */
  readonly describe?: boolean;
  /** Adds precision by recall. @default false */
  readonly curves?: boolean;
}

/**
 * Measures runs against judgments.
 *
 * @param judgments file of judgments, or a folder that `label` wrote
 * @param runs      files, as `path` or `name=path`, and measures: what parses as a measure is one
 * @throws SemqrelError for files and settings that cannot be used   INVALID_OPTION, INVALID_MEASURE
 * @example
 * const { report } = await measure("qrels.txt", ["bm25.run", "nDCG@10"]);
 * report.runs["bm25"]?.["nDCG@10"]?.mean;
 */
export async function measure(
  judgments: string,
  runs: string | readonly string[],
  settings: MeasureSettings = {},
): Promise<{ readonly report: MeasureDocument; readonly warnings: readonly Warning[] }> {
  requireKinds("Measuring", { judgments, runs }, settings, {
    ...evaluationKinds,
    "true or false": [...evaluationKinds["true or false"], "perQuery", "describe", "curves"],
  });
  const { measured, curves } = await readingAs(settings, () => measureRuns(judgments, [runs].flat(), settings));
  const { perQuery = false, describe = false } = settings;
  return { report: measureDocument(measured, { perQuery, describe, curves }), warnings: measured.warnings };
}

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

/** The same, as tables need it. @param failUnder measures with bounds from below, which are measured too */
export async function measureRuns(
  judgments: string,
  given: readonly string[],
  settings: MeasureSettings & { readonly failUnder?: readonly { readonly measure: string; readonly bound: number }[] },
  defaults: readonly string[] = usualMeasures,
): Promise<MeasuredRuns> {
  const { measureModule = [], trecEval = "9", failUnder = [], missingQueries = "zero" } = settings;
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
