import { stripVTControlCharacters } from "node:util";
import { displayWidth } from "../../core/text/display-width.ts";
import { printable } from "../../core/text/escape.ts";
import { textsOf } from "../../core/text/wording.ts";
import type { CliIo, CommonFlags, Output } from "../io.ts";
import { terminalWidth } from "./progress.ts";

export function printText(io: CliIo, text: string): void {
  io.stdout.write(foldLines(text, terminalWidth(io.stdout, io)));
}

/** Prints coloured text without escaping it. The data in the text must not contain control characters. */
export function paintText({ stdout, ...io }: CliIo, text: string): void {
  const folded = foldLines(text, terminalWidth(stdout, io));
  if (stdout.paint === undefined) stdout.write(folded);
  else stdout.paint(folded);
}

/** Returns an output that escapes control characters on a terminal. It uses JSON's escapes, such as `\u001b`. */
export function sparingTerminals(output: Output): Output {
  return {
    get isTTY() {
      return output.isTTY === true;
    },
    get columns() {
      return output.columns;
    },
    write: (text) => output.write(output.isTTY === true ? text.replace(controlCharacters, escaped) : text),
    paint: (text) => output.write(text),
  };
}

/** Matches marks that change the writing direction, and control characters except line ends and tabs. */
const controlCharacters = /(?![\t\n]|\r\n)[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

export function say(lines: string | readonly (string | false)[], { quiet }: CommonFlags, io: CliIo): void {
  if (quiet) return;
  for (const line of textsOf(...[lines].flat())) io.stderr.write(`${printable(line)}\n`);
}

export function printJson(io: CliIo, document: unknown): void {
  io.stdout.write(`${JSON.stringify(document, null, 1)}\n`);
}

export function megabytes(sizeBytes: number): string {
  return `${(sizeBytes / 1e6).toFixed(1)} MB`;
}

/**
 * Wraps lines wider than `width` between words. Indents the new lines to the column where the text of the line begins:
 * after leading spaces, after `- `, or after a word and two or more spaces. Does not break long words and commands,
 * because users copy them.
 * @param text - may contain colours
 */
export function foldLines(text: string, width: number): string {
  if (!Number.isFinite(width)) return text;
  return text
    .split("\n")
    .map((line) => foldLine(line, width))
    .join("\n");
}

function foldLine(line: string, width: number): string {
  if (widthOf(line) <= width || /^ *semqrel /.test(line)) return line;
  const plain = stripVTControlCharacters(line);
  const lead = /^(?: *- | *\S+ {2,}| *)/.exec(plain)?.[0] ?? "";
  const indent = lead.length <= width / 2 ? " ".repeat(displayWidth(lead)) : "";
  const lines: string[] = [];
  let current = "";
  // Each piece is a word with the spaces before it, so that alignment is preserved.
  for (const piece of line.match(/ *[^ ]+| +$/g) ?? []) {
    if (current.trim() !== "" && widthOf(current + piece) > width) {
      lines.push(current);
      current = indent + piece.trimStart();
    } else current += piece;
  }
  return [...lines, current].join("\n");
}

function widthOf(text: string): number {
  return displayWidth(stripVTControlCharacters(text));
}
