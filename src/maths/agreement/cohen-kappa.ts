/** How far do two raters agree beyond what their habits alone would give? */
import { at } from "../../core/at.ts";
import { gradePlaces } from "./grade-votes.ts";

/**
 * How many items have which two grades. Gives classes x classes, row = grade of `one`. Grades are places 0..classes - 1,
 * -1 for none; items that either did not rate are left out.
 */
export function confusionTable(one: Int32Array, other: Int32Array, classes: number): Float64Array {
  const table = new Float64Array(classes * classes);
  for (let item = 0; item < one.length; item++) {
    const row = one[item] as number;
    const column = other[item] as number;
    if (row < 0 || column < 0) continue;
    const cell = row * classes + column;
    table[cell] = (table[cell] as number) + 1;
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
 * @param one a grade per item, NaN for none; items that only one rater rated are left out
 * @returns up to 1, 0 for chance; null where no item is shared and where both give the same single grade throughout
 * @throws SemqrelError INVALID_OPTION  unequal lengths; INVALID_RATING  an infinite grade
 */
export function cohenKappa(
  one: ArrayLike<number>,
  other: ArrayLike<number>,
  weights: KappaWeights = "plain",
): number | null {
  const { grades, places } = gradePlaces([one, other]);
  return cohenKappaOfTable(confusionTable(at(places, 0), at(places, 1), grades.length), grades, weights);
}

/** The same of a table of `confusionTable`. @param grades those of its rows and columns */
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
