/** How far do two raters agree beyond what their habits alone would give? */
import { gradePlaces } from "./grade-votes.ts";

/**
 * @param one    places of grades 0..classes - 1 by item, -1 for none
 * @param other  the same of another rater
 * @param counts how often each item counts; once by default
 * @returns classes x classes, row = grade of `one`; items that either did not rate are left out
 */
export function confusionTable(
  one: Int32Array,
  other: Int32Array,
  classes: number,
  counts?: ArrayLike<number>,
): Float64Array {
  const table = new Float64Array(classes * classes);
  for (let item = 0; item < one.length; item++) {
    const row = one[item] as number;
    const column = other[item] as number;
    if (row < 0 || column < 0) continue;
    const cell = row * classes + column;
    table[cell] = (table[cell] as number) + (counts?.[item] ?? 1);
  }
  return table;
}

/** How much a disagreement counts: all the same, as the distance of the grades, or as its square. */
export type KappaWeights = "plain" | "linear" | "quadratic";

/**
 * Cohen's kappa: 1 - Σ w o / Σ w e, w = distance of two grades, o = share of items with these grades, e = product of
 * how often each rater gives them. Distances are of the grades themselves, so that an unused grade between them counts.
 * Cost O(items + grades²). Source: Cohen 1960 (Educational and Psychological Measurement 20, 37-46), weighted: Cohen
 * 1968 (Psychological Bulletin 70, 213-220).
 * @param one   a grade per item, NaN for none
 * @param other the same of another rater; items that only one of them rated are left out
 * @returns up to 1, 0 for chance, below 0 for less than chance; null where no item is shared and where both give the
 *          same single grade throughout: undefined, not 0 or 1
 * @throws SemqrelError INVALID_OPTION  unequal lengths; INVALID_RATING  an infinite grade
 */
export function cohenKappa(
  one: ArrayLike<number>,
  other: ArrayLike<number>,
  weights: KappaWeights = "plain",
): number | null {
  const { grades, places } = gradePlaces([one, other]);
  const [first = new Int32Array(0), second = new Int32Array(0)] = places;
  return cohenKappaOfTable(confusionTable(first, second, grades.length), grades, weights);
}

/** The same of a table as `confusionTable` makes it, its rows and columns being `grades`. */
export function cohenKappaOfTable(table: Float64Array, grades: Float64Array, weights: KappaWeights): number | null {
  const classes = grades.length;
  const rows = new Float64Array(classes);
  const columns = new Float64Array(classes);
  let items = 0;
  for (let row = 0; row < classes; row++) {
    for (let column = 0; column < classes; column++) {
      const count = table[row * classes + column] as number;
      rows[row] = (rows[row] as number) + count;
      columns[column] = (columns[column] as number) + count;
      items += count;
    }
  }
  let observed = 0;
  let expected = 0;
  for (let row = 0; row < classes; row++) {
    for (let column = 0; column < classes; column++) {
      const distance = distances[weights]((grades[row] as number) - (grades[column] as number));
      observed += distance * (table[row * classes + column] as number);
      expected += distance * (rows[row] as number) * (columns[column] as number);
    }
  }
  return expected > 0 ? 1 - (items * observed) / expected : null;
}

const distances: Readonly<Record<KappaWeights, (difference: number) => number>> = {
  plain: (difference) => (difference === 0 ? 0 : 1),
  linear: (difference) => Math.abs(difference),
  quadratic: (difference) => difference ** 2,
};
