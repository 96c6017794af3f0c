/**
 * How do tests write sets of ratings down shortly?
 */
import type { PooledPair, Rating, RatingScale, RatingSet } from "../../src/core/types.ts";

/** `5` a grade, `"flag"` cannot be rated, null nothing. */
export type Given = number | "flag" | null;

export interface MadeRatings {
  /** By rater, what each pair got the first time; all of one length. */
  readonly first: Readonly<Record<string, readonly Given[]>>;
  /** By rater, what pairs got when they were shown again. @default none */
  readonly again?: Readonly<Record<string, readonly Given[]>>;
  /** Of every rating; by rater. @default 12 */
  readonly seconds?: Readonly<Record<string, readonly (number | null)[]>>;
  /** Lowest and highest grade. @default [1, 5] */
  readonly scale?: readonly [lowest: number, highest: number];
  /** @default three pairs a query, document `d0`, `d1`, … of "query 0", "query 1", … */
  readonly pairs?: readonly PooledPair[];
}

/** A set as a database gives it: ratings by pair, then rater, then occasion. */
export function makeRatingSet(made: MadeRatings): RatingSet {
  const { first, again = {}, seconds = {}, scale = [1, 5] } = made;
  const raters = Object.keys({ ...first, ...again }).sort();
  const count = Math.max(0, ...Object.values({ ...first, ...again }).map((given) => given.length));
  const pairs = made.pairs ?? Array.from({ length: count }, (_, place) => makePair(place));
  const ratings = pairs.flatMap((_, pair) =>
    raters.flatMap((rater) =>
      ([0, 1] as const).flatMap((occasion): Rating[] => {
        const given = (occasion === 0 ? first : again)[rater]?.[pair] ?? null;
        if (given === null) return [];
        const taken = seconds[rater] === undefined ? 12 : (seconds[rater][pair] ?? null);
        const grade = given === "flag" ? null : given;
        return [{ pair, rater, occasion, grade, note: "", ratedAt: "2024-06-01T10:00:00.000Z", seconds: taken }];
      }),
    ),
  );
  return { source: "ratings.db", scale: makeScale(...scale), pairs, ratings };
}

export function makeScale(lowest: number, highest: number): RatingScale {
  const grades = Array.from({ length: highest - lowest + 1 }, (_, place) => lowest + place);
  return { name: `${lowest}-${highest}`, grades: grades.map((grade) => ({ grade, label: `grade ${grade}` })) };
}

/** The pair of a place: three to a query, of one engine. */
export function makePair(place: number, more: Partial<PooledPair> = {}): PooledPair {
  return {
    query: `query ${Math.floor(place / 3)}`,
    queryId: `q${Math.floor(place / 3)}`,
    informationNeed: null,
    id: `d${place}`,
    title: `Title ${place}`,
    url: null,
    engines: [{ name: "engine", rank: place % 3, also: [], of: 3 }],
    probability: 1,
    queryProbability: 1,
    merged: [],
    ...more,
  };
}
