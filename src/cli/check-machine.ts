/** Checks which parts of semqrel work on this machine, and names a remedy for each part that does not. */
import { mkdtempSync, rmdirSync, rmSync, statfsSync } from "node:fs";
import { availableParallelism, freemem, tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import { messageOf } from "../core/errors.ts";
import { defaultCacheFolder } from "../core/files/cache-folder.ts";
import { isFolder, makeFolder, makeTemporaryFolder } from "../core/files/folders.ts";
import type { CliIo } from "./io.ts";
import { megabytes } from "./terminal/print.ts";

/** `state` is `failed` if semqrel cannot label, and `warning` if something is slower or missing. */
export interface Check {
  readonly name: string;
  readonly state: "ok" | "warning" | "failed";
  readonly message: string;
  readonly remedy: string | null;
}

/** Below this free disk space, or below this total memory, large jobs may fail. */
const littleDiskBytes = 500e6;
const littleMemoryBytes = 1e9;
const oldestNode = 20;
const scratch = "semqrel-doctor-";
const otherCache = "Set SEMQREL_CACHE to a folder that you can write to.";

type Finding = Omit<Check, "name">;

/** Runs all checks, even after a failed one. Takes about a second, mostly to load the model. */
export async function checkMachine(io: CliIo, configuration: () => readonly string[]): Promise<Check[]> {
  const cacheFolder = defaultCacheFolder(io.environment);
  const checks: readonly (readonly [string, Check["state"], string, () => Finding | Promise<Finding>])[] = [
    ["Node.js", "failed", `Install Node.js ${oldestNode} or later.`, () => checkNode(process.versions.node)],
    ["configuration", "failed", "Correct semqrel.config.json.", () => checkConfiguration(configuration)],
    ["model", "failed", "Install semqrel again.", () => checkModel(cacheFolder)],
    ["HNSW indexes", "warning", "", checkHnsw],
    ["cache", "warning", otherCache, () => checkCache(cacheFolder)],
    ["rating", "warning", "Install semqrel again, with optional packages.", () => checkRating(cacheFolder)],
    ["disk", "warning", "", () => checkDisk(cacheFolder)],
    ["memory", "warning", "", () => checkMemory()],
    ["queue", "warning", "", checkQueue],
    ["other pipelines", "warning", "", checkPipelines],
  ];
  const done: Check[] = [];
  for (const [name, state, remedy, check] of checks) {
    try {
      done.push({ name, ...(await check()) });
    } catch (error) {
      done.push({ name, state, message: messageOf(error), remedy: remedy === "" ? null : remedy });
    }
  }
  return done;
}

export function checkNode(version: string): Finding {
  if (Number.parseInt(version, 10) >= oldestNode) return fine(version);
  return { state: "failed", message: version, remedy: `Install Node.js ${oldestNode} or later.` };
}

function checkConfiguration(check: () => readonly string[]): Finding {
  const doubts = check();
  if (doubts.length === 0) return fine("semqrel.config.json, if any, and the environment variables are valid");
  return warning(doubts.join(" "), "Trust the file, or remove the settings and variables that are named.");
}

async function checkModel(cacheFolder: string): Promise<Finding> {
  const { bundledModel, openModelFolder } = await import("../model/embed/model-folder.ts");
  const { sentenceEmbedder } = await import("../model/embed/sentence-embedder.ts");
  // Ignores records of earlier verifications, because the cache that contains them may be damaged.
  const model = await openModelFolder(bundledModel, null, "always");
  const { vectors } = await sentenceEmbedder(model, { threads: 1 }).embed(["Growing pears"]);
  const length = Math.hypot(...vectors.subarray(0, model.identity.dimensions));
  if (Math.abs(length - 1) < 1e-3) return fine(`${bundledModel}: its files are complete, and it embeds a title`);
  const message = `${bundledModel} gives a vector of length ${length} for a title; expected 1`;
  const remedy = `Empty the folder ${cacheFolder} and try again. If it fails again, report it.`;
  return { state: "failed", message, remedy };
}

async function checkHnsw(): Promise<Finding> {
  const { findHnsw } = await import("../model/index/hnsw.ts");
  const { missing } = findHnsw();
  if (missing === null) return fine("hnswlib-node loads");
  const instead = "Exact search is used instead, with the same labels; it is slower if lists are long.";
  return warning(`${missing.fact} ${instead}`, missing.remedy);
}

async function checkCache(cacheFolder: string): Promise<Finding> {
  makeFolder(cacheFolder);
  return inScratchFolder(cacheFolder, async (folder) => {
    const { checkVectors, openVectorStore } = await import("../model/embed/vector-store.ts");
    const { isWholeEntry } = await import("../model/embed/cached-embedder.ts");
    const problems: string[] = [];
    const { store } = await openVectorStore(join(folder, "vectors.bin"), (why) => problems.push(why));
    const key = new Uint8Array(32);
    await store.put([[key, new Uint8Array([7])]]);
    const found = store.get(key)?.[0];
    await store.close();
    if (problems.length > 0 || found !== 7) {
      const why = problems.join(" ") || "a vector that was written cannot be read back";
      return warning(`vectors are not kept in ${cacheFolder}: ${why}`, otherCache);
    }
    const { entries, damaged, damage } = checkVectors(join(cacheFolder, "vectors.bin"), isWholeEntry);
    if (damage !== null) {
      const message = `${entries} vectors in ${cacheFolder} can be read, but the rest of their file is damaged: ${damage}`;
      return warning(message, "The next run will set the file aside and start a new one.");
    }
    const kept = `${entries} vectors are kept in ${cacheFolder}`;
    if (damaged === 0) return fine(`${kept}, none damaged`);
    return warning(`${kept}, ${damaged} damaged`, "They will be computed again.");
  });
}

async function checkRating(cacheFolder: string): Promise<Finding> {
  return inScratchFolder(isFolder(tmpdir()) ? tmpdir() : cacheFolder, async (folder) => {
    const { RatingStore } = await import("../gold/rating/rating-store.ts");
    RatingStore.open(join(folder, "ratings.db"), { create: true }).close();
    return fine("libsql can create a database of ratings");
  });
}

function checkDisk(cacheFolder: string): Finding {
  // Throws if no temporary folder can be made. Large jobs without --out, `rate --open` and `npm run bench` need one.
  rmdirSync(makeTemporaryFolder(scratch));
  makeFolder(cacheFolder);
  const { bavail, bsize } = statfsSync(cacheFolder);
  const message = `${megabytes(bavail * bsize)} free at ${cacheFolder}`;
  if (bavail * bsize >= littleDiskBytes) return fine(message);
  return warning(
    message,
    "Free some space with semqrel system cache clean, or set SEMQREL_CACHE to a folder on another disk.",
  );
}

function checkMemory(): Finding {
  const message = `${megabytes(freemem())} of ${megabytes(totalmem())} free; ${availableParallelism()} threads`;
  if (totalmem() >= littleMemoryBytes) return fine(message);
  return warning(message, "Label with --jobs 1 --threads 1.");
}

async function checkQueue(): Promise<Finding> {
  const { loadPostgresDrivers } = await import("../jobs/postgres/postgres-drivers.ts");
  try {
    await loadPostgresDrivers();
    return fine("pg and graphile-worker load");
  } catch {
    // This is not a warning, because most users do not need a queue.
    return fine(
      "pg and graphile-worker are not installed; only label --queue, system worker and system queue need them",
    );
  }
}

/** Never returns a warning, because labelling does not need this package. */
async function checkPipelines(): Promise<Finding> {
  const { installedStockPackage } = await import("../model/embed/stock-pipeline.ts");
  const state = installedStockPackage() ?? "transformers.js is not";
  return fine(
    `${state} installed; only needed for --embedder transformers.js, for "semqrel system model verify" and for "npm run bench"`,
  );
}

async function inScratchFolder(parent: string, use: (folder: string) => Promise<Finding>): Promise<Finding> {
  const folder = mkdtempSync(join(parent, scratch));
  try {
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function fine(message: string): Finding {
  return { state: "ok", message, remedy: null };
}

function warning(message: string, remedy: string | null): Finding {
  return { state: "warning", message, remedy };
}
