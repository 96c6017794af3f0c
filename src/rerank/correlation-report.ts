/** Which features follow a column, however often one looked? */
import { roundScore } from "../maths/classification/round-score.ts";
import {
  type Coefficient,
  type CorrelateOptions,
  type Correlations,
  correlate,
} from "../maths/correlation/correlate.ts";
import { holm } from "../maths/significance/corrections.ts";

export const coefficientNames = ["pearson", "spearman", "kendall"] as const;
export type CoefficientName = (typeof coefficientNames)[number];

interface TestedCoefficient extends Coefficient {
  /** p after Holm's correction for all tests of the report. */
  readonly holm: number;
}

export interface FeatureCorrelations {
  readonly feature: string;
  /** Documents with both numbers. */
  readonly count: number;
  /** Null where `reason` says why. */
  readonly coefficients: { readonly [name in CoefficientName]: TestedCoefficient } | null;
  readonly reason: "constant" | "column constant" | "fewer than three documents" | null;
}

export interface CorrelationReport extends CorrelateOptions {
  readonly schema: "semqrel.correlate/1";
  readonly with: string;
  /** Rows of the features. */
  readonly rows: number;
  /** p-values that were corrected together. */
  readonly tests: number;
  /** In the order of the columns. */
  readonly features: readonly FeatureCorrelations[];
  /** Columns without any number. */
  readonly skipped: readonly string[];
}

export interface ColumnsToCorrelate {
  readonly with: string;
  /** By row, NaN where there is no finite number. */
  readonly values: Float64Array;
  /** By name, likewise. */
  readonly features: ReadonlyMap<string, Float64Array>;
  readonly skipped: readonly string[];
}

/** Each feature on the rows where both sides have a number. @param onDone told how many features are done */
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
