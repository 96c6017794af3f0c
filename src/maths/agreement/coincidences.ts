/**
 * How often do two grades meet in one item?
 */
import type { VoteCounts } from "./grade-votes.ts";

export interface Coincidences {
  /** Each grade that occurs, ascending. */
  readonly grades: Float64Array;
  /** Grades x grades, symmetrical: Σ over items of (ordered pairs of raters that give these grades) / (ratings - 1). */
  readonly table: Float64Array;
  /** Sum of each row: how many ratings of items with at least two have this grade. */
  readonly totals: Float64Array;
}

/**
 * The coincidence matrix of Krippendorff. Items with fewer than two ratings do not count.
 *
 * @param counts how often each item counts; once by default
 *
 * Cost O(items grades²).
 */
export function coincidences({ grades, votes, voters }: VoteCounts, counts?: ArrayLike<number>): Coincidences {
  const classes = grades.length;
  const table = new Float64Array(classes * classes);
  const totals = new Float64Array(classes);
  for (let item = 0; item < voters.length; item++) {
    const raters = voters[item] ?? 0;
    const weight = counts?.[item] ?? 1;
    if (raters < 2 || weight === 0) continue;
    for (let row = 0; row < classes; row++) {
      const given = votes[item * classes + row] ?? 0;
      if (given === 0) continue;
      totals[row] = (totals[row] ?? 0) + weight * given;
      const weightOfPair = (weight * given) / (raters - 1);
      for (let column = 0; column < classes; column++) {
        const others = (votes[item * classes + column] ?? 0) - (row === column ? 1 : 0);
        table[row * classes + column] = (table[row * classes + column] ?? 0) + weightOfPair * others;
      }
    }
  }
  return { grades, table, totals };
}
