/** `semqrel label`: the main job, from two engines' files to labels, measures and tables. */
import type { Command } from "commander";
import { SemqrelError } from "../../core/errors.ts";
import type { Query, QueryColumns, RunTimings } from "../../core/types.ts";
import type { Warning } from "../../core/warnings.ts";
import { requireOneStandardInput } from "../../io/require-one-standard-input.ts";
import type { BlockExecutor, BlockSettings } from "../../jobs/block.ts";
import type { ChildProcessesOptions } from "../../jobs/child-processes.ts";
import type { LabelSegments } from "../../label/folder/label-segments.ts";
import type { LabelSummary } from "../../label/folder/label-summary.ts";
import type { MeasuredRun } from "../../label/folder/measured-run.ts";
import type { FinishedLabels, FolderRun, LabelFolderContent, LabelSubfolder } from "../../label/label-folder.ts";
import type { LabelFiles, LabelOptions, LabelTools } from "../../label/pipeline.ts";
import { type LabelFunction, parseLabelFunction } from "../../label/relevance/label-function.ts";
import type { BlockWork } from "../block-work.ts";
import { exitCodes } from "../exit-codes.ts";
import type { CliIo, Outcome } from "../io.ts";
import { requireQueriesFile } from "../options/evaluation-options.ts";
import { namedFile, readOptionsOf } from "../options/input-options.ts";
import { formulas, type LabelFlags, labelOptions } from "../options/label-options.ts";
import { colorsFor } from "../terminal/colors.ts";
import { printable } from "../terminal/print.ts";
import { headings, printReport, type ReportForms } from "../terminal/print-report.ts";
import { stderrProgress } from "../terminal/progress.ts";
import { remark } from "../terminal/remark.ts";
import { version } from "../version.ts";

export function labelCommand(io: CliIo, outcome: Outcome): Command {
  return labelOptions().action((flags: LabelFlags) => label(flags, io, outcome));
}

async function label(flags: LabelFlags, io: CliIo, outcome: Outcome): Promise<void> {
  // Here and not above: --help must not wait for them.
  const { clock, defaultCacheFolder, openTools } = await import("../../label/open-tools.ts");
  const { defaultIndexesFolder } = await import("../../model/index/index-store.ts");
  const { availableParallelism } = await import("node:os");
  const { requireOutputFolder, writeLabelFolder } = await import("../../label/label-folder.ts");

  const options = optionsOf(flags);
  const files = filesOf(flags);
  const results = [...files.references, ...files.candidates].map(({ path }) => path);
  const others = [files.queries, files.titles].filter((path) => path !== null);
  requireOneStandardInput([...results, ...others]);
  if (flags.out !== undefined) {
    requireOutputFolder(flags.out, { inputs: [...results, ...others], isResumed: flags.resume === true });
  } else if (flags.report) {
    throw new SemqrelError(
      "INVALID_OPTION",
      "Labelling: --report writes into the folder of --out. Pass --out DIR too.",
    );
  }
  const attributes = await readAttributes(flags);
  const cacheFolder = flags.cache ? defaultCacheFolder(io.environment) : null;
  const threads = flags.threads ?? availableParallelism();
  const layout = { spreadsheetSafe: flags.spreadsheetSafe === true, integerQrels: flags.integerQrels === true };
  const model = {
    ...(flags.model === undefined ? {} : { model: flags.model }),
    exact: flags.exact === true,
    embedder: flags.embedder,
  };
  const indexesFolder = cacheFolder === null ? null : (flags.indexes ?? defaultIndexesFolder(cacheFolder));
  const kept = { cacheFolder, indexesFolder };
  const progress = stderrProgress(io, clock, flags.quiet === true);
  const opened = await openTools({ ...model, ...kept, threads, progress, signal: io.signal });
  let work: BlockWork | null = null;
  try {
    const { isInBlocks, openBlockWork } = await import("../block-work.ts");
    if (isInBlocks(flags, results))
      work = openBlockWork(flags, (text) => flags.quiet || io.stderr.write(`${printable(text)}\n`));
    const setting: Setting = { ...{ flags, io, files, options, threads, layout, attributes }, tools: opened.tools };
    const finished =
      work === null ? await inMemory(setting) : await inBlocks(setting, work, { model, ...kept, progress });
    const { whole, apart } = await contentOf(finished, setting);
    const written =
      flags.out === undefined
        ? { warnings: whole.summary.warnings, files: [] }
        : writeLabelFolder(flags.out, whole, layout, apart, work?.folder ?? null);
    work?.finish();
    const complete = { ...whole.summary, warnings: written.warnings };
    if (flags.verbose && !flags.quiet) printTimings(finished.run.timings, io);
    await print(complete, flags, io);
    await remark([...finished.machineWarnings, ...complete.warnings], flags, io);
    if (flags.out !== undefined && !flags.quiet) {
      const each = apart.length > 0 ? ", and the same by each reference in references/" : "";
      const what = `labels.csv, measures.csv, summary.json, qrels and runs${each}`;
      io.stderr.write(`\nWrote ${written.files.length} files to ${printable(flags.out)}: ${what}.\n`);
    }
    if (flags.out !== undefined && flags.report) await report(flags.out, flags, io);
    await judge(flags, complete, io, outcome);
  } catch (error) {
    throw work === null ? error : work.explain(error);
  } finally {
    work?.close();
    await opened.close();
  }
}

/** What one run of the command has. */
interface Setting {
  readonly flags: LabelFlags;
  readonly io: CliIo;
  readonly files: LabelFiles;
  readonly options: LabelOptions;
  readonly threads: number;
  readonly layout: { readonly spreadsheetSafe: boolean; readonly integerQrels: boolean };
  readonly attributes: QueryColumns | null;
  readonly tools: LabelTools;
}

async function inMemory({ files, options, tools }: Setting): Promise<FinishedLabels> {
  const { labelFiles } = await import("../../label/pipeline.ts");
  const { finishedLabels } = await import("../../label/label-folder.ts");
  return finishedLabels(await labelFiles(files, options, tools));
}

/** @param opened what the tools were opened with; other processes open their own */
async function inBlocks(
  setting: Setting,
  work: BlockWork,
  opened: Pick<ChildProcessesOptions, "progress"> & {
    readonly model: BlockSettings["model"];
    readonly cacheFolder: string | null;
    readonly indexesFolder: string | null;
  },
): Promise<FinishedLabels> {
  const { labelInBlocks } = await import("../../jobs/label-in-blocks.ts");
  const { identityOptions } = await import("../block-work.ts");
  const { flags, files, options, tools } = setting;
  return labelInBlocks(files, options, tools, {
    executor: await executorOf(setting, work.folder, opened),
    work,
    apart: flags.references === "apart",
    model: opened.model,
    identity: { version, options: identityOptions(flags) },
    ...(flags.rowsPerBlock === undefined ? {} : { rowsPerBlock: flags.rowsPerBlock }),
  });
}

async function executorOf(
  { flags, io, threads, tools }: Setting,
  folder: string,
  { model, progress, ...kept }: Parameters<typeof inBlocks>[2],
): Promise<BlockExecutor> {
  const { jobs = 1, queue, queueSchema } = flags;
  if (queue !== undefined) {
    const { postgresQueue } = await import("../../jobs/postgres/postgres-queue.ts");
    return postgresQueue(queue, {
      version,
      ...(queueSchema === undefined ? {} : { schema: queueSchema }),
      environment: io.environment,
      remark: (text) => flags.quiet || io.stderr.write(`${printable(text)}\n`),
      model: tools.embedder.model,
    });
  }
  if (jobs === 1) {
    const { inThisProcess } = await import("../../jobs/in-this-process.ts");
    return inThisProcess(tools);
  }
  const { childProcesses } = await import("../../jobs/child-processes.ts");
  return childProcesses({ jobs, threads, tools: { ...model, ...kept }, folder, progress });
}

/** What the folder says of the run, and the folders inside of it for single references. */
async function contentOf(
  finished: FinishedLabels,
  setting: Setting,
): Promise<{ readonly whole: LabelFolderContent; readonly apart: readonly LabelSubfolder[] }> {
  const { distinctFileNames } = await import("../../core/text/paths.ts");
  const { referenceBias } = await import("../../label/folder/reference-bias.ts");
  const { run, subsets, inputs, indexes, machineWarnings } = finished;
  const { flags, options } = setting;
  const ofReferences = () => ({
    references: referenceBias(
      run.measured,
      subsets.map(({ kind, engine, run: { measured } }) => ({ kind, engine, run: measured })),
      flags.fusionK,
    ),
  });
  const isOne = subsets.length === 0;
  const common = {
    ...{ inputs, machineWarnings },
    options: await manifestOptions(setting),
    versions: { semqrel: version, node: process.versions.node },
  };
  const whole = {
    ...{ ...common, run, indexes },
    summary: { ...(await summarise(run, setting)), ...(isOne ? {} : ofReferences()) },
    ...(isOne ? {} : { options: { ...common.options, references: flags.references, fusionK: options.fusionK } }),
  };
  const alone = flags.references === "apart" ? subsets.filter(({ kind }) => kind === "alone") : [];
  const folders = distinctFileNames(alone.map(({ engine }) => engine));
  const apart: LabelSubfolder[] = [];
  for (const [place, subset] of alone.entries()) {
    const summary = await summarise(subset.run, setting);
    const content = { ...common, run: subset.run, indexes: subset.indexes, summary };
    apart.push({ path: `references/${folders[place]}`, content });
  }
  return { whole, apart };
}

async function summarise({ queries, measured }: FolderRun, { attributes, flags }: Setting): Promise<LabelSummary> {
  const { summariseMeasuredRun } = await import("../../label/folder/label-summary.ts");
  const labelled = summariseMeasuredRun(measured);
  const { segments, weightless } = await segmentsOf(queries, measured, attributes, flags);
  return { ...labelled, ...segments, warnings: [...labelled.warnings, ...weightless] };
}

async function manifestOptions({ flags, files, options, threads, layout }: Setting): Promise<Record<string, unknown>> {
  const { hnswParameters } = await import("../../model/index/hnsw.ts");
  const { veto, fusionK: _, ...plainOptions } = options;
  return {
    ...plainOptions,
    labelFunction: options.labelFunction.name,
    referenceEngine: files.referenceEngine,
    inputFormat: files.read.format,
    rankBase: files.read.rankBase,
    columns: files.read.columns,
    titleField: files.read.titleField,
    exact: flags.exact === true,
    seed: hnswParameters.seed,
    threads,
    ...layout,
    ...(veto.length === 0 ? {} : { veto }),
  };
}

function optionsOf(flags: LabelFlags): LabelOptions {
  return {
    depth: flags.depth ?? null,
    referenceDepth: flags.referenceDepth ?? null,
    labelFunction: labelFunctionOf(flags),
    labelColumn: flags.labelColumn ?? null,
    matchOn: flags.matchOn,
    threshold: flags.threshold ?? null,
    oneToOne: flags.oneToOne === true,
    veto: flags.veto,
    fusionK: flags.fusionK,
  };
}

async function report(folder: string, flags: LabelFlags, io: CliIo): Promise<void> {
  const { reportFiles, writeReportInto } = await import("../../report/report-files.ts");
  // What other commands printed into the folder was about the labels that these replace.
  const path = writeReportInto(folder, await reportFiles(folder, { ownDocuments: false }));
  if (!flags.quiet) io.stderr.write(`Wrote ${printable(path)}: open it in a browser.\n`);
}

/** The columns that --segment and --weight name; read before the long part of the run, so that a wrong name fails early. */
async function readAttributes(flags: LabelFlags): Promise<QueryColumns | null> {
  requireQueriesFile(flags, "Labelling");
  const columns = columnsOf(flags);
  if (flags.queries === undefined || columns.length === 0) return null;
  const { readQueryColumns } = await import("../../io/query-sets/read-query-columns.ts");
  return readQueryColumns(flags.queries, columns);
}

function columnsOf({ segment, weight }: LabelFlags): string[] {
  return [segment, weight].filter((column) => column !== undefined);
}

async function segmentsOf(
  queries: readonly Query[],
  run: MeasuredRun,
  attributes: QueryColumns | null,
  { segment, weight }: LabelFlags,
): Promise<{ readonly segments: LabelSegments; readonly weightless: readonly Warning[] }> {
  if (attributes === null) return { segments: {}, weightless: [] };
  const { findWeightless, namesInFile, segmentQueries, weighQueries } = await import("../../lists/segment-queries.ts");
  const { segmentLabelRun } = await import("../../label/folder/label-segments.ts");
  const names = namesInFile(queries, attributes);
  const weights = weight === undefined ? null : weighQueries(names, attributes, weight);
  const segments = segmentLabelRun(
    run,
    segment === undefined ? null : segmentQueries(names, attributes, segment),
    weight === undefined || weights === null ? null : { column: weight, weights },
  );
  const shown = queries.map(({ name }) => name);
  return { segments, weightless: weight && weights ? findWeightless(shown, weights, weight) : [] };
}

function labelFunctionOf({ label }: LabelFlags): LabelFunction {
  try {
    return parseLabelFunction(label);
  } catch (cause) {
    if (!(cause instanceof SemqrelError)) throw cause;
    const known = formulas().map((line) => line.trim().replace(/ {2,}/, ": "));
    const message = `${cause.message} The label functions, ranks from 0: ${known.join("; ")}.`;
    throw new SemqrelError(cause.code, message, { details: cause.details, cause });
  }
}

function filesOf(flags: LabelFlags): LabelFiles {
  return {
    references: flags.reference.map(namedFile),
    candidates: (flags.candidates ?? []).map(namedFile),
    queries: flags.queries ?? null,
    queryColumns: columnsOf(flags),
    titles: flags.titles ?? null,
    referenceEngine: flags.referenceEngine ?? null,
    read: readOptionsOf(flags),
  };
}

async function print(summary: LabelSummary, flags: LabelFlags, io: CliIo): Promise<void> {
  const { describeRows, renderLabelRun, renderLabelRunAsMarkdown } = await import(
    "../../label/folder/render-label-run.ts"
  );
  const forms: ReportForms = {
    text: (width) => renderLabelRun(summary, width),
    markdown: () => renderLabelRunAsMarkdown(summary),
    rows: () => describeRows(summary),
    bold: headings,
  };
  await printReport(summary, async () => forms, flags, io);
}

/** One line a stage. */
function printTimings(timings: RunTimings, io: CliIo): void {
  const { readSeconds, embeddingSeconds, matchingSeconds, measuringSeconds } = timings;
  const stages = {
    reading: readSeconds,
    embedding: embeddingSeconds,
    matching: matchingSeconds,
    measuring: measuringSeconds,
  };
  for (const [stage, seconds] of Object.entries(stages)) io.stderr.write(`${stage} ${seconds.toFixed(2)} s\n`);
}

async function judge(flags: LabelFlags, summary: LabelSummary, io: CliIo, outcome: Outcome): Promise<void> {
  const { red } = await colorsFor(io.stderr, io, flags.color);
  for (const { measure, bound } of flags.failUnder) {
    for (const [name, engine] of Object.entries(summary.engines)) {
      const { mean } = engine[measure];
      if (mean !== null && mean >= bound) continue;
      const found = `${printable(name)}: mean ${measure} is ${mean ?? "undefined"}, below ${bound}.`;
      io.stderr.write(`${red("semqrel:")} ${found}\n`);
      outcome.exitCode = exitCodes.gateFailed;
    }
  }
}
