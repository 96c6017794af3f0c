/**
 * How reliable are ratings, when some are missing and grades may be names, an order or a scale?
 */
import { type Coincidences, coincidences } from "./coincidences.ts";
import { gradeVotes } from "./grade-votes.ts";

/** What grades are: names, an order, or numbers whose distances count. */
export type GradeLevel = "nominal" | "ordinal" | "interval";

/**
 * Krippendorff's alpha: 1 - observed / expected disagreement, from the coincidences of grades inside items:
 *
 *   o(c, k) = Σ over items of (pairs of raters that give c and k) / (ratings of the item - 1);  n(c) = Σ o(c, ·)
 *   α = 1 - (n - 1) Σ o(c, k) δ²(c, k) / Σ n(c) n(k) δ²(c, k)
 *   δ² = 1 for different names; (c - k)² of numbers; of an order (n(c) / 2 + ratings between c and k + n(k) / 2)²
 *
 * @param ratings by rater, one grade per item, NaN for none; items with fewer than two ratings do not count; not
 *                modified
 * @returns up to 1, 0 for chance; null where no item has two ratings and where all ratings are equal: undefined
 * @throws SemqrelError INVALID_OPTION  unequal lengths; INVALID_RATING  an infinite grade
 *
 * Cost O(items (raters + grades²)). Source: Krippendorff 2011, Computing Krippendorff's Alpha-Reliability.
 */
export function krippendorffAlpha(ratings: readonly ArrayLike<number>[], level: GradeLevel): number | null {
  return krippendorffAlphaOf(coincidences(gradeVotes(ratings)), level);
}

/** The same of coincidences. */
export function krippendorffAlphaOf({ grades, table, totals }: Coincidences, level: GradeLevel): number | null {
  const classes = grades.length;
  const scale = level === "ordinal" ? middles(totals) : grades;
  let observed = 0;
  let expected = 0;
  let all = 0;
  for (let row = 0; row < classes; row++) {
    all += totals[row] ?? 0;
    for (let column = 0; column < classes; column++) {
      if (row === column) continue;
      const squared = level === "nominal" ? 1 : ((scale[row] ?? 0) - (scale[column] ?? 0)) ** 2;
      observed += squared * (table[row * classes + column] ?? 0);
      expected += squared * (totals[row] ?? 0) * (totals[column] ?? 0);
    }
  }
  return expected > 0 ? 1 - ((all - 1) * observed) / expected : null;
}

/** Where the middle of each grade's ratings lies when all stand in order: the distance of two grades is what lies between. */
function middles(totals: Float64Array): Float64Array {
  let below = 0;
  return totals.map((count) => {
    below += count;
    return below - count / 2;
  });
}
