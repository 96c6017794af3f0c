/** How do commands print text for people, and what is no table? */
import type { CliIo, CommonFlags } from "../io.ts";
import { foldLines } from "./fold-lines.ts";
import { terminalWidth } from "./terminal.ts";

/** On stdout; long lines are broken where a terminal ends. */
export function printText(io: CliIo, text: string): void {
  io.stdout.write(foldLines(text, terminalWidth(io.stdout, io)));
}

/** Lines on stderr, unless the user wants quiet; false stands for a line that does not apply. */
export function say(lines: string | readonly (string | false)[], { quiet }: CommonFlags, io: CliIo): void {
  if (quiet) return;
  for (const line of [lines].flat()) if (line !== false) io.stderr.write(`${printable(line)}\n`);
}

export function printJson(io: CliIo, document: unknown): void {
  io.stdout.write(`${JSON.stringify(document, null, 1)}\n`);
}

export function megabytes(sizeBytes: number): string {
  return `${(sizeBytes / 1e6).toFixed(1)} MB`;
}

/**
 * Data inside a message cannot steer the terminal, start a line or turn the writing direction: such characters are shown
 * as `\x1b` and `\u202e`.
 */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, (sign) => {
    const code = sign.charCodeAt(0).toString(16);
    return code.length > 2 ? `\\u${code}` : `\\x${code.padStart(2, "0")}`;
  });
}
