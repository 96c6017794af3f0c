/** Renders a document as Markdown for a pull request. Escapes data, so that it is not markup, a mention or a link. */
import { escapeHtml, replaceControlCharacters } from "../text/escape.ts";
import type { Block, BlockTable, BlockText } from "./blocks.ts";
import { type CellStyle, cellText, terminalStyle } from "./cell-text.ts";

export interface MarkdownOptions {
  readonly rows: number;
  readonly cell: number;
  readonly text: number;
  readonly style: CellStyle;
}

const any = Number.POSITIVE_INFINITY;
const asOnTerminal: MarkdownOptions = { rows: any, cell: any, text: any, style: terminalStyle };

export function markdownText(blocks: readonly Block[]): string {
  const shown = blocks.filter(({ on }) => on !== "page");
  const texts = shown.map((block) =>
    markdownBlock(block.kind === "plot" ? { ...block.table, caption: block.plot.title, folded: false } : block),
  );
  return `${texts.join("\n\n")}\n`;
}

export function markdownBlock(block: Block, options: MarkdownOptions = asOnTerminal): string {
  switch (block.kind) {
    case "text":
      return markdownSentence(block, options);
    case "list":
      return [markdownWords(block.heading), "", ...block.items.map((item) => `- ${markdownWords(item)}`)].join("\n");
    case "table":
      return block.folded ? folded(block.caption, pipeTable(block, options)) : openTable(block, options);
    case "plot": {
      const { plot, table } = block;
      return folded(plot.title, `${markdownWords(plot.description)}\n\n${openTable(table, options)}`);
    }
  }
}

export function folded(title: string, text: string): string {
  return `<details><summary>${linkless(replaceControlCharacters(cut(title, LONGEST_TITLE)), escapeHtml)}</summary>\n\n${text}\n\n</details>`;
}

const LONGEST_TITLE = 160;

export function pipeTable(
  { columns, rows }: Pick<BlockTable, "columns" | "rows">,
  options: MarkdownOptions = asOnTerminal,
): string {
  const shown = [...columns.entries()].filter(([, { on }]) => on !== "page");
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => inlineWords(cut(cell, options.cell))).join(" | ")} |`;
  const lines = [
    line(shown.map(([, { name }]) => name)),
    `|${shown.map(([, { as }]) => (as === "text" ? "---" : "---:")).join("|")}|`,
    ...rows
      .slice(0, options.rows)
      .map((row) => line(shown.map(([index, column]) => cellText(row[index], column, options.style)))),
  ];
  const more = rows.length > options.rows ? `\n\n*${rows.length - options.rows} more rows are left out.*` : "";
  return lines.join("\n") + more;
}

/** Shortens a text to at most `longest` characters, and marks a cut with "…". */
export function cut(text: string, longest: number): string {
  if (text.length <= longest) return text;
  // Counts characters, not UTF-16 units, so that no surrogate pair is cut in half.
  const characters = [...text.slice(0, 2 * longest + 1)];
  return characters.length > longest ? `${characters.slice(0, longest - 1).join("")}…` : text;
}

/** Escapes text so that Markdown shows it unchanged, even at the start of a paragraph. */
export function markdownWords(text: string): string {
  return inlineWords(text).replace(
    /^(\s*)([#+\-=]|\d+(?=[.)](?:\s|$)))/,
    (_, space, mark) => space + (/\d/.test(mark) ? `${mark}\\` : `\\${mark}`),
  );
}

function inlineWords(text: string): string {
  return linkless(replaceControlCharacters(text).replace(/[\\`*_[\]<>|~&$]/g, "\\$&"));
}

function markdownSentence({ tone, text, command }: BlockText, options: MarkdownOptions): string {
  const words = markdownWords(cut(text, options.text));
  const shown = command === undefined ? words : `${words} \`${inlineCode(command)}\``;
  return tone === "verdict" ? `**${shown}**` : tone === "caution" ? `> Caution: ${shown}` : shown;
}

function inlineCode(text: string): string {
  return replaceControlCharacters(text).replaceAll("`", "'");
}

function openTable(table: BlockTable, options: MarkdownOptions): string {
  return `**${markdownWords(cut(table.caption, options.text))}**\n\n${pipeTable(table, options)}`;
}

/** Inserts empty comments, so that GitHub does not turn @name and #12 into mentions and links. */
function linkless(text: string, write: (part: string) => string = (part) => part): string {
  const parts = text.split(/(?<=@)(?=\w)|(?<=#)(?=\d)/);
  return parts.map((part) => write(part)).join("<!-- -->");
}
