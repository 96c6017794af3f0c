/** Which column of a table names raters, where no column has a usual name for them? */
import { at } from "../../core/at.ts";
import { quoted, someOf } from "../../core/text/wording.ts";
import { inputError } from "../input-error.ts";
import type { Table } from "../tables/table.ts";

/** In names of such columns: `worker_id`, `user_email`, `completed_by`. */
const raterWords =
  /^(?:raters?|judges?|annotators?|assessors?|workers?|reviewers?|evaluators?|labell?ers?|coders?|experts?|users?|participants?|emails?|who|by)$/;

export function seemsRater(name: string): boolean {
  const words = name.replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2").toLowerCase();
  return words.split(/\P{L}+/u).some((word) => raterWords.test(word));
}

/**
 * The column that tells rows of the same query and document apart, and is called after people; null for none. A pair has
 * several rows where several people rated it.
 *
 * @param further columns without a role
 * @param pairOf  by row, equal for rows of the same query and document
 * @throws SemqrelError INVALID_FORMAT  such rows have different labels, and only a column of another name tells them apart
 */
export function raterColumn(
  { source }: Pick<Table, "source">,
  further: ReadonlyMap<string, readonly string[]>,
  pairOf: (row: number) => string,
  labels: readonly number[],
): string | null {
  // Most tables need no look at pairs: a column of raters has several names.
  const possible = [...further].filter(([, cells]) => hasSeveralNames(cells));
  if (possible.length === 0) return null;
  const rowsOfPair = new Map<string, number[]>();
  for (let row = 0; row < labels.length; row++) {
    const pair = pairOf(row);
    const rows = rowsOfPair.get(pair);
    if (rows === undefined) rowsOfPair.set(pair, [row]);
    else rows.push(row);
  }
  const repeated = [...rowsOfPair.values()].filter((rows) => rows.length > 1);
  if (repeated.length === 0) return null;
  const found = possible.filter(([, cells]) => tellsApart(cells, repeated)).map(([name]) => name);
  const named = found.find(seemsRater);
  if (named !== undefined) return named;
  const conflict = repeated.find((rows) => new Set(rows.map((row) => at(labels, row))).size > 1);
  if (found.length === 0 || conflict === undefined) return null;
  const [query = "", document = ""] = pairOf(at(conflict, 0)).split("\n");
  const what =
    `query ${quoted(query)}, document ${quoted(document)} has ${conflict.length} rows with different ratings, and ` +
    `${someOf(found.map(quoted))} tells them apart. If that column names the raters, call it "rater"; if not, leave it out.`;
  throw inputError("INVALID_FORMAT", source, what, { columns: found });
}

function hasSeveralNames(cells: readonly string[]): boolean {
  const [first] = cells;
  return cells.some((cell) => cell !== first);
}

/** Whether the rows of each pair have values of their own, which come again in other pairs, as raters do. */
function tellsApart(cells: readonly string[], repeated: readonly (readonly number[])[]): boolean {
  const seen = new Set<string>();
  let rows = 0;
  for (const ofPair of repeated) {
    const values = new Set(ofPair.map((row) => at(cells, row)));
    if (values.size < ofPair.length || values.has("")) return false;
    for (const value of values) seen.add(value);
    rows += ofPair.length;
  }
  return repeated.length === 1 || seen.size < rows;
}
