/** Which items do raters disagree on most? */
import { at } from "../../core/at.ts";
import type { PooledPair, Rating, RatingSet } from "../../core/types.ts";
import { meanAndDeviation } from "../../maths/summary/means.ts";

export interface Disagreement extends Pick<PooledPair, "query" | "queryId" | "id" | "title"> {
  /** Largest - smallest grade, above 0. */
  readonly spread: number;
  /** Sample standard deviation of the grades (n - 1). */
  readonly deviation: number;
  readonly grades: readonly (Pick<Rating, "rater" | "note"> & { readonly grade: number })[];
}

/**
 * Every item with unequal grades, largest spread first, then largest deviation, then in the order of the pool. Flags and
 * repeats are not compared.
 */
export function disagreements({ pairs, ratings }: RatingSet): Disagreement[] {
  const gradesOfPair: Disagreement["grades"][number][][] = pairs.map(() => []);
  for (const { pair, rater, occasion, grade, note } of ratings) {
    if (grade !== null && occasion === 0) at(gradesOfPair, pair).push({ rater, grade, note });
  }
  return pairs
    .flatMap(({ query, queryId, id, title }, place) => {
      const grades = at(gradesOfPair, place);
      const values = grades.map(({ grade }) => grade);
      const spread = values.length === 0 ? 0 : Math.max(...values) - Math.min(...values);
      if (spread === 0) return [];
      return [{ query, queryId, id, title, spread, deviation: meanAndDeviation(values).standardDeviation, grades }];
    })
    .sort((one, other) => other.spread - one.spread || other.deviation - one.deviation);
}
