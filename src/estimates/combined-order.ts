/**
 * In which order do engines stand, by ratings and labels together?
 */
import { roundScore } from "../statistics/round-score.ts";

export interface EngineToOrder {
  /** As `intervalEstimate` gives both. */
  readonly estimate: number | null;
  readonly standardError: number | null;
  /** Mean of the calibrated labels over all queries. */
  readonly calibrated: number;
}

export interface CombinedOrder {
  /** Places of the engines, best first; equal ones in the order given. */
  readonly order: readonly number[];
  /** By engine, as a deviation from their mean: what orders them. It is no level, and not to be shown as one. */
  readonly scores: Float64Array;
  /** Weight of the calibrated labels, 0..1; the estimates have the rest. */
  readonly weight: number;
}

/**
 * Shrinks the estimates to the calibrated labels, which have little noise and an unknown bias:
 *
 *   scores = (1 - w) d + w c, w = v / (v + b²), v = mean of the squared standard errors,
 *   b² = max(0, mean (d - c)² - v): what d and c differ by beyond noise
 *
 * with d and c the deviations of estimates and calibrated means from their means over engines. Where an engine has no
 * estimate the labels decide alone; a missing standard error leaves v to the others.
 *
 * Source: empirical Bayes shrinkage to a second estimate, as Green and Strawderman 1991 (JASA 86, 1001-1006).
 */
export function combinedOrder(engines: readonly EngineToOrder[]): CombinedOrder {
  const calibrated = deviations(engines.map((engine) => engine.calibrated));
  const estimates = engines.flatMap(({ estimate }) => estimate ?? []);
  const hasAll = estimates.length === engines.length;
  const estimated = hasAll ? deviations(estimates) : calibrated;
  const noise = mean(engines.flatMap(({ standardError }) => (standardError === null ? [] : standardError ** 2)));
  const apart = mean(estimated.map((value, engine) => (value - (calibrated[engine] ?? 0)) ** 2));
  const bias = Math.max(0, apart - noise);
  const weight = !hasAll ? 1 : noise === 0 ? 0 : noise / (noise + bias);
  const scores = Float64Array.from(estimated, (value, engine) =>
    roundScore((1 - weight) * value + weight * (calibrated[engine] ?? 0)),
  );
  const order = [...scores.keys()].sort((one, other) => (scores[other] ?? 0) - (scores[one] ?? 0));
  return { order, scores, weight };
}

function deviations(values: readonly number[]): number[] {
  const center = mean(values);
  return values.map((value) => value - center);
}

/** 0 for none. */
function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
