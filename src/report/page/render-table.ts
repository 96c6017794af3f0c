/** How does a table of a report look on its page? */
import type { Cell, ReportColumn, ReportTable } from "../../core/document/blocks.ts";
import { cellText } from "../../core/document/cell-text.ts";
import { counted } from "../../core/text/wording.ts";
import { pageText } from "./page-text.ts";

/** Wide ones scroll in a region that the keyboard reaches. Folded ones have their id inside: a link to it unfolds them. */
export function renderTable({ id, caption, columns, rows, links, folded }: ReportTable): string {
  const name = pageText(caption);
  const cells = columns.map((column) => `<th scope="col"${classOf(column)}>${pageText(column.name)}</th>`).join("");
  // Pairs of a name and a value need no names above them.
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
    // Only what has no place to break is broken anywhere: columns of words would become too narrow.
    const endless = /\S{30}/.test(words) ? ' class="endless"' : "";
    return place === 0 ? `<th scope="row" dir="auto"${endless}>${text}</th>` : `<td dir="auto"${endless}>${text}</td>`;
  });
  return `<tr>${cells.join("")}</tr>`;
}

function classOf({ as }: ReportColumn): string {
  return as === "text" ? "" : ' class="n"';
}
