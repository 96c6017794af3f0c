/**
 * Is standard input asked for once? It can be read no second time.
 */
import { SemqrelError } from "../core/errors.ts";

/**
 * @param paths "-" for standard input; null for none
 * @throws SemqrelError INVALID_OPTION
 */
export function requireOneStandardInput(paths: readonly (string | null)[]): void {
  if (paths.filter((path) => path === "-").length <= 1) return;
  throw new SemqrelError(
    "INVALID_OPTION",
    "Reading standard input: - may stand for one file. Give the other files by name.",
  );
}
