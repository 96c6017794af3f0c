/** `compare`: which run is better, and how sure may one be? */

import { existsSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { invalidOption, SemqrelError } from "../core/errors.ts";
import { isFile, isFolder, nearFile } from "../core/files/folders.ts";
import { requireKinds } from "../core/require-settings.ts";
import type { Warning } from "../core/warnings.ts";
import { readingAs } from "../io/encoding.ts";
import { labelFolderOf } from "../io/labels/label-manifest.ts";
import { requireQueriesFile } from "../io/query-sets/require-queries-file.ts";
import { compareLabelFolders } from "../measure/compare-label-folders.ts";
import { compareRunFiles } from "../measure/compare-run-files.ts";
import { type ComparisonReport, comparisonReport } from "../measure/comparison-report.ts";
import { type EvaluationRules, evaluationRules } from "../measure/evaluation-rules.ts";
import type { ComparedPair } from "../measure/measures/compare-runs.ts";
import { isMeasure } from "../measure/measures/parse-measures.ts";
import type { ValuesToCompare } from "../measure/values-to-compare.ts";
import { type EvaluationSettings, evaluationKinds, evaluationOf, requireOneStandardInputOf } from "./evaluation.ts";
import { loadMeasureModules } from "./load-measure-modules.ts";
import { measuresOf, sortArguments } from "./sort-arguments.ts";
import { usualMeasuresOfLabels, usualMeasuresToCompare } from "./usual-measures.ts";

/** The rules of measuring, and which runs are compared how. */
export interface CompareSettings extends EvaluationSettings {
  /** Queries that a run lacks: are refused, count zero, or are left out. @default "refuse" */
  readonly missingQueries?: "refuse" | "zero" | "skip";
  /** The run that the others are compared with. @default the first */
  readonly baseline?: string;
  /** Compares every pair of runs. @default false */
  readonly allPairs?: boolean;
  /** Compares runs of different queries on those that all have. @default false */
  readonly intersection?: boolean;
  /** Compares labels of another reference, model, policy or calibration. @default false */
  readonly acrossConditions?: boolean;
  /** Queries to name that gained most, and as many that lost. @default 3 */
  readonly moved?: number;
  /** Decides randomisation and bootstrap. @default 1 */
  readonly seed?: number;
  /** Of the randomisation test, where not all can be tried. @default 100000 */
  readonly permutations?: number;
}

/** A measure that must not become worse, and a loss that is tolerated. */
export interface WorseBound {
  readonly measure: string;
  /** A loss up to this is tolerated. */
  readonly margin: number;
}

/**
 * Compares runs query by query, or engines of folders of labels: differences with intervals, significance and a verdict.
 *
 * @param first  file of judgments, or a folder that `label` wrote
 * @param others runs or further folders, and measures
 * @throws SemqrelError for files and settings that cannot be used   INVALID_OPTION, INVALID_MEASURE
 */
export async function compare(
  first: string,
  others: string | readonly string[] = [],
  settings: CompareSettings = {},
): Promise<{ readonly report: ComparisonReport; readonly warnings: readonly Warning[] }> {
  requireKinds("Comparing runs", { first, others }, settings, {
    ...evaluationKinds,
    "a text": [...evaluationKinds["a text"], "baseline"],
    "a number": [...evaluationKinds["a number"], "moved", "seed", "permutations"],
    "true or false": [...evaluationKinds["true or false"], "allPairs", "intersection", "acrossConditions"],
  });
  const { report, warnings } = await readingAs(settings, () =>
    compareWithBounds([first, ...[others].flat()], settings),
  );
  return { report, warnings };
}

interface Read {
  readonly values: ValuesToCompare;
  /** Their measures as the values name them. */
  readonly bounds: readonly WorseBound[];
  /** Null for labels. */
  readonly rules: EvaluationRules | null;
}

/** The same with bounds. @param failIfWorse measures with bounds, which are compared too */
export async function compareWithBounds(
  given: readonly string[],
  settings: CompareSettings & { readonly failIfWorse?: readonly WorseBound[] },
) {
  const { failIfWorse = [], moved = 3, seed = 1, permutations = 100_000, weight: weightColumn = null } = settings;
  // A labels.csv among runs is what they are measured against.
  const folders = given.map((path) => labelFolderOf(path) ?? path);
  const areLabels = isFolder(given[0] ?? "") || (isFolder(folders[0] ?? "") && !folders.some(isFile));
  const { values, bounds, rules } = areLabels
    ? await readFolders(folders, settings, failIfWorse)
    : await readRuns(given, settings, failIfWorse);
  const pairs = pairsOf(values, settings);
  const report = comparisonReport({ ...values, rules, pairs, weightColumn, seed, permutations, moved });
  return { report, warnings: values.warnings, bounds };
}

async function readRuns(
  [qrels = "", ...rest]: readonly string[],
  settings: CompareSettings,
  failIfWorse: readonly WorseBound[],
): Promise<Read> {
  const { measureModule = [], trecEval = "9", missingQueries = "refuse", intersection = false } = settings;
  const kinds = await loadMeasureModules(measureModule);
  const asked = failIfWorse.map(({ measure }) => measure);
  // Without a run it may have been meant as a folder of labels.
  if (qrels !== "-" && !existsSync(qrels) && rest.every((text) => isMeasure(text, kinds))) {
    const message = `Comparing ${qrels}: there is no such file or folder. Check the path.${nearFile(qrels)}`;
    throw new SemqrelError("FILE_NOT_FOUND", message, { details: { path: qrels } });
  }
  const { runs, measures, warnings } = sortArguments(
    rest,
    asked.length > 0 ? asked : usualMeasuresToCompare,
    kinds,
    trecEval,
  );
  requireOneStandardInputOf(qrels, runs, settings);
  const parse = (names: readonly string[]) => measuresOf(names, kinds, trecEval);
  // All at once, so that all mistakes are told at once.
  parse(asked);
  const bounds = failIfWorse.flatMap(({ measure, margin }) => parse([measure]).map((parsed) => ({ parsed, margin })));
  const all = [...measures, ...bounds.map(({ parsed }) => parsed)];
  const distinct = all.filter(({ name }, place) => all.findIndex((other) => other.name === name) === place);
  const options = evaluationOf(settings, missingQueries === "skip" ? "skip" : "zero", distinct);
  const values = await compareRunFiles({ judgments: qrels, runs, queries: settings.queries ?? null }, distinct, {
    ...options,
    differentQueries: differentQueriesOf(settings),
  });
  return {
    values: { ...values, warnings: [...warnings, ...values.warnings] },
    bounds: bounds.map(({ parsed, margin }) => ({ measure: parsed.name, margin })),
    rules: evaluationRules(options, intersection ? "skip" : missingQueries),
  };
}

async function readFolders(
  given: readonly string[],
  settings: CompareSettings,
  bounds: readonly WorseBound[],
): Promise<Read> {
  requireLabelSettings(settings);
  const folders = given.filter((path, place) => place === 0 || existsSync(path));
  const other = folders.find((path) => !isFolder(path));
  if (other !== undefined) {
    throw invalidOption(
      `Reading arguments: ${folders[0]} is a folder of labels, ${other} is none. Compare folders with folders, or runs against ${join(folders[0] ?? "", "labels.qrels")}.`,
    );
  }
  const paths = folders.map((path) => realpathSync(path));
  const twice = folders.find((_, place) => paths.indexOf(paths[place] ?? "") < place);
  if (twice !== undefined) {
    throw invalidOption(`Reading arguments: the folder ${twice} is given twice. Give each once.`);
  }
  const asked = [...given.filter((path) => !folders.includes(path)), ...bounds.map(({ measure }) => measure)];
  const values = await compareLabelFolders(folders, {
    measures: [...new Set(asked.length > 0 ? asked : usualMeasuresOfLabels)],
    queries: settings.queries ?? null,
    segment: settings.segment ?? null,
    weight: settings.weight ?? null,
    differentQueries: differentQueriesOf(settings),
    acrossConditions: settings.acrossConditions === true,
  });
  return { values, bounds, rules: null };
}

/** Labels were measured when they were made: settings of how to measure runs would be passed over in silence. */
function requireLabelSettings(settings: CompareSettings): void {
  requireQueriesFile(settings.queries ?? null, settings, "Comparing labels");
  const { measureModule = [], trecEval = "9" } = settings;
  const given = [
    settings.depth !== undefined && "--depth",
    settings.judgedOnly && "--judged-only",
    settings.dropSelf && "--drop-self",
    settings.undefined === "skip" && "--undefined",
    trecEval !== "9" && "--trec-eval",
    measureModule.length > 0 && "--measure-module",
    settings.qrelsFormat !== undefined && "--qrels-format",
    settings.runFormat !== undefined && "--run-format",
  ].filter((name) => typeof name === "string");
  if (given.length === 0) return;
  throw invalidOption(
    `Comparing labels: ${given.join(", ")} cannot change what label measured. Leave it out, or compare runs against the folder's labels.qrels.`,
    { options: given },
  );
}

function differentQueriesOf({ intersection, missingQueries }: CompareSettings): "refuse" | "intersection" | "zero" {
  if (intersection || missingQueries === "skip") return "intersection";
  return missingQueries ?? "refuse";
}

function pairsOf({ runs, usualPairs }: ValuesToCompare, settings: CompareSettings): readonly ComparedPair[] {
  if (runs.length < 2) {
    throw invalidOption(`Comparing runs: there is only "${runs[0]}". Give at least two, or use semqrel measure.`);
  }
  if (settings.baseline === undefined && !settings.allPairs) return usualPairs;
  const baseline = settings.baseline === undefined ? 0 : runs.indexOf(settings.baseline);
  if (baseline < 0) {
    throw invalidOption(`Comparing runs: no run is called "${settings.baseline}". There are: ${runs.join(", ")}.`, {
      baseline: settings.baseline,
    });
  }
  const ordered = [baseline, ...[...runs.keys()].filter((run) => run !== baseline)];
  const bases = settings.allPairs ? ordered : [baseline];
  return bases.flatMap((base, place) => ordered.slice(place + 1).map((run) => ({ run, baseline: base })));
}
