/** How do commands print text for people, and what is no table? */

import type { CliIo } from "../io.ts";
import { foldLines } from "./fold-lines.ts";
import { terminalWidth } from "./terminal-width.ts";

/** On stdout; long lines are broken where a terminal ends. */
export function printText(io: CliIo, text: string): void {
  io.stdout.write(foldLines(text, terminalWidth(io.stdout, io)));
}

export function printJson(io: CliIo, document: unknown): void {
  io.stdout.write(`${JSON.stringify(document, null, 1)}\n`);
}

export function megabytes(sizeBytes: number): string {
  return `${(sizeBytes / 1e6).toFixed(1)} MB`;
}

/** Data inside a message cannot steer the terminal or start a line: control characters are shown as `\x1b`. */
export function printable(text: string): string {
  return text.replace(/\p{Cc}/gu, (control) => `\\x${control.charCodeAt(0).toString(16).padStart(2, "0")}`);
}
