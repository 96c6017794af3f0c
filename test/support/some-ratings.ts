/** Ratings for tests of agreement. */
import fc from "fast-check";

/** Raters x items: grades 1..5, a fifth of them missing (NaN). */
export function someRatings(minRaters: number, maxRaters: number): fc.Arbitrary<number[][]> {
  const grade = fc.oneof({ weight: 4, arbitrary: fc.integer({ min: 1, max: 5 }) }, fc.constant(Number.NaN));
  return fc
    .tuple(fc.integer({ min: minRaters, max: maxRaters }), fc.integer({ min: 1, max: 20 }))
    .chain(([raters, items]) =>
      fc.array(fc.array(grade, { minLength: items, maxLength: items }), { minLength: raters, maxLength: raters }),
    );
}

/** The first two rows. */
export function raterRows([one = [], other = []]: readonly number[][]): readonly [
  readonly number[],
  readonly number[],
] {
  return [one, other];
}

// Wikipedia, "Fleiss' kappa", Worked example: ten subjects, and how many of fourteen raters chose each of five
// categories.
const fleissCounts = [
  [0, 0, 0, 0, 14],
  [0, 2, 6, 4, 2],
  [0, 0, 3, 5, 6],
  [0, 3, 9, 2, 0],
  [2, 2, 8, 1, 1],
  [7, 7, 0, 0, 0],
  [3, 2, 6, 3, 0],
  [2, 5, 3, 2, 2],
  [6, 5, 2, 1, 0],
  [0, 2, 2, 3, 7],
];

/** Raters x items. It does not matter which of the fourteen chose what. */
export const fleissExample: readonly (readonly number[])[] = Array.from({ length: 14 }, (_, rater) =>
  fleissCounts.map(
    (counts) => counts.flatMap((count, category) => Array<number>(count).fill(category + 1))[rater] ?? 0,
  ),
);

/** Fifteen items by three raters, 1..5. */
export const threeRaters: readonly [readonly number[], readonly number[], readonly number[]] = [
  [1, 2, 3, 4, 5, 5, 3, 2, 1, 4, 4, 2, 5, 1, 3],
  [1, 3, 3, 5, 5, 4, 3, 2, 2, 4, 3, 2, 5, 1, 1],
  [2, 2, 4, 4, 5, 3, 3, 1, 1, 5, 4, 2, 4, 1, 3],
];

const missing = Number.NaN;

/** Krippendorff 2011, Computing Krippendorff's Alpha-Reliability, section C: four observers, twelve units. */
export const krippendorffExample: readonly (readonly number[])[] = [
  [1, 2, 3, 3, 2, 1, 4, 1, 2, missing, missing, missing],
  [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, missing, 3],
  [missing, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, missing],
  [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, missing],
];
