/** What can the terminal do that text goes to, if it goes to one? */
import type { CliIo, ColorChoice, Output } from "../io.ts";

/** Columns: what the variable COLUMNS says, else the terminal's; endless where text goes to a file or a pipe. */
export function terminalWidth(output: Output, { environment }: Pick<CliIo, "environment">): number {
  const asked = Number(environment["COLUMNS"]);
  if (Number.isInteger(asked) && asked > 0) return asked;
  // A terminal that does not know its size says 0.
  return (output.isTTY === true && output.columns) || Number.POSITIVE_INFINITY;
}

/** Back to the beginning of the line, and away with what stands there. */
export const ERASE = "\r\u001b[K";

/** On a terminal that knows how: TERM=dumb says that it does not. Colours are another matter. */
export function movesCursor(output: Output, { environment }: Pick<CliIo, "environment">): boolean {
  return output.isTTY === true && environment["TERM"] !== "dumb";
}

/**
 * Functions such as `bold`, which leave text as it is where it is not coloured: `--color always|never`, else NO_COLOR and
 * FORCE_COLOR, else where the text goes to a terminal.
 */
export async function colorsFor(output: Output, io: CliIo, choice: ColorChoice = "auto") {
  const { default: picocolors } = await import("picocolors");
  return picocolors.createColors(isColored(output, io, choice));
}

function isColored(output: Output, { environment }: CliIo, choice: ColorChoice): boolean {
  if (choice !== "auto") return choice === "always";
  if (environment["NO_COLOR"]) return false;
  const forced = environment["FORCE_COLOR"];
  if (forced) return forced !== "0" && forced !== "false";
  return output.isTTY === true && environment["TERM"] !== "dumb";
}
