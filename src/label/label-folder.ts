/** Writes a finished run to the folder that other commands read. Only removes files that an earlier run wrote. */

import { accessSync, constants, rmSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { at } from "../core/at.ts";
import { attempt } from "../core/attempt.ts";
import { messageOf, SemqrelError } from "../core/errors.ts";
import { isFolder, isTemporary, namesIn } from "../core/files/folders.ts";
import { sha256, sha256Lines } from "../core/files/read-whole.ts";
import { type FileToWrite, writeFiles } from "../core/files/write-file.ts";
import type { IndexReport } from "../core/ports.ts";
import { shellWord } from "../core/text/escape.ts";
import { someOf } from "../core/text/wording.ts";
import type { LabelRun } from "../core/types.ts";
import { filesOfEarlierRun, labelledIn, MANIFEST_SCHEMA, WORK_FOLDER } from "../io/labels/label-manifest.ts";
import { type OwnRun, requireOwnFiles } from "../io/require-paths.ts";
import type { InputFile } from "../io/results/read-results.ts";
import { queryKeys } from "../lists/documents.ts";
import { sumOf } from "../maths/summary.ts";
import { type FolderRun, jsonText, type LabelFilesOptions, labelFilesOf } from "./folder/label-files.ts";
import type { LabelSummary } from "./folder/label-summary.ts";
import { measuredRun } from "./folder/measured-run.ts";
import { runRows } from "./folder/run-rows.ts";
import type { DoubleChecks, LabelResult } from "./pipeline.ts";

export function folderRun({ run, indexes }: { readonly run: LabelRun; readonly indexes: IndexReport }): FolderRun {
  const { queries, model, titles, timings } = run;
  return { queries, model, titles, timings, measured: measuredRun(run), rows: runRows(run, sha256), indexes };
}

export interface FinishedLabels extends Pick<LabelResult, "machineWarnings"> {
  readonly run: FolderRun;
  readonly doubleChecks: DoubleChecks;
  readonly subsets: readonly (Pick<LabelResult["subsets"][number], "kind" | "engine"> & { readonly run: FolderRun })[];
  readonly inputs: readonly InputFile[];
}

export async function finishedLabels(result: LabelResult & { readonly inputs: readonly InputFile[] }) {
  const { machineWarnings, inputs } = result;
  const subsets = result.subsets.map((subset) => ({ ...subset, run: folderRun(subset) }));
  const doubleChecks = await result.doubleCheck();
  return { run: folderRun(result), doubleChecks, subsets, inputs, machineWarnings };
}

/** The files and settings of a run of `label`, which `system verify` needs to repeat it. */
export interface LabelCall {
  readonly references: readonly string[];
  readonly candidates: readonly string[];
  readonly settings: Readonly<Record<string, unknown>>;
}

/** Content of a folder of labels. `machineWarnings` are only in the manifest, because they do not affect results. */
export interface LabelFolderContent extends Omit<FinishedLabels, "subsets" | "doubleChecks"> {
  readonly summary: LabelSummary;
  readonly options: Readonly<Record<string, unknown>>;
  /** Null or absent for labels that were not made from files. */
  readonly call?: LabelCall | null;
  readonly versions: Readonly<Record<string, string>>;
}

export interface LabelSubfolder {
  readonly path: string;
  readonly content: LabelFolderContent;
}

export function writeLabelFolder(
  folder: string,
  content: LabelFolderContent,
  options: LabelFilesOptions,
  subfolders: readonly LabelSubfolder[] = [],
  workFolder: string | null = null,
) {
  const inside = subfolders.flatMap(({ path, content: part }) =>
    filesOf(part, options).files.map((file) => ({ ...file, path: `${path}/${file.path}` })),
  );
  const { files, warnings } = filesOf(content, options, inside);
  const all = [...files, ...inside];
  replaceFiles(folder, all, { inputs: content.inputs, workFolder });
  const written: readonly string[] = all.map(({ path }) => path);
  return { files: written, warnings };
}

/** Returns files with paths relative to the folder. @param inside - files of subfolders, listed in the manifest */
function filesOf(content: LabelFolderContent, options: LabelFilesOptions, inside: readonly FileToWrite[] = []) {
  const made = labelFilesOf(content.run, options);
  const warnings = [...content.summary.warnings, ...made.warnings];
  const names = [...made.files.map(({ path }) => path), "summary.json", "manifest.json"];
  const manifest = manifestOf(content, [...names, ...inside.map(({ path }) => path)]);
  const files = [
    ...made.files,
    { path: "summary.json", content: jsonText({ ...content.summary, warnings }) },
    { path: "manifest.json", content: jsonText(manifest) },
  ];
  return { files, warnings };
}

/**
 * Writes all files of a run or none. Then removes files of an earlier run that were not replaced, because they are
 * about other labels. Throws if this would replace an input, or a file that no earlier run wrote.
 * @param run - `workFolder` (see `writeFiles`) is null if the run cannot be resumed
 */
export function replaceFiles(
  folder: string,
  files: readonly FileToWrite[],
  run: { readonly inputs: readonly InputFile[]; readonly workFolder: string | null },
): void {
  const names = new Set(files.map(({ path }) => path));
  const earlier = filesOfEarlierRun(folder);
  const inputs = run.inputs.map(({ path }) => path);
  requireOwnFiles(folder, [...names], { inputs, isResumed: run.workFolder !== null });
  try {
    // The manifest comes first, so that the next run knows which files belong to a run that was killed here.
    const inOrder = files.toSorted((one, other) => Number(other.path === MANIFEST) - Number(one.path === MANIFEST));
    writeFiles(
      inOrder.map((file) => ({ ...file, path: join(folder, file.path) })),
      run.workFolder,
    );
  } catch (cause) {
    if (cause instanceof SemqrelError) throw cause;
    throw unwritable(folder, messageOf(cause), cause);
  }
  for (const path of earlier) if (!names.has(path)) rmSync(join(folder, path), { force: true });
}

const MANIFEST = "manifest.json";

const fixedNames = ["labels.csv", "labels.qrels", "measures.csv", "reference.csv", "summary.json", "manifest.json"];

/** Checks that the folder can be written, before the long part of a run. Writes nothing. */
export function requireOutputFolder(folder: string, run: OwnRun): void {
  requireFolder(folder);
  requireOwnFiles(folder, fixedNames, run);
}

/**
 * Throws if writing to the folder requires --force: if it has other files but no labels, or if labels would be lost.
 * @param run - what is known before files are read: names of engines, and paths of input files
 */
export function requireOwnFolder(
  folder: string,
  run: {
    readonly references: readonly string[];
    readonly engines: readonly string[];
    readonly inputs: readonly string[];
  },
): void {
  // Lists the files before it reads the manifest. Another run may be writing to the folder now. Such a run writes its
  // manifest before its other files, so if any of them are listed, the manifest exists.
  const names = namesIn(folder);
  const existing = labelledIn(folder);
  const lost = existing?.engines.filter((engine) => !run.engines.includes(engine)) ?? [];
  const refuse = (what: string, remedy: string, more = "") => {
    const message = `Cannot write to the folder ${folder}: ${what}. Choose another folder with --out, or ${remedy} with --force.${more}`;
    return new SemqrelError("OUTPUT_UNWRITABLE", message, { details: { folder } });
  };
  if (existing === null) {
    const foreign = names.filter((name) => !name.startsWith(".") && !isUnfinished(join(folder, name)));
    // An interrupted run in blocks may have left some files.
    if (foreign.length === 0 || names.includes(WORK_FOLDER)) return;
    throw refuse(`it contains other files (${someOf(foreign)}) but no labels`, "write among them");
  }
  const isOfSameFiles = existing.inputs.length > 0 && existing.inputs.every((path) => run.inputs.includes(path));
  const [reference = "", ...candidates] = existing.engines;
  // A candidate that becomes a reference would lose its labels. With the same references, no candidate becomes one.
  const isSame = reference === run.references.join("+");
  if (!isSame && run.references.some((name) => candidates.includes(name))) {
    throw refuse(`it already has labels made with the lists of ${reference}, which would be lost`, "replace them");
  }
  if (lost.length === 0 || isOfSameFiles) return;
  const [first = ""] = lost;
  const more = ` If the file of ${first} has a new name, give it as ${shellWord(`${first}=FILE`)}.`;
  throw refuse(`it already has labels of ${someOf(lost)}, which would be lost`, "replace them", more);
}

/** Returns whether the path is a temporary file of a running or killed run, or a folder with only such files. */
function isUnfinished(path: string): boolean {
  if (!isFolder(path)) return isTemporary(path);
  return attempt(() => namesIn(path))?.every((name) => isUnfinished(join(path, name))) ?? false;
}

function requireFolder(folder: string): void {
  for (let path = resolve(folder); ; path = join(path, "..")) {
    let found: ReturnType<typeof statSync>;
    try {
      found = statSync(path, { throwIfNoEntry: false });
      if (found?.isDirectory()) accessSync(path, constants.W_OK);
    } catch (cause) {
      throw unwritable(folder, messageOf(cause), cause);
    }
    if (found === undefined && path !== join(path, "..")) continue;
    if (found?.isDirectory()) return;
    throw unwritable(folder, `${path} is a file, not a folder`);
  }
}

/** Returns everything that may differ between two runs on the same input, such as cache hits. */
function workOf({ run: { queries, timings, indexes, titles }, machineWarnings }: LabelFolderContent): unknown {
  const { embeddingSecondsOfQuery, lookupSecondsOfQuery, ...seconds } = timings;
  const { kind, reused, built, rebuilt } = indexes;
  return {
    ...seconds,
    embeddedTitles: titles.computed,
    embeddedTokens: titles.computedTokens,
    indexes: { kind, reused, built, rebuilt },
    machine: machineWarnings,
    queries: queries.map((query, place) => ({
      query: query.name,
      embeddingSeconds: embeddingSecondsOfQuery[place],
      lookupSeconds: lookupSecondsOfQuery[place],
    })),
  };
}

function manifestOf(content: LabelFolderContent, files: readonly string[]): unknown {
  const { run, inputs, options, versions, call } = content;
  const { measured, indexes } = run;
  const { reference } = measured;
  const keys = queryKeys(run.queries, sha256);
  return {
    schema: MANIFEST_SCHEMA,
    versions,
    options,
    ...(call && { call }),
    inputs,
    model: run.model,
    // Equal hashes mean equal titles, ranks and queries, even if the lists come from different files.
    reference: { engine: reference.engine, sha256: sha256Lines(run.rows.referenceOrder()) },
    search: { by: indexes.kind, lookups: indexes.lookups },
    counts: {
      queries: run.queries.length,
      referenceRows: sumOf(reference.listLengths),
      referencePoints: reference.points,
      candidateRows: Object.fromEntries(measured.engines.map(({ engine, rows }) => [engine, rows])),
      distinctTitles: run.titles.distinct,
    },
    queries: run.queries.map((query, place) => ({
      query: query.name,
      id: query.id,
      text: query.text,
      qrels: at(keys, place),
    })),
    files,
    timings: workOf(content),
  };
}

function unwritable(folder: string, why: string, cause?: unknown): SemqrelError {
  const isFull = ["ENOSPC", "EDQUOT"].includes((cause as NodeJS.ErrnoException | undefined)?.code ?? "");
  return new SemqrelError(
    "OUTPUT_UNWRITABLE",
    `Cannot write ${folder}: ${why}. Nothing was changed there. Choose another folder with --out${isFull ? ", or free some space" : ""}.`,
    { details: { folder }, cause },
  );
}
