/** Which known name may a wrong one mean? */
import { nearestName } from "./nearest-name.ts";

/** ` Did you mean "label"?`, or nothing where no name is near. */
export function suggestion(given: string, known: readonly string[]): string {
  const nearest = nearestName(given, known);
  return nearest === null ? "" : ` Did you mean "${nearest.name}"?`;
}
