/** What does a file hold that semqrel wrote or printed earlier? */
import { readFileSync } from "node:fs";
import { messageOf } from "../core/errors.ts";
import { nearFile } from "../core/files/folders.ts";
import { inputError } from "./input-error.ts";

/**
 * The whole text, without a byte order mark.
 *
 * @param remedy a sentence that says which file to give
 * @throws SemqrelError FILE_NOT_FOUND, FILE_UNREADABLE   details: { file }
 */
export function readOwnText(file: string, remedy: string): string {
  try {
    return readFileSync(file, "utf8").replace(/^\ufeff/, "");
  } catch (cause) {
    const isMissing = (cause as NodeJS.ErrnoException).code === "ENOENT";
    const why = isMissing ? "there is no such file" : `it cannot be read (${messageOf(cause)})`;
    const what = `${why}. ${remedy}${isMissing ? nearFile(file) : ""}`;
    throw inputError(isMissing ? "FILE_NOT_FOUND" : "FILE_UNREADABLE", file, what, { cause });
  }
}
