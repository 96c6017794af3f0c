/** What does `correlate` say: which features follow the column? */
import { type Block, column, noteBlock, tableOf, textBlock } from "../core/document/blocks.ts";
import {
  type CoefficientName,
  type CorrelationReport,
  coefficientNames,
  type FeatureCorrelations,
} from "./correlation-report.ts";

/** Where there is no correlation, the reason stands in place of the first coefficient. */
export function correlationBlocks(report: CorrelationReport): Block[] {
  const { features, rows, tests, resamples, seed, skipped } = report;
  return [
    tableOf("correlations", `Correlation of features with ${report.with}, ${rows} documents`, features, [
      column("feature", "text", ({ feature }) => feature),
      column("n", "count", ({ count }) => count),
      ...coefficientNames.flatMap((name, place) => [
        column<FeatureCorrelations>(titles[name], "measure", ({ coefficients, reason }) =>
          place === 0 && coefficients === null ? reason : coefficients?.[name].value,
        ),
        column<FeatureCorrelations>("95 %", "interval", ({ coefficients }) => coefficients?.[name].interval),
        column<FeatureCorrelations>("p (Holm)", "probability", ({ coefficients }) => coefficients?.[name].holm),
      ]),
    ]),
    textBlock(
      `p of no correlation, corrected for all ${tests} tests (Holm). Intervals: Fisher's for Pearson, ${resamples} resamples of documents (seed ${seed}) for the others.`,
    ),
    ...(skipped.length === 0 ? [] : [noteBlock(`Without any number, so no features: ${skipped.join(", ")}.`)]),
  ];
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
