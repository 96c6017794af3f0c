/** Which known name is most like a wrong one? */

export interface NearestName {
  readonly name: string;
  /** Letters to insert, remove or replace, whatever their case. */
  readonly distance: number;
}

/**
 * The name with the fewest wrong letters whatever their case, of equals with the fewest as written, of equals the first.
 * Null where half of the letters would be wrong, or more than three.
 *
 * Cost O(letters given x letters of all names).
 */
export function nearestName(given: string, known: readonly string[]): NearestName | null {
  const [nearest] = known
    .map((name) => ({
      name,
      distance: distanceOf(given.toLowerCase(), name.toLowerCase()),
      asWritten: distanceOf(given, name),
    }))
    .filter(({ name, distance }) => distance <= Math.min(3, Math.floor(Math.max(given.length, name.length) / 2)))
    .sort((a, b) => a.distance - b.distance || a.asWritten - b.asWritten);
  return nearest === undefined ? null : { name: nearest.name, distance: nearest.distance };
}

/** Letters to insert, remove or replace. */
function distanceOf(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (const letter of from) {
    const next = [(row[0] ?? 0) + 1];
    for (let column = 1; column <= to.length; column++) {
      const replaced = (row[column - 1] ?? 0) + (letter === to[column - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
