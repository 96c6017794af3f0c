/**
 * Which grade does one rater give where another gives which?
 */

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
    const row = one[item] ?? -1;
    const column = other[item] ?? -1;
    if (row < 0 || column < 0) continue;
    const cell = row * classes + column;
    table[cell] = (table[cell] ?? 0) + (counts?.[item] ?? 1);
  }
  return table;
}
