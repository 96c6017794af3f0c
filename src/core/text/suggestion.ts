/** Which known name may a wrong one mean? */
import { nearestName } from "./nearest-name.ts";

/** With less many names begin by chance. */
const SHORTEST_BEGINNING = 4;

/** ` Did you mean "label"?`, or nothing where no name is near, nor a single one has a word that begins so. */
export function suggestion(given: string, known: readonly string[]): string {
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
