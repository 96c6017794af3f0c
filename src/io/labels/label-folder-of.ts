/**
 * Which folder of `label` does a path stand for?
 */
import { existsSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** A folder is itself, and `labels.csv` beside a manifest its folder; null for any other path. */
export function labelFolderOf(path: string): string | null {
  if (!existsSync(path)) return null;
  if (statSync(path).isDirectory()) return path;
  const folder = dirname(path);
  const isLabels = basename(path) === "labels.csv" && existsSync(join(folder, "manifest.json"));
  return isLabels ? folder : null;
}
