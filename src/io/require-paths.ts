/** Checks paths, so that no command replaces its own inputs, or files that semqrel did not write. */
import { realpathSync, statSync } from "node:fs";
import { join } from "node:path";
import { attempt } from "../core/attempt.ts";
import { invalidOption, SemqrelError } from "../core/errors.ts";
import { filesOfEarlierRun, isOwnFile } from "./labels/label-manifest.ts";

export function requireOneStandardInput(paths: readonly (string | null)[]): void {
  if (paths.filter((path) => path === "-").length <= 1) return;
  throw invalidOption("Reading standard input: - can be used for one file only. Give the other files by name.");
}

/** Returns the output file; undefined for standard output. Throws if `--json` needs it. @param what - the content */
export function fileOf({ out, json }: { readonly out?: string; readonly json?: boolean }, what: string) {
  const file = out === "-" ? undefined : out;
  if (!json || file !== undefined) return file;
  throw invalidOption(`Cannot print JSON: standard output is used for ${what}. Pass -o FILE with --json.`);
}

export function requireUncompressed(output: string): void {
  if (!output.endsWith(".gz")) return;
  throw invalidOption(
    `Cannot write ${output}: semqrel does not write compressed files. Leave out .gz and compress the file afterwards.`,
  );
}

/** Refuses an output that is an input or belongs to a folder of labels. */
export function requireOtherFile(output: string, inputs: readonly (string | null)[]): void {
  const target = realPath(output);
  if (target === null) return;
  const same = inputs.find((input) => input !== null && input !== "-" && realPath(input) === target);
  const why =
    same === undefined
      ? "it belongs to a folder of labels and would be lost. Name another file."
      : "it is also an input. Name another file.";
  if (same !== undefined || isOwnFile(output)) throw invalidOption(`Cannot write ${output}: ${why}`, { file: output });
}

/** Returns the path with links resolved; null if there is no file to replace (missing path, device or pipe). */
function realPath(path: string): string | null {
  return attempt(() => (statSync(path).isFile() ? realpathSync(path) : null));
}

export interface OwnRun {
  /** Paths that the run reads. They are never replaced, even if an earlier run wrote them. */
  readonly inputs: readonly string[];
  /** Whether this run continues a killed run, which may have written files that no manifest lists. */
  readonly isResumed: boolean;
}

/** @param names - files to write in `folder` @param earlier - returns the files of earlier runs */
export function requireOwnFiles(
  folder: string,
  names: readonly string[],
  { inputs, isResumed }: OwnRun,
  earlier: () => readonly string[] = () => filesOfEarlierRun(folder),
): void {
  // Another run may be writing here. It lists its files in the manifest before it writes them. So this looks for files
  // first, and reads the manifest afterwards.
  const found = names.map((name) => ({ name, path: realPath(join(folder, name)) }));
  const own = new Set(earlier());
  const read = new Set(inputs.map(realPath));
  for (const { name, path } of found) {
    if (path === null || (!read.has(path) && (isResumed || own.has(name)))) continue;
    const why = read.has(path) ? "is also an input" : "already exists, but no earlier run wrote it";
    const remedy = "Nothing was changed there; choose another folder with --out, or move the file away.";
    const details = { folder, file: name };
    throw new SemqrelError("OUTPUT_UNWRITABLE", `Cannot write ${folder}: ${name} ${why}. ${remedy}`, { details });
  }
}
