/** Scores with known grades, for tests of proxy labels. */
import fc from "fast-check";

/** Six queries with four pairs each: scores with ties, the grade 0..3 from a person, and whether it is 2 or more. */
export const scoredSample = {
  scores: [
    0.5, 0.05, 0, 0, 0.35, 0.8, 0, 0.45, 0.2, 0.9, 0.55, 0.1, 0.55, 0, 0.7, 0.4, 0.4, 0.65, 0.4, 0.45, 0.05, 0, 0.9,
    0.8,
  ],
  grades: [1, 0, 0, 0, 2, 3, 1, 2, 1, 3, 2, 0, 3, 0, 2, 0, 3, 1, 0, 1, 0, 0, 2, 1],
  relevant: [0, 0, 0, 0, 1, 1, 0, 1, 0, 1, 1, 0, 1, 0, 1, 0, 1, 0, 0, 0, 0, 0, 1, 0],
  queries: Int32Array.from({ length: 24 }, (_, item) => Math.floor(item / 4)),
} as const;

export interface Scored {
  readonly scores: readonly number[];
  readonly truth: readonly number[];
}

/** Scores in tenths, so that many tie, and grades 0..topGrade. */
export function someScored(minLength: number, maxLength: number, topGrade = 1): fc.Arbitrary<Scored> {
  return fc
    .array(fc.record({ tenths: fc.nat(10), grade: fc.nat(topGrade) }), { minLength, maxLength })
    .map((items) => ({ scores: items.map(({ tenths }) => tenths / 10), truth: items.map(({ grade }) => grade) }));
}
