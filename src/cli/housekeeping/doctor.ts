import { Command } from "commander";
import type { GivenOf } from "../../command/settings.ts";
import { version } from "../../core/files/version.ts";
import { printable } from "../../core/text/escape.ts";
import type { Check } from "../check-machine.ts";
import { checkConfiguration } from "../configuration/configuration.ts";
import { type CliIo, type CommonFlags, exitCodes, type Outcome } from "../io.ts";
import { addOptions, programOf } from "../options/add-options.ts";
import { paintText, printJson, printText } from "../terminal/print.ts";
import { colorsFor } from "../terminal/progress.ts";
import { json } from "./subcommand.ts";

const settings = { json };

export function createCommand(io: CliIo, outcome: Outcome): Command {
  const command = new Command("doctor");
  return addOptions(command, settings)
    .description(
      "Checks what semqrel needs on this machine: Node.js, configuration, model, indexes, cache, database of ratings, " +
        "disk, memory, and the packages of the queue. Exit code 1 if anything that labelling needs is missing or broken.",
    )
    .addHelpText("after", "\nExamples:\n  semqrel system doctor\n  semqrel system doctor --json")
    .action(async (flags: CommonFlags & GivenOf<typeof settings>) => {
      const { checkMachine } = await import("../check-machine.ts");
      const program = programOf(command);
      const checks = await checkMachine(io, () => checkConfiguration(program, io.environment));
      if (checks.some(({ state }) => state === "failed")) outcome.exitCode = exitCodes.gateFailed;
      if (flags.json) return printJson(io, { schema: "semqrel.doctor/1", version, checks });
      await print(checks, flags, io);
    });
}

async function print(checks: readonly Check[], flags: CommonFlags, io: CliIo): Promise<void> {
  const { green, red, yellow } = await colorsFor(io.stdout, io, flags.color);
  const painted = { ok: green("ok     "), warning: yellow("warning"), failed: red("failed ") };
  for (const { name, state, message, remedy } of checks) {
    paintText(io, `${painted[state]}  ${name}: ${printable(message)}\n`);
    if (remedy !== null) printText(io, `         ${printable(remedy)}\n`);
  }
}
