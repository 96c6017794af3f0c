/**
 * Where do the indexes of a data set live, and when may a stored one be used?
 * One file per query and one manifest per data set; a file is used only where model, parameters, titles and its own
 * sha256 agree with the manifest.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { sha256, sha256File } from "../files/sha256.ts";
import { writeFiles } from "../files/write-file.ts";
import type { IndexProvider } from "../ports.ts";
import type { ModelIdentity } from "../types.ts";
import { type Hnsw, hnswParameters } from "./hnsw.ts";

const indexEntry = z.object({
  query: z.string(),
  count: z.number().int().positive(),
  /** Of the titles in the order of the points. */
  titlesSha256: z.string(),
  sha256: z.string(),
  sizeBytes: z.number().int().positive(),
});
const manifestShape = z.object({
  schema: z.literal("semqrel.indexes/1"),
  dataset: z.string(),
  model: z.object({ name: z.string(), sha256: z.string(), precision: z.string() }),
  dimensions: z.number().int().positive(),
  parameters: z.object({ space: z.string(), M: z.number(), efConstruction: z.number(), seed: z.number() }),
  /** By file name. */
  indexes: z.record(z.string(), indexEntry),
});
type Manifest = z.infer<typeof manifestShape>;

export interface StoredIndexesOptions {
  readonly hnsw: Hnsw;
  /** Holds one folder per data set; null keeps no files. */
  readonly folder: string | null;
  /** Usually the reference engine's name. */
  readonly dataset: string;
  readonly model: ModelIdentity;
}

/** HNSW indexes, one alive at a time, kept between runs. */
export function storedIndexes(options: StoredIndexesOptions): IndexProvider {
  const { hnsw, model } = options;
  const folder = options.folder === null ? null : join(options.folder, datasetFolder(options.dataset, model));
  const expected = emptyManifest(options.dataset, model);
  const stored = folder === null ? null : readManifest(folder);
  const isOurs = stored !== null && isMadeAlike(stored, expected);
  const reuse = isOurs ? stored.indexes : {};
  const written: Manifest["indexes"] = {};
  const rebuilt: Record<string, number> = {};
  let reused = 0;
  let built = 0;
  let failure: string | null = null;
  /** A folder that takes no files costs time next time, and no result. */
  const keep = async (write: () => Promise<void>) => {
    if (failure !== null) return;
    try {
      await write();
    } catch (cause) {
      failure = cause instanceof Error ? cause.message : String(cause);
    }
  };

  return {
    async open(query, titles, points) {
      // hnswlib frees an index only when the event loop turns: without this, memory grows by 2.6 MB a query.
      await new Promise((resolve) => setImmediate(resolve));
      const file = `${sha256(query).slice(0, 24)}.hnsw`;
      const titlesSha256 = sha256(JSON.stringify(titles));
      if (folder !== null) {
        const entry = reuse[file];
        let trouble = await troubleWith(folder, file, entry, titlesSha256);
        if (trouble === null && entry !== undefined) {
          try {
            const index = hnsw.read(join(folder, file), points.dimensions, entry.count);
            reused++;
            return index;
          } catch {
            // A disk that was full cut the file before its sum was taken.
            trouble = "damaged file";
          }
        }
        const reason =
          stored !== null && !isOurs && existsSync(join(folder, file)) ? "made with other settings" : trouble;
        if (reason !== null) rebuilt[reason] = (rebuilt[reason] ?? 0) + 1;
      }
      const index = hnsw.build(points);
      built++;
      if (folder !== null) {
        await keep(async () => {
          const temporary = join(folder, `${file}.${process.pid}.tmp`);
          mkdirSync(folder, { recursive: true });
          index.write(temporary);
          // hnswlib says nothing when it cannot write: looking for the file does.
          const { size: sizeBytes } = statSync(temporary);
          const entrySha256 = await sha256File(temporary);
          renameSync(temporary, join(folder, file));
          written[file] = { query, count: points.count, titlesSha256, sha256: entrySha256, sizeBytes };
        });
      }
      return index;
    },
    async close() {
      if (folder !== null && Object.keys(written).length > 0) {
        await keep(async () => {
          // Read again: another process may have added entries meanwhile.
          const now = readManifest(folder);
          const kept = now !== null && isMadeAlike(now, expected) ? now.indexes : {};
          const indexes = Object.fromEntries(
            Object.entries({ ...kept, ...written }).sort(([one], [other]) => (one < other ? -1 : 1)),
          );
          const text = `${JSON.stringify({ ...expected, indexes }, null, 1)}\n`;
          writeFiles([{ path: manifestPath(folder), content: [text] }]);
        });
      }
      return { kind: "hnsw", folder, reused, built, rebuilt, failure };
    },
  };
}

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
      const reason = await troubleWith(path, file, entry, entry.titlesSha256);
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
const ownFile = /^(?:[0-9a-f]+\.hnsw|manifest\.json)(?:\.\d+\.tmp)?$/;

/** Removes the stored indexes of a data set by its name (or of all); returns the folders removed. Touches nothing else. */
export function removeDatasets(folder: string, dataset: string | null): string[] {
  const chosen = listDatasets(folder).filter((stored) => dataset === null || stored.dataset === dataset);
  for (const { folder: path } of chosen) {
    for (const file of readdirSync(path)) if (ownFile.test(file)) rmSync(join(path, file));
    if (readdirSync(path).length === 0) rmdirSync(path);
  }
  return chosen.map((stored) => stored.folder);
}

/** Why a stored file may not be used; null where it may, or where there is none. */
async function troubleWith(
  folder: string,
  file: string,
  entry: Manifest["indexes"][string] | undefined,
  titlesSha256: string,
): Promise<string | null> {
  const path = join(folder, file);
  if (entry === undefined) return existsSync(path) ? "not in the manifest" : null;
  if (!existsSync(path)) return "file missing";
  if (entry.titlesSha256 !== titlesSha256) return "other titles";
  if (statSync(path).size !== entry.sizeBytes) return "damaged file";
  return (await sha256File(path)) === entry.sha256 ? null : "damaged file";
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

function datasetFolder(dataset: string, model: ModelIdentity): string {
  const readable = dataset.replace(/[^\p{L}\p{N}._-]+/gu, "-").slice(0, 60);
  return `${readable}-${sha256(JSON.stringify([dataset, model.sha256, model.precision])).slice(0, 8)}`;
}

function emptyManifest(dataset: string, model: ModelIdentity): Manifest {
  return {
    schema: "semqrel.indexes/1",
    dataset,
    model: { name: model.name, sha256: model.sha256, precision: model.precision },
    dimensions: model.dimensions,
    parameters: { ...hnswParameters },
    indexes: {},
  };
}

/** Whether indexes of both manifests are the same for the same vectors. */
function isMadeAlike(one: Manifest, other: Manifest): boolean {
  const conditions = ({ model, dimensions, parameters }: Manifest) =>
    JSON.stringify([model.sha256, model.precision, dimensions, Object.entries(parameters).sort()]);
  return conditions(one) === conditions(other);
}

function manifestPath(folder: string): string {
  return join(folder, "manifest.json");
}

/** Null where there is none or it cannot be read as one: then nothing of the folder is trusted. */
function readManifest(folder: string): Manifest | null {
  try {
    return manifestShape.parse(JSON.parse(readFileSync(manifestPath(folder), "utf8")));
  } catch {
    return null;
  }
}

/** `indexes` of the working folder where there is one, else below the cache folder. */
export function defaultIndexesFolder(cacheFolder: string): string {
  return existsSync("indexes") && statSync("indexes").isDirectory() ? "indexes" : join(cacheFolder, "indexes");
}
