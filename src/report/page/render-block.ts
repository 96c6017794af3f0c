/** How do a sentence, a table and a plot of a report look on its page? */
import type { ReportBlock, ReportPlot, ReportText } from "../../core/document/blocks.ts";
import { renderPlot } from "../plots/render-plot.ts";
import { pageText } from "./page-text.ts";
import { renderTable } from "./render-table.ts";

/** Blocks in their order; details are folded together behind all others. */
export function renderBlocks(blocks: readonly ReportBlock[], summary: string): string {
  const isDetail = (block: ReportBlock) => block.kind === "text" && block.tone === "detail";
  const details = blocks.filter(isDetail).map(renderBlock);
  const folded =
    details.length === 0
      ? []
      : [`<details class="more"><summary>${pageText(summary)}</summary>\n${details.join("\n")}\n</details>`];
  return [...blocks.filter((block) => !isDetail(block)).map(renderBlock), ...folded].join("\n");
}

/** The table of a plot's numbers follows it, folded. */
export function renderBlock(block: ReportBlock): string {
  switch (block.kind) {
    case "text":
      return renderText(block);
    case "table":
      return renderTable(block);
    case "plot":
      return renderFigure(block);
  }
}

function renderText({ tone, text, command }: ReportText): string {
  // Negative numbers with decimals have the minus that they have in tables and plots.
  const words = pageText(text.replace(/(?<=^|[\s([])-(?=\d*\.\d)/g, "−"));
  if (tone === "caution") return `<p class="caution" dir="auto"><strong>Caution</strong> ${words}</p>`;
  const typed = command === undefined ? "" : `\n<pre tabindex="0"><code>${typedText(command)}</code></pre>`;
  return `<p${tone === "verdict" ? ' class="verdict"' : ""} dir="auto">${words}</p>${typed}`;
}

/** A line of a narrow page breaks before an option, and not inside of one. */
function typedText(command: string): string {
  const parts = command.split(/ (?=-)/);
  return parts.map((part) => `<span>${pageText(part)}</span>`).join(" ");
}

function renderFigure({ id, plot, table }: ReportPlot): string {
  return `<figure id="${pageText(id)}">
<figcaption><strong>${pageText(plot.title)}</strong> ${pageText(plot.description)}</figcaption>
<div class="wide" role="group" aria-label="${pageText(plot.title)}" tabindex="0">${renderPlot(plot, { idPrefix: id })}</div>
${renderTable({ ...table, folded: true })}
</figure>`;
}
