/** Renders a report as Markdown for a pull request, and as one long table. */
import type { Cell, ReportBlock, ReportColumn, ReportTable } from "../../core/document/blocks.ts";
import { cellText, pageStyle } from "../../core/document/cell-text.ts";
import { cut, folded, markdownBlock, pipeTable, markdownWords as words } from "../../core/document/markdown-text.ts";
import type { ReportQuery, RunReport } from "../content/run-report.ts";

/** Code hosts allow comments of 65,536 characters, and the report may be posted with other text. */
const LARGEST_BYTES = 60_000;
/** Reserved for the sentence that names what is left out. */
const CLOSING_BYTES = 2000;
const WORST_QUERIES = 10;
const SHOWN_ENGINES = 6;
const SHOWN_RESULTS = 5;
const limits = { rows: 40, cell: 160, text: 2000, style: pageStyle };

type Part = { readonly name: string; readonly text: string };

/** Returns Markdown for GitHub, up to 60 kB of UTF-8. Data never becomes markup, mentions or links to issues. */
export function renderReportMarkdown(report: RunReport): string {
  const parts: Part[] = [
    { name: "the headline", text: [`# ${words(report.title)}`, ...rendered(report.headline)].join("\n\n") },
    ...report.sections.flatMap(({ inAppendix, title, blocks }) =>
      inAppendix ? [] : { name: title, text: [`## ${words(title)}`, ...rendered(blocks)].join("\n\n") },
    ),
    ...worstQueries(report),
    ...report.sections.flatMap(({ inAppendix, title, blocks }) =>
      inAppendix ? { name: title, text: folded(title, rendered(blocks).join("\n\n")) } : [],
    ),
    ...report.queries
      .filter((query) => query.listed && isMeasured(query))
      .slice(0, WORST_QUERIES)
      .map((query) => listsOfQuery(query, report)),
  ];
  const kept: string[] = [];
  const leftOut: string[] = [];
  let room = LARGEST_BYTES - CLOSING_BYTES;
  for (const { name, text } of parts) {
    const size = new TextEncoder().encode(text).length + 2;
    if (size <= room) {
      kept.push(text);
      room -= size;
    } else leftOut.push(name);
  }
  if (leftOut.length > 0) {
    const shown = leftOut.slice(0, 10).map((name) => cut(words(name), 60));
    const others = leftOut.length > shown.length ? ` and ${leftOut.length - shown.length} more` : "";
    kept.push(
      `*Left out because comments have a maximum length: ${shown.join(", ")}${others}. The HTML report has everything.*`,
    );
  }
  return `${kept.join("\n\n")}\n`;
}

function rendered(blocks: readonly ReportBlock[]): string[] {
  return blocks.map((block) => markdownBlock(block, limits));
}

function isMeasured({ engines }: ReportQuery): boolean {
  return engines.some(({ reason }) => reason === null);
}

function worstQueries({ queries, measures, engines }: RunReport): Part[] {
  const [measure] = measures;
  const worst = queries.filter(isMeasured).slice(0, WORST_QUERIES);
  if (measure === undefined || worst.length === 0) return [];
  const shown = engines.slice(0, SHOWN_ENGINES);
  const columns: ReportColumn[] = [
    { name: "query", as: "text" },
    ...shown.map((name): ReportColumn => ({ name, as: "measure" })),
  ];
  const rows = worst.map((query) => [
    query.name,
    ...shown.map((name) => query.engines.find(({ engine }) => engine === name)?.values[0]),
  ]);
  const note = engines.length > shown.length ? `, of the first ${shown.length} engines` : "";
  const many = worst.length === 1 ? "worst query" : `${worst.length} worst queries`;
  const title = `The ${many} by ${measure}${note}`;
  return [{ name: title, text: `## ${words(title)}\n\n${pipeTable({ columns, rows }, limits)}` }];
}

function listsOfQuery(query: ReportQuery, { reference, engines }: RunReport): Part {
  const shown = query.engines.filter(({ engine }) => engines.slice(0, SHOWN_ENGINES).includes(engine));
  const lists = [
    ...(reference === null ? [] : [{ name: reference, results: query.reference }]),
    ...shown.map(({ engine, results }) => ({ name: engine, results })),
  ];
  const columns: ReportColumn[] = [
    { name: "position", as: "count" },
    ...lists.map(({ name }): ReportColumn => ({ name, as: "text" })),
  ];
  const length = Math.min(SHOWN_RESULTS, Math.max(0, ...lists.map(({ results }) => results.length)));
  const rows = Array.from({ length }, (_, place) => [
    place + 1,
    ...lists.map(({ results }) => {
      const result = results[place];
      if (result === undefined) return "";
      const label = cellText(result.label === null ? null : Math.round(result.label * 100) / 100, { as: "number" });
      const doubt = "doubt" in result && result.doubt !== null ? ` ? ${result.doubt}` : "";
      return `${cut(result.title, limits.cell / 2)} (${label})${doubt}`;
    }),
  ]);
  const text = folded(`Lists of: ${query.name}`, pipeTable({ columns, rows }, limits));
  return { name: `lists of ${query.name}`, text };
}

/** Yields one row per table cell, with table rows numbered from 0. Includes the numbers of plots and of queries. */
export function* renderReportCsv(report: RunReport): Iterable<readonly string[]> {
  yield ["section", "table", "row", "column", "value"];
  for (const { id, blocks } of report.sections) {
    for (const block of blocks) {
      if (block.kind === "table") yield* rowsOf(id, block);
      if (block.kind === "plot") yield* rowsOf(id, block.table);
    }
  }
  for (const [row, { name, engines }] of report.queries.entries()) {
    const cellOf = (column: string, value: Cell) => ["queries", "queries", String(row), column, text(value)];
    yield cellOf("query", name);
    for (const { engine, reason, values } of engines) {
      yield cellOf(`${engine}: reason`, reason);
      for (const [place, measure] of report.measures.entries()) {
        yield cellOf(`${engine}: ${measure}`, values[place] ?? null);
      }
    }
  }
}

function* rowsOf(section: string, { id, columns, rows }: ReportTable): Iterable<readonly string[]> {
  for (const [row, cells] of rows.entries()) {
    for (const [place, { name }] of columns.entries()) {
      yield [section, id, String(row), name, text(cells[place] ?? null)];
    }
  }
}

function text(cell: Cell): string {
  return cell === null || Number.isNaN(cell) ? "" : String(cell);
}
