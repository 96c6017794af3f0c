/**
 * Which grades do raters use, and at which of them does each rating stand?
 */
import { SemqrelError } from "../../core/errors.ts";

export interface GradePlaces {
  /** Each grade that occurs, ascending. */
  readonly grades: Float64Array;
  /** By rater and item, the place of the rating in `grades`; -1 where a rater gave none. */
  readonly places: readonly Int32Array[];
}

/**
 * @param ratings by rater, one value per item, NaN for none
 * @throws SemqrelError INVALID_OPTION  raters of unequal length   details: { lengths }
 * @throws SemqrelError INVALID_RATING  an infinite grade          details: { rater, item, grade }
 */
export function gradePlaces(ratings: readonly ArrayLike<number>[]): GradePlaces {
  const lengths = ratings.map(({ length }) => length);
  if (lengths.some((length) => length !== lengths[0])) {
    throw new SemqrelError(
      "INVALID_OPTION",
      `Comparing raters: they have ${lengths.join(", ")} values. Give one per item, NaN where a rater gave none.`,
      { details: { lengths } },
    );
  }
  const distinct = new Set<number>();
  for (const [rater, ofRater] of ratings.entries()) {
    for (let item = 0; item < ofRater.length; item++) {
      const grade = ofRater[item] ?? Number.NaN;
      if (Number.isNaN(grade)) continue;
      requireFinite(grade, rater, item);
      distinct.add(grade);
    }
  }
  const grades = Float64Array.from(distinct).sort();
  const placeOf = new Map(Array.from(grades, (grade, place) => [grade, place]));
  return { grades, places: ratings.map((ofRater) => Int32Array.from(ofRater, (grade) => placeOf.get(grade) ?? -1)) };
}

function requireFinite(grade: number, rater: number, item: number): void {
  if (Number.isFinite(grade)) return;
  throw new SemqrelError(
    "INVALID_RATING",
    `Comparing raters: rater ${rater} gives item ${item} the grade ${grade}. Give finite grades, NaN for none.`,
    { details: { rater, item, grade } },
  );
}
