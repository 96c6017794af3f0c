/** Where may a line be written over? */
import type { CliIo, Output } from "../io.ts";

/** Back to the beginning of the line, and away with what stands there. */
export const ERASE = "\r\u001b[K";

/** On a terminal that knows how: TERM=dumb says that it does not. Colours are another matter (`colors.ts`). */
export function movesCursor(output: Output, { environment }: Pick<CliIo, "environment">): boolean {
  return output.isTTY === true && environment["TERM"] !== "dumb";
}
