/** How often does each small whole number occur? */

/** Entry v is how often v occurs. Values are whole numbers >= 0. */
export function countValues(values: Iterable<number>): number[] {
  const counts: number[] = [];
  for (const value of values) {
    while (counts.length <= value) counts.push(0);
    counts[value] = (counts[value] as number) + 1;
  }
  return counts;
}
