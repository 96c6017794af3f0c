/** Short notation for sets of ratings. */
import type { PooledPair, Rating, RatingScale, RatingSet } from "../../src/core/types.ts";

/** `5` is a grade, `"flag"` means cannot be rated, null means unrated. */
export type Given = number | "flag" | null;

export interface MadeRatings {
  /** By rater, the first answer for each pair; all of the same length. */
  readonly first: Readonly<Record<string, readonly Given[]>>;
  /** By rater, the answers for repeated pairs. @default none */
  readonly again?: Readonly<Record<string, readonly Given[]>>;
  /** Seconds of every rating, by rater. @default 12 */
  readonly seconds?: Readonly<Record<string, readonly (number | null)[]>>;
  /** Smallest and largest grade. @default [1, 5] */
  readonly scale?: readonly [lowest: number, highest: number];
  /** @default three pairs per query, documents `d0`, `d1`, … of "query 0", "query 1", … */
  readonly pairs?: readonly PooledPair[];
}

/** A set as from a database: ratings by pair, then rater, then occasion. */
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

/** The pair with an index: three per query, from one engine. */
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
