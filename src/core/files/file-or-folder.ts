/**
 * What stands at a path, links followed?
 */
import { statSync } from "node:fs";

/** Not a folder, a pipe, or a link to nothing. */
export function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

export function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
