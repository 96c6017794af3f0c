/** Which known name may a wrong one mean? */

/** ` Did you mean "label"?`, or nothing where no name is near. */
export function suggestion(given: string, known: readonly string[]): string {
  const [nearest] = known
    .map((name) => ({ name, distance: distanceOf(given, name) }))
    .filter(({ name, distance }) => distance <= Math.min(3, Math.floor(name.length / 2)))
    .sort((a, b) => a.distance - b.distance);
  return nearest === undefined ? "" : ` Did you mean "${nearest.name}"?`;
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
