/** How do commands print what is no table? */
import type { CliIo } from "./io.ts";

export function printJson(io: CliIo, document: unknown): void {
  io.stdout.write(`${JSON.stringify(document, null, 1)}\n`);
}

export function megabytes(sizeBytes: number): string {
  return `${(sizeBytes / 1e6).toFixed(1)} MB`;
}
