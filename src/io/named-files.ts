/** Files that are named on a command line or by a program: `name=path`. */
import { existsSync } from "node:fs";
import type { ResultsFile } from "./results/results-file.ts";

/** `name=path`. A path with a `=` in its folders is a path, and so is one that is there as it stands. */
export function namedFile(given: string): ResultsFile {
  const [, engine, path] = /^(?![A-Za-z]:)([^=/\\]+)=(.+)$/.exec(given) ?? [];
  const isPath = engine === undefined || path === undefined || existsSync(given);
  return isPath ? { path: given, engine: null } : { path, engine };
}

/** The same for other labels of the results, which go by their path where they have no name. */
export function namedProxy(given: string): { readonly name: string; readonly path: string } {
  const { path, engine } = namedFile(given);
  return { name: engine ?? path, path };
}
