/**
 * What of a report fits into the comment of a pull request?
 * The headline and the first sections are open, the others folded; plots are their tables. Whatever is left out is named.
 */

import { escapeHtml, replaceControlCharacters } from "../../core/text/escape.ts";
import type {
  ReportBlock,
  ReportColumn,
  ReportQuery,
  ReportSection,
  ReportTable,
  ReportText,
  RunReport,
} from "../content/run-report.ts";
import { cellText } from "./cell-text.ts";

/** In UTF-8. Code hosts allow comments of 65,536 characters; the rest is for whoever posts it. */
const LARGEST_BYTES = 60_000;
/** For the sentence that names what is left out. */
const CLOSING_BYTES = 2000;
const OPEN_SECTIONS = 3;
const WORST_QUERIES = 10;
const SHOWN_ROWS = 40;
const SHOWN_ENGINES = 6;
const SHOWN_RESULTS = 5;
const LONGEST_CELL = 160;
const LONGEST_TEXT = 2000;

/** One text that is in the comment or not. */
interface Part {
  readonly name: string;
  readonly text: string;
}

/** GitHub's Markdown, at most 60 kB in UTF-8. Nothing of the data is markup, a mention or a link to an issue. */
export function renderReportMarkdown(report: RunReport): string {
  const parts: Part[] = [
    { name: "the headline", text: [`# ${words(report.title)}`, ...report.headline.map(renderText)].join("\n\n") },
    ...report.sections.slice(0, OPEN_SECTIONS).map(openSection),
    ...worstQueries(report),
    ...report.sections.slice(OPEN_SECTIONS).map(foldedSection),
    ...report.queries
      .filter((query) => query.listed && isMeasured(query))
      .slice(0, WORST_QUERIES)
      .map((query) => listsOfQuery(query, report)),
  ];
  const kept: string[] = [];
  const leftOut: string[] = [];
  let room = LARGEST_BYTES - CLOSING_BYTES;
  for (const { name, text } of parts) {
    const size = utf8Bytes(text) + 2;
    if (size <= room) {
      kept.push(text);
      room -= size;
    } else leftOut.push(name);
  }
  if (leftOut.length > 0) kept.push(closingLine(leftOut));
  return `${kept.join("\n\n")}\n`;
}

function closingLine(leftOut: readonly string[]): string {
  const shown = leftOut.slice(0, 10).map((name) => cut(words(name), 60));
  const others = leftOut.length > shown.length ? ` and ${leftOut.length - shown.length} more` : "";
  return `*Left out, as comments are limited: ${shown.join(", ")}${others}. The HTML report has all of it.*`;
}

function openSection({ title, blocks }: ReportSection): Part {
  return { name: title, text: [`## ${words(title)}`, ...blocks.map(renderBlock)].join("\n\n") };
}

function foldedSection({ title, blocks }: ReportSection): Part {
  return { name: title, text: folded(title, blocks.map(renderBlock).join("\n\n")) };
}

function folded(title: string, text: string): string {
  return `<details><summary>${linkless(replaceControlCharacters(cut(title, LONGEST_CELL)), escapeHtml)}</summary>\n\n${text}\n\n</details>`;
}

function renderBlock(block: ReportBlock): string {
  if (block.kind === "text") return renderText(block);
  if (block.kind === "table") return renderTable(block);
  const { plot, table } = block;
  return folded(plot.title, `${words(plot.description)}\n\n${renderTable({ ...table, folded: false })}`);
}

function renderText({ tone, text }: ReportText): string {
  const shown = words(cut(text, LONGEST_TEXT));
  return tone === "verdict" ? `**${shown}**` : tone === "caution" ? `> Caution: ${shown}` : shown;
}

function renderTable({ caption, columns, rows, folded: isFolded }: ReportTable): string {
  const cells = rows
    .slice(0, SHOWN_ROWS)
    .map((row) => columns.map(({ as }, place) => cellText(row[place] ?? null, as)));
  const more = rows.length > SHOWN_ROWS ? `\n\n*${rows.length - SHOWN_ROWS} further rows are left out.*` : "";
  const table = pipeTable(columns, cells) + more;
  return isFolded ? folded(caption, table) : `${words(cut(caption, LONGEST_TEXT))}\n\n${table}`;
}

function pipeTable(columns: readonly ReportColumn[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => words(cut(cell, LONGEST_CELL))).join(" | ")} |`;
  const rule = `|${columns.map(({ as }) => (as === "text" ? "---" : "---:")).join("|")}|`;
  return [line(columns.map(({ name }) => name)), rule, ...rows.map(line)].join("\n");
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
    ...shown.map((name) => {
      const found = query.engines.find(({ engine }) => engine === name);
      return cellText(found?.values[0] ?? null, "measure");
    }),
  ]);
  const note = engines.length > shown.length ? `, of the first ${shown.length} engines` : "";
  const many = worst.length === 1 ? "worst query" : `${worst.length} worst queries`;
  const title = `The ${many} by ${measure}${note}`;
  return [{ name: title, text: `## ${words(title)}\n\n${pipeTable(columns, rows)}` }];
}

/** The first results of each list, with their labels. */
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
    String(place + 1),
    ...lists.map(({ results }) => {
      const result = results[place];
      if (result === undefined) return "";
      const label = cellText(result.label === null ? null : Math.round(result.label * 100) / 100, "number");
      const doubt = "doubt" in result && result.doubt !== null ? ` ? ${result.doubt}` : "";
      return `${cut(result.title, LONGEST_CELL / 2)} (${label})${doubt}`;
    }),
  ]);
  return { name: `lists of ${query.name}`, text: folded(`Lists of: ${query.name}`, pipeTable(columns, rows)) };
}

function cut(text: string, longest: number): string {
  // By characters: half of a surrogate pair is none.
  const characters = [...text.slice(0, 2 * longest + 1)];
  return characters.length > longest ? `${characters.slice(0, longest - 1).join("")}…` : text;
}

/** Text that Markdown shows as it is. */
function words(text: string): string {
  return linkless(
    replaceControlCharacters(text)
      .replace(/[\\`*_[\]<>|~&$]/g, "\\$&")
      .replace(
        /^(\s*)([#+\-=]|\d+(?=[.)](?:\s|$)))/,
        (_, space, mark) => space + (/\d/.test(mark) ? `${mark}\\` : `\\${mark}`),
      ),
  );
}

/** With an empty comment in them hosts see no @name and no #12, which they would make links of and write to people. */
function linkless(text: string, write: (part: string) => string = (part) => part): string {
  const parts = text.split(/(?<=@)(?=\w)|(?<=#)(?=\d)/);
  return parts.map((part) => write(part)).join("<!-- -->");
}

function utf8Bytes(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}
