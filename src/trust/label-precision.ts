/**
 * Do the results with the highest labels satisfy people?
 */
import { averagePrecisionOfScores, type ScoredPrecision } from "../maths/classification/separation.ts";
import type { JudgedQuery } from "./judged-lists.ts";
import { labelsByTitle } from "./labels-by-title.ts";

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
  for (const [place, query] of queries.entries()) {
    const found = labelsByTitle(query, labels[place] ?? []);
    scores.set(found.labels, first);
    for (const [title, grade] of found.grades.entries()) {
      if (relevanceLevel === null ? grade > 0 : grade >= relevanceLevel) relevant[first + title] = 1;
    }
    first += query.titles;
  }
  return averagePrecisionOfScores(scores, relevant);
}
