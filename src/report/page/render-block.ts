import type { Cell, ReportBlock, ReportColumn, ReportTable, ReportText } from "../../core/document/blocks.ts";
import { cellText } from "../../core/document/cell-text.ts";
import { escapeHtml, replaceControlCharacters } from "../../core/text/escape.ts";
import { counted } from "../../core/text/wording.ts";
import { renderPlot } from "../plots/render-plot.ts";

export function renderBlocks(blocks: readonly ReportBlock[], summary: string): string {
  const isDetail = (block: ReportBlock) => block.kind === "text" && block.tone === "detail";
  const details = blocks.filter(isDetail).map(renderBlock);
  const folded =
    details.length === 0
      ? []
      : [`<details class="more"><summary>${pageText(summary)}</summary>\n${details.join("\n")}\n</details>`];
  return [...blocks.filter((block) => !isDetail(block)).map(renderBlock), ...folded].join("\n");
}

/** Renders a block. After a plot, adds a folded table of its numbers. */
export function renderBlock(block: ReportBlock): string {
  if (block.kind === "text") return renderText(block);
  if (block.kind === "table") return renderTable(block);
  const { id, plot, table } = block;
  const title = pageText(plot.title);
  return `<figure id="${pageText(id)}">
<figcaption><strong>${title}</strong> ${pageText(plot.description)}</figcaption>
<div class="wide" role="group" aria-label="${title}" tabindex="0">${renderPlot(plot, { idPrefix: id })}</div>
${renderTable({ ...table, folded: true })}
</figure>`;
}

function renderText({ tone, text, command }: ReportText): string {
  // Numbers get the same minus sign as in tables and plots.
  const words = pageText(text.replace(/(?<=^|[\s([])-(?=\d*\.\d)/g, "−"));
  if (tone === "caution") return `<p class="caution" dir="auto"><strong>Caution:</strong> ${words}</p>`;
  // Lines only break before an option.
  const parts = command?.split(/ (?=-)/).map((part) => `<span>${pageText(part)}</span>`);
  const typed = parts === undefined ? "" : `\n<pre tabindex="0"><code>${parts.join(" ")}</code></pre>`;
  return `<p${tone === "verdict" ? ' class="verdict"' : ""} dir="auto">${words}</p>${typed}`;
}

/** Wide tables scroll in a focusable region. The id of a folded table is in the folded part, so a link unfolds it. */
export function renderTable({ id, caption, columns, rows, links, folded }: ReportTable): string {
  const name = pageText(caption);
  const cells = columns
    .map((column) => `<th scope="col"${column.as === "text" ? "" : ' class="n"'}>${pageText(column.name)}</th>`)
    .join("");
  const head = columns.some((column) => column.name !== "") ? `<thead><tr>${cells}</tr></thead>\n` : "";
  const body =
    rows.length > 0
      ? rows.map((row, place) => renderRow(row, columns, links?.[place] ?? null)).join("\n")
      : `<tr><td class="none" colspan="${Math.max(1, columns.length)}">None</td></tr>`;
  const table = `<div class="wide" role="group" aria-label="${name}" tabindex="0" id="${pageText(id)}">
<table><caption>${name}</caption>
${head}<tbody>
${body}
</tbody></table></div>`;
  if (!folded) return table;
  return `<details class="folded"><summary>${name} <small>${counted(rows.length, "row")}</small></summary>
${table}</details>`;
}

function renderRow(row: readonly Cell[], columns: readonly ReportColumn[], link: string | null): string {
  const cells = columns.map((column, place) => {
    const words = pageText(cellText(row[place] ?? null, column));
    const text = place === 0 && link !== null ? `<a href="#${pageText(link)}">${words}</a>` : words;
    if (column.as !== "text") return `<td class="n">${text}</td>`;
    // Only text with a very long word may break anywhere. Breaking short words would make columns too narrow.
    const endless = /\S{30}/.test(words) ? ' class="endless"' : "";
    return place === 0 ? `<th scope="row" dir="auto"${endless}>${text}</th>` : `<td dir="auto"${endless}>${text}</td>`;
  });
  return `<tr>${cells.join("")}</tr>`;
}

/** Escapes text and quoted attributes. Leaves no markup, control characters, or marks of writing direction. */
export function pageText(text: string): string {
  return escapeHtml(replaceControlCharacters(text));
}

/** Formats a finite number briefly, because a page may have thousands: `.613`, `−.050`, `1`, `1.25`. */
export function shortNumber(value: number): string {
  const size = Math.abs(value);
  const digits = size
    .toFixed(3)
    .replace(/^0\./, ".")
    .replace(/\.000$/, "");
  const text = digits === "" ? "0" : digits;
  return value < 0 && Number(text) > 0 ? `−${text}` : text;
}
