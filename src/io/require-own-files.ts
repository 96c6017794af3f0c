/**
 * Would a run replace what is not its own: a file that it reads, or one that no run wrote?
 */
import { realpathSync, statSync } from "node:fs";
import { join } from "node:path";
import { SemqrelError } from "../core/errors.ts";
import { filesOfEarlierRun } from "./labels/label-manifest.ts";

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
