/** Which features follow a column, however often one looked? */

import { type Block, column, noteBlock, tableOf, textBlock } from "../core/document/blocks.ts";
import {
  type Coefficient,
  type CorrelateOptions,
  type Correlations,
  correlate,
} from "../maths/correlation/correlate.ts";
import { roundScore } from "../maths/numbers.ts";
import { holm } from "../maths/significance/corrections.ts";

const coefficientNames = ["pearson", "spearman", "kendall"] as const;
type CoefficientName = (typeof coefficientNames)[number];

interface TestedCoefficient extends Coefficient {
  /** p after Holm's correction for all tests of the report. */
  readonly holm: number;
}

interface FeatureCorrelations {
  readonly feature: string;
  /** Documents with both numbers. */
  readonly count: number;
  readonly coefficients: { readonly [name in CoefficientName]: TestedCoefficient } | null;
  readonly reason: "constant" | "column constant" | "fewer than three documents" | null;
}

export interface CorrelationReport extends CorrelateOptions {
  readonly schema: "semqrel.correlate/1";
  readonly with: string;
  readonly rows: number;
  /** p-values that were corrected together. */
  readonly tests: number;
  readonly features: readonly FeatureCorrelations[];
  /** Columns without any number. */
  readonly skipped: readonly string[];
}

export interface ColumnsToCorrelate {
  readonly with: string;
  /** By row, NaN if there is no finite number. */
  readonly values: Float64Array;
  readonly features: ReadonlyMap<string, Float64Array>;
  readonly skipped: readonly string[];
}

/** Each feature on the rows where both sides have a number. */
export function correlationReport(
  columns: ColumnsToCorrelate,
  options: CorrelateOptions,
  onDone: (done: number) => void = () => {},
): CorrelationReport {
  const found = [...columns.features].map(([feature, values], place) => {
    const isKnown = (row: number) => Number.isFinite(values[row]) && Number.isFinite(columns.values[row]);
    const own = values.filter((_, row) => isKnown(row));
    const other = columns.values.filter((_, row) => isKnown(row));
    const correlations = correlate(own, other, options);
    onDone(place + 1);
    return { feature, count: own.length, correlations, reason: correlations === null ? reasonOf(own) : null };
  });
  const tested = found.flatMap(({ correlations }) =>
    correlations === null ? [] : coefficientNames.map((name) => correlations[name].p),
  );
  const corrected = holm(tested).values();
  return {
    schema: "semqrel.correlate/1",
    with: columns.with,
    rows: columns.values.length,
    tests: tested.length,
    ...options,
    features: found.map(({ feature, count, correlations, reason }) => {
      const coefficients = correlations && withHolm(correlations, () => corrected.next().value ?? 1);
      return { feature, count, coefficients, reason };
    }),
    skipped: columns.skipped,
  };
}

function withHolm(correlations: Correlations, next: () => number) {
  const tested = (name: CoefficientName): TestedCoefficient => ({ ...correlations[name], holm: next() });
  // In the order of `coefficientNames`, in which they were corrected.
  return { pearson: tested("pearson"), spearman: tested("spearman"), kendall: tested("kendall") };
}

function reasonOf(own: Float64Array): FeatureCorrelations["reason"] {
  if (own.length < 3) return "fewer than three documents";
  const [first = 0] = own;
  return own.every((value) => roundScore(value) === roundScore(first)) ? "constant" : "column constant";
}

/** If there is no correlation, the reason replaces the first coefficient. */
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

/** One row a coefficient; an empty value is undefined, and `reason` says why. */
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
