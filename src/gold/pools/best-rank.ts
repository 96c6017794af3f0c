/**
 * How high did any engine put a pair's document?
 */
import type { PooledPair } from "../../core/types.ts";

/** The smallest rank of its engines, 0-based; infinity where no engine returned it, as with imported judgments. */
export function bestRank({ engines }: Pick<PooledPair, "engines">): number {
  return engines.reduce((best, { rank }) => Math.min(best, rank), Number.POSITIVE_INFINITY);
}
