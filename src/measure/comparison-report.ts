/** The comparison of runs, as data for every output format. */
import type { Warning } from "../core/warnings.ts";
import type { Segmentation } from "../lists/segment-queries.ts";
import type { EvaluationRules } from "./evaluation-rules.ts";
import { engineOrders, type OrderAgreement } from "./measures/compare-engines.ts";
import {
  type ComparedMeasure,
  type CompareRunsOptions,
  compareRuns,
  type MeasureComparison,
} from "./measures/compare-runs.ts";

/** What `semqrel compare --json` prints. */
export interface ComparisonReport {
  readonly schema: "semqrel.compare/1";
  readonly queries: number;
  readonly runs: readonly string[];
  /** How verdicts come about. Verdicts from labels are hints. */
  readonly rule: {
    readonly test: string;
    readonly correction: string;
    readonly level: number;
    readonly seed: number;
    readonly evidence: "judgments" | "labels";
  };
  /** How the runs were measured; absent if labels are compared, whose folders say it. */
  readonly rules?: EvaluationRules;
  /** The column that weights the means, if one does. */
  readonly weights?: string;
  readonly measures: readonly MeasureComparison[];
  /** Agreement of the engines' orders under two measures; none below three runs. */
  readonly orders: readonly OrderAgreement[];
  readonly segments?: {
    readonly column: string;
    readonly groups: readonly {
      /** "" where the queries file does not say. */
      readonly segment: string;
      readonly queries: number;
      readonly measures: readonly MeasureComparison[];
    }[];
  };
  readonly warnings: readonly Warning[];
}

export interface ComparisonInput extends CompareRunsOptions {
  readonly measures: readonly ComparedMeasure[];
  readonly weightColumn: string | null;
  readonly segmentation: Segmentation | null;
  readonly rules?: EvaluationRules | null;
  readonly warnings: readonly Warning[];
}

/** All queries, and each segment by itself. Cost as `compareRuns`, once for each segment more. */
export function comparisonReport(input: ComparisonInput): ComparisonReport {
  const { measures, segmentation } = input;
  const compared = compareRuns(measures, input);
  return {
    schema: "semqrel.compare/1",
    queries: input.queries.length,
    runs: input.runs,
    rule: {
      test: "paired randomisation",
      correction: "Holm, over the pairs of a measure",
      level: 0.05,
      seed: input.seed,
      evidence: input.rules == null ? "labels" : "judgments",
    },
    ...(input.rules == null ? {} : { rules: input.rules }),
    ...(input.weightColumn === null ? {} : { weights: input.weightColumn }),
    measures: compared,
    orders: engineOrders(compared),
    ...(segmentation && {
      segments: {
        column: segmentation.column,
        groups: segmentation.segments.map((segment, place) => ({
          segment,
          queries: segmentation.segmentOfQuery.filter((of) => of === place).length,
          measures: compareRuns(insideOf(measures, segmentation.segmentOfQuery, place), input),
        })),
      },
    }),
    warnings: input.warnings,
  };
}

function insideOf(measures: readonly ComparedMeasure[], segmentOfQuery: Int32Array, segment: number) {
  const inside = (value: number, query: number) => (segmentOfQuery[query] === segment ? value : Number.NaN);
  return measures.map((measure) => ({ ...measure, values: measure.values.map((ofRun) => ofRun.map(inside)) }));
}
