/** How can an input be read more than once? Standard input and pipes, which give their bytes once, are copied first. */
import { createWriteStream } from "node:fs";
import { dirname } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { SemqrelError } from "../../core/errors.ts";
import { makeFolder } from "../../core/files/folders.ts";
import { type InputText, openCopy, openInput, rawInput, requireFile } from "../open-input.ts";

export interface KeptInput {
  /** From its beginning, each time. @throws SemqrelError as `openInput` */
  open(): Promise<InputText>;
}

export interface KeepOptions {
  /** Path of a copy, where one is needed; its folder is made. */
  readonly copy: string;
  readonly signal: AbortSignal;
  /** @default the process's */
  readonly standardInput?: Readable;
}

/**
 * @param path a file, a pipe, or `-`
 * @throws SemqrelError FILE_NOT_FOUND, FILE_UNREADABLE, INTERRUPTED; the error of `fs` where the copy cannot be written
 */
export async function keepInput(path: string, { copy, signal, standardInput }: KeepOptions): Promise<KeptInput> {
  if (path !== "-" && (await requireFile(path))) return { open: () => openInput(path) };
  const { source, pieces, abandon } = rawInput(path, standardInput);
  makeFolder(dirname(copy));
  signal.addEventListener("abort", abandon);
  try {
    await pipeline(pieces, createWriteStream(copy));
  } catch (cause) {
    if (!signal.aborted) throw cause;
    throw new SemqrelError("INTERRUPTED", `Reading ${source}: interrupted.`, { cause });
  } finally {
    signal.removeEventListener("abort", abandon);
  }
  return { open: () => openCopy(source, copy) };
}
