/**
 * What did a user mean by a path that leads nowhere?
 */
import { fileURLToPath } from "node:url";

/** A sentence that says what to give instead. */
export function pathHint(path: string): string {
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
