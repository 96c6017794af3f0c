/**
 * Where is text coloured?
 * `--color always|never`, else NO_COLOR and FORCE_COLOR, else where the text goes to a terminal.
 */
import type { CliIo, ColorChoice, Output } from "../io.ts";

/** Functions such as `bold`, which leave text as it is where it is not coloured. */
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
