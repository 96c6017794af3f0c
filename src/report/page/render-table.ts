/** How does a table of a report look on its page? */
import type { Cell, ReportColumn, ReportTable } from "../../core/document/blocks.ts";
import { cellText } from "../../core/document/cell-text.ts";
import { pageText } from "./page-text.ts";

/**
 * Wide ones scroll in a region of their own, which the keyboard reaches. Folded ones carry their identifier inside, as
 * a link to it then unfolds them.
 */
export function renderTable({ id, caption, columns, rows, links, folded }: ReportTable): string {
  const name = pageText(caption);
  const cells = columns.map((column) => `<th scope="col"${classOf(column)}>${pageText(column.name)}</th>`).join("");
  // Pairs of a name and a value need no names above them.
  const head = columns.some((column) => column.name !== "") ? `<thead><tr>${cells}</tr></thead>\n` : "";
  const body =
    rows.length > 0
      ? rows.map((row, place) => renderRow(row, columns, links?.[place] ?? null)).join("\n")
      : emptyRow(columns.length);
  const table = `<div class="wide" role="group" aria-label="${name}" tabindex="0" id="${pageText(id)}">
<table><caption>${name}</caption>
${head}<tbody>
${body}
</tbody></table></div>`;
  if (!folded) return table;
  return `<details class="folded"><summary>${name} <small>${rows.length === 1 ? "1 row" : `${rows.length} rows`}</small></summary>
${table}</details>`;
}

function renderRow(row: readonly Cell[], columns: readonly ReportColumn[], link: string | null): string {
  const cells = columns.map((column, place) => {
    const words = pageText(cellText(row[place] ?? null, column));
    const text = place === 0 && link !== null ? `<a href="#${pageText(link)}">${words}</a>` : words;
    if (column.as !== "text") return `<td class="n">${text}</td>`;
    // Only what has no place to break is broken anywhere: columns of words would become too narrow.
    const isEndless = /\S{30}/.test(words) ? ' class="endless"' : "";
    return place === 0
      ? `<th scope="row" dir="auto"${isEndless}>${text}</th>`
      : `<td dir="auto"${isEndless}>${text}</td>`;
  });
  return `<tr>${cells.join("")}</tr>`;
}

function emptyRow(columns: number): string {
  return `<tr><td class="none" colspan="${Math.max(1, columns)}">None</td></tr>`;
}

function classOf({ as }: ReportColumn): string {
  return as === "text" ? "" : ' class="n"';
}
