/** How reliable are ratings, when some are missing and grades may be names, an order or a scale? */
import { gradeVotes, type VoteCounts } from "./grade-votes.ts";

interface Coincidences {
  /** Each grade that occurs, ascending. */
  readonly grades: Float64Array;
  /** Grades x grades, symmetrical: Σ over items of (ordered pairs of raters that give these grades) / (ratings - 1). */
  readonly table: Float64Array;
  /** Sum of each row: how many ratings of items with at least two have this grade. */
  readonly totals: Float64Array;
}

/** Krippendorff's coincidence matrix. @param counts how often each item counts; once by default */
export function coincidences({ grades, votes, voters }: VoteCounts, counts?: ArrayLike<number>): Coincidences {
  const classes = grades.length;
  const table = new Float64Array(classes * classes);
  const totals = new Float64Array(classes);
  for (let item = 0; item < voters.length; item++) {
    const raters = voters[item] as number;
    const weight = counts?.[item] ?? 1;
    if (raters < 2 || weight === 0) continue;
    for (let row = 0; row < classes; row++) {
      const given = votes[item * classes + row] as number;
      if (given === 0) continue;
      totals[row] = (totals[row] as number) + weight * given;
      const weightOfPair = (weight * given) / (raters - 1);
      for (let column = 0; column < classes; column++) {
        const others = (votes[item * classes + column] as number) - (row === column ? 1 : 0);
        table[row * classes + column] = (table[row * classes + column] as number) + weightOfPair * others;
      }
    }
  }
  return { grades, table, totals };
}

/** What grades are: names, an order, or numbers whose distances count. */
export type GradeLevel = "nominal" | "ordinal" | "interval";

/**
 * Krippendorff's alpha: 1 - observed / expected disagreement, from the coincidences of grades inside items:
 *
 *   o(c, k) = Σ over items of (pairs of raters that give c and k) / (ratings of the item - 1);  n(c) = Σ o(c, ·)
 *   α = 1 - (n - 1) Σ o(c, k) δ²(c, k) / Σ n(c) n(k) δ²(c, k)
 *   δ² = 1 for different names; (c - k)² of numbers; of an order (n(c) / 2 + ratings between c and k + n(k) / 2)²
 *
 * Cost O(items (raters + grades²)). Source: Krippendorff 2011, Computing Krippendorff's Alpha-Reliability.
 * @param ratings by rater, one grade per item, NaN for none; items with fewer than two ratings do not count
 * @returns up to 1, 0 for chance; null where no item has two ratings and where all ratings are equal: undefined
 * @throws SemqrelError INVALID_OPTION  unequal lengths; INVALID_RATING  an infinite grade
 */
export function krippendorffAlpha(ratings: readonly ArrayLike<number>[], level: GradeLevel): number | null {
  return krippendorffAlphaOf(coincidences(gradeVotes(ratings)), level);
}

export function krippendorffAlphaOf({ grades, table, totals }: Coincidences, level: GradeLevel): number | null {
  const classes = grades.length;
  const scale = level === "ordinal" ? middles(totals) : grades;
  let observed = 0;
  let expected = 0;
  let all = 0;
  for (let row = 0; row < classes; row++) {
    all += totals[row] as number;
    for (let column = 0; column < classes; column++) {
      if (row === column) continue;
      const squared = level === "nominal" ? 1 : ((scale[row] as number) - (scale[column] as number)) ** 2;
      observed += squared * (table[row * classes + column] as number);
      expected += squared * (totals[row] as number) * (totals[column] as number);
    }
  }
  return expected > 0 ? 1 - ((all - 1) * observed) / expected : null;
}

/** Where the middle of each grade's ratings lies when all stand in order. */
function middles(totals: Float64Array): Float64Array {
  let below = 0;
  return totals.map((count) => {
    below += count;
    return below - count / 2;
  });
}
