/**
 * May these paths be read and written together? Standard input can be read once, and no file that is read, or that is
 * not a run's own, is replaced.
 */
import { realpathSync, statSync } from "node:fs";
import { join } from "node:path";
import { SemqrelError } from "../core/errors.ts";
import { filesOfEarlierRun } from "./labels/label-manifest.ts";

/**
 * @param paths "-" for standard input; null for none
 * @throws SemqrelError INVALID_OPTION
 */
export function requireOneStandardInput(paths: readonly (string | null)[]): void {
  if (paths.filter((path) => path === "-").length <= 1) return;
  throw new SemqrelError(
    "INVALID_OPTION",
    "Reading standard input: - may stand for one file. Give the other files by name.",
  );
}

/**
 * @param inputs paths, however they are written; null and - for none
 * @throws SemqrelError INVALID_OPTION   details: { file }
 */
export function requireOtherFile(output: string, inputs: readonly (string | null)[]): void {
  const target = realPath(output);
  const read = inputs.filter((input) => input !== null);
  const same = read.find((input) => input !== "-" && target !== null && realPath(input) === target);
  if (same === undefined) return;
  throw new SemqrelError(
    "INVALID_OPTION",
    `Writing ${output}: it is the file that is read. Name another; replace ${same} once that is written.`,
    { details: { file: output } },
  );
}

/** Null where nothing is there, or no file: what is written to devices and pipes replaces nothing. */
function realPath(path: string): string | null {
  try {
    return statSync(path).isFile() ? realpathSync(path) : null;
  } catch {
    return null;
  }
}

/** What a run reads, and whether files in the folder may be its own. */
export interface OwnRun {
  /** Paths; they are never replaced, though an earlier run wrote them. */
  readonly inputs: readonly string[];
  /** It may have been killed while its files appeared, before the manifest that names them. */
  readonly isResumed: boolean;
}

/**
 * @param names   of the files that the run writes, relative to the folder; those that are not there yet are free
 * @param earlier those that an earlier run wrote, by default what its manifest says
 * @throws SemqrelError OUTPUT_UNWRITABLE   details: { folder, file }
 */
export function requireOwnFiles(
  folder: string,
  names: readonly string[],
  { inputs, isResumed }: OwnRun,
  earlier: readonly string[] = filesOfEarlierRun(folder),
): void {
  const own = new Set(earlier);
  const read = new Set(inputs.flatMap((path) => placeOf(path) ?? []));
  for (const name of names) {
    const place = placeOf(join(folder, name));
    if (place === null) continue;
    if (read.has(place)) throw taken(folder, name, "is a file that is read");
    if (!isResumed && !own.has(name)) throw taken(folder, name, "is there already, and no earlier run wrote it");
  }
}

/** Null where there is no file: standard input and addresses are none. What is in the way, writing says. */
function placeOf(path: string): string | null {
  try {
    return statSync(path).isFile() ? realpathSync(path) : null;
  } catch {
    return null;
  }
}

function taken(folder: string, name: string, why: string): SemqrelError {
  return new SemqrelError(
    "OUTPUT_UNWRITABLE",
    `Writing ${folder}: ${name} ${why}. Nothing was changed there; choose another folder with --out, or move the file away.`,
    { details: { folder, file: name } },
  );
}
