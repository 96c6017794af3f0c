/**
 * Which grade did each rater give each pair, the first time and when it was shown again?
 */
import type { RatingSet } from "../../core/types.ts";

export interface GradesByRater {
  /** Everybody who rated or flagged a pair, in the order of code units. */
  readonly raters: readonly string[];
  /** By rater and place of the pair: the grade; NaN where it was not rated, or flagged. */
  readonly first: readonly Float64Array[];
  /** The same of the second time. */
  readonly again: readonly Float64Array[];
}

/** Cost O(raters pairs). */
export function gradesByRater({ pairs, ratings }: RatingSet): GradesByRater {
  const raters = [...new Set(ratings.map(({ rater }) => rater))].sort();
  const numbers = new Map(raters.map((rater, number) => [rater, number]));
  const first = raters.map(() => new Float64Array(pairs.length).fill(Number.NaN));
  const again = raters.map(() => new Float64Array(pairs.length).fill(Number.NaN));
  for (const { rater, pair, occasion, grade } of ratings) {
    const grades = (occasion === 0 ? first : again)[numbers.get(rater) ?? -1];
    if (grades !== undefined && grade !== null) grades[pair] = grade;
  }
  return { raters, first, again };
}
