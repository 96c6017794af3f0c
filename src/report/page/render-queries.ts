/** Renders the queries of a report: each is a line that unfolds to its measures and lists. */
import type { ReportColumn, ReportTable } from "../../core/document/blocks.ts";
import { cellText } from "../../core/document/cell-text.ts";
import { counted, letterOf } from "../../core/text/wording.ts";
import { meanOf } from "../../maths/summary.ts";
import type { ReportQuery, ReportQueryEngine, ReportResult, RunReport } from "../content/run-report.ts";
import { pageText, renderTable, shortNumber } from "./render-block.ts";

/** With more queries, the section is folded, so that the page stays short. */
const MOST_OPEN = 30;
/** With more engines, the table of all queries has mean, lowest and highest value instead of a column per engine. */
const ENGINES_IN_TABLE = 6;

/** Renders listed queries, and a table of all queries if some are not listed. Yields pieces to avoid a long string. */
export function* renderQueries(report: RunReport): Iterable<string> {
  const { queries, labelRule, reference, engines } = report;
  if (queries.length === 0) return;
  const [first] = report.measures;
  const listed = queries.filter((query) => query.listed);
  const isLimited = listed.length < queries.length;
  const order =
    first === undefined
      ? ""
      : ` ${engines.length > 1 ? "Queries on which the engines differ most" : "The worst queries"} in ${pageText(first)} come first. The numbers come from the labels.`;
  const choice = `<p>${listed.length} of them are shown with their lists: queries with the most doubtful labels, with top reference titles without a match, with the lowest or highest values, and those on which engines differ most. The table below has all. <code>semqrel report --lists ${queries.length}</code> shows the lists of all, <code>--query NAME</code> those of one query, by its text or id.</p>`;
  // The script inserts the search after this paragraph.
  const limit = `<p id="beyond-search">Search and sorting cover the ${counted(listed.length, "query", "queries")} with lists. The <a href="#query-table">table below</a> has names and measures of all ${queries.length}.</p>\n`;
  yield `<section id="queries" aria-labelledby="queries-title">
<h2 id="queries-title"><a href="#queries">Queries</a></h2>
<p>${counted(queries.length, "query", "queries")}.${order}</p>
<details class="whole"${queries.length > MOST_OPEN ? "" : " open"}><summary>Every query, with its lists side by side</summary>
${isLimited ? choice : ""}
${reference === null ? "" : renderKey(reference, labelRule)}
${isLimited ? limit : ""}<div id="query-list">
`;
  const values = queries.flatMap(({ engines }) => engines.map((engine) => engine.values[0] ?? 0)).sort((a, b) => a - b);
  // `whole` is not the largest value, because a few values far above 1 would shorten all other bars.
  const whole = Math.max(1, values[Math.floor(0.98 * (values.length - 1))] ?? 1);
  for (const query of listed.toSorted((one, other) => spreadOf(other) - spreadOf(one))) {
    yield renderQuery(query, report, whole);
  }
  yield "</div>\n";
  if (isLimited) yield renderTable(tableOfQueries(report));
  yield "</details></section>\n";
}

function spreadOf({ engines }: ReportQuery): number {
  const values = engines.flatMap(({ values: [value] }) => value ?? []);
  return values.length === 0 ? 0 : Math.max(...values) - Math.min(...values);
}

function tableOfQueries({ queries, measures, engines }: RunReport): ReportTable {
  const [measure = "measure"] = measures;
  const isMany = engines.length > ENGINES_IN_TABLE;
  const names = isMany ? ["mean over engines", "lowest", "highest"] : engines;
  return {
    kind: "table",
    id: "query-table",
    caption: `Every query by ${measure}`,
    folded: true,
    columns: [{ name: "query", as: "text" }, ...names.map((name): ReportColumn => ({ name, as: "measure" }))],
    rows: queries.map(({ name, engines: ofQuery }) => {
      const values = ofQuery.map((engine) => engine.values[0] ?? null);
      if (!isMany) return [name, ...values];
      const known = values.filter((value) => value !== null);
      if (known.length === 0) return [name, null, null, null];
      return [name, meanOf(known), Math.min(...known), Math.max(...known)];
    }),
    links: queries.map(({ anchor, listed }) => (listed ? anchor : null)),
  };
}

function renderKey(reference: string, labelRule: string): string {
  return `<details class="key"><summary>How to read the lists</summary>
<p>Positions count from 1. The number on the right of each title is its label. A result’s label is ${pageText(labelRule)}.
The line below each title shows what it matched:</p>
<dl>
<dt><span class="e"></span></dt><dd>the reference has the same title or identifier at this position</dd>
<dt><span class="s"></span></dt><dd>position of the most similar reference title, its similarity (cosine, at most 1), and how much more similar it is than the next one</dd>
<dt><span class="n"></span></dt><dd>no reference title is similar enough; the number is the similarity of the nearest one</dd>
<dt><span class="p"></span></dt><dd>another result in the list already has the label of this reference title, so this one gets 0</dd>
<dt><span class="f"></span>A3 B1</dt><dd>in the list of <bdi>${pageText(reference)}</bdi>: engine A has a match of this title at position 3, engine B at position 1</dd>
<dt><span class="d"></span></dt><dd>doubtful: this label may be wrong</dd>
</dl></details>`;
}

export const reasonTexts = {
  "no-reference": "not measured: the reference has no results",
  "no-candidate-results": "no results: recall and ndcg_reference are 0, the others are not measured",
  "no-positive-label": "not measured: no label above 0",
  "not-rated": "not measured: not rated",
} as const;

/** With more engines, a query's line has a strip of ticks and the range of values instead of a bar per engine. */
const BARS = 3;
/** Longer tables of measures are folded, because the lists matter more. */
const ROWS = 6;

/** The anchor is in the folded part, so links unfold the query. @param whole - smallest value that fills its bar */
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
  if (engines.length > BARS) {
    const values = engines.map((engine) => engine.values[0] ?? null).filter((value) => value !== null);
    if (values.length === 0) return "<span class=scores>not measured</span>";
    const ticks = values.map((value) => `M${barEnd(value, whole)} 0V1`).join("");
    const ends = [Math.min(...values), Math.max(...values)].map(shortNumber).join(" to ");
    return `<span class=scores><span class=strip><svg viewBox="0 0 100 1" preserveAspectRatio=none aria-hidden=true><path d="${ticks}"/></svg><b>${ends}</b></span></span>`;
  }
  const scores = engines.map(({ engine, values, reason }) => {
    const value = values[0] ?? null;
    const bar = `<svg viewBox="0 0 100 1" preserveAspectRatio=none aria-hidden=true><path d="M0 0H${barEnd(value, whole)}V1H0z"/></svg>`;
    const number = value === null ? "–" : shortNumber(value);
    return `<span class=score${reason === null ? "" : ` title="${reasonTexts[reason]}"`}><bdi>${pageText(engine)}</bdi>${bar}<b>${number}</b></span>`;
  });
  return `<span class=scores>${scores.join("")}</span>`;
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

// A report may have twenty thousand results, so each must take few bytes. `report-style.ts` adds words that repeat,
// such as "exact match". The most common remarks are `<p>` without a class. Optional end tags are omitted.

/** Longer titles are folded. */
const TITLE_LENGTH = 280;
/** With more engines, a reference title only shows how often it was found. */
const ENGINES_NAMED = 6;

export function renderResults(query: ReportQuery, reference: string | null): string {
  // The id of a result, such as `Q12B3`, has three parts: `Q12` for `query-12`, the engine's letters or `r` for the
  // reference, and the position. No other id starts with a capital.
  const number = query.anchor.replace(/^query-/, "Q");
  return [
    ...(reference === null ? [] : [renderReference(query, reference, number)]),
    ...query.engines.map((engine, place) => renderEngine(engine, place, query, number)),
  ].join("\n");
}

function renderReference(query: ReportQuery, reference: string, number: string): string {
  /** For each reference rank, links to the results that matched it. */
  const found = new Map<number, string[]>();
  for (const [place, { results }] of query.engines.entries()) {
    for (const { rank, referenceRank } of results) {
      if (referenceRank === null) continue;
      const id = `${letterOf(place)}${rank + 1}`;
      found.set(referenceRank, [...(found.get(referenceRank) ?? []), `<a href=#${number}${id}>${id}</a>`]);
    }
  }
  const points = new Set(query.reference.map(({ pointRank, rank }) => (pointRank === rank ? -1 : pointRank)));
  // Class `u`: no engine found the title. Class `v`: no result shown matches the title, but a hidden one may.
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
    const isLinkTarget = result.referenceRank !== null && query.engines.length <= ENGINES_NAMED;
    const start = itemStart(result.rank, at, isLinkTarget ? `${number}${mark}${result.rank + 1}` : null);
    const isRepeat = result.label === 0 && result.referenceRank !== null && counted.has(result.referenceRank);
    const repeat = isRepeat ? "<p class=p>" : "";
    return `${start}${title(result.title, result.id)}<b>${label}</b>${why(result, query, number)}${repeat}`;
  });
  const reason = engine.reason === null ? "" : `<p class=reason>${reasonTexts[engine.reason]}</p>`;
  return column(`<i class=mark>${mark}</i>`, engine.engine, reason, items, engine.hidden);
}

/** Shows why a result got its label. The style adds words around the numbers. */
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

/** Starts a list item, with its number if earlier ranks are missing. @param id - null if nothing links to the result */
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
