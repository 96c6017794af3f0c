/**
 * Is there a saved response whose titles an option names?
 */
import { SemqrelError } from "../../core/errors.ts";
import { someOf } from "../../core/text/wording.ts";
import { responseFormats } from "../tables/read-table.ts";
import type { InputFile } from "./results-file.ts";

/**
 * One of the files is enough: the option says nothing of the others.
 *
 * @param titleField null where nobody named one
 * @throws SemqrelError INVALID_OPTION  the field would be ignored   details: { files, titleField }
 */
export function requireResponse(files: readonly InputFile[], titleField: string | null): void {
  if (titleField === null || files.some(({ format }) => responseFormats.includes(format))) return;
  const paths = files.map(({ path }) => path);
  throw new SemqrelError(
    "INVALID_OPTION",
    `Reading ${someOf(paths)}: --title-field names a field of saved search responses, and there are none. ` +
      `In other files titles have a column: pass --title-column ${titleField} where that is its name.`,
    { details: { files: paths, titleField } },
  );
}
