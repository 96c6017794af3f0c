/** How large are inputs before they are read? */
import { closeSync, openSync, readSync, statSync } from "node:fs";

/** Compression shrinks tables of text to about an eighth. */
const UNPACKED = 8;

/**
 * About the bytes of all files together; infinite with a pipe or standard input. A file that cannot be opened counts as
 * empty: its reader reports why.
 */
export function inputSize(paths: readonly string[]): number {
  return paths.reduce((sum, path) => sum + sizeOf(path), 0);
}

function sizeOf(path: string): number {
  if (path === "-") return Number.POSITIVE_INFINITY;
  try {
    const found = statSync(path);
    if (found.isDirectory()) return 0;
    return found.isFile() ? found.size * (isPacked(path) ? UNPACKED : 1) : Number.POSITIVE_INFINITY;
  } catch {
    return 0;
  }
}

/** gzip, or Parquet, whose columns are compressed. */
function isPacked(path: string): boolean {
  const descriptor = openSync(path, "r");
  try {
    const head = Buffer.alloc(4);
    readSync(descriptor, head, 0, head.length, 0);
    return (head[0] === 0x1f && head[1] === 0x8b) || head.toString("latin1") === "PAR1";
  } finally {
    closeSync(descriptor);
  }
}
