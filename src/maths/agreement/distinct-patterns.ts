/**
 * Which combinations of grades occur? Agreement depends on them and on how often each does, not on single items.
 */

export interface DistinctPatterns {
  /** By rater: the grade of each combination, NaN for none. */
  readonly patterns: readonly Float64Array[];
  /** By item: its combination. */
  readonly patternOfItem: Int32Array;
}

/** @param ratings by rater, one grade per item, NaN for none; all of one length. Cost O(raters items). */
export function distinctPatterns(ratings: readonly Float64Array[]): DistinctPatterns {
  const places = new Map<string, number>();
  const found: number[][] = [];
  const patternOfItem = Int32Array.from({ length: ratings[0]?.length ?? 0 }, (_, item) => {
    const grades = ratings.map((ofRater) => ofRater[item] ?? Number.NaN);
    const key = grades.join(" ");
    const place = places.get(key);
    if (place !== undefined) return place;
    places.set(key, found.length);
    return found.push(grades) - 1;
  });
  const patterns = ratings.map((_, rater) => Float64Array.from(found, (grades) => grades[rater] ?? Number.NaN));
  return { patterns, patternOfItem };
}
