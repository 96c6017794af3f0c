/**
 * Where is the model, is it whole, and which model is it?
 * Finds the files, compares them with the sums beside them when they changed since last time, and names the model.
 */
import { readFileSync, type Stats, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { SemqrelError } from "../../core/errors.ts";
import { makeFolder } from "../../core/files/folders.ts";
import { sha256, sha256File } from "../../core/files/sha256.ts";
import { writeFiles } from "../../core/files/write-file.ts";
import type { ModelIdentity } from "../../core/types.ts";

/** Name of the model that comes along. */
export const bundledModel = "all-MiniLM-L6-v2";

/** What transformers.js keeps of a model beside its ONNX file. */
export const modelFiles = ["config.json", "tokenizer.json", "tokenizer_config.json"] as const;
/** Settings that only some models have; where they are there, they decide vectors too. */
export const optionalModelFiles = [
  "special_tokens_map.json",
  "sentence_bert_config.json",
  "1_Pooling/config.json",
] as const;
/** The ONNX file, the first that is there, with the precision it computes in. */
export const onnxFiles = [
  { file: "onnx/model.onnx", precision: "float32" },
  { file: "onnx/model_quantized.onnx", precision: "int8" },
] as const;
/** `sha256sum`'s own form, so that `sha256sum -c` checks it too. */
export const sumsFile = "SHA256SUMS";

/** A model on the disk, checked and ready to open. */
export interface ModelFolder {
  readonly folder: string;
  readonly identity: ModelIdentity;
  readonly onnxPath: string;
  /** How token vectors become one: their mean, or the first token's. */
  readonly pooling: "mean" | "cls";
  /** By file. */
  readonly sums: Readonly<Record<string, string>>;
  /** Whether the folder says what the sums should be. */
  readonly hasExpectedSums: boolean;
}

/** Where a model of that name would be: a folder as given, the bundled one, or the cache's for a hub id. */
export function modelPath(name: string, cacheFolder: string | null): string {
  if (name === bundledModel) return fileURLToPath(new URL(`../../../data/models/${bundledModel}`, import.meta.url));
  const isHubId = /^[\w.-]+\/[\w.-]+$/.test(name) && !name.startsWith(".");
  if (!isHubId || isFolder(name) || cacheFolder === null) return resolve(name);
  return fetchedModelPath(name, cacheFolder);
}

/** Where `model fetch` puts a hub id. */
export function fetchedModelPath(id: string, cacheFolder: string): string {
  return join(cacheFolder, "models", ...id.split("/"));
}

/**
 * @param name        folder, hub id (`owner/name`) or the bundled model's name
 * @param cacheFolder remembers what was verified, and holds fetched models; null for neither
 * @param verify      "changed" reads the files again only where size or time differ from the last verification
 * @throws SemqrelError MODEL_MISSING  says which files are missing where   details: { folder, missing }
 * @throws SemqrelError MODEL_DAMAGED  a file differs from its sum          details: { file, expected, found }
 */
export async function openModelFolder(
  name: string,
  cacheFolder: string | null,
  verify: "changed" | "always" = "changed",
): Promise<ModelFolder> {
  const folder = modelPath(name, cacheFolder);
  const onnx = onnxFiles.find(({ file }) => sizeOf(join(folder, file)) !== null) ?? onnxFiles[0];
  const needed = [...modelFiles, onnx.file];
  const missing = needed.filter((file) => sizeOf(join(folder, file)) === null);
  if (missing.length > 0) throw missingFiles(name, folder, missing);
  // All of them decide vectors: how tokens are pooled and where titles are cut stands in the optional ones.
  const files = [...needed, ...optionalModelFiles.filter((file) => sizeOf(join(folder, file)) !== null)];
  const sums = await verifiedSums(folder, files, cacheFolder, verify);
  const settings = readSettings(folder);
  const isHubModel = folder !== resolve(name) && name !== bundledModel;
  return {
    folder,
    identity: {
      name: isHubModel || name === bundledModel ? name : (folder.split(/[\\/]/).pop() ?? name),
      sha256: sha256(files.map((file) => `${sums.found[file]}  ${file}\n`).join("")),
      dimensions: settings.dimensions,
      precision: onnx.precision,
      maxTokens: settings.maxTokens,
    },
    onnxPath: join(folder, onnx.file),
    pooling: settings.pooling,
    sums: sums.found,
    hasExpectedSums: sums.hasExpected,
  };
}

function missingFiles(name: string, folder: string, missing: readonly string[]): SemqrelError {
  const isHubId = folder !== resolve(name) && name !== bundledModel;
  const remedy = isHubId
    ? `Run: semqrel model fetch ${name} (the only command that downloads), or put them there.`
    : name === bundledModel
      ? "Install semqrel again, or pass --model FOLDER."
      : "Put them there, in the layout of transformers.js, or name another --model.";
  return new SemqrelError(
    "MODEL_MISSING",
    `Opening the model "${name}": ${missing.join(", ")} ${missing.length === 1 ? "is" : "are"} missing in ${folder}. ${remedy}`,
    { details: { folder, missing } },
  );
}

async function verifiedSums(
  folder: string,
  files: readonly string[],
  cacheFolder: string | null,
  verify: "changed" | "always",
): Promise<{ found: Record<string, string>; hasExpected: boolean }> {
  const expected = readSums(join(folder, sumsFile));
  const stamp = files.map((file) => stampOf(join(folder, file))).join(" ") + sha256(JSON.stringify(expected));
  const memory = cacheFolder === null ? null : join(cacheFolder, "verified-models.json");
  const remembered = memory === null ? {} : readMemory(memory);
  const last = remembered[folder];
  const hasExpected = Object.keys(expected).length > 0;
  if (verify === "changed" && last !== undefined && last.seal === sealOf(stamp, last.sums)) {
    return { found: last.sums, hasExpected };
  }
  const found: Record<string, string> = {};
  for (const file of files) {
    const sum = await sha256File(join(folder, file));
    found[file] = sum;
    if (expected[file] !== undefined && expected[file] !== sum) {
      throw new SemqrelError(
        "MODEL_DAMAGED",
        `Verifying ${join(folder, file)}: its sha256 is ${sum}, expected ${expected[file]}. ` +
          "The file is damaged or was replaced: restore it, or fetch the model again.",
        { details: { file: join(folder, file), expected: expected[file], found: sum } },
      );
    }
  }
  if (memory !== null && cacheFolder !== null) {
    try {
      makeFolder(cacheFolder);
      writeFiles([
        {
          path: memory,
          content: [JSON.stringify({ ...remembered, [folder]: { seal: sealOf(stamp, found), sums: found } })],
        },
      ]);
    } catch {
      // A cache that cannot be written costs time next time, nothing else.
    }
  }
  return { found, hasExpected };
}

function readMemory(path: string): VerifiedModels {
  try {
    const remembered: unknown = JSON.parse(readFileSync(path, "utf8"));
    return isMemory(remembered) ? remembered : {};
  } catch {
    return {};
  }
}

/** Also of the sums: they name the model, and a damaged digit would make it another. */
function sealOf(stamp: string, sums: Readonly<Record<string, string>>): string {
  return sha256(JSON.stringify([stamp, sums]));
}

type VerifiedModels = Record<string, { readonly seal: string; readonly sums: Record<string, string> }>;

/** The file lies in a cache folder and may be anybody's. */
function isMemory(remembered: unknown): remembered is VerifiedModels {
  if (typeof remembered !== "object" || remembered === null || Array.isArray(remembered)) return false;
  return Object.values(remembered).every((entry) => typeof entry?.seal === "string" && typeof entry.sums === "object");
}

/** Lines `sum  file`; empty where there is no such file. */
function readSums(path: string): Record<string, string> {
  if (sizeOf(path) === null) return {};
  const sums: Record<string, string> = {};
  for (const line of readFileSync(path, "utf8").split("\n")) {
    const [, sum, file] = /^([0-9a-f]{64}) [ *](.+)$/.exec(line) ?? [];
    if (sum !== undefined && file !== undefined) sums[file] = sum;
  }
  return sums;
}

function readSettings(folder: string): { dimensions: number; maxTokens: number; pooling: "mean" | "cls" } {
  const read = (file: string): Readonly<Record<string, unknown>> => {
    if (sizeOf(join(folder, file)) === null) return {};
    try {
      return JSON.parse(readFileSync(join(folder, file), "utf8"));
    } catch (cause) {
      throw new SemqrelError("MODEL_DAMAGED", `Opening ${join(folder, file)}: it is no JSON. Restore the file.`, {
        details: { file: join(folder, file) },
        cause,
      });
    }
  };
  const config = read("config.json");
  const sentence = read("sentence_bert_config.json");
  const pooling = read("1_Pooling/config.json");
  const limit = Number(sentence["max_seq_length"] ?? 256);
  const dimensions = Number(config["hidden_size"] ?? config["dim"]);
  if (!Number.isInteger(dimensions) || dimensions < 1) {
    const file = join(folder, "config.json");
    throw new SemqrelError(
      "MODEL_DAMAGED",
      `Opening ${file}: it does not say how many numbers a vector has ("hidden_size"). Name another --model.`,
      { details: { file } },
    );
  }
  return {
    dimensions,
    maxTokens: Math.min(limit, Number(config["max_position_embeddings"] ?? limit)),
    pooling: pooling["pooling_mode_cls_token"] === true ? "cls" : "mean",
  };
}

function stampOf(path: string): string {
  const { size, mtimeMs, ino } = statSync(path);
  return `${size}:${mtimeMs}:${ino}`;
}

function sizeOf(path: string): number | null {
  const found = stat(path);
  return found?.isFile() ? found.size : null;
}

function isFolder(path: string): boolean {
  return stat(path)?.isDirectory() ?? false;
}

/** Undefined also below a path that is a file, where `statSync` throws all the same. */
function stat(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
