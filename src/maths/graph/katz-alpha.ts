/**
 * Which alpha may Katz centrality have in a graph?
 */
import { SemqrelError } from "../../core/errors.ts";
import type { SpectralRadius } from "./spectral-radius.ts";

export interface KatzAlpha {
  readonly alpha: number;
  /** Every alpha below this has a solution; infinite where no edge lies on a cycle. */
  readonly limit: number;
}

/** Where no walk returns any alpha is allowed, and this one is taken, as networkx does. */
const USUAL = 0.1;

/**
 * @param asked null for half of the limit
 * @throws SemqrelError INVALID_OPTION  alpha reaches 1 / radius   details: { alpha, limit }
 */
export function katzAlpha(asked: number | null, { value }: SpectralRadius): KatzAlpha {
  const limit = value > 0 ? 1 / value : Number.POSITIVE_INFINITY;
  if (asked === null) return { alpha: value > 0 ? limit / 2 : USUAL, limit };
  if (asked < limit) return { alpha: asked, limit };
  throw new SemqrelError(
    "INVALID_OPTION",
    `Computing Katz centrality: alpha ${asked} is too large, as longer walks would count ever more. In this graph it must be below ${limit.toPrecision(6)} (1 / the largest eigenvalue, ${value.toPrecision(6)}).`,
    { details: { alpha: asked, limit } },
  );
}
