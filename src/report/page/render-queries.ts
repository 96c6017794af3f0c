/** Renders the queries of a report. */
import type { ReportColumn, ReportTable } from "../../core/document/blocks.ts";
import { counted } from "../../core/text/wording.ts";
import type { ReportQuery, RunReport } from "../content/run-report.ts";
import { pageText, renderTable } from "./render-block.ts";
import { renderQuery } from "./render-query.ts";

/** Lines of more queries are folded: the page stays short. */
const MOST_OPEN = 30;
/** Of more engines the table of all queries has the mean and both ends. */
const ENGINES_IN_TABLE = 6;

/**
 * Those that are listed, to be unfolded; then, where some are not, a table of all. A piece for each query, so that no
 * string holds them all.
 */
export function* renderQueries(report: RunReport): Iterable<string> {
  const { queries, labelRule, reference, engines } = report;
  if (queries.length === 0) return;
  const [first] = report.measures;
  const listed = queries.filter((query) => query.listed);
  const isLimited = listed.length < queries.length;
  const order =
    first === undefined
      ? ""
      : ` ${engines.length > 1 ? "Those on which the engines differ most" : "The worst"} in ${pageText(first)} come first. The numbers come from the labels.`;
  yield `<section id="queries" aria-labelledby="queries-title">
<h2 id="queries-title"><a href="#queries">Queries</a></h2>
<p>${counted(queries.length, "query", "queries")}.${order}</p>
<details class="whole"${queries.length > MOST_OPEN ? "" : " open"}><summary>Every query, with its lists side by side</summary>
${isLimited ? renderChoice(listed.length, queries.length) : ""}
${reference === null ? "" : renderKey(reference, labelRule)}
${isLimited ? renderLimit(listed.length, queries.length) : ""}<div id="query-list">
`;
  const values = queries.flatMap(({ engines }) => engines.map((engine) => engine.values[0] ?? 0)).sort((a, b) => a - b);
  // A few values far above 1 would make all other bars short.
  const whole = Math.max(1, values[Math.floor(0.98 * (values.length - 1))] ?? 1);
  for (const query of listed.toSorted((one, other) => spreadOf(other) - spreadOf(one))) {
    yield renderQuery(query, report, whole);
  }
  yield "</div>\n";
  if (isLimited) yield renderTable(tableOfQueries(report));
  yield "</details></section>\n";
}

/** How far engines differ in the first measure; 0 if fewer than two are measured. */
function spreadOf({ engines }: ReportQuery): number {
  const values = engines.flatMap(({ values: [value] }) => value ?? []);
  return values.length === 0 ? 0 : Math.max(...values) - Math.min(...values);
}

function renderChoice(listed: number, all: number): string {
  return `<p>Shown with their lists are ${listed} of them: those with the most doubtful labels or with top reference titles that have no match, the worst, those on which engines differ most, and the best. The table below them has all. <code>semqrel report --lists ${all}</code> shows the lists of all, <code>--query NAME</code> those of a query by its text or id.</p>`;
}

/** Stands where the script puts the search below it. */
function renderLimit(listed: number, all: number): string {
  return `<p id="beyond-search">Search and order go over the ${counted(listed, "query", "queries")} with lists; of all ${all} the <a href="#query-table">table below</a> has names and measures.</p>\n`;
}

function tableOfQueries({ queries, measures, engines }: RunReport): ReportTable {
  const [measure = "measure"] = measures;
  const isMany = engines.length > ENGINES_IN_TABLE;
  const names = isMany ? ["mean over engines", "lowest", "highest"] : engines;
  return {
    ...{ kind: "table", id: "query-table", caption: `Every query by ${measure}`, folded: true },
    columns: [{ name: "query", as: "text" }, ...names.map((name): ReportColumn => ({ name, as: "measure" }))],
    rows: queries.map(({ name, engines: ofQuery }) => {
      const values = ofQuery.map((engine) => engine.values[0] ?? null);
      return [name, ...(isMany ? middleAndEnds(values) : values)];
    }),
    links: queries.map(({ anchor, listed }) => (listed ? anchor : null)),
  };
}

function middleAndEnds(values: readonly (number | null)[]): (number | null)[] {
  const known = values.filter((value) => value !== null);
  if (known.length === 0) return [null, null, null];
  return [known.reduce((sum, value) => sum + value, 0) / known.length, Math.min(...known), Math.max(...known)];
}

function renderKey(reference: string, labelRule: string): string {
  return `<details class="key"><summary>How to read the lists</summary>
<p>Positions count from 1. The number on the right of each title is its label. A result’s label is ${pageText(labelRule)}.
The line below each title shows what it matched:</p>
<dl>
<dt><span class="e"></span></dt><dd>the reference has the same title at this position</dd>
<dt><span class="s"></span></dt><dd>the most similar reference title is at this position; how similar it is (cosine, 1 at most), and by how much more than the next one</dd>
<dt><span class="n"></span></dt><dd>no reference title is similar enough; how similar the nearest is</dd>
<dt><span class="p"></span></dt><dd>another result of the list has the label of this reference title, so this one has 0</dd>
<dt><span class="f"></span>A3 B1</dt><dd>below titles of <bdi>${pageText(reference)}</bdi>: engine A has it at position 3, engine B at position 1</dd>
<dt><span class="d"></span></dt><dd>doubtful: this label may be wrong</dd>
</dl></details>`;
}
