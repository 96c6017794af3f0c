/** Which known name may a wrong one mean? */
import { nearestName } from "./nearest-name.ts";

/** Shorter ones are in many names by chance. */
const SHORTEST_PART = 4;

/** ` Did you mean "label"?`, or nothing where no name is near, nor a single one has what was given as a part. */
export function suggestion(given: string, known: readonly string[]): string {
  const nearest = nearestName(given, known);
  const [longer = null, another] = known.filter(
    (name) => given.length >= SHORTEST_PART && name.toLowerCase().includes(given.toLowerCase()),
  );
  const isPart = longer !== null && another === undefined && !(nearest !== null && nearest.distance <= 1);
  const meant = isPart ? longer : (nearest?.name ?? null);
  return meant === null ? "" : ` Did you mean "${meant}"?`;
}
