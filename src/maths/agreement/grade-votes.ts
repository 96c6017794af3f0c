/**
 * How many raters give an item each grade?
 */
import { type GradePlaces, gradePlaces } from "./grade-places.ts";

/** Votes without who gave them. */
export interface VoteCounts {
  /** Each grade that occurs, ascending. */
  readonly grades: Float64Array;
  /** How many there are, whether they rated an item or not. */
  readonly raters: number;
  /** Items x grades: how many raters gave it. */
  readonly votes: Float64Array;
  /** By item: how many raters rated it. */
  readonly voters: Int32Array;
}

export interface GradeVotes extends VoteCounts, GradePlaces {}

/** Parameters and errors as `gradePlaces`. */
export function gradeVotes(ratings: readonly ArrayLike<number>[]): GradeVotes {
  const { grades, places } = gradePlaces(ratings);
  const items = places[0]?.length ?? 0;
  const votes = new Float64Array(items * grades.length);
  const voters = new Int32Array(items);
  for (const ofRater of places) {
    for (const [item, place] of ofRater.entries()) {
      if (place < 0) continue;
      const cell = item * grades.length + place;
      votes[cell] = (votes[cell] ?? 0) + 1;
      voters[item] = (voters[item] ?? 0) + 1;
    }
  }
  return { grades, places, raters: ratings.length, votes, voters };
}
