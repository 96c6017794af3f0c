/** Values of each engine on each query: by calibrated labels, people's grades, original labels, or rated pairs. */

import { at } from "../../core/at.ts";
import type { LabelledLists, StoredLabels } from "../../core/types.ts";
import { rowsOfQuery } from "../../lists/group-results.ts";
import { roundScore } from "../../maths/numbers.ts";
import type { QueryValues } from "../../maths/sampling/interval-estimate.ts";
import type { PairValues } from "../../maths/sampling/pair-sample-estimate.ts";
import { sumOf } from "../../maths/summary.ts";
import type { Measure } from "../../measure/measures/define-measure.ts";
import { ndcg } from "../../measure/measures/graded/discounted-gain.ts";
import type { PositionWeights } from "../../measure/measures/parse-measures.ts";
import {
  type EngineValues,
  gradeOfRow,
  judgedGrades,
  type ListsToJudge,
  measureLabels,
  storedLabelSource,
  valuesOfQueries,
} from "../../trust/engine-values.ts";
import type { CalibrationTraining } from "./calibration-model.ts";
import { NO_TITLE, type TitlePool, valueOfTitle } from "./title-pool.ts";

/**
 * Returns the values of `measure` by the titles' labels, as [engine][query]; 0 if no label of the query is above 0. The
 * ideal list has the largest labels of the query's pool. The values order engines but are not on people's scale,
 * because predicted grades vary less than people's grades. Cost O(results + pool rows log pool rows).
 */
export function calibratedValues(pool: TitlePool, labels: Float64Array, measure: Measure): EngineValues {
  const judged = Array.from({ length: pool.queries }, (_, query) => bestFirst(pool, labels, query));
  return pool.engines.map(({ lists, poolRows }) =>
    Float64Array.from(judged, (judgedLabels, query) => {
      const rows = rowsOfQuery(lists, query);
      const ofRows = Float64Array.from(rows, (row) => valueOfTitle(labels, at(poolRows, row), 0));
      return measureLabels(measure, rows, ofRows, judgedLabels);
    }),
  );
}

/**
 * Returns the values of `measure` by people's grades, as [engine][query]; NaN if a query is not judged; 0 if
 * it has no relevant document. Results that are unjudged or have a negative grade count as not relevant. Cost O(results
 * + judgments log judgments).
 */
export function humanValues(judged: ListsToJudge, measure: Measure): EngineValues {
  const judgedLabels = judged.grades.map((ofQuery) => ofQuery && judgedGrades(ofQuery));
  return judged.engines.map(({ lists }, engine) =>
    Float64Array.from(judgedLabels, (ofQuery, query) => {
      if (ofQuery === null) return Number.NaN;
      const rows = rowsOfQuery(lists, query);
      const labels = Float64Array.from(rows, (row) => gradeOfRow(judged, engine, row));
      return measureLabels(measure, rows, labels, ofQuery);
    }),
  );
}

/** Returns each query whose ideal list has a label above 0, with the labels of that list. */
export function measurableQueries(stored: StoredLabels) {
  const source = storedLabelSource(stored);
  return stored.queries.flatMap((_, query) => {
    const ideal = source.idealOf(query);
    return ideal?.some((label) => label > 0) ? [{ query, ideal }] : [];
  });
}

export function labelledValues(
  engines: readonly Pick<LabelledLists, "lists" | "labels">[],
  queries: ReturnType<typeof measurableQueries>,
  cutoff: number,
): EngineValues {
  return engines.map(({ lists, labels }) =>
    Float64Array.from(queries, ({ query, ideal }) => {
      const list = Float64Array.from(rowsOfQuery(lists, query), (row) => labels[row] || 0);
      return ndcg(list, ideal, { cutoff });
    }),
  );
}

/** Returns the mean of (calibrated value - people's value) over rated queries, per engine; null if none is rated. */
export function calibrationOffsets(values: readonly QueryValues[]): Float64Array | null {
  const [first] = values;
  const rated = [...(first?.human.keys() ?? [])].filter((query) => !Number.isNaN(first?.human[query]));
  if (rated.length === 0) return null;
  return Float64Array.from(
    values,
    ({ human, proxy }) => rated.reduce((sum, query) => sum + (at(proxy, query) - at(human, query)), 0) / rated.length,
  );
}

/** Name of the column of calibrated scores. These scores order engines but are not on people's scale. */
export const CALIBRATED_SCORE = "calibrated_score";

/** Source of a label: the match rule of `label`, a calibration, or people. */
type LabelOrigin = "proxy" | "calibrated" | "human";

export interface LabelsOfEngine {
  readonly labels: Float64Array;
  readonly origins: readonly LabelOrigin[];
}

/** Returns each row's new label: people's grade, or else the title's calibrated label, or else the old label. */
export function calibratedLabels(
  pool: TitlePool,
  labels: Float64Array,
  judged: ListsToJudge | null,
  engines: readonly Pick<LabelledLists, "labels">[],
): LabelsOfEngine[] {
  return pool.engines.map(({ poolRows }, engine) => {
    const origins: LabelOrigin[] = [];
    const ofRows = Float64Array.from(poolRows, (place, row) => {
      const grade = judged === null ? Number.NaN : gradeOfRow(judged, engine, row);
      const origin = grade >= 0 ? "human" : place === NO_TITLE ? "proxy" : "calibrated";
      origins.push(origin);
      return origin === "human" ? grade : valueOfTitle(labels, place, at(at(engines, engine).labels, row));
    });
    return { labels: ofRows, origins };
  });
}

/** Returns each reference row's new label: the title's calibrated label or, if the row has no title, the old label. */
export function calibratedReferenceLabels(
  pool: TitlePool,
  labels: Float64Array,
  reference: StoredLabels["reference"],
): Float64Array | null {
  const { poolRows } = pool.reference ?? {};
  if (reference === null || poolRows === undefined) return null;
  return reference.labels.map((own, row) => valueOfTitle(labels, at(poolRows, row), own));
}

export interface PairGains {
  /** Must have the same engines as `pool`. */
  readonly judged: ListsToJudge;
  readonly pool: TitlePool;
  /** Predicted gain of each pool row, on the scale of `weights.gainOf`. */
  readonly gains: Float64Array;
  readonly weights: PositionWeights;
}

/**
 * For each engine, returns its gain from each drawn pair: `human` from people's grades, `proxy` from predicted gains.
 * `totals`: the predicted gain of each query's whole list. Results of merged documents count as one pair. Ratings
 * outside the sample do not count. Cost O(results).
 * @param sample - the drawn queries and pairs. A pair has the names of its document and of the documents merged with it
 */
export function sampledPairValues(
  { judged, pool, gains, weights }: PairGains,
  sample: readonly { readonly query: number; readonly pairs: readonly (readonly string[])[] }[],
  queries: Int32Array,
): PairValues[] {
  const totals = valuesOfQueries(weightedGains(pool, gains, { weights, isNormalised: false }), queries);
  const placesOf = sample.map(
    ({ pairs }) => new Map(pairs.flatMap((documents, pair) => documents.map((document) => [document, pair] as const))),
  );
  return judged.engines.map(({ lists, documentKeys }, engine) => {
    const { poolRows } = at(pool.engines, engine);
    const ofSample = sample.map(({ query, pairs }, drawn) => {
      const sums = { human: new Float64Array(pairs.length), proxy: new Float64Array(pairs.length) };
      for (const [rank, row] of rowsOfQuery(lists, query).entries()) {
        const pair = at(placesOf, drawn).get(at(documentKeys, row));
        if (pair === undefined || rank >= weights.depth) continue;
        const weight = weights.weightAt(rank);
        sums.human[pair] = at(sums.human, pair) + weight * weights.gainOf(gradeOfRow(judged, engine, row));
        sums.proxy[pair] = at(sums.proxy, pair) + weight * valueOfTitle(gains, at(poolRows, row), 0);
      }
      return sums;
    });
    return {
      human: ofSample.map(({ human }) => human),
      proxy: ofSample.map(({ proxy }) => proxy),
      totals: at(totals, engine),
    };
  });
}

export type PairOrder = ReturnType<typeof orderByPairs>;

interface Gain {
  readonly weights: PositionWeights;
  /** Whether to divide a list's sum by the ideal list's sum, as in nDCG. If all gains are 0, the result is 0. */
  readonly isNormalised: boolean;
}

/** Orders engines by the mean of Σ (weight of the rank) · gain. Gains are based on ratings, or else predicted. */
export function orderByPairs(
  pool: TitlePool,
  { rows, targets }: Pick<CalibrationTraining, "rows" | "targets">,
  predicted: Float64Array,
  { queries, ...gain }: Gain & { readonly queries: Int32Array },
) {
  const gains = predicted.slice();
  const rated = new Float64Array(gains.length);
  for (const row of rows) {
    gains[row] = at(targets, row);
    rated[row] = at(targets, row);
  }
  const sumsOf = (of: Float64Array, isNormalised: boolean) =>
    weightedGains(pool, of, { ...gain, isNormalised }).map((values) =>
      queries.reduce((sum, query) => sum + at(values, query), 0),
    );
  const total = (of: Float64Array) => sumOf(sumsOf(of, false));
  const scores = sumsOf(gains, gain.isNormalised).map((sum) => roundScore(sum / queries.length));
  return {
    // Indexes of the engines, best first; engines with equal scores are in the given order.
    order: [...scores.keys()].sort((one, other) => at(scores, other) - at(scores, one)),
    // Share of the engines' gains that is predicted, 0..1.
    predictedShare: 1 - total(rated) / (total(gains) || 1),
  };
}

/** Returns Σ (weight of rank) · gain for each list, as [engine][query]. Cost O(results + pool rows log pool rows). */
function weightedGains(pool: TitlePool, gains: Float64Array, { weights, isNormalised }: Gain): EngineValues {
  const summed = (ranked: Float64Array) =>
    ranked.subarray(0, weights.depth).reduce((sum, gain, rank) => sum + weights.weightAt(rank) * gain, 0);
  const ideals = Float64Array.from({ length: pool.queries }, (_, query) =>
    isNormalised ? summed(bestFirst(pool, gains, query)) : 1,
  );
  return pool.engines.map(({ lists, poolRows }) =>
    ideals.map((ideal, query) => {
      const ranked = Float64Array.from(rowsOfQuery(lists, query), (row) => valueOfTitle(gains, at(poolRows, row), 0));
      return ideal > 0 ? summed(ranked) / ideal : 0;
    }),
  );
}

function bestFirst({ offsets }: TitlePool, values: Float64Array, query: number): Float64Array {
  return values
    .slice(offsets[query], offsets[query + 1])
    .sort()
    .reverse();
}
