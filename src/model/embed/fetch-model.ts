/**
 * How does a model get from a hub onto this machine?
 * The only code of semqrel that downloads. A folder appears with all its files and their sums, or not at all.
 */
import { createHash } from "node:crypto";
import { createWriteStream, existsSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { messageOf, SemqrelError } from "../../core/errors.ts";
import { makeFolder } from "../../core/files/folders.ts";
import type { Progress } from "../../core/ports.ts";
import { fetchedModelPath, modelFiles, onnxFiles, optionalModelFiles, sumsFile } from "./model-folder.ts";

export interface FetchModelOptions {
  /** Such as https://huggingface.co: files lie at HOST/ID/resolve/REVISION/FILE. */
  readonly host: string;
  readonly revision: string;
  readonly quantized: boolean;
  readonly cacheFolder: string;
  readonly progress: Progress;
  readonly signal: AbortSignal;
}

export interface FetchedModel {
  readonly folder: string;
  readonly files: readonly { readonly file: string; readonly sizeBytes: number; readonly sha256: string }[];
}

/**
 * @param id owner/name
 * @throws SemqrelError INVALID_OPTION  the id or the host is none   details: { id }
 * @throws SemqrelError DOWNLOAD_FAILED a needed file is not there, or the connection breaks   details: { url, status? }
 * @throws SemqrelError OUTPUT_UNWRITABLE the cache folder takes no files   details: { folder }
 * @throws SemqrelError INTERRUPTED
 */
export async function fetchModel(id: string, options: FetchModelOptions): Promise<FetchedModel> {
  if (
    !/^[\w.-]+\/[\w.-]+$/.test(id) ||
    id.split("/").some((part) => /^\.+$/.test(part)) ||
    !URL.canParse(options.host)
  ) {
    throw new SemqrelError(
      "INVALID_OPTION",
      `Fetching "${id}" from ${options.host}: give a hub id such as owner/name, and a host's URL.`,
      {
        details: { id, host: options.host },
      },
    );
  }
  // Never modelPath: a folder of that name below the working folder is the user's own.
  const folder = fetchedModelPath(id, options.cacheFolder);
  const temporary = `${folder}.${process.pid}.tmp`;
  const onnx = options.quantized ? onnxFiles[1].file : onnxFiles[0].file;
  try {
    const files = [];
    for (const file of [...modelFiles, onnx, ...optionalModelFiles]) {
      const url = `${options.host.replace(/\/$/, "")}/${id}/resolve/${options.revision}/${file}`;
      const fetched = await fetchFile(
        url,
        join(temporary, file),
        file,
        optionalModelFiles.some((optional) => optional === file),
        options,
      );
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
    // Below a path that is a file, removing nothing fails as well, and would hide why.
    if (existsSync(temporary)) rmSync(temporary, { recursive: true, force: true });
  }
}

async function fetchFile(
  url: string,
  path: string,
  name: string,
  isOptional: boolean,
  { progress, signal }: FetchModelOptions,
): Promise<{ sizeBytes: number; sha256: string } | null> {
  const hash = createHash("sha256");
  let sizeBytes = 0;
  try {
    const response = await fetch(url, { signal });
    if (response.status === 404 && isOptional) {
      await response.body?.cancel();
      return null;
    }
    if (!response.ok || response.body === null) {
      throw new SemqrelError(
        "DOWNLOAD_FAILED",
        `Fetching ${url}: the hub answered ${response.status} ${response.statusText}. Check the id, the revision, and that the model has ${name}.`,
        { details: { url, status: response.status } },
      );
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
    // What the network does comes wrapped: a system call that failed as such is one of the disk.
    if (cause instanceof Error && "syscall" in cause) throw unwritable(dirname(path), cause);
    const why =
      cause instanceof Error
        ? [cause.message, (cause.cause as Error | undefined)?.message].filter(Boolean).join(": ")
        : String(cause);
    throw new SemqrelError("DOWNLOAD_FAILED", `Fetching ${url}: ${why}. Check the connection and try again.`, {
      details: { url },
      cause,
    });
  }
}

function unwritable(folder: string, cause: unknown): SemqrelError {
  return new SemqrelError(
    "OUTPUT_UNWRITABLE",
    `Keeping the model in ${folder}: ${messageOf(cause)}. Make room there, or name another cache folder with SEMQREL_CACHE.`,
    { details: { folder }, cause },
  );
}
