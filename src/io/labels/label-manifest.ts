/** The columns and the manifest of a folder of labels. */

import { existsSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { attempt } from "../../core/attempt.ts";
import { type ErrorCode, SemqrelError } from "../../core/errors.ts";
import { isFile, nearFile } from "../../core/files/folders.ts";
import { readWholeText } from "../../core/files/read-whole.ts";
import { checked, filledText, list, nullish, number, object, present, record, text } from "../../core/schema.ts";
import { shellWord, unescapeFormula } from "../../core/text/escape.ts";
import { type ModelIdentity, policyOptions, type Query } from "../../core/types.ts";
import { inputError } from "../input-error.ts";

export const rowColumns = ["engine", "query", "rank", "id", "title", "label"] as const;
const matchColumns = ["match", "reference_rank", "reference_title", "similarity", "margin", "reference"] as const;
export const labelColumns = [...rowColumns, ...matchColumns, "origin", "reason"] as const;

/** Returns the columns in which to look for roles. In labels.csv, leaves out columns that `--keep` added. */
export function ownColumns(names: readonly string[]): readonly string[] {
  return labelColumns.every((name, index) => names[index] === name) ? labelColumns : names;
}

/** Returns the names of kept columns in labels.csv. A column named like a label column gets the prefix `input_`. */
export function keptNames(columns: readonly string[]): string[] {
  const taken: readonly string[] = [...labelColumns, ...columns];
  const rename = (name: string): string =>
    taken.includes(`input_${name}`) ? rename(`input_${name}`) : `input_${name}`;
  return columns.map((column) => (labelColumns.some((name) => name === column) ? rename(column) : column));
}

const NAME = "manifest.json";
export const PAGE = "report.html";
/** Exists in the folder while a run works there block by block, and remains if the run is interrupted. */
export const WORK_FOLDER = ".semqrel";

export const MANIFEST_SCHEMA = "semqrel.manifest/1";

/** Returns a folder unchanged. For a `labels.csv` or report beside a manifest, returns its folder; otherwise null. */
export function labelFolderOf(path: string): string | null {
  if (!existsSync(path)) return null;
  if (statSync(path).isDirectory()) return path;
  const folder = dirname(path);
  return ["labels.csv", PAGE].includes(basename(path)) && existsSync(join(folder, NAME)) ? folder : null;
}

/** @param folder - a path that is not a complete folder of labels */
export function remedyFor(folder: string): string {
  return existsSync(join(folder, WORK_FOLDER))
    ? "A run into this folder has not finished. Wait for it, or if it was interrupted, repeat its command with --resume."
    : "Give a folder that semqrel check or label --out wrote.";
}

export function noLabelFolder(path: string, code: ErrorCode): SemqrelError {
  const isThere = existsSync(path);
  const around = dirname(path);
  const isInside = isThere && manifestIn(around) !== null;
  const what = isInside
    ? `it is a file of the labels in ${around}. Give that folder: ${shellWord(around)}.`
    : `${isThere ? "it is not a folder of labels" : "there is no such folder"}. ${remedyFor(path)}`;
  return inputError(isThere ? code : "FILE_NOT_FOUND", path, `${what}${isThere ? "" : nearFile(path)}`);
}

/** Returns null if the manifest is missing, is not JSON, or has another schema. */
export function manifestIn(folder: string): Readonly<Record<string, unknown>> | null {
  const manifest = attempt(() => JSON.parse(readWholeText(join(folder, NAME))));
  return manifest?.schema === MANIFEST_SCHEMA ? manifest : null;
}

/** Returns the manifest and files of an earlier run, if they still exist. Ignores paths outside the folder. */
export function filesOfEarlierRun(folder: string): string[] {
  const files = manifestIn(folder)?.["files"];
  if (!Array.isArray(files)) return [];
  const isInside = (path: string) => !relative(folder, join(folder, path)).startsWith("..");
  return [...new Set<unknown>([NAME, ...files])]
    .filter((path) => typeof path === "string")
    .filter((path) => isInside(path) && isFile(join(folder, path)));
}

/** Returns whether a run wrote this file into its folder of labels. Follows links. */
export function isOwnFile(path: string): boolean {
  const real = attempt(() => realpathSync(path));
  if (real === null) return false;
  return [dirname(path), dirname(dirname(path))].some((folder) =>
    filesOfEarlierRun(folder).some((name) => realpathSync(join(folder, name)) === real),
  );
}

/** Returns the engines of a folder (reference first) and its input files; null if it has no manifest. */
export function labelledIn(folder: string) {
  const manifest: Manifest | null = manifestIn(folder);
  if (manifest === null) return null;
  const reference = manifest.reference?.engine;
  const engines = [reference ?? [], Object.keys(manifest.counts?.candidateRows ?? {})].flat();
  const inputs: Manifest["inputs"] = Array.isArray(manifest.inputs) ? manifest.inputs : [];
  return { engines, inputs: inputs.flatMap((input) => input?.path ?? []) };
}

const tables = ["labels.csv", "measures.csv", "reference.csv"];

/** Returns a function that undoes `--spreadsheet-safe` if the folder was written with it. */
export function guardOf(path: string): ((cell: string) => string) | null {
  if (!tables.includes(basename(path))) return null;
  const manifest: Manifest | null = manifestIn(dirname(path));
  return manifest?.options?.["spreadsheetSafe"] === true ? unescapeFormula : null;
}

/** Returns null if there is no manifest or it has no queries. Then labels.csv is the only source. */
export function readLabelManifest(folder: string) {
  const manifest: Manifest | null = manifestIn(folder);
  if (manifest === null || !Array.isArray(manifest.queries)) return null;
  const queries = manifest.queries.map(({ query, id, text, qrels }): Query & { readonly qrels: string } => {
    return { name: query, id, text, qrels };
  });
  // Names of several references are joined by "+".
  return { queries, model: manifest.model ?? null, reference: manifest.reference?.engine ?? null };
}

/** What must be equal for the labels of two runs to be comparable. */
export type LabelConditions = ReturnType<typeof readLabelOrigin>["conditions"];

const origin = object({
  versions: nullish(record(filledText), {}),
  options: nullish(record(present), {}),
  inputs: nullish(list(object({ path: filledText, format: filledText, rows: number, sha256: filledText })), []),
  model: nullish(object({ name: nullish(text, ""), sha256: filledText, precision: nullish(text, "") }), null),
  reference: nullish(object({ engine: nullish(text, ""), sha256: filledText }), null),
  calibration: nullish(object({ sha256: filledText, method: nullish(text, "") }), null),
  counts: nullish(record(present), {}),
});

export function readLabelOrigin(folder: string) {
  const file = join(folder, NAME);
  const manifest = requireManifest(folder, file);
  const { reference, model, options, calibration } = manifest;
  if (typeof reference?.sha256 !== "string" || typeof model?.sha256 !== "string" || options === undefined) {
    const what = "its manifest.json does not name the reference and model of the labels. Run semqrel label again.";
    throw inputError("INVALID_FORMAT", folder, what, { file });
  }
  const conditions = {
    reference: reference.sha256,
    model: `${model.sha256} ${model.precision}`,
    /** Label function, threshold, depths, and matching rules. */
    policy: JSON.stringify(policyOptions.map((name) => [name, options[name] ?? null])),
    calibration: typeof calibration?.sha256 === "string" ? calibration.sha256 : null,
  };
  const refuse = (misfit: string, path: string) => inputError("INVALID_FORMAT", file, `${misfit}.`, { path });
  return { conditions, origin: checked(origin, manifest, refuse) };
}

export function policyDifferences(one: LabelConditions, other: LabelConditions) {
  const parse = ({ policy }: LabelConditions): readonly (readonly [string, unknown])[] => JSON.parse(policy);
  const others = new Map(parse(other));
  return parse(one).flatMap(([name, value]) => {
    const second = others.get(name);
    return JSON.stringify(value) === JSON.stringify(second) ? [] : [{ name, values: [value, second] as const }];
  });
}

interface Manifest {
  readonly schema?: unknown;
  readonly queries?: unknown;
  readonly reference?: { readonly engine?: string; readonly sha256?: unknown };
  readonly model?: ModelIdentity;
  readonly options?: Readonly<Record<string, unknown>>;
  readonly calibration?: { readonly sha256?: unknown };
  readonly counts?: { readonly candidateRows?: Readonly<Record<string, number>> };
  readonly inputs?: readonly ({ readonly path?: string } | null)[];
}

function requireManifest(folder: string, path: string): Manifest {
  let manifest: Manifest;
  try {
    manifest = JSON.parse(readWholeText(path)) ?? {};
  } catch (cause) {
    if (cause instanceof SemqrelError) throw cause;
    const isThere = !["ENOENT", "ENOTDIR"].includes((cause as NodeJS.ErrnoException).code ?? "");
    const why = isThere ? "its manifest.json is not JSON, or cut short" : "it has no manifest.json";
    const what = `${why}. ${remedyFor(folder)}`;
    throw inputError(isThere ? "INVALID_FORMAT" : "FILE_NOT_FOUND", folder, what, { file: path, cause });
  }
  const { schema } = manifest;
  if (schema === undefined || schema === MANIFEST_SCHEMA) return manifest;
  const what =
    `its manifest.json has the schema ${JSON.stringify(schema)}, but this version of semqrel reads ${MANIFEST_SCHEMA}. ` +
    "Use the version that wrote the folder, or run semqrel label again.";
  throw inputError("INVALID_FORMAT", folder, what, { file: path, schema });
}
