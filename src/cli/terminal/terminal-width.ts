/** How wide may printed text be? */
import type { CliIo, Output } from "../io.ts";

/** Columns: what the variable COLUMNS says, else the terminal's; endless where text goes to a file or a pipe. */
export function terminalWidth(output: Output, { environment }: Pick<CliIo, "environment">): number {
  const asked = Number(environment["COLUMNS"]);
  if (Number.isInteger(asked) && asked > 0) return asked;
  // A terminal that does not know its size says 0.
  return (output.isTTY === true && output.columns) || Number.POSITIVE_INFINITY;
}
