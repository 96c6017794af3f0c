/**
 * Which files of a folder did an earlier run write there?
 */
import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { isFile } from "../../core/files/folders.ts";

/**
 * What the manifest of an earlier run says it wrote, and itself, so far as it is still there; paths that lead out of the
 * folder are never ours. Empty without a manifest of ours.
 *
 * @returns paths relative to the folder
 */
export function filesOfEarlierRun(folder: string): string[] {
  try {
    const manifest = JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8"));
    if (manifest.schema !== "semqrel.manifest/1" || !Array.isArray(manifest.files)) return [];
    return ["manifest.json", ...manifest.files].filter((path: unknown, place, all) => {
      if (all.indexOf(path) < place) return false;
      if (typeof path !== "string" || relative(folder, join(folder, path)).startsWith("..")) return false;
      return isFile(join(folder, path));
    });
  } catch {
    return [];
  }
}
