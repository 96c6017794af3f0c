/** Finds and identifies a model. If any of its files has changed, compares all of them with their checksums. */
import { statSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { attempt } from "../../core/attempt.ts";
import { SemqrelError } from "../../core/errors.ts";
import { isFile, isFolder, makeFolder, ownFile } from "../../core/files/folders.ts";
import { readWholeText, sha256, sha256File } from "../../core/files/read-whole.ts";
import { writeFiles } from "../../core/files/write-file.ts";
import { fits, type InferOutput, object, record, text } from "../../core/schema.ts";
import type { ModelIdentity } from "../../core/types.ts";

export const bundledModel = "all-MiniLM-L6-v2";

/** The files that transformers.js needs, besides the ONNX file. */
export const modelFiles = ["config.json", "tokenizer.json", "tokenizer_config.json"] as const;
/** Files of settings that only some models have. These settings affect vectors, too. */
export const optionalModelFiles = [
  "special_tokens_map.json",
  "sentence_bert_config.json",
  "1_Pooling/config.json",
] as const;
/** The first of these files that exists is used. */
export const onnxFiles = [
  { file: "onnx/model.onnx", precision: "float32" },
  { file: "onnx/model_quantized.onnx", precision: "int8" },
] as const;
/** Checksums in the format of `sha256sum -c`. */
export const sumsFile = "SHA256SUMS";
/** Checksums of the bundled model. They are not read from a file, because editing that file could disable the check. */
const bundledSums: Readonly<Record<string, string>> = {
  "config.json": "953f9c0d463486b10a6871cc2fd59f223b2c70184f49815e7efbcab5d8908b41",
  "onnx/model.onnx": "4d6bec909ff16da0f3594b8f14da8040af054c30dff363518b052f2a27e80ad9",
  "special_tokens_map.json": "303df45a03609e4ead04bc3dc1536d0ab19b5358db685b6f3da123d05ec200e3",
  "tokenizer.json": "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
  "tokenizer_config.json": "acb92769e8195aabd29b7b2137a9e6d6e25c476a4f15aa4355c233426c61576b",
};

export interface ModelFolder {
  readonly folder: string;
  readonly identity: ModelIdentity;
  readonly onnxPath: string;
  /** How token vectors are combined into the vector of a title. */
  readonly pooling: "mean" | "cls";
  /** SHA-256 of each file of the model. */
  readonly sums: Readonly<Record<string, string>>;
  readonly hasExpectedSums: boolean;
}

/** Returns the folder of a model that is named by a path, a hub id or the bundled name. The folder may not exist. */
export function modelPath(name: string, cacheFolder: string | null): string {
  if (name === bundledModel) return ownFile(`data/models/${bundledModel}`);
  const isHubId = /^[\w.-]+\/[\w.-]+$/.test(name) && !name.startsWith(".");
  if (!isHubId || attempt(() => isFolder(name)) || cacheFolder === null) return resolve(name);
  return fetchedModelPath(name, cacheFolder);
}

export function fetchedModelPath(id: string, cacheFolder: string): string {
  return join(cacheFolder, "models", ...id.split("/"));
}

/**
 * Finds a model, verifies its files and reads its settings.
 * @param name        - folder, hub id (`owner/name`) or the bundled model's name
 * @param cacheFolder - contains fetched models and the results of verifications; null for none
 * @param verify      - "changed" reads the files only if one of them has changed since the last verification
 * @throws SemqrelError MODEL_MISSING  files are missing                 details: { folder, missing }
 * @throws SemqrelError MODEL_DAMAGED  a file differs from its checksum  details: { file, expected, found }
 */
export async function openModelFolder(
  name: string,
  cacheFolder: string | null,
  verify: "changed" | "always" = "changed",
): Promise<ModelFolder> {
  const folder = modelPath(name, cacheFolder);
  const onnx = onnxFiles.find(({ file }) => isThere(join(folder, file))) ?? onnxFiles[0];
  const needed = [...modelFiles, onnx.file];
  const missing = needed.filter((file) => !isThere(join(folder, file)));
  if (missing.length > 0) throw missingFiles(name, folder, missing);
  const files = [...needed, ...optionalModelFiles.filter((file) => isThere(join(folder, file)))];
  const sums = await verifiedSums(folder, files, cacheFolder, verify);
  const settings = readSettings(folder);
  const isFolderName = folder === resolve(name) && name !== bundledModel;
  return {
    folder,
    identity: {
      name: isFolderName ? basename(folder) : name,
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
    ? `Run: semqrel system model fetch ${name} (the only command that downloads), or put them there.`
    : name === bundledModel
      ? "Install semqrel again, or pass --model FOLDER."
      : "Put them there, in the layout of transformers.js, or download a model by its full name, e.g. semqrel system model fetch Xenova/all-MiniLM-L6-v2.";
  const found = `${missing.join(", ")} ${missing.length === 1 ? "is" : "are"} missing in ${folder}`;
  const message = `Opening the model "${name}": ${found}. ${remedy}`;
  return new SemqrelError("MODEL_MISSING", message, { details: { folder, missing } });
}

async function verifiedSums(
  folder: string,
  files: readonly string[],
  cacheFolder: string | null,
  verify: "changed" | "always",
) {
  const expected = folder === modelPath(bundledModel, null) ? bundledSums : readSums(join(folder, sumsFile));
  const stamp = files.map((file) => stampOf(join(folder, file))).join(" ") + sha256(JSON.stringify(expected));
  const memory = cacheFolder === null ? null : join(cacheFolder, "verified-models.json");
  const remembered = memory === null ? {} : readMemory(memory);
  const last = remembered[folder];
  const hasExpected = files.every((file) => expected[file] !== undefined);
  if (!files.some((file) => expected[file] !== undefined) && isThere(join(folder, sumsFile))) {
    const file = join(folder, sumsFile);
    const remedy =
      "Fetch the model again, or write the checksums of its files there. Then run semqrel system model verify.";
    const message = `Verifying ${folder}: its ${sumsFile} lists none of the model's files. ${remedy}`;
    throw new SemqrelError("MODEL_DAMAGED", message, { details: { file } });
  }
  if (verify === "changed" && last !== undefined && last.seal === sealOf(stamp, last.sums)) {
    return { found: last.sums, hasExpected };
  }
  const found: Record<string, string> = {};
  for (const name of files) {
    const file = join(folder, name);
    const sum = await sha256File(file);
    found[name] = sum;
    const wanted = expected[name];
    if (wanted !== undefined && wanted !== sum) {
      const message =
        `Verifying ${file}: its sha256 is ${sum}, expected ${wanted}. ` +
        "The file is damaged or was replaced: restore it, or fetch the model again.";
      throw new SemqrelError("MODEL_DAMAGED", message, { details: { file, expected: wanted, found: sum } });
    }
  }
  if (memory !== null && cacheFolder !== null) {
    const entries = { ...remembered, [folder]: { seal: sealOf(stamp, found), sums: found } };
    try {
      makeFolder(cacheFolder);
      writeFiles([{ path: memory, content: [JSON.stringify(entries)] }]);
    } catch {
      // If the cache cannot be written, the next run verifies the model again.
    }
  }
  return { found, hasExpected };
}

const verifiedModels = record(object({ seal: text, sums: record(text) }));

function readMemory(path: string): InferOutput<typeof verifiedModels> {
  const remembered: unknown = attempt(() => JSON.parse(readWholeText(path)));
  return fits(verifiedModels, remembered) ? remembered : {};
}

/** The hash also covers the checksums. So if a stored checksum is damaged, the model is verified again. */
function sealOf(stamp: string, sums: Readonly<Record<string, string>>): string {
  return sha256(JSON.stringify([stamp, sums]));
}

function readSums(path: string): Record<string, string> {
  if (!isThere(path)) return {};
  const sums: Record<string, string> = {};
  for (const line of readWholeText(path).split("\n")) {
    const [, sum, file] = /^([0-9a-f]{64}) [ *](.+)$/.exec(line) ?? [];
    if (sum !== undefined && file !== undefined) sums[file] = sum;
  }
  return sums;
}

function readSettings(folder: string) {
  const read = (name: string): Readonly<Record<string, unknown>> => {
    const file = join(folder, name);
    if (!isThere(file)) return {};
    const text = readWholeText(file);
    try {
      return JSON.parse(text);
    } catch (cause) {
      const message = `Opening ${file}: it is not JSON. Restore the file.`;
      throw new SemqrelError("MODEL_DAMAGED", message, { details: { file }, cause });
    }
  };
  const config = read("config.json");
  const sentence = read("sentence_bert_config.json");
  const pooling = read("1_Pooling/config.json");
  const limit = Number(sentence["max_seq_length"] ?? 256);
  const dimensions = Number(config["hidden_size"] ?? config["dim"]);
  if (!Number.isInteger(dimensions) || dimensions < 1) {
    const file = join(folder, "config.json");
    const what = 'it does not say how many numbers a vector has ("hidden_size"). Name another --model.';
    throw new SemqrelError("MODEL_DAMAGED", `Opening ${file}: ${what}`, { details: { file } });
  }
  return {
    dimensions,
    maxTokens: Math.min(limit, Number(config["max_position_embeddings"] ?? limit)),
    pooling: pooling["pooling_mode_cls_token"] === true ? ("cls" as const) : ("mean" as const),
  };
}

function stampOf(path: string): string {
  // Some programs restore a file's modification time, but they cannot restore its ctime.
  const { size, mtimeMs, ctimeMs, ino } = statSync(path);
  return `${size}:${mtimeMs}:${ctimeMs}:${ino}`;
}

/** Whether a file exists. Unlike `isFile`, does not throw if a parent is a file. */
function isThere(path: string): boolean {
  return attempt(() => isFile(path)) ?? false;
}
