/** How do long lines stand in a narrow terminal? */
import { stripVTControlCharacters } from "node:util";
import { displayWidth } from "../../core/text/display-width.ts";

/**
 * Breaks lines wider than `width` between words, and indents what follows as far as the text behind a dash, an
 * indentation, or a first word with space behind it. Longer words and commands stay whole, as users copy them.
 *
 * @param text may hold colours
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
  // Spaces stay with the word behind them, so that what is aligned remains so.
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
