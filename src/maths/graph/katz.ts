/** How many walks end at a node, long ones counting less? */

import { invalidOption } from "../../core/errors.ts";
import { type Graph, sumOver } from "./build-graph.ts";
import type { SpectralRadius } from "./spectral-radius.ts";

export interface KatzOptions {
  /** Each further edge of a walk multiplies by this: > 0, below 1 / `spectralRadius`. */
  readonly alpha: number;
  /** What each node has of itself, > 0. */
  readonly beta: number;
}

const MOST_ROUNDS = 100_000;
/** Of the largest value: what a round may still change. */
const TOLERANCE = 1e-14;

/**
 * Katz centrality, the solution of x = α · A · x + β by iteration, not normalised: node n gets from the nodes with an
 * edge to n, times its weight. As networkx's `katz_centrality(normalized=False)`. Cost O(edges · rounds); rounds grow
 * as 1 / (1 - alpha · spectralRadius). Source: Katz 1953 (Psychometrika 18, 39-43).
 * @returns by node, >= beta
 * @throws SemqrelError INVALID_OPTION  alpha or beta is no number > 0; the sum does not settle, as alpha is too large
 */
export function katz({ order, predecessors }: Graph, { alpha, beta }: KatzOptions): Float64Array {
  requirePositive("alpha", alpha);
  requirePositive("beta", beta);
  let values = new Float64Array(order).fill(beta);
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const next = new Float64Array(order);
    let change = 0;
    let largest = 0;
    for (let node = 0; node < order; node++) {
      const value = alpha * sumOver(predecessors, node, values) + beta;
      change = Math.max(change, Math.abs(value - (values[node] as number)));
      largest = Math.max(largest, value);
      next[node] = value;
    }
    values = next;
    if (!Number.isFinite(largest)) break;
    if (change <= TOLERANCE * largest) return values;
  }
  throw invalidOption(
    `Computing Katz centrality: with alpha ${alpha} the sum over walks does not settle. Give one well below 1 / the largest eigenvalue of the graph.`,
    { alpha },
  );
}

function requirePositive(name: "alpha" | "beta", value: number): void {
  if (value > 0 && Number.isFinite(value)) return;
  throw invalidOption(`Computing Katz centrality: ${name} is ${value}. Give a number above 0.`, { [name]: value });
}

export interface KatzAlpha {
  readonly alpha: number;
  /** Each smaller alpha has a solution; infinite where no edge lies on a cycle. */
  readonly limit: number;
}

/** Where no walk returns any alpha is allowed, and this one is taken, as networkx does. */
const USUAL = 0.1;

/** @param asked null for half of the limit; one that reaches the limit is refused */
export function katzAlpha(asked: number | null, { value }: SpectralRadius): KatzAlpha {
  const limit = value > 0 ? 1 / value : Number.POSITIVE_INFINITY;
  if (asked === null) return { alpha: value > 0 ? limit / 2 : USUAL, limit };
  if (asked < limit) return { alpha: asked, limit };
  throw invalidOption(
    `Computing Katz centrality: alpha ${asked} is too large, as longer walks would count ever more. In this graph it must be below ${limit.toPrecision(6)} (1 / the largest eigenvalue, ${value.toPrecision(6)}).`,
    { alpha: asked, limit },
  );
}
