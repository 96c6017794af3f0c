/**
 * Which label and which grade does each title of a query have, whoever returned it?
 */
import type { JudgedQuery } from "./judged-lists.ts";

/** By title: its place in the query's pool. */
export interface LabelsByTitle {
  /** The largest that engines gave it, >= 0. */
  readonly labels: Float64Array;
  /** The best that people gave it; NaN where nobody judged it. */
  readonly grades: Float64Array;
}

/** @param labels by engine and rank; those of the query, or others. Cost O(results). */
export function labelsByTitle(
  { titles, lists, grades: given }: Pick<JudgedQuery, "titles" | "lists" | "grades">,
  labels: readonly Float64Array[],
): LabelsByTitle {
  const found = { labels: new Float64Array(titles), grades: new Float64Array(titles).fill(Number.NaN) };
  for (const [engine, list] of lists.entries()) {
    for (const [rank, title] of list.entries()) {
      found.labels[title] = Math.max(found.labels[title] ?? 0, labels[engine]?.[rank] ?? 0);
      const grade = given[engine]?.[rank] ?? Number.NaN;
      if (grade >= 0 && !((found.grades[title] ?? 0) >= grade)) found.grades[title] = grade;
    }
  }
  return found;
}
