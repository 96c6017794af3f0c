/** In which order do engines stand, by ratings and labels together? */
import { at } from "../../core/at.ts";
import { roundScore } from "../classification/round-score.ts";
import type { EnginePair } from "./decide-by-looks.ts";

/** What is known of an engine that is put into the combined order. */
export interface EngineToOrder {
  /** As `intervalEstimate` gives it. */
  readonly estimate: number | null;
  /** Mean of the calibrated labels over all queries. */
  readonly calibrated: number;
}

/** Of two engines, by place, as `differenceEstimates` gives it. */
export interface DifferenceNoise extends EnginePair {
  readonly standardError: number | null;
}

/** The order of engines that ratings and calibrated labels make together. */
export interface CombinedOrder {
  /** Places of the engines, best first; equal ones in the order given. */
  readonly order: readonly number[];
  /** By engine, as a deviation from their mean: what orders them. It is no level, and not to be shown as one. */
  readonly scores: Float64Array;
  /** Weight of the calibrated labels, 0..1; the estimates have the rest. */
  readonly weight: number;
}

/**
 * Draws the estimates to the calibrated labels, which have little noise, a scale of their own and an unknown bias:
 *
 *   s = max(0, Σ d c / Σ c²), r = d - s c, w = 1 / max(1, mean over pairs of (r_i - r_j)² / se_ij²)
 *   scores = (1 - w) d + w s c
 *
 * with d and c the deviations of estimates and calibrated means from their means over engines. w is 1 where the two
 * differ by no more than noise. It is taken over pairs: errors of engines on the same queries move together, and cancel
 * in differences. Estimates decide alone where labels disagree with them throughout (s = 0), labels where an engine has
 * no estimate. Source: empirical Bayes shrinkage to a second estimate, as Green and Strawderman 1991 (JASA 86,
 * 1001-1006).
 */
export function combinedOrder(
  engines: readonly EngineToOrder[],
  differences: readonly DifferenceNoise[],
): CombinedOrder {
  const calibrated = deviations(engines.map((engine) => engine.calibrated));
  const estimates = engines.flatMap(({ estimate }) => estimate ?? []);
  if (estimates.length < engines.length || engines.length === 0)
    return ordered(calibrated, engines.length === 0 ? 0 : 1);
  const estimated = deviations(estimates);
  const squares = calibrated.reduce((sum, value) => sum + value * value, 0);
  const shared = estimated.reduce((sum, value, engine) => sum + value * at(calibrated, engine), 0);
  const slope = squares === 0 ? 0 : Math.max(0, shared / squares);
  if (slope === 0) return ordered(estimated, 0);
  const scaled = calibrated.map((value) => slope * value);
  const rest = estimated.map((value, engine) => value - at(scaled, engine));
  const ratios = differences.flatMap(({ first, second, standardError }) =>
    standardError ? [((at(rest, first) - at(rest, second)) / standardError) ** 2] : [],
  );
  // Estimates without noise need no help.
  const weight = ratios.length === 0 ? 0 : 1 / Math.max(1, mean(ratios));
  return ordered(
    estimated.map((value, engine) => (1 - weight) * value + weight * at(scaled, engine)),
    weight,
  );
}

function ordered(values: readonly number[], weight: number): CombinedOrder {
  const scores = Float64Array.from(values, roundScore);
  const order = [...scores.keys()].sort((one, other) => at(scores, other) - at(scores, one));
  return { order, scores, weight };
}

function deviations(values: readonly number[]): number[] {
  const center = mean(values);
  return values.map((value) => value - center);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
