/** Downloads a model from a hub. The folder appears complete with its checksums, or not at all. */
import { createHash } from "node:crypto";
import { createWriteStream, existsSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { messageOf, SemqrelError } from "../../core/errors.ts";
import { makeFolder, temporaryPath } from "../../core/files/folders.ts";
import { removeLeftovers } from "../../core/files/write-file.ts";
import type { Progress } from "../../core/ports.ts";
import { fetchedModelPath, modelFiles, onnxFiles, optionalModelFiles, sumsFile } from "./model-folder.ts";

export interface FetchModelOptions {
  /** URL of a hub such as https://huggingface.co, which has files at HOST/ID/resolve/REVISION/FILE. */
  readonly host: string;
  readonly revision: string;
  readonly quantized: boolean;
  readonly cacheFolder: string;
  readonly progress: Progress;
  readonly signal: AbortSignal;
}

/** @param id - owner/name */
export async function fetchModel(id: string, options: FetchModelOptions) {
  const { host } = options;
  const isHubId = /^[\w.-]+\/[\w.-]+$/.test(id) && !id.split("/").some((part) => /^\.+$/.test(part));
  if (!isHubId || !URL.canParse(host)) {
    const message = `Fetching "${id}" from ${host}: give a hub id such as owner/name, and a host's URL.`;
    throw new SemqrelError("INVALID_OPTION", message, { details: { id, host } });
  }
  // Does not use `modelPath`, which may return the user's own folder `owner/name`. That folder must not be replaced.
  const folder = fetchedModelPath(id, options.cacheFolder);
  const temporary = temporaryPath(folder);
  removeLeftovers(dirname(folder));
  const onnx = options.quantized ? onnxFiles[1].file : onnxFiles[0].file;
  try {
    const files = [];
    for (const file of [...modelFiles, onnx, ...optionalModelFiles]) {
      const url = `${host.replace(/\/$/, "")}/${id}/resolve/${options.revision}/${file}`;
      const isOptional = optionalModelFiles.some((optional) => optional === file);
      const fetched = await fetchFile(url, join(temporary, file), file, isOptional, options);
      if (fetched !== null) files.push({ file, ...fetched });
    }
    try {
      writeFileSync(join(temporary, sumsFile), files.map(({ file, sha256 }) => `${sha256}  ${file}\n`).join(""));
      if (existsSync(folder)) rmSync(folder, { recursive: true });
      renameSync(temporary, folder);
    } catch (cause) {
      throw unwritable(folder, cause);
    }
    return { folder, files };
  } finally {
    // If a parent is a file, rmSync throws even with `force`. Its error would hide the original error.
    if (existsSync(temporary)) rmSync(temporary, { recursive: true, force: true });
  }
}

async function fetchFile(
  url: string,
  path: string,
  name: string,
  isOptional: boolean,
  { progress, signal }: FetchModelOptions,
) {
  const hash = createHash("sha256");
  let sizeBytes = 0;
  try {
    const response = await fetch(url, { signal });
    if (response.status === 404 && isOptional) {
      await response.body?.cancel();
      return null;
    }
    if (!response.ok || response.body === null) {
      const { status, statusText } = response;
      const message =
        `Fetching ${url}: the hub answered ${status} ${statusText}. ` +
        `Check the id, the revision, and whether the model has ${name}.`;
      throw new SemqrelError("DOWNLOAD_FAILED", message, { details: { url, status } });
    }
    const expected = Number(response.headers.get("content-length") ?? 0);
    progress.start(`Fetching ${name}`, Math.round(expected / 1e6), "MB");
    makeFolder(dirname(path));
    const measured = async function* (pieces: AsyncIterable<Uint8Array>) {
      for await (const piece of pieces) {
        hash.update(piece);
        sizeBytes += piece.length;
        progress.update(Math.round(sizeBytes / 1e6));
        yield piece;
      }
    };
    await pipeline(Readable.fromWeb(response.body as never), measured, createWriteStream(path));
    progress.finish();
    return { sizeBytes, sha256: hash.digest("hex") };
  } catch (cause) {
    if (cause instanceof SemqrelError) throw cause;
    if (signal.aborted) throw new SemqrelError("INTERRUPTED", "Fetching: interrupted.", { cause });
    // fetch wraps network errors in other errors. Only an error of the disk itself has the field `syscall`.
    if (cause instanceof Error && "syscall" in cause) throw unwritable(dirname(path), cause);
    const inner = cause instanceof Error ? (cause.cause as Error | undefined)?.message : undefined;
    const why = [messageOf(cause), inner].filter(Boolean).join(": ");
    const message = `Fetching ${url}: ${why}. Check the connection and try again.`;
    throw new SemqrelError("DOWNLOAD_FAILED", message, { details: { url }, cause });
  }
}

function unwritable(folder: string, cause: unknown): SemqrelError {
  const remedy = "Free some space there, or set SEMQREL_CACHE to another cache folder.";
  const message = `Storing the model in ${folder}: ${messageOf(cause)}. ${remedy}`;
  return new SemqrelError("OUTPUT_UNWRITABLE", message, { details: { folder }, cause });
}
