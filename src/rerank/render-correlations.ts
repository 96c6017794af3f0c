/**
 * What does a user see of how features go together with a column?
 */

import { renderBlocks } from "../core/text/render-blocks.ts";
import { renderMarkdownTable, renderTable, type TextTable } from "../core/text/render-table.ts";
import {
  type CoefficientName,
  type CorrelationReport,
  coefficientNames,
  type TestedCoefficient,
} from "./correlation-report.ts";

/** All of it for a terminal of `width` columns. */
export function renderCorrelations(report: CorrelationReport, width?: number): string {
  return renderBlocks([[heading(report)], renderTable(tableOf(report), width), notes(report)]);
}

/** The same for a pull request. */
export function renderCorrelationsAsMarkdown(report: CorrelationReport): string {
  return renderBlocks([[`**${heading(report)}**`], renderMarkdownTable(tableOf(report)), notes(report)]);
}

/** One row a coefficient, full precision, for CSV and TSV; an empty value is undefined, and `reason` says why. */
export function* correlationRows({ features }: CorrelationReport): Iterable<readonly string[]> {
  yield ["feature", "coefficient", "value", "low", "high", "p", "holm", "count", "reason"];
  for (const { feature, count, coefficients, reason } of features) {
    for (const name of coefficientNames) {
      const { value, interval, p, holm } = coefficients?.[name] ?? { interval: null };
      const numbers = [value, interval?.[0], interval?.[1], p, holm].map((number) => String(number ?? ""));
      yield [feature, name, ...numbers, String(count), reason ?? ""];
    }
  }
}

const titles: { readonly [name in CoefficientName]: string } = {
  pearson: "Pearson",
  spearman: "Spearman",
  kendall: "Kendall τ-b",
};

function heading(report: CorrelationReport): string {
  return `Correlation of features with ${report.with}, ${report.rows} documents`;
}

function tableOf({ features }: CorrelationReport): TextTable {
  return {
    header: ["feature", "n", ...coefficientNames.flatMap((name) => [titles[name], "95 %", "p (Holm)"])],
    rows: features.map(({ feature, count, coefficients, reason }) => [
      feature,
      String(count),
      ...(coefficients === null
        ? [reason ?? "", ...new Array<string>(8).fill("")]
        : coefficientNames.flatMap((name) => cells(coefficients[name]))),
    ]),
  };
}

function cells({ value, interval, holm }: TestedCoefficient): string[] {
  const bounds = interval === null ? "" : `[${interval.map((bound) => bound.toFixed(3)).join(", ")}]`;
  return [value.toFixed(3), bounds, holm < 0.001 ? "<.001" : holm.toFixed(3)];
}

function notes({ tests, resamples, seed, skipped }: CorrelationReport): string[] {
  return [
    `p of no correlation, corrected for all ${tests} tests (Holm). Intervals: Fisher's for Pearson, ${resamples} resamples of documents (seed ${seed}) for the others.`,
    ...(skipped.length === 0 ? [] : [`Without any number, so no features: ${skipped.join(", ")}.`]),
  ];
}
