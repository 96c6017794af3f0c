/** How can an input be read more than once? Standard input and pipes, which give their bytes once, are copied first. */
import { rmSync } from "node:fs";
import { open } from "node:fs/promises";
import { dirname } from "node:path";
import type { Readable } from "node:stream";
import { SemqrelError } from "../../core/errors.ts";
import { makeFolder } from "../../core/files/folders.ts";
import { type InputText, openBytes, openCopy, openInput, rawInput, requireFile } from "../open-input.ts";

export interface KeptInput {
  /** From its beginning, each time. @throws SemqrelError as `openInput` */
  open(): Promise<InputText>;
}

interface KeepOptions {
  /** Path of a copy, where one is needed; its folder is made. */
  readonly copy: string;
  readonly signal: AbortSignal;
  /** @default the process's */
  readonly standardInput?: Readable;
}

/**
 * Copies a pipe, and reads it at the same time, so that the bounds of lines and of what is unpacked end the copying.
 *
 * @param path a file, a pipe, or `-`
 * @throws SemqrelError as `openInput`; INTERRUPTED; the error of `fs` if the copy cannot be written. No copy is left then.
 */
export async function keepInput(path: string, { copy, signal, standardInput }: KeepOptions): Promise<KeptInput> {
  if (path !== "-" && (await requireFile(path))) return { open: () => openInput(path) };
  const raw = rawInput(path, standardInput);
  const { source, abandon } = raw;
  makeFolder(dirname(copy));
  const file = await open(copy, "w");
  async function* copied(): AsyncIterable<Buffer> {
    for await (const piece of raw.pieces) {
      await file.writeFile(piece);
      yield piece;
    }
  }
  signal.addEventListener("abort", abandon);
  try {
    const { parquet, bytes, pieces } = await openBytes({ ...raw, pieces: copied() }, null);
    for await (const _ of parquet === null ? pieces : bytes);
    await file.close();
  } catch (cause) {
    abandon();
    await file.close();
    rmSync(copy, { force: true });
    if (!signal.aborted) throw cause;
    throw new SemqrelError("INTERRUPTED", `Reading ${source}: interrupted.`, { cause });
  } finally {
    signal.removeEventListener("abort", abandon);
  }
  return { open: () => openCopy(source, copy) };
}
