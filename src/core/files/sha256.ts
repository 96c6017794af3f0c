/** What is the fingerprint of some text or of a file? */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { openPlain } from "./read-whole.ts";

/** SHA-256 in hexadecimal. */
export function sha256(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}

/** SHA-256 of a file's bytes, read in pieces. Rejects as `fs` does where the file cannot be read. */
export async function sha256File(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const piece of createReadStream(path, { fd: openPlain(path), highWaterMark: 1 << 20 }))
    hash.update(piece as Buffer);
  return hash.digest("hex");
}

/** SHA-256 of lines with line feeds between them, which need not be in memory together. */
export function sha256Lines(lines: Iterable<string>): string {
  const hash = createHash("sha256");
  let separator = "";
  for (const line of lines) {
    hash.update(separator + line);
    separator = "\n";
  }
  return hash.digest("hex");
}
