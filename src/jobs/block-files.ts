/** How do rows find their way into the files of many blocks, when no file of blocks fits into memory? */
import { appendFileSync, rmSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { makeFolder } from "../core/files/folders.ts";

export interface BlockFiles {
  /** Appends to a block, sooner or later. */
  append(block: number, text: string): void;
  /** On return everything is in the files. */
  flush(): void;
  /** Puts something else in a block's place. */
  replace(block: number, text: string): void;
  read(block: number): Promise<Uint8Array>;
}

/** Characters that wait for all blocks together: unsorted inputs touch every block, and each append opens a file. */
const WAITING = 1 << 24;

/** Files in a folder of their own, which is emptied first. Memory is that of what waits; one file is open at a time. */
export function blockFiles(folder: string): BlockFiles {
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
    append(block, text) {
      const texts = waiting.get(block);
      if (texts === undefined) waiting.set(block, [text]);
      else texts.push(text);
      length += text.length;
      if (length >= WAITING) flush();
    },
    flush,
    replace: (block, text) => writeFileSync(path(block), text),
    read: (block) => readFile(path(block)),
  };
}
