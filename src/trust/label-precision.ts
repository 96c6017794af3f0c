/**
 * Do the results with the highest labels satisfy people?
 */
import { averagePrecisionOfScores, type ScoredPrecision } from "../statistics/average-precision-of-scores.ts";
import type { JudgedQuery } from "./judged-lists.ts";

/**
 * Average precision of labels over all pairs of a query and a title that any engine returned. A title to which engines
 * gave different labels has the largest; what nobody judged counts as not relevant, as in a measure.
 *
 * @param labels         by query, engine and rank, as `queries`
 * @param relevanceLevel the smallest grade that counts as relevant; null for every one above 0
 *
 * Cost O(pairs log pairs).
 */
export function labelPrecision(
  queries: readonly JudgedQuery[],
  labels: readonly (readonly Float64Array[])[],
  relevanceLevel: number | null,
): ScoredPrecision {
  const pairs = queries.reduce((sum, { titles }) => sum + titles, 0);
  const scores = new Float64Array(pairs);
  const relevant = new Float64Array(pairs);
  let first = 0;
  queries.forEach(({ titles, lists, grades }, query) => {
    lists.forEach((list, engine) => {
      list.forEach((title, rank) => {
        const pair = first + title;
        const grade = grades[engine]?.[rank] ?? Number.NaN;
        scores[pair] = Math.max(scores[pair] ?? 0, labels[query]?.[engine]?.[rank] ?? 0);
        if (relevanceLevel === null ? grade > 0 : grade >= relevanceLevel) relevant[pair] = 1;
      });
    });
    first += titles;
  });
  return averagePrecisionOfScores(scores, relevant);
}
