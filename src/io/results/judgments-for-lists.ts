/** What is said where judgments are given for result lists? */
import { SemqrelError } from "../../core/errors.ts";
import { isFile } from "../../core/files/folders.ts";
import { shellWord } from "../../core/text/escape.ts";
import { peekInput } from "../format-input.ts";
import { judgmentFormats } from "../judgments/read-judgments.ts";
import { headColumns } from "../tables/head-columns.ts";
import { tableRoles } from "../tables/table-roles.ts";

/** Where judgments are wanted. */
export function placesOfJudgments(path: string): string {
  const gold = `DIR --gold ${shellWord(path)}`;
  return `Labels in a folder are compared with judgments by semqrel validate ${gold} and semqrel estimate ${gold}; semqrel measure measures runs by them.`;
}

/** The result; where the file cannot be read as lists and holds judgments, the error says so. */
export async function unlessJudgments<T>(path: string, reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    const isOther = error instanceof SemqrelError && (error.code === "MISSING_COLUMN" || error.code === "EMPTY_FILE");
    const format = isOther && isFile(path) ? await judgmentFormatOf(path) : null;
    if (format === null) throw error;
    const message = `Reading ${path}: it holds judgments (${format}), no result lists. Give result lists. ${placesOfJudgments(path)}`;
    throw new SemqrelError("INVALID_FORMAT", message, { details: { file: path, format }, cause: error });
  }
}

/** Null for anything else, and for a table with ranks, which is a list that lacks another column. */
async function judgmentFormatOf(path: string): Promise<string | null> {
  const { input, head } = await peekInput(path);
  input.close();
  if (head === "" || tableRoles(headColumns(head) ?? [], {}).rank !== null) return null;
  return judgmentFormats.find(({ detect }) => detect(head, {}))?.name ?? null;
}
