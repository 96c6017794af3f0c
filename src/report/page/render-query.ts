/** How does one query look on the page: a line to scan, and, unfolded, its measures and lists? */
import { cellText } from "../../core/document/cell-text.ts";
import { letterOf } from "../../core/text/wording.ts";
import type { ReportQuery, ReportQueryEngine, RunReport } from "../content/run-report.ts";
import { pageText, reasonText, shortNumber } from "./page-text.ts";
import { renderResults } from "./render-results.ts";

/** With more engines the line has a strip of all values instead of a bar each. */
const BARS = 3;
/** Longer tables of measures are folded, as the lists matter more. */
const ROWS = 6;

/**
 * The anchor is inside of what is folded: a link to it then unfolds it.
 *
 * @param whole value of the first measure from which on a bar is whole, > 0
 */
export function renderQuery(query: ReportQuery, report: RunReport, whole: number): string {
  const { anchor, name, id } = query;
  const shown = name === "" ? "<em>no text</em>" : pageText(name);
  const identifier = id === null || id === name ? "" : `<span>id <bdi>${pageText(id)}</bdi></span> `;
  return `<details class=query><summary><h3 dir=auto>${shown}</h3>${renderScores(query.engines, whole)}</summary>
<div id="${pageText(anchor)}" class=unfolded><p class=links>${identifier}<a href="#${pageText(anchor)}">Link to this query</a></p>
${report.measures.length > 0 ? renderMeasures(query, report.measures) : ""}
<div class=lists role=group aria-label="Lists side by side" tabindex=0>
${renderResults(query, report.reference)}
</div></div></details>
`;
}

function renderScores(engines: readonly ReportQueryEngine[], whole: number): string {
  if (engines.length > BARS) return renderStrip(engines, whole);
  const scores = engines.map(({ engine, values, reason }) => {
    const value = values[0] ?? null;
    const bar = `<svg viewBox="0 0 100 1" preserveAspectRatio=none aria-hidden=true><path d="M0 0H${barEnd(value, whole)}V1H0z"/></svg>`;
    const number = value === null ? "–" : shortNumber(value);
    return `<span class=score${reason === null ? "" : ` title="${reasonText(reason)}"`}><bdi>${pageText(engine)}</bdi>${bar}<b>${number}</b></span>`;
  });
  return `<span class=scores>${scores.join("")}</span>`;
}

/** A tick for each engine, and both ends in numbers. */
function renderStrip(engines: readonly ReportQueryEngine[], whole: number): string {
  const values = engines.map((engine) => engine.values[0] ?? null).filter((value) => value !== null);
  if (values.length === 0) return "<span class=scores>not measured</span>";
  const ticks = values.map((value) => `M${barEnd(value, whole)} 0V1`).join("");
  const ends = [Math.min(...values), Math.max(...values)].map(shortNumber).join(" to ");
  return `<span class=scores><span class=strip><svg viewBox="0 0 100 1" preserveAspectRatio=none aria-hidden=true><path d="${ticks}"/></svg><b>${ends}</b></span></span>`;
}

/** 0..100 */
function barEnd(value: number | null, whole: number): number {
  return Math.round(Math.min(1, Math.max(0, value ?? 0) / whole) * 1000) / 10;
}

function renderMeasures({ engines }: ReportQuery, measures: readonly string[]): string {
  const head = measures.map((name) => `<th scope=col class=n>${pageText(name)}`).join("");
  const rows = engines.map(({ engine, values }, place) => {
    const cells = measures.map((_, at) => `<td>${cellText(values[at], { as: "measure" })}`).join("");
    return `<tr><th scope=row><i class=mark>${letterOf(place)}</i><bdi>${pageText(engine)}</bdi>${cells}`;
  });
  const table = `<div class=wide role=group aria-label="Measures of this query" tabindex=0><table class=measures><thead><tr><th scope=col>engine${head}<tbody>${rows.join("")}</table></div>`;
  return engines.length > ROWS
    ? `<details class=folded><summary>Measures of ${engines.length} engines</summary>${table}</details>`
    : table;
}
