/**
 * How far from people's values are the calibrated ones, where both are known?
 */
import type { EngineValues } from "../../trust/engine-values.ts";

export interface CalibrationOffset {
  /** By engine: calibrated less human, mean over the rated queries. */
  readonly engines: Float64Array;
  /** Mean over engines. */
  readonly mean: number;
  /** Queries that people rated. */
  readonly ratedQueries: number;
}

/**
 * The calibrated value is no level, and this says by how much.
 *
 * @param calibrated as `calibratedValues` gives them, from labels that did not see the query's ratings
 * @param human      as `humanValues`: NaN where the query is not rated
 * @returns null where no query is rated, or there is no engine
 *
 * Cost O(engines · queries).
 */
export function calibrationOffset(calibrated: EngineValues, human: EngineValues): CalibrationOffset | null {
  const rated = Array.from(human[0]?.keys() ?? []).filter((query) => !Number.isNaN(human[0]?.[query]));
  if (rated.length === 0) return null;
  const engines = Float64Array.from(calibrated, (values, engine) => {
    const differences = rated.map((query) => (values[query] ?? Number.NaN) - (human[engine]?.[query] ?? Number.NaN));
    return differences.reduce((sum, difference) => sum + difference, 0) / rated.length;
  });
  const mean = engines.reduce((sum, offset) => sum + offset, 0) / engines.length;
  return { engines, mean, ratedQueries: rated.length };
}
