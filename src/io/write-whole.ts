/** What does a user learn when files cannot be written? */
import { SemqrelError } from "../core/errors.ts";
import { type FileToWrite, writeFiles } from "../core/files/write-file.ts";

/**
 * Writes all of the files or none.
 *
 * @param output the path that the user gave
 * @throws SemqrelError OUTPUT_UNWRITABLE   details: { file }; or what the making of the text throws
 */
export function writeWhole(files: readonly FileToWrite[], output: string): void {
  try {
    writeFiles(files);
  } catch (cause) {
    if (cause instanceof SemqrelError) throw cause;
    const why = output === "" ? "the path is empty" : reasonOf(cause, output);
    const message = `Writing ${output}: ${why}. Nothing was changed; choose another path.`;
    throw new SemqrelError("OUTPUT_UNWRITABLE", message, { details: { file: output }, cause });
  }
}

function reasonOf(cause: unknown, output: string): string {
  if (!(cause instanceof Error)) return String(cause);
  const { code, path } = cause as NodeJS.ErrnoException;
  return code === "EISDIR" && path === output ? "it is a folder" : cause.message;
}
