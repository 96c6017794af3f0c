/**
 * From which cosine on is a match worth believing, said of each query by the ratings of others?
 */
import { SemqrelError } from "../../core/errors.ts";
import { foldsByGroup } from "../../maths/regression/folds.ts";
import { type BetaGammaOptions, type BetaGammaThreshold, betaGammaThreshold } from "./beta-gamma-threshold.ts";

/** Pairs of a query and a title, in columns. */
export interface ScoredPairs {
  /** Such as cosines; finite. */
  readonly scores: Float64Array;
  /** NaN where nobody rated the pair. */
  readonly grades: Float64Array;
  readonly queries: Int32Array;
}

export interface CrossFitThreshold {
  /** By all ratings: for queries that nobody rated. Null where no score is worth believing. */
  readonly threshold: BetaGammaThreshold | null;
  /** By query of the pairs: the threshold by the folds without it; Infinity where they believe no score. */
  readonly ofQuery: ReadonlyMap<number, number>;
}

/** As for calibrations. */
const MOST_FOLDS = 10;

/**
 * @throws SemqrelError INVALID_OPTION  pairs of fewer than two queries   details: { queries }; as `betaGammaThreshold`
 *
 * Cost folds times a threshold.
 */
export function crossFitThreshold(
  { scores, grades, queries }: ScoredPairs,
  { seed, ...options }: BetaGammaOptions & { readonly seed: number },
): CrossFitThreshold {
  const threshold = betaGammaThreshold(scores, grades, options);
  const count = new Set(queries).size;
  if (count < 2) {
    throw new SemqrelError(
      "INVALID_OPTION",
      `Choosing a match threshold: ${count === 0 ? "no rated query has" : "one rated query alone has"} matches in these lists. Rate at least two queries, ten for a start.`,
      { details: { queries: count } },
    );
  }
  const folds = foldsByGroup(queries, Math.min(MOST_FOLDS, count), seed);
  const ofFold = Array.from({ length: new Set(folds).size }, (_, fold) => {
    const others = <Column extends Float64Array>(column: Column) => column.filter((__, pair) => folds[pair] !== fold);
    return betaGammaThreshold(others(scores), others(grades), options)?.threshold ?? Number.POSITIVE_INFINITY;
  });
  return { threshold, ofQuery: new Map(Array.from(queries, (query, pair) => [query, ofFold[folds[pair] ?? 0] ?? 0])) };
}
