/**
 * How do lines become the text that a terminal or a pull request shows?
 */
import { replaceControlCharacters } from "./escape.ts";

/** Blocks of lines, an empty line between them. What came from files acts on no terminal. */
export function renderBlocks(blocks: readonly (readonly string[])[]): string {
  return `${blocks.map((lines) => lines.map(replaceControlCharacters).join("\n")).join("\n\n")}\n`;
}
