/** Compares what paths and measures name: runs against judgments, or folders of labels. */
import { existsSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { invalidOption, SemqrelError } from "../core/errors.ts";
import { isFile, isFolder, nearFile } from "../core/files/folders.ts";
import { labelFolderOf } from "../io/labels/label-manifest.ts";
import { requireQueriesFile } from "../io/query-sets/read-pairs.ts";
import {
  compareLabelFolders,
  compareRunFiles,
  type DifferentQueries,
  type ValuesToCompare,
} from "./compare-label-folders.ts";
import { comparisonReport } from "./comparison-report.ts";
import { type EvaluationRules, evaluationRules } from "./evaluation-rules.ts";
import {
  type CompareGiven,
  usualMeasuresOfLabels,
  usualMeasuresToCompare,
  type WorseBound,
} from "./evaluation-settings.ts";
import { loadMeasureModules } from "./load-measure-modules.ts";
import { evaluationOf, requireOneStandardInputOf } from "./measure-runs.ts";
import type { ComparedPair } from "./measures/compare-runs.ts";
import { isMeasure } from "./measures/parse-measures.ts";
import { measuresOf, sortArguments } from "./sort-arguments.ts";

interface Read {
  readonly values: ValuesToCompare;
  readonly bounds: readonly WorseBound[];
  readonly rules: EvaluationRules | null;
}

export async function compareWithBounds(
  given: readonly string[],
  settings: CompareGiven & { readonly failIfWorse?: readonly WorseBound[] },
) {
  const { failIfWorse = [], moved, seed, permutations, weight: weightColumn = null } = settings;
  // A labels.csv among runs is the judgments that they are measured against.
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
  settings: CompareGiven,
  failIfWorse: readonly WorseBound[],
): Promise<Read> {
  const { measureModule, trecEval, missingQueries, intersection = false } = settings;
  const kinds = await loadMeasureModules(measureModule);
  const asked = failIfWorse.map(({ measure }) => measure);
  // Without a run, the user may have meant a folder of labels.
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
  // Parse all at once, to report all mistakes at once.
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
  settings: CompareGiven,
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
  const measures = [...new Set(asked.length > 0 ? asked : usualMeasuresOfLabels)];
  const values = await compareLabelFolders(folders, measures, differentQueriesOf(settings), settings);
  return { values, bounds, rules: null };
}

/** Labels were measured when they were made, so settings of how to measure runs would have no effect. */
function requireLabelSettings(settings: CompareGiven): void {
  requireQueriesFile(settings.queries ?? null, settings, "Comparing labels");
  const { measureModule, trecEval } = settings;
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

function differentQueriesOf({ intersection, missingQueries }: CompareGiven): DifferentQueries {
  if (intersection || missingQueries === "skip") return "intersection";
  return missingQueries;
}

function pairsOf({ runs, usualPairs }: ValuesToCompare, settings: CompareGiven): readonly ComparedPair[] {
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
