/** How do rows get into the files of many blocks without being in memory together? */
import { appendFileSync, rmSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { makeFolder } from "../core/files/folders.ts";

export type BlockFiles = ReturnType<typeof blockFiles>;

/** Characters that wait for all blocks together: unsorted inputs touch every block, and each append opens a file. */
const WAITING = 1 << 24;

/** @param folder emptied first */
export function blockFiles(folder: string) {
  rmSync(folder, { recursive: true, force: true });
  makeFolder(folder);
  const path = (block: number) => join(folder, `${block}.jsonl`);
  const waiting = new Map<number, string[]>();
  let length = 0;
  const flush = () => {
    for (const [block, texts] of waiting) appendFileSync(path(block), texts.join(""));
    waiting.clear();
    length = 0;
  };
  return {
    /** Written at the latest by `flush`. */
    append(block: number, text: string) {
      const texts = waiting.get(block) ?? [];
      if (texts.push(text) === 1) waiting.set(block, texts);
      length += text.length;
      if (length >= WAITING) flush();
    },
    flush,
    replace: (block: number, text: string) => writeFileSync(path(block), text),
    read: (block: number): Promise<Uint8Array> => readFile(path(block)),
  };
}
