/**
 * Scores of two engines for property tests: tenths, so that scores and differences tie, or tie except for their last
 * bits (0.3 - 0.2 is not 0.2 - 0.1).
 */
import fc from "fast-check";
import { runs } from "./property.ts";

/** Like `runs`, for fast properties. */
export const manyRuns = { ...runs, numRuns: 1000 } as const;

export const someScore = fc.nat(10).map((tenths) => tenths / 10);

export interface Pairs {
  readonly x: readonly number[];
  readonly y: readonly number[];
}

/** Two series of equal length. */
export function somePairs(minLength: number, maxLength: number, score: fc.Arbitrary<number> = someScore) {
  return fc
    .array(fc.tuple(score, score), { minLength, maxLength })
    .map((pairs): Pairs => ({ x: pairs.map(([x]) => x), y: pairs.map(([, y]) => y) }));
}
