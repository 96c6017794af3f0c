/** Where does work lie that goes with the process? */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { messageOf, SemqrelError } from "../errors.ts";
import { isFolder } from "./folders.ts";

/**
 * A new folder in the system's folder for temporary files, which is never made: it is another's to make.
 *
 * @param prefix of its name
 * @throws SemqrelError OUTPUT_UNWRITABLE   details: { folder }
 */
export function makeTemporaryFolder(prefix: string): string {
  const parent = tmpdir();
  try {
    return mkdtempSync(join(parent, prefix));
  } catch (cause) {
    const why = isFolder(parent) ? messageOf(cause) : "there is no such folder";
    throw new SemqrelError(
      "OUTPUT_UNWRITABLE",
      `Making a folder in ${parent}, for temporary files: ${why}. Set TMPDIR to a folder that can be written.`,
      { details: { folder: parent }, cause },
    );
  }
}
