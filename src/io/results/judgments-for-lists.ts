/** Explains errors in reading result lists from a file that has judgments or queries instead. */

import { SemqrelError } from "../../core/errors.ts";
import { isFile } from "../../core/files/folders.ts";
import { shellWord } from "../../core/text/escape.ts";
import { formats } from "../formats.ts";
import { inputError } from "../input-error.ts";
import { drawOf } from "../judgments/chosen-judgments.ts";
import { peekInput } from "../tables/read-table.ts";
import { guessColumns, recogniseColumns } from "../tables/recognise-columns.ts";
import { headColumns, tableFormatOf, tableRoles } from "../tables/table-roles.ts";

export function adviceForJudgments(path: string): string {
  const gold = `DIR --gold ${shellWord(path)}`;
  if (isFile(path) && drawOf(path)?.singled)
    return `To compare labels in a folder with these judgments, run semqrel estimate ${gold} --pool POOL, where POOL is the rated pool.`;
  return `To compare labels in a folder with judgments, run semqrel validate ${gold} or semqrel estimate ${gold}. To measure runs with them, run semqrel measure.`;
}

/** Returns the result of `reading`. If reading fails because the file has judgments or queries, the error says so. */
export async function unlessJudgments<T>(path: string, reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    const isOther = error instanceof SemqrelError && (error.code === "MISSING_COLUMN" || error.code === "EMPTY_FILE");
    if (!isOther || !isFile(path)) throw error;
    const { input, head } = await peekInput(path);
    input.close();
    // A table with ranks is a result list, even if it lacks a required column.
    const isRanked = head === "" || tableRoles(headColumns(head) ?? [], {}).rank !== null;
    const format = isRanked ? undefined : formats.judgments.find(({ detect }) => detect(head, {}))?.name;
    if (format === undefined && !seemsQueries(head)) throw error;
    const what =
      format === undefined
        ? `it seems to contain queries, not result lists. Give result lists, and queries as --queries ${shellWord(path)}.`
        : `it contains judgments (${format}), not result lists. Give result lists. ${adviceForJudgments(path)}`;
    throw inputError("INVALID_FORMAT", path, what, { format: format ?? "queries", cause: error });
  }
}

/** Returns whether a text has ids and texts of queries. If it has no column names, line 1 must have several words. */
function seemsQueries(head: string): boolean {
  const names = headColumns(head) ?? [];
  if (names.length !== 2 || tableFormatOf(head) === "jsonl") return false;
  const { query, "query id": id, ...others } = recogniseColumns(names, {}, "").columns;
  const known = [...Object.values(others), ...Object.keys(guessColumns(names))];
  if (known.some((one) => one !== null) || (query === null) !== (id === null)) return false;
  if (query === null && !names.some((name) => /\S\s+\S/.test(name))) return false;
  const lines = head.trimEnd().split("\n");
  return new Set(lines.map((line) => line.split(/[\t,;]/, 1)[0])).size === lines.length;
}
