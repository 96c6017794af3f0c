/**
 * With which chance is each unit drawn, where large ones shall be drawn more often?
 */

/**
 * Proportional to the sizes, with the sum `count`; where that would exceed 1, the unit is certain and the others share
 * what is left.
 *
 * @param sizes above 0
 * @param count units to draw, a whole number >= 1
 * @returns all 1 where there are no more units than that
 */
export function inclusionProbabilities(sizes: readonly number[], count: number): number[] {
  if (count >= sizes.length) return sizes.map(() => 1);
  const isCertain = sizes.map(() => false);
  for (;;) {
    const open = sizes.reduce((sum, size, unit) => (isCertain[unit] ? sum : sum + size), 0);
    const left = count - isCertain.filter(Boolean).length;
    const probabilities = sizes.map((size, unit) => (isCertain[unit] ? 1 : (left * size) / open));
    if (probabilities.every((probability, unit) => isCertain[unit] || probability < 1)) return probabilities;
    for (const [unit, probability] of probabilities.entries()) if (probability >= 1) isCertain[unit] = true;
  }
}
