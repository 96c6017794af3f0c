/** Which known name is most like a wrong one? */

export interface NearestName {
  readonly name: string;
  /** Letters to insert, remove or replace, whatever their case. */
  readonly distance: number;
}

/** More than so many are no slip of the hand. */
const MOST_WRONG = 3;

/**
 * The name with the fewest wrong letters whatever their case, of equals with the fewest as written, of equals the first.
 * Null where half of the letters would be wrong, or more than three.
 *
 * Cost O(squares of the known names' letters), however long the given one is.
 */
export function nearestName(given: string, known: readonly string[]): NearestName | null {
  const [nearest] = known
    // A letter has two UTF-16 units at most.
    .filter((name) => Math.abs(name.length - given.length) <= 2 * MOST_WRONG)
    .map((name) => ({
      name,
      distance: distanceOf(given.toLowerCase(), name.toLowerCase()),
      asWritten: distanceOf(given, name),
    }))
    .filter(
      ({ name, distance }) => distance <= Math.min(MOST_WRONG, Math.floor(Math.max(given.length, name.length) / 2)),
    )
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
