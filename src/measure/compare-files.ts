/** Compares runs measured against judgments, or engines in folders of labels. */
import { existsSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { at } from "../core/at.ts";
import { invalidOption, SemqrelError } from "../core/errors.ts";
import { isFile, isFolder, nearFile } from "../core/files/folders.ts";
import { suggestion } from "../core/text/suggestion.ts";
import { counted, quoted, someOf } from "../core/text/wording.ts";
import type { Warning } from "../core/warnings.ts";
import { type LabelConditions, labelFolderOf, policyDifferences } from "../io/labels/label-manifest.ts";
import { type LabelledMeasures, readLabelFolder } from "../io/labels/label-tables.ts";
import { readQueryColumns, requireQueriesFile } from "../io/query-sets/read-pairs.ts";
import {
  findWeightless,
  type Segmentation,
  segmentQueries,
  segmentsOf,
  weighQueries,
} from "../lists/segment-queries.ts";
import { type ComparisonInput, comparisonReport } from "./comparison-report.ts";
import {
  type CompareGiven,
  type NamedBound,
  usualMeasuresOfLabels,
  usualMeasuresToCompare,
} from "./evaluation-settings.ts";
import { type MeasureFiles, type MeasureFilesOptions, measureFiles } from "./measure-files.ts";
import { evaluationRules } from "./measure-report.ts";
import { evaluationOf, requireOneStandardInputOf } from "./measure-runs.ts";
import type { ComparedMeasure, ComparedPair } from "./measures/compare-runs.ts";
import type { Measure } from "./measures/define-measure.ts";
import { isMeasure } from "./measures/parse-measures.ts";
import { boundsOf, loadMeasureModules, sortArguments } from "./sort-arguments.ts";

export interface ValuesToCompare
  extends Pick<ComparisonInput, "runs" | "queries" | "measures" | "segmentation" | "weights" | "warnings"> {
  readonly usualPairs: readonly ComparedPair[];
}

export async function compareLabelFolders(
  folders: readonly string[],
  asked: readonly string[],
  missingQueries: CompareGiven["missingQueries"],
  settings: Partial<Pick<CompareGiven, "queries" | "segment" | "weight" | "acrossConditions">>,
): Promise<ValuesToCompare> {
  const { segment = null, weight = null } = settings;
  const read: LabelledMeasures[] = [];
  for (const folder of folders) read.push(await readLabelFolder(folder));
  const [first] = read;
  if (first === undefined) throw invalidOption("Comparing labels: give a folder.");
  if (settings.acrossConditions !== true) for (const other of read.slice(1)) requireSameConditions(first, other);
  if (missingQueries === "refuse") requireSameQueries(read);
  const all = [...new Set(read.flatMap(({ queries }) => queries))];
  const answered = read.flatMap(answeredQueries);
  const isKept = (query: string) => missingQueries !== "skip" || answered.every((ofEngine) => ofEngine.has(query));
  const queries = all.filter(isKept);
  if (queries.length === 0) throw noCommonQuery(folders);
  const engines = read.flatMap((folder) => folder.engines.map((engine) => ({ folder, engine })));
  const isUnique = new Set(read.map(({ name }) => name)).size === read.length;
  const names = engines.map(({ folder, engine }) =>
    read.length === 1 ? engine : `${isUnique ? folder.name : folder.folder}/${engine}`,
  );
  const valuesOf = ({ folder, engine }: (typeof engines)[number], measure: string) => {
    const values = folder.values.get(engine)?.get(measure);
    if (values === undefined) throw unknownMeasure(folder, measure);
    const indexOfQuery = new Map(folder.queries.map((query, index) => [query, index]));
    const ofMissing = missingQueries === "zero" ? 0 : Number.NaN;
    return Float64Array.from(queries, (query) => {
      const index = indexOfQuery.get(query);
      return index === undefined ? ofMissing : at(values, index);
    });
  };
  const columns = [segment, weight].filter((column) => column !== null);
  const attributes =
    settings.queries === undefined || columns.length === 0 ? null : await readQueryColumns(settings.queries, columns);
  const weights = attributes && weight !== null ? weighQueries(queries, attributes, weight) : null;
  const measures = asked.map((measure) => ({
    measure,
    lowerIsBetter: false,
    values: engines.map((engine) => valuesOf(engine, measure)),
  }));
  return {
    runs: names,
    queries,
    measures,
    segmentation: attributes && segment !== null ? segmentQueries(queries, attributes, segment) : null,
    weights,
    warnings: [
      ...(weights && weight !== null ? findWeightless(queries, weights, weight) : []),
      ...measures.flatMap((measure) => findUndefined(measure, names)),
    ],
    usualPairs: pairsOfEngines(engines.map(({ engine }) => engine)),
  };
}

/** Returns the queries with results, for each engine. A query without results may still have a row (of zeros). */
function answeredQueries({ queries, reasons }: LabelledMeasures): ReadonlySet<string>[] {
  return [...reasons.values()].map((ofQuery) => {
    return new Set(queries.filter((_, index) => !["no-row", "no-candidate-results"].includes(ofQuery[index] ?? "")));
  });
}

function findUndefined({ measure, values }: ComparedMeasure, runs: readonly string[]): Warning[] {
  return runs.flatMap((run, index): Warning[] => {
    const ofRun = values[index] ?? new Float64Array(0);
    const count = ofRun.filter((value) => Number.isNaN(value)).length;
    return count === 0 ? [] : [{ kind: "measure-undefined", run, measure, count, queries: ofRun.length }];
  });
}

/** Pairs each engine with the first engine of the same name. If all names differ, pairs each with the first engine. */
function pairsOfEngines(engines: readonly string[]): ComparedPair[] {
  const pairs = engines.map((engine, run) => ({ run, baseline: engines.indexOf(engine) }));
  const same = pairs.filter(({ run, baseline }) => run !== baseline);
  return same.length > 0 ? same : engines.slice(1).map((_, index) => ({ run: index + 1, baseline: 0 }));
}

function requireSameConditions(one: LabelledMeasures, other: LabelledMeasures): void {
  const names: readonly (keyof LabelConditions)[] = ["reference", "model", "policy", "calibration"];
  const different = names.filter((name) => one.conditions[name] !== other.conditions[name]);
  if (different.length === 0) return;
  const shown = (value: unknown) => (value === null ? "none" : JSON.stringify(value));
  const policies = policyDifferences(one.conditions, other.conditions).map(
    ({ name, values: [first, second] }) => `${name}: ${shown(first)} and ${shown(second)}`,
  );
  throw new SemqrelError(
    "DIFFERENT_CONDITIONS",
    `Comparing ${one.folder} with ${other.folder}: their labels were not made with the same ${different.join(" and the same ")}` +
      `${different.includes("policy") ? ` (${policies.join(", ")})` : ""}, ` +
      "so a difference may come from the labels, not from the engine. Label both under the same conditions, or pass --across-conditions.",
    { details: { folders: [one.folder, other.folder], different } },
  );
}

function unknownMeasure(folder: LabelledMeasures, measure: string): SemqrelError {
  return new SemqrelError(
    "INVALID_MEASURE",
    `Reading ${folder.folder}: it has no measure "${measure}".${suggestion(measure, folder.measures)} It has: ${folder.measures.join(", ")}.`,
    { details: { measure } },
  );
}

export async function compareRunFiles(
  files: MeasureFiles,
  measures: readonly Measure[],
  options: Omit<MeasureFilesOptions, "missingQueries"> & Pick<CompareGiven, "missingQueries">,
): Promise<ValuesToCompare> {
  requireMeans(measures);
  const isSkipping = options.missingQueries === "skip";
  const missingQueries = isSkipping ? "skip" : "zero";
  const measured = await measureFiles(files, measures, { ...options, missingQueries });
  const { judgments, queries, segmentation, weights } = measured;
  const answered = measured.runs.map(({ run }) => {
    const queriesOfRun = new Set(run.queries);
    const indexes = [...queries.keys()].filter((index) => queriesOfRun.has(at(judgments.queries, index)));
    return { name: run.name, indexes: new Set(indexes), queries: indexes.map((index) => at(queries, index)) };
  });
  if (options.missingQueries === "refuse") requireSameQueries(answered);
  const isKept = (index: number) => !isSkipping || answered.every(({ indexes }) => indexes.has(index));
  const kept = [...queries.keys()].filter(isKept);
  if (kept.length === 0) throw noCommonQuery(answered.map(({ name }) => name));
  const pick = (values: Float64Array) => Float64Array.from(kept, (index) => at(values, index));
  return {
    runs: measured.runs.map(({ run }) => run.name),
    queries: kept.map((index) => at(queries, index)),
    measures: measures.map((measure, index) => ({
      measure: measure.name,
      lowerIsBetter: measure.kind.lowerIsBetter,
      values: measured.runs.map(({ measured: all }) => pick(at(all, index).values)),
    })),
    segmentation: segmentation && pickSegments(segmentation, kept),
    weights: weights && pick(weights),
    warnings: measured.warnings,
    usualPairs: measured.runs.slice(1).map((_, index) => ({ run: index + 1, baseline: 0 })),
  };
}

/** Refuses measures that are not a mean over queries, because the tests are about the mean difference over queries. */
function requireMeans(measures: readonly Measure[]): void {
  const other = measures.find(({ kind, computeRun }) => kind.aggregate !== "mean" || computeRun !== null);
  if (other === undefined) return;
  const what = other.computeRun === null ? `a ${other.kind.aggregate} over queries` : "a number of the whole run";
  throw new SemqrelError(
    "INVALID_MEASURE",
    `Comparing runs: ${other.name} is ${what}, but differences are tested query by query. Give a measure that is a mean (such as AP or P@10), or show ${other.name} with semqrel measure.`,
    { details: { measure: other.name } },
  );
}

function pickSegments({ column, segments, segmentOfQuery }: Segmentation, indexes: readonly number[]): Segmentation {
  const values = indexes.map((index) => at(segments, at(segmentOfQuery, index)));
  return segmentsOf(column, values);
}

export function requireSameQueries(
  runs: readonly { readonly name: string; readonly queries: readonly string[] }[],
): void {
  const [first, ...others] = runs;
  const only = (one: readonly string[], two: readonly string[]) => {
    const known = new Set(two);
    return one.filter((query) => !known.has(query));
  };
  for (const other of others) {
    const lacks = only(first?.queries ?? [], other.queries);
    const has = only(other.queries, first?.queries ?? []);
    if (lacks.length === 0 && has.length === 0) continue;
    const some = (queries: readonly string[]) =>
      `${counted(queries.length, "query", "queries")} (${someOf(queries.map((query) => quoted(query)))})`;
    const parts = [
      ...(lacks.length > 0 ? [`${other.name} lacks ${some(lacks)} that ${first?.name} has`] : []),
      ...(has.length > 0 ? [`${first?.name} lacks ${some(has)} that ${other.name} has`] : []),
    ];
    throw new SemqrelError(
      "DIFFERENT_QUERIES",
      `Comparing ${first?.name} with ${other.name}: they have results for different queries. ${parts.join("; ")}. ` +
        "Pass --intersection to compare them on the queries of both, or --missing-queries zero to count missing lists as 0.",
      { details: { runs: [first?.name, other.name], lacks, has } },
    );
  }
}

export function noCommonQuery(names: readonly string[]): SemqrelError {
  const message = `Comparing ${names.join(" and ")}: no query in common. Give lists for the same queries.`;
  return new SemqrelError("NO_COMMON_QUERY", message, { details: { names } });
}

export async function compareWithBounds(
  given: readonly string[],
  settings: CompareGiven & { readonly failIfWorse?: readonly NamedBound[] },
) {
  const { failIfWorse = [], moved, seed, permutations, weight: weightColumn = null } = settings;
  // A labels.csv is read as its folder, unless it is the first path and a run follows: then it is the judgments.
  const folders = given.map((path) => labelFolderOf(path) ?? path);
  const areLabels = isFolder(given[0] ?? "") || (isFolder(folders[0] ?? "") && !folders.some(isFile));
  const read = areLabels ? readFolders : readRuns;
  const missingQueries = settings.intersection ? "skip" : settings.missingQueries;
  const { values, bounds, rules } = await read(
    areLabels ? folders : given,
    { ...settings, missingQueries },
    failIfWorse,
  );
  const pairs = pairsOf(values, settings);
  const report = comparisonReport({ ...values, rules, pairs, weightColumn, seed, permutations, moved });
  return { report, warnings: report.warnings, bounds };
}

async function readRuns(
  [qrels = "", ...rest]: readonly string[],
  settings: CompareGiven,
  failIfWorse: readonly NamedBound[],
) {
  const { measureModule, trecEval } = settings;
  const kinds = await loadMeasureModules(measureModule);
  const asked = failIfWorse.map(({ measure }) => measure);
  // Without runs, the first argument may be a misspelled folder of labels.
  if (qrels !== "-" && !existsSync(qrels) && rest.every((text) => isMeasure(text, kinds))) {
    const message = `Comparing ${qrels}: there is no such file or folder. Check the path.${nearFile(qrels)}`;
    throw new SemqrelError("FILE_NOT_FOUND", message, { details: { path: qrels } });
  }
  const defaults = asked.length > 0 ? asked : usualMeasuresToCompare;
  const { runs, measures, warnings } = sortArguments(rest, defaults, kinds, trecEval);
  requireOneStandardInputOf(qrels, runs, settings);
  const bounds = boundsOf(failIfWorse, kinds, trecEval);
  const all = [...measures, ...bounds.map(({ measure }) => measure)];
  const distinct = all.filter(({ name }, index) => all.findIndex((other) => other.name === name) === index);
  const options = evaluationOf(settings, distinct);
  const values = await compareRunFiles(
    { judgments: qrels, runs, queries: settings.queries ?? null },
    distinct,
    options,
  );
  return {
    values: { ...values, warnings: [...warnings, ...values.warnings] },
    bounds: bounds.map(({ measure, bound }) => ({ measure: measure.name, bound })),
    rules: evaluationRules(options),
  };
}

async function readFolders(given: readonly string[], settings: CompareGiven, bounds: readonly NamedBound[]) {
  requireLabelSettings(settings);
  const folders = given.filter((path, index) => index === 0 || existsSync(path));
  const other = folders.find((path) => !isFolder(path));
  if (other !== undefined) {
    throw invalidOption(
      `Reading arguments: ${folders[0]} is a folder of labels, but ${other} is not. Compare folders with folders, or use runs with ${join(folders[0] ?? "", "labels.qrels")}.`,
    );
  }
  const paths = folders.map((path) => realpathSync(path));
  const twice = folders.find((_, index) => paths.indexOf(paths[index] ?? "") < index);
  if (twice !== undefined) {
    throw invalidOption(`Reading arguments: the folder ${twice} is given twice. Give each folder once.`);
  }
  const asked = [...given.filter((path) => !folders.includes(path)), ...bounds.map(({ measure }) => measure)];
  const measures = [...new Set(asked.length > 0 ? asked : usualMeasuresOfLabels)];
  const values = await compareLabelFolders(folders, measures, settings.missingQueries, settings);
  return { values, bounds, rules: null };
}

/** Refuses settings for measuring runs. They would have no effect, because `label` has already measured the labels. */
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
    settings.catalogue !== undefined && "--catalogue",
    settings.titles !== undefined && "--titles",
  ].filter((name) => typeof name === "string");
  if (given.length === 0) return;
  throw invalidOption(
    `Comparing labels: ${given.join(", ")} cannot change what label measured. Leave out ${given.length === 1 ? "this option" : "these options"}, or compare runs with the folder's labels.qrels.`,
    { options: given },
  );
}

function pairsOf({ runs, usualPairs }: ValuesToCompare, settings: CompareGiven): readonly ComparedPair[] {
  if (runs.length < 2) {
    throw invalidOption(
      `Comparing runs: there is only one run, "${runs[0]}". Give at least two, or use semqrel measure.`,
    );
  }
  if (settings.baseline === undefined && !settings.allPairs) return usualPairs;
  const baseline = settings.baseline === undefined ? 0 : runs.indexOf(settings.baseline);
  if (baseline < 0) {
    throw invalidOption(`Comparing runs: no run is called "${settings.baseline}". The runs are ${runs.join(", ")}.`, {
      baseline: settings.baseline,
    });
  }
  const ordered = [baseline, ...[...runs.keys()].filter((run) => run !== baseline)];
  const bases = settings.allPairs ? ordered : [baseline];
  return bases.flatMap((base, index) => ordered.slice(index + 1).map((run) => ({ run, baseline: base })));
}
