import { at } from "../at.ts";

/** Maximum number of wrong letters in a typing mistake. */
const MOST_WRONG = 3;

/** Returns the name with the fewest wrong letters; null if none is similar. Letter case only matters in ties. */
export function nearestName(given: string, known: readonly string[]) {
  const inLowerCase = (name: string) => distanceOf(given.toLowerCase(), name.toLowerCase());
  const [nearest] = known
    // Skips names whose length differs too much. A letter has at most two UTF-16 units.
    .filter((name) => Math.abs(name.length - given.length) <= 2 * MOST_WRONG)
    .map((name) => ({ name, distance: inLowerCase(name), asWritten: distanceOf(given, name) }))
    .filter(({ name, distance }) => distance <= Math.min(MOST_WRONG, Math.max(given.length, name.length) / 2))
    .sort((a, b) => a.distance - b.distance || a.asWritten - b.asWritten);
  return nearest === undefined ? null : { name: nearest.name, distance: nearest.distance };
}

/** Returns the Levenshtein distance in letters. */
function distanceOf(from: string, to: string): number {
  const letters = [...to];
  let row = Array.from({ length: letters.length + 1 }, (_, column) => column);
  for (const letter of from) {
    const next = [at(row, 0) + 1];
    for (let column = 1; column <= letters.length; column++) {
      const replaced = at(row, column - 1) + (letter === letters[column - 1] ? 0 : 1);
      next.push(Math.min(replaced, at(row, column) + 1, at(next, column - 1) + 1));
    }
    row = next;
  }
  return at(row, letters.length);
}

/** Minimum length of a beginning, such as `docu` of `document`. Shorter beginnings fit many names by chance. */
const SHORTEST_BEGINNING = 4;

/** Returns ` Did you mean "label"?` if a name is similar, or if only one has a word starting with `given`; else "". */
export function suggestion(given: string, names: readonly string[]): string {
  const known = names.filter((name) => name !== given);
  const nearest = nearestName(given, known);
  const [longer = null, another] = known.filter(
    (name) => given.length >= SHORTEST_BEGINNING && wordsOf(name).some((word) => word.startsWith(given.toLowerCase())),
  );
  const isBeginning = longer !== null && another === undefined && !(nearest !== null && nearest.distance <= 1);
  const meant = isBeginning ? longer : (nearest?.name ?? null);
  return meant === null ? "" : ` Did you mean "${meant}"?`;
}

function wordsOf(name: string): string[] {
  return name.toLowerCase().split(/[^\p{L}\p{N}]+/u);
}
