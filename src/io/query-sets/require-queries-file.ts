/** Is there a file of queries, if columns of it are named? */
import { invalidOption } from "../../core/errors.ts";

/**
 * The file is read for its queries and once more for its columns, which standard input cannot be.
 *
 * @param task what is done, as the beginning of a message
 * @throws SemqrelError INVALID_OPTION  columns of queries are named, and no file has them
 */
export function requireQueriesFile(
  queries: string | null,
  { segment, weight }: { readonly segment?: string; readonly weight?: string },
  task: string,
): void {
  if ((queries !== null && queries !== "-") || (segment === undefined && weight === undefined)) return;
  const remedy =
    queries === "-" ? "It is read twice: give --queries a file, not standard input." : "Pass --queries FILE too.";
  throw invalidOption(`${task}: --segment and --weight name columns of the queries file. ${remedy}`);
}
