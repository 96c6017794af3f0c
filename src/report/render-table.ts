/**
 * How does a table look in a terminal or in Markdown?
 */
import { displayWidth } from "../text/display-width.ts";

/** A table of finished cells; the first column is text, the others are numbers and stand to the right. */
export interface TextTable {
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Lines with columns aligned, two spaces between them. */
export function renderTable(table: TextTable): string[] {
  const all = [table.header, ...table.rows];
  const widths = table.header.map((_, column) => Math.max(...all.map((row) => displayWidth(row[column] ?? ""))));
  return all.map((row) =>
    widths
      .map((width, column) => pad(row[column] ?? "", width, column > 0))
      .join("  ")
      .trimEnd(),
  );
}

/** A pipe table as GitHub reads it. */
export function renderMarkdownTable(table: TextTable): string[] {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replace(/\|/g, "\\|")).join(" | ")} |`;
  const rule = `|${table.header.map((_, column) => (column > 0 ? "---:" : "---")).join("|")}|`;
  return [line(table.header), rule, ...table.rows.map(line)];
}

/** Blocks of lines beside each other where they fit into `width`, else below each other, with an empty line between. */
export function placeBlocks(blocks: readonly (readonly string[])[], width: number): string[] {
  const gap = "    ";
  const lines: string[] = [];
  let line: { blocks: (readonly string[])[]; width: number } = { blocks: [], width: 0 };
  const flush = () => {
    if (line.blocks.length === 0) return;
    if (lines.length > 0) lines.push("");
    const height = Math.max(...line.blocks.map((block) => block.length));
    for (let row = 0; row < height; row++) {
      const cells = line.blocks.map((block) => pad(block[row] ?? "", blockWidth(block), false));
      lines.push(cells.join(gap).trimEnd());
    }
    line = { blocks: [], width: 0 };
  };
  for (const block of blocks) {
    if (line.width + gap.length + blockWidth(block) > width) flush();
    line = {
      blocks: [...line.blocks, block],
      width: line.width + (line.blocks.length > 0 ? gap.length : 0) + blockWidth(block),
    };
  }
  flush();
  return lines;
}

function blockWidth(block: readonly string[]): number {
  return Math.max(0, ...block.map(displayWidth));
}

function pad(text: string, width: number, toTheRight: boolean): string {
  const space = " ".repeat(Math.max(0, width - displayWidth(text)));
  return toTheRight ? space + text : text + space;
}
