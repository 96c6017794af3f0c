/**
 * How do all queries of a report look on its page?
 */
import type { RunReport } from "../run-report/run-report.ts";
import { counted } from "../text/counted.ts";
import { pageText } from "./page-text.ts";
import { renderQuery } from "./render-query.ts";

/** One piece a query, so that no string holds them all; nothing where the report has none. */
export function* renderQueries(report: RunReport): Iterable<string> {
  const { queries, measures, labelRule, reference } = report;
  if (queries.length === 0) return;
  const first = measures[0];
  const order = first === undefined ? "" : ` Worst first, by the mean of ${pageText(first)} over engines.`;
  yield `<section id="queries" aria-labelledby="queries-title">
<h2 id="queries-title"><a href="#queries">Queries</a></h2>
<p>${counted(queries.length, "query", "queries")}.${order}</p>
${reference === null ? "" : renderKey(reference, labelRule)}
<div id="query-list">
`;
  const values = queries.flatMap(({ engines }) => engines.map((engine) => engine.values[0] ?? 0)).sort((a, b) => a - b);
  // A few that are far beyond the others, as measures above 1 may be, would leave all others short.
  const whole = Math.max(1, values[Math.floor(0.98 * (values.length - 1))] ?? 1);
  for (const query of queries) yield renderQuery(query, report, whole);
  yield "</div></section>\n";
}

function renderKey(reference: string, labelRule: string): string {
  return `<details class="key"><summary>How to read the lists</summary>
<p>Ranks count from 0. On the right of each title stands its label. A result’s label is ${pageText(labelRule)}. Below each
title stands what it matched:</p>
<dl>
<dt><span class="e"></span></dt><dd>the title is, but for case and punctuation, that of the reference’s result with this rank</dd>
<dt><span class="s"></span></dt><dd>the reference title nearest by meaning has this rank; how near (cosine of the two titles, 1 at most), and by how much nearer than the next reference title</dd>
<dt><span class="n"></span></dt><dd>no reference title is near enough; how near the nearest is</dd>
<dt><span class="f"></span>A3 B0</dt><dd>below titles of <bdi>${pageText(reference)}</bdi>: engine A has it at rank 3, engine B at rank 0</dd>
<dt><span class="d"></span></dt><dd>worth a look: this label may be wrong</dd>
</dl></details>`;
}
