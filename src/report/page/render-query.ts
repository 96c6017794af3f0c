/** How does one query look on the page: a line to scan, and, unfolded, its measures and lists? */
import { cellText } from "../../core/document/cell-text.ts";
import { counted, letterOf } from "../../core/text/wording.ts";
import type { ReportQuery, ReportQueryEngine, ReportResult, RunReport } from "../content/run-report.ts";
import { pageText, reasonText, shortNumber } from "./render-block.ts";

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

// A report may have twenty thousand results, so each must take few bytes: `report-style.ts` adds words that all share, what most
// results say has no class (found by whom in the reference, matched by meaning elsewhere), and optional end tags are missing.

/** Longer titles are folded. */
const TITLE_LENGTH = 280;
/** With more engines than these a reference title says only how many found it. */
const ENGINES_NAMED = 6;

export function renderResults(query: ReportQuery, reference: string | null): string {
  const number = numberOf(query.anchor);
  return [
    ...(reference === null ? [] : [renderReference(query, reference, number)]),
    ...query.engines.map((engine, place) => renderEngine(engine, place, query, number)),
  ].join("\n");
}

/**
 * `Q12` of `query-12`: identifiers of results begin with it. Capital, as no other identifier of a page is; then follow
 * the position and before it the letters of the engine, or a small r for the reference, as no engine has small letters.
 */
function numberOf(anchor: string): string {
  return anchor.replace(/^query-/, "Q");
}

function renderReference(query: ReportQuery, reference: string, number: string): string {
  const found = foundBy(query.engines, number);
  const points = new Set(query.reference.map(({ pointRank, rank }) => (pointRank === rank ? -1 : pointRank)));
  // A list that is cut may hold more.
  const missing = query.engines.some(({ hidden }) => hidden > 0) ? "v" : "u";
  const items = query.reference.map(({ rank, pointRank, engine, label, ...row }, at) => {
    const from = engine === reference ? "" : `<p class=g>${pageText(engine)}`;
    const id = found.has(rank) || points.has(rank) ? `${number}r${rank + 1}` : null;
    const marks =
      pointRank === rank
        ? foundText(found.get(rank) ?? [], query.engines.length, missing)
        : `<p class=t>${linkToReference(pointRank, query, number)}`;
    return `${itemStart(rank, at, id)}${title(row.title, row.id)}<b>${labelText(label)}</b>${from}${marks}`;
  });
  return column("<small>reference</small>", reference, "", items, query.hiddenReference, true);
}

/** By rank of the reference: links to the results that matched it. */
function foundBy(engines: readonly ReportQueryEngine[], number: string): ReadonlyMap<number, readonly string[]> {
  const found = new Map<number, string[]>();
  engines.forEach(({ results }, place) => {
    for (const { rank, referenceRank } of results) {
      if (referenceRank === null) continue;
      const mark = letterOf(place);
      const link = `<a href=#${number}${mark}${rank + 1}>${mark}${rank + 1}</a>`;
      found.set(referenceRank, [...(found.get(referenceRank) ?? []), link]);
    }
  });
  return found;
}

function foundText(links: readonly string[], engines: number, missing: string): string {
  if (engines === 0) return "";
  if (links.length === 0) return `<p class=${missing}>`;
  return engines > ENGINES_NAMED ? `<p>${counted(links.length, "time")}` : `<p>${links.join(" ")}`;
}

function renderEngine(engine: ReportQueryEngine, place: number, query: ReportQuery, number: string): string {
  const mark = letterOf(place);
  const counted = new Set(engine.results.flatMap(({ label, referenceRank }) => (label ? [referenceRank] : [])));
  const items = engine.results.map((result, at) => {
    const label = result.label === null ? "–" : labelText(result.label);
    const isAsked = result.referenceRank !== null && query.engines.length <= ENGINES_NAMED;
    const start = itemStart(result.rank, at, isAsked ? `${number}${mark}${result.rank + 1}` : null);
    const isRepeat = result.label === 0 && result.referenceRank !== null && counted.has(result.referenceRank);
    const repeat = isRepeat ? "<p class=p>" : "";
    return `${start}${title(result.title, result.id)}<b>${label}</b>${why(result, query, number)}${repeat}`;
  });
  const reason = engine.reason === null ? "" : `<p class=reason>${reasonText(engine.reason)}</p>`;
  return column(`<i class=mark>${mark}</i>`, engine.engine, reason, items, engine.hidden);
}

/** Why a result got its label; the style puts words around the numbers. */
function why(result: ReportResult, query: ReportQuery, number: string): string {
  const { match, referenceRank, similarity, margin, doubt, origin } = result;
  const ahead = margin === null ? "" : `<i>${shortNumber(margin)}</i>`;
  const numbers = similarity === null || match === "exact" ? "" : `${shortNumber(similarity)}${ahead}`;
  const reference = referenceRank === null ? "" : linkToReference(referenceRank, query, number);
  const sentence =
    match === "no-reference" ? "" : `<p${match === "semantic" ? "" : ` class=${match[0]}`}>${reference}${numbers}`;
  const giver = origin === "proxy" || origin === "" ? "" : `<p class=o>${pageText(origin)}`;
  return `${sentence}${giver}${doubt === null ? "" : `<p class=d>${pageText(doubt)}`}`;
}

function linkToReference(rank: number, { reference }: ReportQuery, number: string): string {
  const isShown = reference[rank]?.rank === rank || reference.some((row) => row.rank === rank);
  return `<a${isShown ? ` href=#${number}r${rank + 1}` : ""}>${rank + 1}</a>`;
}

function column(
  kind: string,
  name: string,
  remark: string,
  items: readonly string[],
  hidden: number,
  isReference = false,
): string {
  const list = items.length > 0 ? `<ol>${items.join("")}</ol>` : remark === "" ? "<p class=reason>no results</p>" : "";
  const more = hidden > 0 ? `<p class=more>and ${hidden} more</p>` : "";
  return `<div class=${isReference ? '"list ref"' : "list"}><h4>${kind}<bdi>${pageText(name)}</bdi></h4>${remark}${list}${more}</div>`;
}

/** Ranks may have holes, as lists come as engines give them. @param id null where nothing leads to the result */
function itemStart(rank: number, at: number, id: string | null): string {
  return `<li${rank === at ? "" : ` value=${rank + 1}`}${id === null ? "" : ` id=${id}`}>`;
}

function title(text: string, id: string | null): string {
  if (text === "") return `<em>no title${id === null ? "" : `, ${pageText(id)}`}</em>`;
  if (text.length <= TITLE_LENGTH) return pageText(text);
  const start = [...text.slice(0, TITLE_LENGTH)].slice(0, -1).join("");
  return `<details><summary>${pageText(start)} …</summary>${pageText(text)}</details>`;
}

function labelText(label: number): string {
  return String(Number(label.toFixed(2))).replace(/^0(?=\.)/, "");
}
