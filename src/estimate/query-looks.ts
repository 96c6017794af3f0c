/**
 * What was known after each draw of whole queries, and what does it decide?
 */

import { combinedOrder } from "../maths/sampling/combined-order.ts";
import type { Decision } from "../maths/sampling/decide-by-looks.ts";
import { differenceEstimates, type EngineDifference, engineDifferences } from "../maths/sampling/engine-differences.ts";
import { intervalEstimate, type QueryValues } from "../maths/sampling/interval-estimate.ts";
import type { QueryDraw } from "../maths/sampling/query-draw.ts";
import { type PlannedLook, whenDecided } from "../maths/sampling/when-decided.ts";
import type { CalibratedStudy } from "./calibrated-study.ts";
import { calibratedValues, humanValues } from "./calibration/calibrated-values.ts";
import { calibrationRows } from "./calibration/calibration-rows.ts";
import { crossFit } from "./calibration/cross-fit.ts";
import type { EstimateFilesOptions } from "./estimate-files.ts";

export interface QueryLook {
  /** Rated then. */
  readonly queries: number;
  /** By engine to order. */
  readonly engines: readonly QueryValues[];
  readonly differences: readonly EngineDifference[];
  readonly draws: readonly QueryDraw[] | null;
}

/** Below it nothing is known of how queries differ. */
export const FEWEST_QUERIES = 3;

/**
 * What was known after each draw, with labels that learned from no later one, so that a look stays what it was.
 *
 * @param places of the engines to order
 */
export function queryLooks(
  study: CalibratedStudy,
  places: readonly number[],
  options: EstimateFilesOptions,
): QueryLook[] {
  const draws = study.sample?.draws ?? null;
  const lookAt = (queries: number, values: readonly QueryValues[], known: QueryLook["draws"]): QueryLook => {
    const engines = places.flatMap((place) => values[place] ?? []);
    return { queries, engines, differences: engineDifferences(engines), draws: known };
  };
  const before = (draws ?? []).slice(0, -1).map((_, draw) => {
    const known = (draws ?? []).slice(0, draw + 1);
    const rated = new Set(known.flatMap(({ queries }) => [...queries]));
    return rated.size < FEWEST_QUERIES ? null : lookAt(rated.size, valuesFrom(study, rated, options), known);
  });
  const now = study.ratedQueries < FEWEST_QUERIES ? null : lookAt(study.ratedQueries, study.values, draws);
  return [...before, now].filter((look) => look !== null);
}

/** @param rated places among the study's queries */
function valuesFrom(study: CalibratedStudy, rated: ReadonlySet<number>, options: EstimateFilesOptions): QueryValues[] {
  const { pool, queries, embedding } = study;
  const known = new Set([...rated].map((place) => queries[place]));
  const judged = {
    ...study.judged,
    grades: study.judged.grades.map((grades, query) => (known.has(query) ? grades : null)),
  };
  const { targets, rows } = calibrationRows(pool, judged, options);
  const { labels } = crossFit({ ...study.training, targets, rows }, { ...options, embedding });
  const human = humanValues(judged, options.measure);
  const proxy = calibratedValues(pool, labels, options.measure);
  return human.map((own, engine) => ({
    human: Float64Array.from(queries, (query) => own[query] ?? Number.NaN),
    proxy: Float64Array.from(queries, (query) => proxy[engine]?.[query] ?? 0),
  }));
}

/** @param pair place of the difference */
export function decideByQueryLooks(
  looks: readonly QueryLook[],
  pair: number,
  {
    until,
    pairs,
    options: { target, smallest },
  }: {
    readonly until: number;
    readonly pairs: number;
    readonly options: EstimateFilesOptions & { readonly smallest: number };
  },
): Decision {
  const taken = looks.flatMap(({ queries, differences, draws }): PlannedLook[] => {
    const values = differences[pair]?.values;
    return values === undefined ? [] : [{ queries, values, draws }];
  });
  const planned = (taken.at(-1)?.queries ?? 0) >= until ? [] : [{ queries: until, values: null }];
  return whenDecided([...taken, ...planned], { target, smallest, pairs });
}

/** In which order engines stand now, and by how much each two differ. */
export function standing({ engines, draws }: QueryLook, { target }: EstimateFilesOptions) {
  const settings = { target, draws };
  const differences = differenceEstimates(engines, settings);
  const { order } = combinedOrder(
    engines.map((own) => ({ estimate: intervalEstimate(own, settings).estimate, calibrated: mean(own.proxy) })),
    differences,
  );
  return { order, differences };
}

function mean(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
