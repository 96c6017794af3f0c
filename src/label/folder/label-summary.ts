/** The summary of a `label` run, for summary.json and `--json`. */
import {
  byMeasure,
  type Description,
  type LabelReason,
  type MatchKind,
  type MeasureName,
  type QueryMeasures,
  type UnmeasurableReason,
} from "../../core/types.ts";
import type { Warning } from "../../core/warnings.ts";
import type { Segmentation } from "../../lists/segment-queries.ts";
import { countValues } from "../../maths/agreement/coefficients.ts";
import { describe, sumOf } from "../../maths/summary.ts";
import { aggregate, orNull } from "../../measure/measures/evaluate-run.ts";
import { type ListChanges, summariseChanges } from "../changes/compare-lists.ts";
import type { ReferencesInTurn, Unrelated } from "./double-checks.ts";
import type { MeasuredEngine, MeasuredRun } from "./measured-run.ts";
import type { ReferenceBias } from "./reference-bias.ts";

export type MeasureDescriptions = { readonly [measure in MeasureName]: Description };

/** Measures of an engine over queries, counts of its results, and counts of queries that could not be measured. */
export type EngineSummary = MeasureDescriptions & {
  /** Number of queries whose ndcg_reference is above 1, because several results share the label of one ideal result. */
  readonly above_one: number;
  /** Number of queries in the run, equal for all engines. */
  readonly queries: number;
  readonly unmeasurable: { readonly [reason in UnmeasurableReason]?: number };
  readonly rows: number;
  /** Number of rows with each kind of match. `no-reference` counts rows of queries without reference results. */
  readonly matches: { readonly [kind in MatchKind | "no-reference"]: number };
  /** Number of rows for each reason why a label does not come from a match, such as `too-far` or `repeat`. */
  readonly reasons: { readonly [reason in LabelReason]?: number };
  /** Entry r is the number of rows that match a title at the reference's rank r. */
  readonly matched_reference_ranks: readonly number[];
  /** Entry r counts results at place r. `holes` are results without a match. Skips queries without a reference list. */
  readonly holes_by_rank: readonly { readonly results: number; readonly holes: number }[];
  /** Each measure's mean with nearest matching, and how --one-to-one changes this mean. Absent without --one-to-one. */
  readonly one_to_one?: {
    readonly [measure in MeasureName]: { readonly nearest: number | null; readonly change: number | null };
  };
  /** Counts of refused matches, and how the veto changes the mean of each measure. Absent without veto columns. */
  readonly veto?: {
    /** The veto columns that the engine has. */
    readonly columns: readonly string[];
    readonly refused: number;
    /** Of the results with a refused match, `moved` match another reference title, and `unmatched` match none. */
    readonly moved: number;
    readonly unmatched: number;
    readonly measures: {
      readonly [measure in MeasureName]: { readonly without: number | null; readonly change: number | null };
    };
  };
};

/** What `semqrel label --json` prints and summary.json contains. */
export interface LabelSummary extends LabelSegments {
  readonly schema: "semqrel.label/1";
  readonly engines: Readonly<Record<string, EngineSummary>>;
  /** Names of the engines in the given order. In `engines`, JavaScript puts a name such as "2" before all others. */
  readonly order: readonly string[];
  readonly reference: {
    readonly engine: string;
    readonly queries: number;
    readonly rows: number;
    /** Distinct reference titles, summed over queries. */
    readonly points: number;
    readonly list_lengths: Description;
    /** Entry n is the number of queries whose reference list has n results. */
    readonly list_length_counts: readonly number[];
  };
  readonly queries: number;
  readonly label: string;
  readonly model: string;
  /** How the order of engines depends on the reference. Absent for one reference. */
  readonly references?: ReferenceBias;
  /** Compares how well lists fit their own and other queries. Absent for fewer than ten measured queries. */
  readonly unrelated?: Unrelated;
  /** How many references put each engine of a pair ahead. Absent if there are too few references. */
  readonly references_in_turn?: ReferencesInTurn;
  /** Changes from the reference's lists, by name of the engine. Absent for several references. */
  readonly changes?: Readonly<Record<string, ListChanges>>;
  readonly warnings: readonly Warning[];
}

/** Slightly above 1, so that rounding errors do not count. */
const ABOVE_ONE = 1 + 1e-9;

export function summariseMeasuredRun(run: MeasuredRun): LabelSummary {
  const { listLengths } = run.reference;
  const engines = Object.fromEntries(run.engines.map((engine) => [engine.engine, summariseEngine(engine, run)]));
  const aboveOne = Object.entries(engines).flatMap(([engine, summary]): Warning[] =>
    summary.above_one === 0
      ? []
      : [{ kind: "above-one", engine, count: summary.above_one, queries: summary["ndcg_reference"].count }],
  );
  const answered = listLengths.filter((length) => length > 0);
  const changes = run.engines.flatMap(({ engine, changes }) => (changes ? [[engine, summariseChanges(changes)]] : []));
  return {
    schema: "semqrel.label/1",
    engines,
    order: run.engines.map(({ engine }) => engine),
    reference: {
      engine: run.reference.engine,
      queries: answered.length,
      rows: sumOf(answered),
      points: run.reference.points,
      list_lengths: describe(Float64Array.from(answered)),
      list_length_counts: countValues(listLengths),
    },
    queries: run.queries,
    label: run.labelRule,
    model: run.model,
    ...(changes.length > 0 && { changes: Object.fromEntries(changes) }),
    warnings: [...run.warnings, ...aboveOne],
  };
}

function summariseEngine(engine: MeasuredEngine, run: MeasuredRun): EngineSummary {
  const { measures, measuresOfNearest, veto } = engine;
  const descriptions = byMeasure((name) => describe(measures.values[name]));
  const unmeasurable: { [reason in UnmeasurableReason]?: number } = {};
  for (const reason of measures.reasons) if (reason !== null) unmeasurable[reason] = (unmeasurable[reason] ?? 0) + 1;
  return {
    ...descriptions,
    above_one: measures.values.ndcg_reference.filter((value) => value > ABOVE_ONE).length,
    queries: run.queries,
    unmeasurable,
    rows: engine.rows,
    matches: engine.matches,
    reasons: engine.reasons,
    matched_reference_ranks: engine.matchedReferenceRanks,
    holes_by_rank: engine.holesByRank,
    ...(measuresOfNearest && { one_to_one: compareMeans(descriptions, measuresOfNearest, "nearest") }),
    ...(veto && {
      veto: {
        columns: veto.columns,
        refused: veto.refused,
        moved: veto.moved,
        unmatched: veto.refused - veto.moved,
        measures: compareMeans(descriptions, veto.measuresWithout, "without"),
      },
    }),
  };
}

function compareMeans<Name extends "nearest" | "without">(
  descriptions: MeasureDescriptions,
  others: QueryMeasures,
  name: Name,
) {
  return byMeasure((measure) => {
    const before = describe(others.values[measure]).mean;
    const after = descriptions[measure].mean;
    const change = before === null || after === null ? null : after - before;
    return { [name]: before, change } as { readonly [key in Name | "change"]: number | null };
  });
}

/** Means by engine and measure; null if no query has a value. */
export type EngineMeans = Readonly<
  Record<string, { readonly [measure in MeasureName]: { readonly mean: number | null; readonly count: number } }>
>;

export interface LabelSegments {
  readonly segments?: {
    readonly column: string;
    readonly groups: readonly {
      /** Value of the column in the queries file; "" if the file has no value for these queries. */
      readonly segment: string;
      readonly queries: number;
      readonly engines: EngineMeans;
    }[];
  };
  /** Means weighted by `column` of the queries file. */
  readonly weighted?: { readonly column: string; readonly engines: EngineMeans };
}

export interface QueryWeights {
  readonly column: string;
  readonly weights: Float64Array;
}

export function segmentLabelRun(run: MeasuredRun, segmentation: Segmentation | null, weighting: QueryWeights | null) {
  const weights = weighting?.weights ?? null;
  return {
    ...(segmentation && {
      segments: {
        column: segmentation.column,
        groups: segmentation.segments.map((segment, place) => ({
          segment,
          queries: segmentation.segmentOfQuery.filter((of) => of === place).length,
          engines: meansOf(run.engines, weights, (query) => segmentation.segmentOfQuery[query] === place),
        })),
      },
    }),
    ...(weighting && {
      weighted: { column: weighting.column, engines: meansOf(run.engines, weights, () => true) },
    }),
  };
}

function meansOf(
  engines: readonly MeasuredEngine[],
  weights: Float64Array | null,
  isInside: (query: number) => boolean,
): EngineMeans {
  return Object.fromEntries(
    engines.map(({ engine, measures }) => [
      engine,
      byMeasure((name) => {
        const inside = measures.values[name].map((value, query) => (isInside(query) ? value : Number.NaN));
        const { value, count } = aggregate("mean", inside, weights);
        return { mean: orNull(value), count };
      }),
    ]),
  );
}
