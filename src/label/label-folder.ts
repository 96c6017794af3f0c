/**
 * How does a finished run become the folder that other commands read?
 * Whole or not at all; of an existing folder only files that an earlier run wrote are replaced or removed.
 */
import { accessSync, constants, rmSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { SemqrelError } from "../core/errors.ts";
import { sha256, sha256Lines } from "../core/files/sha256.ts";
import { type FileToWrite, withLineEnds, writeFiles } from "../core/files/write-file.ts";
import type { IndexReport } from "../core/ports.ts";
import type { LabelRun } from "../core/types.ts";
import type { Warning } from "../core/warnings.ts";
import { filesOfEarlierRun, MANIFEST_SCHEMA } from "../io/labels/label-manifest.ts";
import { type OwnRun, requireOwnFiles } from "../io/require-own-files.ts";
import type { InputFile } from "../io/results/read-results.ts";
import { csvText } from "../io/tables/write-csv.ts";
import { type LabelFilesOptions, labelFilesOf, type RunToWrite } from "./folder/label-files.ts";
import type { LabelSummary } from "./folder/label-summary.ts";
import { measuredRun } from "./folder/measured-run.ts";
import { runRows } from "./folder/run-rows.ts";
import type { LabelResult, SubsetRun } from "./pipeline.ts";

/** A run as a folder shows it. */
export interface FolderRun extends RunToWrite, Pick<LabelRun, "model" | "titles" | "timings"> {}

/** Of a run in memory. */
export function folderRun(run: LabelRun): FolderRun {
  const { queries, model, titles, timings } = run;
  return { queries, model, titles, timings, measured: measuredRun(run), rows: runRows(run, sha256) };
}

/** What a job of `label` came to, however it was done. */
export interface FinishedLabels extends Pick<LabelResult, "indexes" | "machineWarnings"> {
  readonly run: FolderRun;
  readonly subsets: readonly (Omit<SubsetRun, "run" | "looked" | "lists"> & { readonly run: FolderRun })[];
  readonly inputs: readonly InputFile[];
}

/** Of a job in memory. */
export function finishedLabels(result: LabelResult & { readonly inputs: readonly InputFile[] }): FinishedLabels {
  const { indexes, machineWarnings, inputs, subsets } = result;
  return {
    ...{ indexes, machineWarnings, inputs, run: folderRun(result.run) },
    subsets: subsets.map(({ kind, engine, run, indexes: own }) => ({
      kind,
      engine,
      indexes: own,
      run: folderRun(run),
    })),
  };
}

/** All that a folder of labels holds. */
export interface LabelFolderContent {
  readonly run: FolderRun;
  readonly summary: LabelSummary;
  readonly inputs: readonly InputFile[];
  readonly indexes: IndexReport;
  /** What was odd about the machine: it influences no result, and so stands in the manifest alone. */
  readonly machineWarnings: readonly Warning[];
  /** The complete options of the run, as the manifest shows them. */
  readonly options: Readonly<Record<string, unknown>>;
  /** Name and version of what made the folder, and of what it ran on. */
  readonly versions: Readonly<Record<string, string>>;
}

/** What `writeLabelFolder` wrote. */
export interface WrittenLabelFolder {
  /** Relative to the folder. */
  readonly files: readonly string[];
  /** The run's warnings and those of the files. */
  readonly warnings: readonly Warning[];
}

/** A folder inside of the folder, as complete as the folder itself. */
export interface LabelSubfolder {
  /** Relative to the folder. */
  readonly path: string;
  readonly content: LabelFolderContent;
}

/**
 * @param subfolders written with the folder, all or nothing
 * @param workFolder as of `writeFiles`
 * @throws SemqrelError OUTPUT_UNWRITABLE  nothing is half-written then; also where a file would be replaced that is read,
 *         or that no earlier run wrote   details: { folder }
 */
export function writeLabelFolder(
  folder: string,
  content: LabelFolderContent,
  options: Omit<LabelFilesOptions, "hash">,
  subfolders: readonly LabelSubfolder[] = [],
  workFolder: string | null = null,
): WrittenLabelFolder {
  const all = subfolders.flatMap(({ path, content: part }) =>
    contentOf(part, options).files.map((file) => ({ ...file, path: `${path}/${file.path}` })),
  );
  const paths = all.map(({ path }) => path);
  const { files, warnings } = contentOf(content, options, paths);
  const names = [...files.map(({ path }) => path), ...paths];
  const earlier = filesOfEarlierRun(folder);
  const inputs = content.inputs.map(({ path }) => path);
  requireOwnFiles(folder, names, { inputs, isResumed: workFolder !== null });
  try {
    writeFiles(
      [...files, ...all].map((file): FileToWrite => ({ ...file, path: join(folder, file.path) })),
      workFolder,
    );
  } catch (cause) {
    if (cause instanceof SemqrelError) throw cause;
    throw unwritable(folder, cause instanceof Error ? cause.message : String(cause), cause);
  }
  for (const path of earlier) if (!names.includes(path)) rmSync(join(folder, path), { force: true });
  return { files: names, warnings };
}

/** Files with paths relative to their folder. @param inside further paths that its manifest names as this run's */
function contentOf(
  content: LabelFolderContent,
  options: Omit<LabelFilesOptions, "hash">,
  inside: readonly string[] = [],
): { files: FileToWrite[]; warnings: readonly Warning[] } {
  const made = labelFilesOf(content.run, { ...options, hash: sha256 });
  const summary: LabelSummary = { ...content.summary, warnings: [...content.summary.warnings, ...made.warnings] };
  const names = [...made.tables, ...made.texts].map(({ path }) => path).concat("summary.json", "manifest.json");
  const manifest = manifestOf(content, made.queryKeys, [...names, ...inside]);
  const files: FileToWrite[] = [
    ...made.tables.map(({ path, rows }) => ({ path, content: csvText(rows()) })),
    ...made.texts.map(({ path, lines }) => ({ path, content: withLineEnds(lines()) })),
    { path: "summary.json", content: jsonText(summary) },
    { path: "manifest.json", content: jsonText(manifest) },
  ];
  return { files, warnings: summary.warnings };
}

/** Of every folder of labels. */
const fixedNames = ["labels.csv", "labels.qrels", "measures.csv", "reference.csv", "summary.json", "manifest.json"];

/**
 * Fails now rather than after the long part of a run, and leaves nothing behind.
 *
 * @throws SemqrelError OUTPUT_UNWRITABLE  the path, or one above it, is a file or cannot be written to; or as
 *         `writeLabelFolder`
 */
export function requireOutputFolder(folder: string, run: OwnRun): void {
  requireFolder(folder);
  requireOwnFiles(folder, fixedNames, run);
}

function requireFolder(folder: string): void {
  for (let path = resolve(folder); ; path = join(path, "..")) {
    let found: ReturnType<typeof statSync>;
    try {
      found = statSync(path, { throwIfNoEntry: false });
      if (found?.isDirectory()) accessSync(path, constants.W_OK);
    } catch (cause) {
      throw unwritable(folder, cause instanceof Error ? cause.message : String(cause), cause);
    }
    if (found === undefined && path !== join(path, "..")) continue;
    if (found?.isDirectory()) return;
    throw unwritable(folder, `${path} is a file`);
  }
}

function manifestOf(content: LabelFolderContent, queryKeys: readonly string[], files: readonly string[]): unknown {
  const { run, inputs, indexes, options, versions } = content;
  const { timings, measured } = run;
  const { reference } = measured;
  return {
    schema: MANIFEST_SCHEMA,
    versions,
    options,
    inputs,
    model: run.model,
    reference: { engine: reference.engine, sha256: referenceHash(run) },
    indexes: { kind: indexes.kind, reused: indexes.reused, built: indexes.built, rebuilt: indexes.rebuilt },
    machine: content.machineWarnings,
    counts: {
      queries: run.queries.length,
      referenceRows: reference.listLengths.reduce((sum, length) => sum + length, 0),
      referencePoints: reference.points,
      candidateRows: Object.fromEntries(measured.engines.map(({ engine, rows }) => [engine, rows])),
      distinctTitles: run.titles.distinct,
      embeddedTitles: run.titles.computed,
      embeddedTokens: run.titles.computedTokens,
    },
    timings: {
      readSeconds: timings.readSeconds,
      embeddingSeconds: timings.embeddingSeconds,
      matchingSeconds: timings.matchingSeconds,
      measuringSeconds: timings.measuringSeconds,
    },
    queries: run.queries.map(({ id, text, name }, query) => ({
      query: name,
      id,
      text,
      qrels: queryKeys[query],
      embeddingSeconds: timings.embeddingSecondsOfQuery[query],
      lookupSeconds: timings.lookupSecondsOfQuery[query],
    })),
    files,
  };
}

/** Equal for reference lists with the same titles at the same ranks of the same queries, whatever file they came from. */
function referenceHash({ rows }: FolderRun): string {
  return sha256Lines(rows.referenceOrder());
}

function unwritable(folder: string, why: string, cause?: unknown): SemqrelError {
  return new SemqrelError(
    "OUTPUT_UNWRITABLE",
    `Writing ${folder}: ${why}. Nothing was changed there; choose another folder with --out or make room.`,
    { details: { folder }, cause },
  );
}

function jsonText(document: unknown): string[] {
  return [`${JSON.stringify(document, null, 1)}\n`];
}
