/**
 * What does a user see of engines measured on a gold set?
 */

import { renderBlocks } from "../core/text/render-blocks.ts";
import { renderMarkdownTable, renderTable, type TextTable } from "../core/text/render-table.ts";
import { counted } from "../core/text/wording.ts";
import { enginesInOrder, type GoldDocument, type GoldReport, goldDocument } from "./gold-report.ts";
import type { MeasuredEngine, MeasuredNdcg } from "./measure-gold-engines.ts";

/** For a terminal of `width` columns. @param withNotes what the numbers do not say of themselves, below them */
export function renderGold(report: GoldReport, width?: number, withNotes = true): string {
  return asText(report, withNotes, ({ heading, table }) => [heading, ...renderTable(table, width)]);
}

/** The same for a pull request. */
export function renderGoldAsMarkdown(report: GoldReport, withNotes = true): string {
  return asText(report, withNotes, ({ heading, table }) => [`**${heading}**`, "", ...renderMarkdownTable(table)]);
}

/** One row an engine and measure, full precision, for CSV and TSV. */
export function* goldRows({ measurement }: GoldReport): Iterable<readonly string[]> {
  yield [
    ...["engine", "measure", "mean", "low", "high", "lower", "upper"],
    ...["holes", "results", "hole_share", "missing", "without_own", "fall", "own_pairs"],
  ];
  for (const { name, measures, holes, missing, withoutOwn } of enginesInOrder(measurement.engines)) {
    for (const [place, { measure, mean, interval, lower, upper }] of measures.entries()) {
      // Taking out an engine's own pairs is measured with linear gain, which comes first.
      const own = place === 0 ? [withoutOwn.mean, withoutOwn.fall].map(String) : ["", ""];
      yield [
        ...[name, measure],
        ...[mean, ...interval, lower, upper, holes.count, holes.results, holes.share, missing].map(String),
        ...[...own, String(withoutOwn.pairs)],
      ];
    }
  }
}

interface Section {
  readonly heading: string;
  readonly table: TextTable;
}

function asText(report: GoldReport, withNotes: boolean, linesOf: (section: Section) => readonly string[]): string {
  const document = goldDocument(report);
  const engines = enginesInOrder(report.measurement.engines);
  const sections = engines.length === 0 ? [] : [measuresSection(engines), ownSection(engines)];
  const notes = withNotes ? document.notes.map((note) => [note]) : [];
  const blocks = [[headline(document)], ...sections.map(linesOf), ...notes];
  return renderBlocks(blocks);
}

function headline(document: GoldDocument): string {
  const { queries, pairs, pooled, ratings, raters, by, flagged, belowMinimum, unrated } = document;
  const out = [
    flagged > 0 && `${flagged} flagged`,
    belowMinimum > 0 && `${belowMinimum} with too few ratings`,
    unrated > 0 && `${unrated} unrated`,
  ].filter((reason) => reason !== false);
  const rest = out.length === 0 ? "" : ` (of ${pooled}: ${out.join(", ")})`;
  return (
    `${counted(queries, "query", "queries")}, ${counted(pairs, "pair")} with a label${rest}. ` +
    `${counted(ratings, "rating")} of ${raters.join(", ")}; labels by ${by}.`
  );
}

function measuresSection(engines: readonly MeasuredEngine[]): Section {
  return {
    heading: "Engines on the gold set (bounds: whatever the results that nobody rated are worth)",
    table: {
      header: [
        "engine",
        ...(engines[0]?.measures ?? []).flatMap(({ measure }) => [`${measure} [95 %]`, "bounds"]),
        "not rated",
      ],
      rows: engines.map(({ name, measures, holes }) => [
        name,
        ...measures.flatMap((measured) => [meanCell(measured), boundsCell(measured)]),
        `${holes.count} of ${holes.results} (${(holes.share * 100).toFixed(1)} %)`,
      ]),
    },
  };
}

function ownSection(engines: readonly MeasuredEngine[]): Section {
  const [first] = engines[0]?.measures ?? [];
  return {
    heading: "Without the labels of what only the engine itself returned: how a later engine will fare",
    table: {
      header: ["engine", first?.measure ?? "", "without own", "fall", "own pairs"],
      rows: engines.map(({ name, measures, withoutOwn }) => [
        name,
        ...[measures[0]?.mean, withoutOwn.mean, withoutOwn.fall].map((value) => shown(value ?? Number.NaN)),
        String(withoutOwn.pairs),
      ]),
    },
  };
}

function meanCell({ mean, interval: [low, high] }: MeasuredNdcg): string {
  return `${shown(mean)} [${shown(low)}, ${shown(high)}]`;
}

function boundsCell({ lower, upper }: MeasuredNdcg): string {
  return `${shown(lower)} to ${shown(upper)}`;
}

/** No minus before what rounds to zero. */
function shown(value: number): string {
  return value.toFixed(4).replace(/^-(?=[0.]+$)/, "");
}
