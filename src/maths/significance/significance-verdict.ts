/** What may be said about an engine beside the baseline? */

/** What may be said about an engine beside the baseline. */
export type Verdict = "better" | "worse" | "no difference shown" | "too few queries";

/** What a verdict follows from. */
export interface Evidence {
  /** Queries that both were measured on. */
  readonly queries: number;
  /** Corrected for all comparisons made, 0..1; null where no test was possible. */
  readonly adjustedP: number | null;
  /** Engine - baseline, of a measure where more is better. */
  readonly meanDifference: number;
}

/** Below this many queries a test says more about the queries than about the engines. */
export const FEWEST_QUERIES = 10;
const significance = 0.05;

/**
 * Fewer than 10 queries: "too few queries", whatever p is. Else an adjusted p below .05 gives "better" or "worse" by
 * the sign of the mean difference, and all others "no difference shown": absence of proof, not proof of equality.
 */
export function verdict({ queries, adjustedP, meanDifference }: Evidence): Verdict {
  if (queries < FEWEST_QUERIES) return "too few queries";
  if (adjustedP === null || !(adjustedP < significance) || meanDifference === 0) return "no difference shown";
  return meanDifference > 0 ? "better" : "worse";
}
