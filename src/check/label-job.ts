/** The job of `label`: checks the settings, labels the lists, and writes the folder. */
import { availableParallelism } from "node:os";
import { readOptionsOf, readSettings } from "../command/shared-settings.ts";
import { refusing, SemqrelError } from "../core/errors.ts";
import { version } from "../core/files/version.ts";
import { distinctFileNames } from "../core/text/paths.ts";
import { printed } from "../core/text/wording.ts";
import { identifierKind } from "../core/titles/identifiers.ts";
import type { LabelRun, QueryColumns } from "../core/types.ts";
import type { Warning } from "../core/warnings.ts";
import { readQueries, readQueryColumns, requireQueriesFile } from "../io/query-sets/read-pairs.ts";
import { requireOneStandardInput } from "../io/require-paths.ts";
import { engineOfPath, namedFile } from "../io/results/results-file.ts";
import {
  LEADING_MEASURE,
  type ReferencesInTurn,
  referencesInTurn,
  unrelatedOf,
} from "../label/folder/double-checks.ts";
import type { FolderRun } from "../label/folder/label-files.ts";
import { type LabelSummary, segmentLabelRun, summariseMeasuredRun } from "../label/folder/label-summary.ts";
import type { MeasuredRun } from "../label/folder/measured-run.ts";
import { referenceBias } from "../label/folder/reference-bias.ts";
import {
  type FinishedLabels,
  finishedLabels,
  type LabelCall,
  type LabelFolderContent,
  type LabelSubfolder,
  requireOutputFolder,
  requireOwnFolder,
  writeLabelFolder,
} from "../label/label-folder.ts";
import { labelFunctionKinds, parseLabelFunction } from "../label/label-functions/label-function.ts";
import { furtherColumns, type LabelFiles, type LabelOptions, type LabelTools } from "../label/label-options.ts";
import { type LabelledRow, labelledRows, queryTableOf, type ResultRow, rowsAsResults } from "../label/label-rows.ts";
import { matchPresets, rulesWithout } from "../label/match/match-rules.ts";
import { labelFiles, labelLists } from "../label/pipeline.ts";
import { defaultFusionK } from "../lists/fuse-references.ts";
import { findWeightless, namesInFile, segmentQueries, weighQueries } from "../lists/segment-queries.ts";
import { hnswParameters } from "../model/index/hnsw.ts";
import { defaultIndexesFolder } from "../model/index/index-store.ts";
import { cacheFolderOf, openModel } from "../model/with-model.ts";
import { type LabelGiven, labelSettings } from "./label-settings.ts";

const refused = refusing("Labelling");

/** Files as `path` or `name=path`, or an object that maps the name of each engine to its rows. */
export type EngineRows = string | readonly string[] | Readonly<Record<string, readonly ResultRow[]>>;
/** `EngineRows`, or a list with the rows of one engine. */
export type Rows = EngineRows | readonly ResultRow[];

/** The labels and measures of all engines. */
export interface Labelled {
  /** The summary, as in summary.json. */
  readonly report: LabelSummary;
  /** The lists, the matches, the labels and the measures, as columns. */
  readonly run: LabelRun;
  /** Warnings about the lists and about the machine. */
  readonly warnings: readonly Warning[];
  /** Every result with its label and match, as in labels.csv. Can be iterated several times. */
  readonly rows: Iterable<LabelledRow>;
  /** Names of the written files, relative to the folder; empty without `out`. */
  readonly written: readonly string[];
}

export async function labelRows(reference: Rows, candidates: Rows = [], settings: LabelGiven): Promise<Labelled> {
  requireFilesOrRows(reference, "reference is");
  requireFilesOrRows(candidates, "candidates are");
  const { finished, report, written, warnings } = await labelWith(labelInMemory, reference, candidates, settings);
  const run = finished.labelled;
  return { report, run, warnings, rows: { [Symbol.iterator]: () => labelledRows(run) }, written };
}

export interface LabelJob {
  readonly settings: LabelGiven;
  readonly files: LabelFiles;
  /** The lists, if the caller gave rows; null if the caller gave files. */
  readonly rows: Parameters<typeof labelLists>[0] | null;
  readonly options: LabelOptions;
  readonly threads: number;
  readonly cacheFolder: string | null;
  readonly indexesFolder: string | null;
  readonly attributes: QueryColumns | null;
  readonly tools: LabelTools;
}

export async function labelInMemory({ files, rows, options, tools }: LabelJob) {
  const result =
    rows === null
      ? await labelFiles(files, options, tools)
      : { ...(await labelLists(rows, options, tools)), inputs: [] };
  return { ...(await finishedLabels(result)), labelled: result.run, workFolder: null };
}

/** Checks the settings, labels the lists with `work`, and writes the folder, with temporary files in `workFolder`. */
export async function labelWith<Finished extends FinishedLabels & { readonly workFolder: string | null }>(
  work: (job: LabelJob) => Promise<Finished>,
  reference: Rows,
  candidates: Rows,
  settings: LabelGiven,
  isResumed = false,
) {
  const { out } = settings;
  const options = optionsOf(settings);
  const files = filesOf(reference, candidates, settings);
  const results = [...files.references, ...files.candidates].map(({ path }) => path);
  const others = [files.queries, files.titles].filter((path) => path !== null);
  requireOneStandardInput([...results, ...others]);
  const inputs = [...results, ...others];
  if (out !== undefined) requireOutputFolder(out, { inputs, isResumed });
  const rows = await rowsOf(reference, candidates, settings, options);
  if (out !== undefined && settings.force !== true && !isResumed) {
    requireOwnFolder(out, { ...enginesOf(rows ?? files, files.referenceEngine), inputs });
  }
  const attributes = await readAttributes(settings);
  const cacheFolder = cacheFolderOf(settings);
  const indexesFolder = cacheFolder === null ? null : (settings.indexes ?? defaultIndexesFolder(cacheFolder));
  const { exact = false, threads = availableParallelism() } = settings;
  const { tools, close } = await openModel(settings, { exact, indexesFolder });
  try {
    const job: LabelJob = { settings, files, rows, options, threads, cacheFolder, indexesFolder, attributes, tools };
    const finished = await work(job);
    const [references, lists] = [pathsOf(reference), pathsOf(candidates)];
    const call = rows === null ? { references, candidates: lists, settings: repeatable(settings) } : null;
    const { whole, apart } = contentOf(finished, job, call);
    const parquet = settings.parquet ? (await import("../io/tables/write-parquet.ts")).parquetBytes : null;
    const { files: written, warnings } =
      out === undefined
        ? { files: [], warnings: whole.summary.warnings }
        : writeLabelFolder(out, whole, { ...layoutOf(settings), parquet }, apart, finished.workFolder);
    const report: LabelSummary = { ...whole.summary, warnings };
    return { finished, report, written, warnings: [...finished.machineWarnings, ...warnings] };
  } finally {
    await close();
  }
}

/** Settings that are not in the manifest. `tools` has objects, `model` may be moved, the rest do not affect tables. */
const notRecorded = ["out", "force", "threads", "cache", "indexes", "model", "tools", "progress", "signal"];

export function repeatable(settings: Readonly<Record<string, unknown>>): LabelCall["settings"] {
  const names = Object.keys(labelSettings).filter((name) => !notRecorded.includes(name));
  return Object.fromEntries(
    Object.entries(settings).filter(([name, value]) => names.includes(name) && value !== undefined),
  );
}

function contentOf(
  { run, doubleChecks, subsets, inputs, machineWarnings }: FinishedLabels,
  job: LabelJob,
  call: LabelCall | null,
): { readonly whole: LabelFolderContent; readonly apart: readonly LabelSubfolder[] } {
  const { references = "fused" } = job.settings;
  const { fusionK } = job.options;
  const options = manifestOptions(job);
  const versions = { semqrel: version, node: process.versions.node };
  const common = { inputs, machineWarnings, options, versions };
  const unrelated = unrelatedOf(run.measured, doubleChecks.permuted);
  const inTurn = inTurnOf(run.measured, subsets, doubleChecks);
  const summary = {
    ...summarise(run, job),
    ...(unrelated && { unrelated }),
    ...(inTurn && { references_in_turn: inTurn }),
  };
  if (subsets.length === 0) return { whole: { ...common, call, run, summary }, apart: [] };
  const alone = references === "apart" ? subsets.filter(({ kind }) => kind === "alone") : [];
  const folders = distinctFileNames(alone.map(({ engine }) => engine));
  const ofSubsets = subsets.map(({ kind, engine, run: { measured } }) => ({ kind, engine, run: measured }));
  return {
    whole: {
      ...common,
      call,
      run,
      summary: { ...summary, references: referenceBias(run.measured, ofSubsets, fusionK) },
      options: { ...options, references, fusionK },
    },
    apart: alone.map((subset, place) => ({
      path: `references/${folders[place]}`,
      content: { ...common, run: subset.run, summary: summarise(subset.run, job) },
    })),
  };
}

/** Compares the engines by each given reference alone, and by each candidate used as the reference. */
function inTurnOf(
  measured: MeasuredRun,
  subsets: FinishedLabels["subsets"],
  { inTurn }: FinishedLabels["doubleChecks"],
): ReferencesInTurn | null {
  if (inTurn.length === 0) return null;
  const alone = subsets.flatMap(({ kind, engine, run }) => (kind === "alone" ? { engine, run: run.measured } : []));
  const given = alone.length > 0 ? alone : [{ engine: measured.reference.engine, run: measured }];
  const ofGiven = given.map(({ engine: reference, run }) => {
    return { reference, values: run.engines.map(({ measures }) => measures.values[LEADING_MEASURE]) };
  });
  const engines = measured.engines.map(({ engine }) => engine);
  return referencesInTurn(engines, [...ofGiven, ...inTurn]);
}

function summarise({ queries, measured }: FolderRun, { attributes, settings }: LabelJob): LabelSummary {
  const { segment, weight } = settings;
  const labelled = summariseMeasuredRun(measured);
  if (attributes === null) return labelled;
  const names = namesInFile(queries, attributes);
  const weighing = weight === undefined ? null : { column: weight, weights: weighQueries(names, attributes, weight) };
  const groups = segment === undefined ? null : segmentQueries(names, attributes, segment);
  const shown = queries.map(({ name }) => name);
  const weightless = weighing?.column ? findWeightless(shown, weighing.weights, weighing.column) : [];
  const segments = segmentLabelRun(measured, groups, weighing);
  return { ...labelled, ...segments, warnings: [...labelled.warnings, ...weightless] };
}

function manifestOptions({ settings, files, options, threads }: LabelJob): Record<string, unknown> {
  const { veto, fusionK: _, keep, ...plainOptions } = options;
  const { format, rankBase, columns, titleField, stripNumbers, stripEndings } = files.read;
  return {
    ...plainOptions,
    labelFunction: options.labelFunction.name,
    referenceEngine: files.referenceEngine,
    inputFormat: format,
    rankBase,
    columns,
    titleField,
    exact: settings.exact === true,
    seed: hnswParameters.seed,
    threads,
    ...layoutOf(settings),
    ...(settings.encoding === undefined ? {} : { encoding: settings.encoding }),
    ...(veto.length === 0 ? {} : { veto }),
    ...(keep === undefined ? {} : { keep }),
    ...(stripNumbers ? { stripNumbers } : {}),
    ...(stripEndings ? { stripEndings } : {}),
  };
}

function layoutOf({ spreadsheetSafe = false, integerQrels = false, timings }: LabelGiven) {
  return { spreadsheetSafe, integerQrels, ...(timings ? { timings } : {}) };
}

function optionsOf(settings: LabelGiven): LabelOptions {
  const preset = matchPresets[settings.preset ?? "default"];
  const { matchOn = preset.matchOn, threshold: given = preset.threshold, without = preset.without } = settings;
  const threshold = given === "none" ? null : given;
  const { depth = null, referenceDepth = null, labelColumn = null, keep = [] } = settings;
  const { oneToOne = false, veto = [], fusionK = defaultFusionK } = settings;
  const labelFunction = labelFunctionOf(settings);
  const rules = rulesWithout(without);
  const match = { matchOn, threshold, rules, oneToOne, veto };
  const made = { depth, referenceDepth, labelFunction, labelColumn, ...match, fusionK };
  return keep.length === 0 ? made : { ...made, keep };
}

function labelFunctionOf({ label: given = "inverse" }: LabelGiven): LabelOptions["labelFunction"] {
  try {
    return parseLabelFunction(given);
  } catch (cause) {
    if (!(cause instanceof SemqrelError)) throw cause;
    const known = labelFunctionKinds.map(({ name, summary }) => `${parseLabelFunction(name).name} = ${summary}`);
    const message = `${cause.message} The label functions, with ranks from 0: ${known.join("; ")}.`;
    throw new SemqrelError(cause.code, message, { details: cause.details, cause });
  }
}

/** Reads the columns of `segment` and `weight` before labelling begins, so that a wrong name is reported early. */
async function readAttributes(settings: LabelGiven): Promise<QueryColumns | null> {
  const queries = fileOfQueries(settings);
  const columns = columnsOf(settings);
  requireQueriesFile(queries, settings, "Labelling");
  return queries === null || columns.length === 0 ? null : readQueryColumns(queries, columns);
}

function columnsOf({ segment, weight }: LabelGiven): string[] {
  return [segment, weight].filter((column) => column !== undefined);
}

function filesOf(reference: Rows, candidates: Rows, settings: LabelGiven): LabelFiles {
  const { titles = null, referenceEngine = null } = settings;
  return {
    references: pathsOf(reference).map(namedFile),
    candidates: pathsOf(candidates).map(namedFile),
    queries: fileOfQueries(settings),
    queryColumns: columnsOf(settings),
    titles,
    referenceEngine,
    read: readOptionsOf(settings),
  };
}

/** Returns engine names that are known before files are read, including the joint name of several references. */
function enginesOf({ references, candidates }: NonNullable<LabelJob["rows"]> | LabelFiles, chosen: string | null) {
  const nameOf = (one: { readonly engine: string | null; readonly path?: string }) =>
    one.engine ?? engineOfPath(one.path ?? "");
  const names = references.map(nameOf);
  const engines = [names.join("+"), ...names, ...candidates.map(nameOf)];
  return { references: chosen === null ? names : [chosen], engines };
}

function fileOfQueries({ queries }: LabelGiven): string | null {
  return typeof queries === "string" ? queries : null;
}

function pathsOf(given: Rows): string[] {
  return [given].flat().filter((one) => typeof one === "string");
}

async function rowsOf(reference: Rows, candidates: Rows, settings: LabelGiven, options: LabelOptions) {
  const { queries } = settings;
  const areFiles = [reference, candidates].map((given) => pathsOf(given).length > 0);
  const hasTexts = queries !== undefined && typeof queries !== "string";
  if (areFiles.includes(true)) {
    const isMixed = areFiles[0] === false || (areFiles[1] === false && Object.keys(candidates).length > 0) || hasTexts;
    if (!isMixed) return null;
    throw refused(filesAndRows);
  }
  const useless = settingsOfFiles.find((name) => settings[name] !== undefined && settings[name] !== false);
  if (useless !== undefined) throw refused(`${useless} is for files, but rows are given. Leave it out.`);
  const { further, keepsAll } = furtherColumns(options);
  const wants = (name: string) => keepsAll || further.includes(name) || identifierKind(name) !== null;
  const engines = (given: Rows, name: string) =>
    Object.entries(Array.isArray(given) ? (given.length === 0 ? {} : { [name]: given }) : given).map(
      ([engine, rows]) => {
        const remedy = 'Give a list of rows, such as [{ query: "pears", title: "A book of pears" }].';
        if (!Array.isArray(rows)) throw refused(`the rows of "${engine}" are not a list. ${remedy}`, { engine });
        if (rows.length === 0) throw refused(`"${engine}" has no rows. Leave the engine out.`, { engine });
        return rowsAsResults(engine, rows, wants, readOptionsOf(settings).rankBase);
      },
    );
  const [ofReferences, ofCandidates] = [engines(reference, "reference"), engines(candidates, "candidate")];
  if (ofReferences.length === 0) throw refused("there is no reference. Give files, as `path` or `name=path`, or rows.");
  if (ofCandidates.length === 0) throw refused("there are no candidates. Give the rows of the engines to measure.");
  return {
    references: ofReferences,
    candidates: ofCandidates,
    queries: hasTexts ? queryTableOf(queries) : queries === undefined ? null : (await readQueries(queries)).queries,
  };
}

const filesAndRows =
  "both files and rows are given. Give references, candidates and queries all as files, or all as rows.";
const settingsOfFiles = ["referenceEngine", ...Object.keys(readSettings)].filter(
  (name) => name !== "rankBase",
) as (keyof LabelGiven)[];

/** Refuses values such as a Map, a Promise, or a list of both paths and rows. Their rows could be overlooked. */
function requireFilesOrRows(given: unknown, role: string): void {
  const isList = Array.isArray(given);
  const isObject = Object.prototype.toString.call(given) === "[object Object]";
  if (typeof given !== "string" && !isList && !isObject) {
    throw refused(`the ${role} ${printed(given)}. Give files, as \`path\` or \`name=path\`, or rows.`);
  }
  if (isList && new Set(given.map((one) => typeof one === "string")).size > 1) throw refused(filesAndRows);
}
