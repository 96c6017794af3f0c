/** Which data sets have stored indexes, and are their files whole? */
import { existsSync, readdirSync, rmdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { manifestPath, readManifest, troubleWith } from "./index-manifest.ts";

/** What is stored of one data set. */
export interface StoredDataset {
  readonly folder: string;
  readonly dataset: string;
  readonly model: string;
  readonly indexes: number;
  readonly points: number;
  readonly sizeBytes: number;
}

/** The data sets below a folder of indexes; empty where the folder does not exist. */
export function listDatasets(folder: string): StoredDataset[] {
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

export interface VerifiedDataset {
  readonly folder: string;
  readonly good: number;
  /** Files that would be rebuilt, each with the reason. */
  readonly bad: readonly { readonly file: string; readonly reason: string }[];
}

/** Compares every file of every data set with its manifest. */
export async function verifyDatasets(folder: string): Promise<VerifiedDataset[]> {
  const verified: VerifiedDataset[] = [];
  for (const path of datasetFolders(folder)) {
    const entries = Object.entries(readManifest(path)?.indexes ?? {});
    const bad: { file: string; reason: string }[] = [];
    for (const [file, entry] of entries) {
      const reason = troubleWith(path, file, entry, entry);
      if (reason !== null) bad.push({ file, reason });
    }
    for (const file of readdirSync(path)) {
      if (file.endsWith(".hnsw") && !entries.some(([known]) => known === file)) {
        bad.push({ file, reason: "not in the manifest" });
      }
    }
    verified.push({
      folder: path,
      good: entries.length - bad.filter(({ reason }) => reason !== "not in the manifest").length,
      bad,
    });
  }
  return verified;
}

/** What a run writes into a data set's folder, also when it is killed. */
const ownFile = /^(?:[0-9a-f]+\.hnsw|manifest\.json(?:\.lock)?)(?:\.\d+\.tmp)?$/;

/** Removes the stored indexes of a data set by its name (or of all); returns the folders removed. Touches nothing else. */
export function removeDatasets(folder: string, dataset: string | null): string[] {
  const chosen = listDatasets(folder).filter((stored) => dataset === null || stored.dataset === dataset);
  for (const { folder: path } of chosen) {
    for (const file of readdirSync(path)) if (ownFile.test(file)) rmSync(join(path, file));
    if (readdirSync(path).length === 0) rmdirSync(path);
  }
  return chosen.map((stored) => stored.folder);
}

function datasetFolders(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return (
    readdirSync(folder, { withFileTypes: true })
      // Other folders may hold a manifest.json too: only ours end as `datasetFolder` makes them.
      .filter((entry) => entry.isDirectory() && /-[0-9a-f]{8}$/.test(entry.name))
      .filter((entry) => existsSync(manifestPath(join(folder, entry.name))))
      .map((entry) => join(folder, entry.name))
      .sort()
  );
}
