/** In which order do engines stand where people rated pairs? */
import { at } from "../core/at.ts";
import { rowsOfQuery } from "../lists/group-results.ts";
import { roundScore } from "../maths/numbers.ts";
import type { PositionWeights } from "../measure/measures/position-weights.ts";
import type { EngineValues } from "../trust/engine-values.ts";
import type { CalibrationTraining } from "./calibration/calibration-model.ts";
import { type TitlePool, valueOfTitle } from "./calibration/title-pool.ts";

export interface PairOrder {
  /** Places of the engines, best first; equal ones in the order given. */
  readonly order: readonly number[];
  /** 0..1: how much of the engines' gains is predicted, not rated. */
  readonly predictedShare: number;
}

interface Gain {
  readonly weights: PositionWeights;
  /** Whether each query's sum is divided by its best one, as of nDCG. */
  readonly isNormalised: boolean;
}

/**
 * By the mean over queries of Σ weight of the rank · gain: the rated gain of a title that people rated, in the sample or
 * not, else the predicted one.
 *
 * @param predicted by pool row, >= 0
 * @param options   `queries`: their numbers
 */
export function orderByPairs(
  pool: TitlePool,
  { rows, targets }: Pick<CalibrationTraining, "rows" | "targets">,
  predicted: Float64Array,
  { queries, ...gain }: Gain & { readonly queries: Int32Array },
): PairOrder {
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
  const total = (of: Float64Array) => sumsOf(of, false).reduce((sum, one) => sum + one, 0);
  const scores = sumsOf(gains, gain.isNormalised).map((sum) => roundScore(sum / queries.length));
  return {
    order: [...scores.keys()].sort((one, other) => at(scores, other) - at(scores, one)),
    predictedShare: 1 - total(rated) / (total(gains) || 1),
  };
}

/**
 * By engine, then query: Σ weight of the rank · gain of the title; with `isNormalised` divided by the same sum over the
 * best titles of the query's pool, and 0 where none has a gain.
 *
 * @param gains by pool row, >= 0
 *
 * Cost O(results + pool rows log pool rows).
 */
function weightedGains(pool: TitlePool, gains: Float64Array, { weights, isNormalised }: Gain): EngineValues {
  const summed = (ranked: Float64Array) =>
    ranked.subarray(0, weights.depth).reduce((sum, gain, rank) => sum + weights.weightAt(rank) * gain, 0);
  const ideals = Float64Array.from({ length: pool.queries }, (_, query) =>
    isNormalised
      ? summed(
          gains
            .slice(pool.offsets[query], pool.offsets[query + 1])
            .sort()
            .reverse(),
        )
      : 1,
  );
  return pool.engines.map(({ lists, poolRows }) =>
    ideals.map((ideal, query) => {
      const ranked = Float64Array.from(rowsOfQuery(lists, query), (row) => valueOfTitle(gains, at(poolRows, row), 0));
      return ideal > 0 ? summed(ranked) / ideal : 0;
    }),
  );
}
