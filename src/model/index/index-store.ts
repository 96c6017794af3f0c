/**
 * Stores the indexes of a data set: one file per query and one manifest. A file is only reused if model, parameters,
 * titles and the file's SHA-256 agree with the manifest.
 */
import { existsSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { attempt } from "../../core/attempt.ts";
import { messageOf } from "../../core/errors.ts";
import { isFolder, makeFolder, temporaryPath } from "../../core/files/folders.ts";
import { waitForLock } from "../../core/files/lock-file.ts";
import { sha256, sha256File } from "../../core/files/read-whole.ts";
import { writeFiles } from "../../core/files/write-file.ts";
import type { IndexProvider } from "../../core/ports.ts";
import type { ModelIdentity } from "../../core/types.ts";
import { lookupCounter } from "./exact.ts";
import type { Hnsw } from "./hnsw.ts";
import {
  datasetFolder,
  emptyManifest,
  isMadeAlike,
  type Manifest,
  manifestPath,
  NOT_IN_MANIFEST,
  readManifest,
  troubleWith,
} from "./index-manifest.ts";

interface StoredIndexesOptions {
  readonly hnsw: Hnsw;
  /** Contains one folder per data set; null stores nothing. */
  readonly folder: string | null;
  readonly dataset: string;
  readonly model: ModelIdentity;
}

/** Longest wait for the lock. This is more than enough: writing a manifest takes much less than a second. */
const LOCK_MILLISECONDS = 60_000;

export function storedIndexes(options: StoredIndexesOptions): IndexProvider {
  const { hnsw, model } = options;
  const folder = options.folder === null ? null : join(options.folder, datasetFolder(options.dataset, model));
  const expected = emptyManifest(options.dataset, model);
  const stored = folder === null ? null : latestManifest(folder);
  const isOurs = stored !== null && isMadeAlike(stored, expected);
  const isNew = folder !== null && !existsSync(manifestPath(folder));
  const reuse = isOurs ? stored.indexes : {};
  const written: Record<string, Manifest["indexes"][string]> = {};
  const rebuilt: Record<string, number> = {};
  let reused = 0;
  let built = 0;
  let unfinished = 0;
  const counter = lookupCounter();
  let failure: string | null = null;
  /** Records a failure instead of throwing, because the only effect of missing files is a slower next run. */
  const keep = async (write: () => Promise<void>) => {
    if (failure !== null) return;
    try {
      await write();
    } catch (cause) {
      failure = messageOf(cause);
    }
  };

  return {
    async open(query, titles, points) {
      // Lets the event loop run, because hnswlib only then frees old indexes. Without this, each query keeps 2.6 MB.
      await new Promise((resolve) => setImmediate(resolve));
      const file = `${sha256(query).slice(0, 24)}.hnsw`;
      const titlesSha256 = sha256(JSON.stringify(titles));
      if (folder !== null) {
        const entry = reuse[file];
        let trouble = troubleWith(folder, file, entry, { titlesSha256, count: points.count });
        if (trouble === null && entry !== undefined) {
          try {
            const index = hnsw.read(join(folder, file), points);
            reused++;
            return counter.counted(index);
          } catch {
            // If a full disk cut off the file before its checksum was computed, the checksum fits the damaged file.
            trouble = "damaged file";
          }
        }
        const reason =
          stored !== null && !isOurs && existsSync(join(folder, file)) ? "made with other settings" : trouble;
        if (reason !== null) rebuilt[reason] = (rebuilt[reason] ?? 0) + 1;
        if (isNew && reason === NOT_IN_MANIFEST) unfinished++;
      }
      const index = hnsw.build(points);
      built++;
      if (folder !== null) {
        await keep(async () => {
          const temporary = temporaryPath(join(folder, file));
          makeFolder(folder);
          try {
            index.write(temporary);
            // Throws if the file is missing, because hnswlib does not report that it cannot write.
            const { size: sizeBytes } = statSync(temporary);
            const entrySha256 = await sha256File(temporary);
            renameSync(temporary, join(folder, file));
            written[file] = { query, count: points.count, titlesSha256, sha256: entrySha256, sizeBytes };
          } finally {
            rmSync(temporary, { force: true });
          }
        });
      }
      return counter.counted(index);
    },
    async close() {
      if (folder !== null && Object.keys(written).length > 0) {
        await keep(async () => {
          const release = await waitForLock(`${manifestPath(folder)}.lock`, LOCK_MILLISECONDS);
          // Writes even without the lock. If another process's entries get lost, a later run rebuilds their indexes.
          try {
            // Reads the manifest again, because another process may have added entries.
            const now = latestManifest(folder);
            const kept = now !== null && isMadeAlike(now, expected) ? now.indexes : {};
            const entries = Object.entries({ ...kept, ...written }).sort(([one], [other]) => (one < other ? -1 : 1));
            const indexes = Object.fromEntries(entries);
            const text = `${JSON.stringify({ ...expected, indexes }, null, 1)}\n`;
            writeFiles([{ path: manifestPath(folder), content: [text] }]);
          } finally {
            release?.();
          }
        });
      }
      return { kind: "hnsw", folder, reused, built, lookups: counter.lookups(), rebuilt, unfinished, failure };
    },
  };
}

const known = new Map<string, { readonly stamp: string; readonly manifest: Manifest | null }>();

/** Parses the manifest only if it has changed. Parsing takes long if a manifest lists the queries of many runs. */
function latestManifest(folder: string): Manifest | null {
  const found = attempt(() => statSync(manifestPath(folder), { bigint: true }));
  if (found === null) return null;
  // A changed manifest is a new file with another inode, because runs replace it.
  const stamp = `${found.ino} ${found.mtimeNs} ${found.size}`;
  const last = known.get(folder);
  if (last?.stamp === stamp) return last.manifest;
  const manifest = readManifest(folder);
  known.set(folder, { stamp, manifest });
  return manifest;
}

/** Returns `indexes` in the working folder if it exists, otherwise a folder in the cache. */
export function defaultIndexesFolder(cacheFolder: string): string {
  return attempt(() => isFolder("indexes")) ? "indexes" : join(cacheFolder, "indexes");
}
