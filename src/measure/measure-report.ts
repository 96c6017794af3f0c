import { at } from "../core/at.ts";
import { counted } from "../core/text/wording.ts";
import type { Description } from "../core/types.ts";
import type { Warning } from "../core/warnings.ts";
import type { RankRunOptions } from "../lists/rank-run.ts";
import type { Segmentation } from "../lists/segment-queries.ts";
import { describe } from "../maths/summary.ts";
import {
  aggregate,
  type EvaluatedRun,
  type EvaluateOptions,
  type Gap,
  gaps,
  type MeasuredQueries,
  orNull,
  type RunCurves,
} from "./measures/evaluate-run.ts";

export interface MeasureReport {
  readonly queries: readonly string[];
  readonly runs: readonly EvaluatedRun[];
  readonly segmentation: Segmentation | null;
  readonly weightColumn: string | null;
  readonly weights: Float64Array | null;
  readonly rules: EvaluationRules;
  readonly warnings: readonly Warning[];
}

interface MeasureSummary {
  /** The mean, or the sum or geometric mean if `aggregate` says so. Null if no query has a value. */
  readonly mean: number | null;
  /** Number of queries with a value. */
  readonly count: number;
  readonly aggregate?: "sum" | "geometric mean";
  /** Number of queries that cannot be measured, by reason. Those with reason "undefined" never count in the mean. */
  readonly gaps: Readonly<Partial<Record<Gap, number>>>;
  readonly perQuery?: Readonly<Record<string, number | null>>;
  /** Distribution of the values over all queries, unweighted. */
  readonly describe?: Description;
}

interface SegmentSummary {
  /** Value of the segment column; "" for queries without a value. */
  readonly segment: string;
  readonly queries: number;
  /** Mean and count, by name of the run, then by name of the measure. */
  readonly runs: Readonly<Record<string, Readonly<Record<string, { mean: number | null; count: number }>>>>;
}

/** The document that `semqrel measure --json` prints. */
export interface MeasureDocument {
  readonly schema: "semqrel.measure/1";
  /** Number of judged queries. */
  readonly queries: number;
  /** Names of the runs in the given order, because JSON may reorder the keys of `runs`. */
  readonly order: readonly string[];
  readonly rules: EvaluationRules;
  readonly runs: Readonly<Record<string, Readonly<Record<string, MeasureSummary>>>>;
  /** Name of the column with the weights of queries; absent without weights. */
  readonly weights?: string;
  readonly segments?: { readonly column: string; readonly groups: readonly SegmentSummary[] };
  readonly curves?: Readonly<Record<string, RunCurves>>;
  readonly warnings: readonly Warning[];
}

export interface MeasureForms {
  readonly perQuery: boolean;
  readonly describe: boolean;
  readonly curves: Readonly<Record<string, RunCurves>> | null;
}

export function measureDocument(report: MeasureReport, options: MeasureForms): MeasureDocument {
  return {
    schema: "semqrel.measure/1",
    queries: report.queries.length,
    order: report.runs.map(({ run }) => run.name),
    rules: report.rules,
    runs: byRunAndMeasure(report, (one) => summarise(one, report, options)),
    ...(report.weightColumn === null ? {} : { weights: report.weightColumn }),
    ...(report.segmentation && {
      segments: { column: report.segmentation.column, groups: summariseSegments(report, report.segmentation) },
    }),
    ...(options.curves && { curves: options.curves }),
    warnings: report.warnings,
  };
}

function byRunAndMeasure<Found>({ runs }: MeasureReport, find: (one: MeasuredQueries) => Found) {
  const findAll = (measured: readonly MeasuredQueries[]) =>
    measured.map((one) => [one.measure.name, find(one)] as const);
  return Object.fromEntries(runs.map(({ run, measured }) => [run.name, Object.fromEntries(findAll(measured))]));
}

export function summariseSegments(report: MeasureReport, segmentation: Segmentation): SegmentSummary[] {
  return segmentation.segments.map((segment, index) => {
    const isInside = (query: number) => segmentation.segmentOfQuery[query] === index;
    const summary = ({ measure, values }: MeasuredQueries) => {
      // A measure of the whole run cannot be split into segments.
      if (measure.computeRun !== null) return { mean: null, count: 0 };
      const inside = values.map((value, query) => (isInside(query) ? value : Number.NaN));
      const { value, count } = aggregate(measure.kind.aggregate, inside, report.weights);
      return { mean: orNull(value), count };
    };
    return {
      segment,
      queries: segmentation.segmentOfQuery.filter((_, query) => isInside(query)).length,
      runs: byRunAndMeasure(report, summary),
    };
  });
}

/** Returns the unweighted distribution of the values. The mean has the same digits as in tables without weights. */
export function describeMeasured({ values }: MeasuredQueries): Description {
  const { value, count } = aggregate("mean", values, null);
  return { ...describe(values), mean: count === 0 ? null : value };
}

function summarise(one: MeasuredQueries, report: MeasureReport, options: MeasureForms): MeasureSummary {
  const { queries } = report;
  const how = one.measure.kind.aggregate;
  const counts = gaps.map((gap, index) => [gap, one.gapOfQuery.filter((code) => code === index + 1).length] as const);
  return {
    mean: orNull(one.value),
    count: one.count,
    ...(how === "mean" ? {} : { aggregate: how }),
    gaps: Object.fromEntries(counts.filter(([, count]) => count > 0)),
    ...(options.perQuery && {
      perQuery: Object.fromEntries(queries.map((query, index) => [query, orNull(at(one.values, index))])),
    }),
    ...(options.describe && { describe: describeMeasured(one) }),
  };
}

export interface EvaluationRules {
  /** Number of results used from each list; null for all. */
  readonly depth: number | null;
  readonly judgedOnly: boolean;
  /** `refuse`: runs with different queries are an error. */
  readonly missingQueries: "zero" | "skip" | "refuse";
  readonly undefinedQueries: "zero" | "skip";
  /** The version of trec_eval that would give the same numbers. */
  readonly trecEval: 9 | 10;
}

export function evaluationRules(
  options: Pick<EvaluateOptions, "depth" | "judgedOnly"> &
    Pick<EvaluationRules, "missingQueries" | "undefinedQueries"> &
    RankRunOptions,
): EvaluationRules {
  const { depth, judgedOnly, missingQueries, undefinedQueries, scorePrecision } = options;
  return {
    depth: Number.isFinite(depth) ? depth : null,
    judgedOnly,
    missingQueries,
    undefinedQueries,
    trecEval: scorePrecision === "double" ? 10 : 9,
  };
}

/** Returns a sentence for each rule that may change all numbers but causes no warning. Each begins with a space. */
export function sayRules({ depth, judgedOnly, trecEval }: EvaluationRules): string {
  return [
    depth === null ? "" : ` Lists are cut after ${counted(depth, "result")}.`,
    judgedOnly ? " Results without a judgment are left out." : "",
    trecEval === 10 ? " Ties and recall levels follow trec_eval 10." : "",
  ].join("");
}
