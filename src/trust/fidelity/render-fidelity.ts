/**
 * What does a user see of a comparison of two labellings?
 */

import { signed } from "../../core/text/numbers.ts";
import { renderBlocks } from "../../core/text/render-blocks.ts";
import { renderMarkdownTable, renderTable, type TextTable } from "../../core/text/render-table.ts";
import { counted } from "../../core/text/wording.ts";
import { measureNames } from "../../core/types.ts";
import { FEWEST_ENGINES } from "../../maths/correlation/order-agreement.ts";
import type { ChangedExample, FidelityReport, LabellingSource, LabelOfRow } from "./fidelity-report.ts";

/** All of it for a terminal of `width` columns; the last line is the verdict. */
export function renderFidelity(report: FidelityReport, width?: number): string {
  return renderBlocks(
    blocksOf(
      report,
      (table) => renderTable(table, width),
      (heading) => heading,
    ),
  );
}

/** The same for a pull request. */
export function renderFidelityAsMarkdown(report: FidelityReport): string {
  return renderBlocks(blocksOf(report, renderMarkdownTable, (heading) => `**${heading}**`));
}

/** One row an engine and measure, full precision, for CSV and TSV; an empty cell is undefined. */
export function* fidelityRows({ engines }: FidelityReport): Iterable<readonly string[]> {
  yield [
    ...["engine", "measure", "before", "after", "change", "largest_change", "largest_change_query", "measured_once"],
  ];
  for (const [engine, { measures }] of Object.entries(engines)) {
    for (const measure of measureNames) {
      const { before, after, change, largest, measuredOnce } = measures[measure];
      const cells = [before, after, change, largest?.change, largest?.query, measuredOnce];
      yield [engine, measure, ...cells.map((cell) => String(cell ?? ""))];
    }
  }
}

const SHOWN_PAIRS = 10;

function blocksOf(
  report: FidelityReport,
  render: (table: TextTable) => string[],
  title: (heading: string) => string,
): (readonly string[])[] {
  const { rows, queries, sameModel, order, examples } = report;
  const [before, after] = [report.before, report.after].map(nameOf);
  return [
    [title(`${after}, compared with ${before}`)],
    ...(sameModel
      ? [["Both labellings were made by the same model: what changes here is chance, or another machine's."]]
      : []),
    [
      `${counted(rows.rows, "result")} of ${counted(queries, "query", "queries")}` +
        (rows.withoutReference === 0 ? "." : `; ${rows.withoutReference} of queries without reference are left out.`),
    ],
    render(rowTable(report)),
    [sayRule(report), sayLabels(report)],
    [title(`Means of ${order.measure}`)],
    render(engineTable(report)),
    [title("All measures, over the engines")],
    render(measureTable(report)),
    [sayOrder(report), ...sayPairs(report), ...sayConclusions(report)],
    ...(examples.length === 0
      ? []
      : [[title(`The largest changes of a label (${examples.length})`)], ...examples.map(exampleLines)]),
    [report.verdict],
  ];
}

function nameOf({ labels, model }: LabellingSource): string {
  const name = `${model.name} (${model.precision})`;
  return labels === null ? name : `${labels} by ${name}`;
}

function rowTable({ rows, rule }: FidelityReport): TextTable {
  const row = (what: string, count: number, of: number) => [what, String(count), String(of), percent(count, of)];
  return {
    header: ["what changes", "results", "of", "share"],
    rows: [
      row("another reference title", rows.otherTitle, rows.matched),
      row(`- though the margin was above ${rule.clearMargin}`, rows.clearOtherTitle, rows.clear),
      row("no match any more", rows.lost, rows.rows),
      row("a match, now", rows.gained, rows.rows),
      row("exact instead of by meaning, or the reverse", rows.exactness, rows.matched),
      row("another label", rows.otherLabel, rows.rows),
    ],
  };
}

function sayRule({ rows, rule }: FidelityReport): string {
  if (rule.holds === null) return "No result had a clear margin, so the rule for another model says nothing.";
  return (
    `${percent(rows.clear - rows.clearOtherTitle, rows.clear)} of the results with a clear margin keep their reference title; ` +
    `where one model may stand for another it is at least ${(100 * rule.leastKept).toFixed(1)} %: ${rule.holds ? "met" : "not met"}.`
  );
}

function sayLabels({ rows: { label } }: FidelityReport): string {
  return `A label changes by ${digits(label.meanAbsoluteChange, 4)} in the mean over all results, and by ${digits(label.largestChange, 3)} at most.`;
}

function engineTable({ engines, order: { before, after, measure } }: FidelityReport): TextTable {
  const names = Object.keys(engines);
  // Engines without a mean come last.
  const sorted = [...before, ...names.filter((name) => !before.includes(name))];
  const placeOf = (order: readonly string[], name: string) => String(order.indexOf(name) + 1 || "");
  return {
    header: ["engine", "place", "now", "before", "after", "change", "largest in a query", "labels", "changed"],
    rows: sorted.flatMap((name) => {
      const engine = engines[name];
      if (engine === undefined) return [];
      const { before: was, after: is, change, largest } = engine.measures[measure];
      const numbers = [
        digits(was, 4),
        digits(is, 4),
        change === null ? "-" : signed(change, 4),
        signed(largest?.change ?? 0, 3),
      ];
      const { otherLabel, rows } = engine.rows;
      return [[name, placeOf(before, name), placeOf(after, name), ...numbers, String(rows), percent(otherLabel, rows)]];
    }),
  };
}

function measureTable({ engines }: FidelityReport): TextTable {
  return {
    header: ["measure", "mean |change|", "largest of a mean", "largest in a query", "undefined once"],
    rows: measureNames.map((measure) => {
      const all = Object.values(engines).map(({ measures }) => measures[measure]);
      const changes = all.flatMap(({ change }) => (change === null ? [] : [Math.abs(change)]));
      const inQueries = all.map(({ largest }) => Math.abs(largest?.change ?? 0));
      const mean = changes.length === 0 ? null : changes.reduce((sum, change) => sum + change, 0) / changes.length;
      return [
        measure,
        digits(mean, 4),
        digits(changes.length === 0 ? null : Math.max(...changes), 4),
        digits(Math.max(0, ...inQueries), 3),
        String(all.reduce((sum, { measuredOnce }) => sum + measuredOnce, 0)),
      ];
    }),
  };
}

function sayOrder({ order: { measure, tauB, pairs, swapped, changedPairs, before } }: FidelityReport): string {
  if (pairs === 0) return "One engine: there is no order to compare.";
  const ties = changedPairs.length - swapped;
  const tau = tauB === null ? "no τ-b, as all engines tie" : `τ-b ${tauB.toFixed(3)}`;
  const few = before.length < FEWEST_ENGINES ? " Below five engines τ-b says next to nothing." : "";
  return (
    `Order of the engines by ${measure}, before and after: ${tau}; ${swapped} of ${counted(pairs, "pair")} ${swapped === 1 ? "swaps" : "swap"} places` +
    `${ties === 0 ? "" : `, ${ties} tie in one of both`}.${few}`
  );
}

function sayPairs({ order: { changedPairs } }: FidelityReport): string[] {
  const shown = changedPairs.toSorted((one, other) => other.before - other.after - (one.before - one.after));
  return [
    ...shown
      .slice(0, SHOWN_PAIRS)
      .map(
        ({ first, second, before, after }) =>
          `- ${first} and ${second}: ${signed(before, 4)} before, ${signed(after, 4)} after`,
      ),
    ...(shown.length > SHOWN_PAIRS ? [`- and ${shown.length - SHOWN_PAIRS} more (--json has all)`] : []),
  ];
}

function sayConclusions({ conclusions }: FidelityReport): string[] {
  if (conclusions === null) return [];
  const { pairs, kept, changed } = conclusions;
  const count = (kind: string) => changed.filter((one) => one.kind === kind).length;
  return [
    `Pairs of engines that differ significantly (paired t tests, Holm, .05), of ${pairs}: ${kept} both times, ` +
      `${count("lost")} lost, ${count("gained")} gained, ${count("reversed")} reversed.`,
    ...changed
      .slice(0, SHOWN_PAIRS)
      .map(
        ({ kind, better, worse, before, after }) =>
          `- ${kind}: ${better} better than ${worse} (${signed(before, 4)} before, ${signed(after, 4)} after)`,
      ),
  ];
}

function exampleLines({ engine, query, title, before, after }: ChangedExample): string[] {
  return [`${query}: ${title} (${engine})`, `  before: ${sayMatch(before)}`, `  after:  ${sayMatch(after)}`];
}

function sayMatch({ match, label, referenceRank, referenceTitle, similarity }: LabelOfRow): string {
  const cosine = similarity === null ? "" : `, similarity ${similarity.toFixed(3)}`;
  if (match === "none") return `label ${shown(label)}, no match${cosine}`;
  return `label ${shown(label)}, rank ${referenceRank ?? "unknown"} "${referenceTitle ?? ""}"${cosine}`;
}

function shown(label: number): string {
  return String(Number(label.toFixed(3)));
}

function percent(part: number, whole: number): string {
  return whole === 0 ? "-" : `${((100 * part) / whole).toFixed(2)} %`;
}

function digits(value: number | null, count: number): string {
  return value === null ? "-" : value.toFixed(count);
}
