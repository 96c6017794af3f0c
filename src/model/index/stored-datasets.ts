import { existsSync, readdirSync, rmdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { namesIn } from "../../core/files/folders.ts";
import { manifestPath, NOT_IN_MANIFEST, readManifest, troubleWith } from "./index-manifest.ts";

/** Returns the data sets in a folder of indexes; [] if the folder does not exist. */
export function listDatasets(folder: string) {
  return datasetFolders(folder).map((path) => {
    const manifest = readManifest(path);
    const entries = Object.values(manifest?.indexes ?? {});
    return {
      folder: path,
      dataset: manifest?.dataset ?? "(unreadable manifest)",
      model: manifest?.model.name ?? "",
      indexes: entries.length,
      points: entries.reduce((sum, entry) => sum + entry.count, 0),
      sizeBytes: entries.reduce((sum, entry) => sum + entry.sizeBytes, 0),
    };
  });
}

/** Compares every file with its manifest. In the result, `bad` lists files that would be rebuilt, with reasons. */
export async function verifyDatasets(folder: string) {
  return datasetFolders(folder).map((path) => {
    const entries = Object.entries(readManifest(path)?.indexes ?? {});
    const known = entries.flatMap(([file, entry]) => {
      const reason = troubleWith(path, file, entry, entry);
      return reason === null ? [] : [{ file, reason }];
    });
    const unknown = namesIn(path)
      .filter((file) => file.endsWith(".hnsw") && !entries.some(([name]) => name === file))
      .map((file) => ({ file, reason: NOT_IN_MANIFEST }));
    return { folder: path, good: entries.length - known.length, bad: [...known, ...unknown] };
  });
}

/** Matches files that runs write into the folder of a data set, including those that a killed run leaves behind. */
const ownFile = /^(?:[0-9a-f]+\.hnsw|manifest\.json(?:\.lock)?)(?:(?:\.[0-9a-f]{12})?\.\d+\.tmp)?$/;

/** Removes the indexes of one data set, or of all if `dataset` is null, but no other files. Returns the folders. */
export function removeDatasets(folder: string, dataset: string | null): string[] {
  const chosen = listDatasets(folder).filter((stored) => dataset === null || stored.dataset === dataset);
  for (const { folder: path } of chosen) {
    for (const file of namesIn(path)) if (ownFile.test(file)) rmSync(join(path, file), { force: true });
    try {
      rmdirSync(path);
    } catch (error) {
      // A folder stays if it has other files or if a run is filling it again.
      if (!["ENOTEMPTY", "EEXIST", "ENOENT"].includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
    }
  }
  return chosen.map((stored) => stored.folder);
}

function datasetFolders(folder: string): string[] {
  if (!existsSync(folder)) return [];
  // Folders of other programs may have a manifest.json, too. So the name must also end with a hash (`datasetFolder`).
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && /-[0-9a-f]{8}$/.test(entry.name))
    .map((entry) => join(folder, entry.name))
    .filter((path) => existsSync(manifestPath(path)))
    .sort();
}
