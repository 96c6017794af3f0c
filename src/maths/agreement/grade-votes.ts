/** Which grades do raters use, and how many raters give an item each of them? */
import { invalidOption, SemqrelError } from "../../core/errors.ts";
import { numbersAt, numbersOf } from "../numbers.ts";

/**
 * Each grade that occurs, ascending; and by rater and item the place of the rating among them, -1 if a rater gave none.
 * @param ratings by rater, one value per item, NaN for none; all of one length and none infinite, or it throws
 */
export function gradePlaces(ratings: readonly ArrayLike<number>[]) {
  const lengths = ratings.map(({ length }) => length);
  if (lengths.some((length) => length !== lengths[0])) {
    throw invalidOption(
      `Comparing raters: they have ${lengths.join(", ")} values. Give one per item, NaN where a rater gave none.`,
      { lengths },
    );
  }
  const distinct = new Set<number>();
  for (const [rater, ofRater] of ratings.entries()) {
    for (let item = 0; item < ofRater.length; item++) {
      const grade = ofRater[item] as number;
      if (Number.isNaN(grade)) continue;
      requireFinite(grade, rater, item);
      distinct.add(grade);
    }
  }
  const grades = Float64Array.from(distinct).sort();
  const placeOf = new Map(Array.from(grades, (grade, place) => [grade, place]));
  return {
    grades,
    places: ratings.map((ofRater) => Int32Array.from(numbersOf(ofRater, (grade) => placeOf.get(grade) ?? -1))),
  };
}

function requireFinite(grade: number, rater: number, item: number): void {
  if (Number.isFinite(grade)) return;
  throw new SemqrelError(
    "INVALID_RATING",
    `Comparing raters: rater ${rater} gives item ${item} the grade ${grade}. Give finite grades, NaN for none.`,
    { details: { rater, item, grade } },
  );
}

export interface VoteCounts {
  readonly grades: Float64Array;
  readonly raters: number;
  readonly votes: Float64Array;
  readonly voters: Int32Array;
}

export type GradeVotes = ReturnType<typeof gradeVotes>;

export function gradeVotes(ratings: readonly ArrayLike<number>[]) {
  const { grades, places } = gradePlaces(ratings);
  const items = places[0]?.length ?? 0;
  const votes = new Float64Array(items * grades.length);
  const voters = new Int32Array(items);
  for (const ofRater of places) {
    for (const [item, place] of ofRater.entries()) {
      if (place < 0) continue;
      const cell = item * grades.length + place;
      votes[cell] = (votes[cell] as number) + 1;
      voters[item] = (voters[item] as number) + 1;
    }
  }
  return { grades, places, raters: ratings.length, votes, voters };
}

/** Which items have the same votes: most measures of agreement do not ask who gave them. */
export function distinctVotes({ grades, raters, votes, voters }: VoteCounts) {
  const classes = grades.length;
  const votesOf = (item: number) => votes.subarray(item * classes, (item + 1) * classes);
  const { kindOfItem, first } = kindsOf(voters.length, (item) => votesOf(item).join(" "));
  const ofKinds = new Float64Array(first.length * classes);
  for (const [kind, item] of first.entries()) ofKinds.set(votesOf(item), kind * classes);
  const votersOfKinds = Int32Array.from(first, (item) => voters[item] as number);
  return { votes: { grades, raters, votes: ofKinds, voters: votersOfKinds }, kindOfItem };
}

/** Which combinations of grades occur: agreement depends on them and on how often each does, not on single items. */
export function distinctPatterns(ratings: readonly Float64Array[]) {
  const keyOf = (item: number) => ratings.map((ofRater) => ofRater[item]).join(" ");
  const { kindOfItem, first } = kindsOf(ratings[0]?.length ?? 0, keyOf);
  return { patterns: ratings.map((ofRater) => numbersAt(ofRater, first)), patternOfItem: kindOfItem };
}

/** Kinds are numbered in order of first appearance; `first` has an item of each. */
function kindsOf(items: number, keyOf: (item: number) => string) {
  const kinds = new Map<string, number>();
  const first: number[] = [];
  const kindOfItem = Int32Array.from({ length: items }, (_, item) => {
    const key = keyOf(item);
    const known = kinds.get(key);
    if (known !== undefined) return known;
    kinds.set(key, first.length);
    return first.push(item) - 1;
  });
  return { kindOfItem, first };
}
