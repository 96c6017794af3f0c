import { replaceControlCharacters } from "../text/escape.ts";
import { placeBlocks, renderTable, type TextTable } from "../text/render-table.ts";
import type { Block, BlockTable } from "./blocks.ts";
import { cellText, terminalStyle } from "./cell-text.ts";

/** Returns blocks as text, and plots as tables. Replaces control characters. @param width - in terminal columns */
export function terminalText(
  blocks: readonly Block[],
  { width = Number.POSITIVE_INFINITY, bold = (text: string) => text } = {},
): string {
  const shown = blocks.filter(({ on }) => on !== "page");
  const paragraphs: string[][] = [];
  const tableLines = (table: BlockTable, caption: string) => [
    bold(replaceControlCharacters(caption)),
    ...renderTable(textTable(table), width),
  ];
  for (const [index, block] of shown.entries()) {
    if (block.kind === "text") {
      const text = replaceControlCharacters(block.tone === "caution" ? `Caution: ${block.text}` : block.text);
      const line = block.tone === "verdict" ? bold(text) : text;
      const before = paragraphs.at(-1);
      if (block.note && before !== undefined) before.push(line);
      else paragraphs.push([line]);
    } else if (block.kind === "list") {
      paragraphs.push([
        replaceControlCharacters(block.heading),
        ...block.items.map((item) => replaceControlCharacters(`- ${item}`)),
      ]);
    } else if (block.kind === "plot") {
      paragraphs.push(tableLines(block.table, block.plot.title));
    } else if (!block.beside) {
      paragraphs.push(tableLines(block, block.caption));
    } else if (!isBeside(shown[index - 1])) {
      const end = shown.findIndex((other, at) => at > index && !isBeside(other));
      const row = shown.slice(index, end < 0 ? undefined : end).filter((other) => other.kind === "table");
      paragraphs.push(
        placeBlocks(
          row.map((table) => [replaceControlCharacters(table.caption), ...renderTable(textTable(table), width)]),
          width,
        ),
      );
    }
  }
  return `${paragraphs.map((lines) => lines.join("\n")).join("\n\n")}\n`;
}

function isBeside(block: Block | undefined): boolean {
  return block?.kind === "table" && block.beside === true;
}

function textTable({ columns, rows }: BlockTable): TextTable {
  const shown = [...columns.entries()].filter(([, { on }]) => on !== "page");
  return {
    header: shown.map(([, { name }]) => replaceControlCharacters(name)),
    rows: rows.map((row) =>
      shown.map(([index, column]) => replaceControlCharacters(cellText(row[index], column, terminalStyle))),
    ),
  };
}
