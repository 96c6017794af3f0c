/**
 * What did a user mean by a path that leads nowhere?
 */
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** A sentence that says what to give instead. */
export function pathHint(path: string): string {
  if (path.startsWith("--")) {
    return "It is an option: give a value to the one before it, or write ./ before a file of that name.";
  }
  if (path.includes(",") && path.split(",").every((part) => existsSync(part))) {
    return "Put spaces between files, in place of commas.";
  }
  if (/^file:/i.test(path)) return `Give the path${asPath(path)}, not its address.`;
  if (/^[a-z][a-z\d+.-]+:\/\//i.test(path))
    return "Give a file: fetch it first (semqrel collect asks search interfaces).";
  if (/^~/.test(path)) return "The shell did not replace ~ here: write the whole path.";
  return "Check the path.";
}

function asPath(address: string): string {
  try {
    return `, ${fileURLToPath(address)}`;
  } catch {
    return "";
  }
}
