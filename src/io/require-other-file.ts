/**
 * Would an output replace a file that is read? It may be all that somebody has.
 */
import { realpathSync, statSync } from "node:fs";
import { SemqrelError } from "../core/errors.ts";

/**
 * @param inputs paths, however they are written; null and - for none
 * @throws SemqrelError INVALID_OPTION   details: { file }
 */
export function requireOtherFile(output: string, inputs: readonly (string | null)[]): void {
  const target = realPath(output);
  const read = inputs.filter((input) => input !== null);
  const same = read.find((input) => input !== "-" && target !== null && realPath(input) === target);
  if (same === undefined) return;
  throw new SemqrelError(
    "INVALID_OPTION",
    `Writing ${output}: it is the file that is read. Name another; replace ${same} once that is written.`,
    { details: { file: output } },
  );
}

/** Null where nothing is there, or no file: what is written to devices and pipes replaces nothing. */
function realPath(path: string): string | null {
  try {
    return statSync(path).isFile() ? realpathSync(path) : null;
  } catch {
    return null;
  }
}
