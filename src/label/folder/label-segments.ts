/** What does a run of `label` come to for each kind of query, and where queries weigh differently? */
import { type MeasureName, measureNames } from "../../core/types.ts";
import type { Segmentation } from "../../lists/segment-queries.ts";
import { aggregate, orNull } from "../../measure/measures/evaluate-run.ts";
import type { MeasuredEngine, MeasuredRun } from "./measured-run.ts";

/** Means by engine and measure; null where no query has a value. */
export type EngineMeans = Readonly<
  Record<string, { readonly [measure in MeasureName]: { readonly mean: number | null; readonly count: number } }>
>;

export interface LabelSegments {
  readonly segments?: {
    readonly column: string;
    readonly groups: readonly {
      /** "" where the queries file does not say. */
      readonly segment: string;
      readonly queries: number;
      readonly engines: EngineMeans;
    }[];
  };
  /** Means in which every query weighs what this column says. */
  readonly weighted?: { readonly column: string; readonly engines: EngineMeans };
}

/** By query of the run; null for none. */
export interface QueryWeights {
  readonly column: string;
  readonly weights: Float64Array;
}

/** Segments' means are weighted too, where there are weights. */
export function segmentLabelRun(
  run: MeasuredRun,
  segmentation: Segmentation | null,
  weighting: QueryWeights | null,
): LabelSegments {
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
      Object.fromEntries(
        measureNames.map((name) => {
          const inside = measures.values[name].map((value, query) => (isInside(query) ? value : Number.NaN));
          const { value, count } = aggregate("mean", inside, weights);
          return [name, { mean: orNull(value), count }];
        }),
      ) as EngineMeans[string],
    ]),
  );
}
