/**
 * How do several ratings of one pair become one?
 */
import type { RawJudgments } from "../../core/types.ts";
import { pickRows } from "../pick-rows.ts";

/**
 * One row a pair of query and document, or one a pair and rater. Of several ratings by one rater (or by nobody named)
 * the largest counts; those of several raters are averaged, as `measure` does. `repeated` counts the rows that go.
 */
export function mergeJudgments(raw: RawJudgments, byRater: boolean): { judgments: RawJudgments; repeated: number } {
  const { queries, documents, labels, raters } = raw;
  /** By pair and then by rater: the row that stands for them. */
  const pairs = new Map<string, Map<string, number>>();
  const largest = Float64Array.from(labels);
  for (let row = 0; row < queries.length; row++) {
    const key = `${queries[row]} ${documents[row]}`;
    const ofPair = pairs.get(key) ?? new Map<string, number>();
    pairs.set(key, ofPair);
    const rater = raters?.[row] ?? "";
    const known = ofPair.get(rater);
    if (known === undefined) ofPair.set(rater, row);
    else if (Number.isNaN(largest[known]) || (labels[row] ?? 0) > (largest[known] ?? 0)) {
      largest[known] = labels[row] ?? Number.NaN;
    }
  }
  const kept = new Set<number>();
  for (const ofPair of pairs.values()) {
    const rows = [...ofPair.values()];
    const rated = rows.filter((row) => !Number.isNaN(largest[row]));
    if (byRater) for (const row of rated.length > 0 ? rated : rows.slice(0, 1)) kept.add(row);
    else {
      const [first = rows[0] ?? 0] = rated;
      if (rated.length > 0) largest[first] = rated.reduce((sum, row) => sum + (largest[row] ?? 0), 0) / rated.length;
      kept.add(first);
    }
  }
  const repeated = queries.length - kept.size;
  if (repeated === 0) return { judgments: raw, repeated };
  return { judgments: pickRows({ ...raw, labels: largest }, (row) => kept.has(row)), repeated };
}
