/**
 * Is semqrel.config.json sound for every command, and the environment too?
 */
import type { Command } from "commander";
import type { CliIo } from "../io.ts";
import { keysOf } from "../options/option-names.ts";
import { parseGiven } from "../options/parse-given.ts";
import { applyEnvironment } from "./configuration.ts";
import { configurableArguments, configurableCommands, givenByFile, readConfiguration } from "./read-configuration.ts";

/** @throws SemqrelError INVALID_OPTION for the first key, value or variable that a command would refuse */
export function checkConfiguration(program: Command, environment: CliIo["environment"]): void {
  const commands = configurableCommands(program).filter((one) => one.commands.length === 0);
  for (const command of commands) {
    for (const [key, value] of readConfiguration(command, program)) {
      const taker =
        command.options.find((option) => keysOf(option).includes(key)) ??
        configurableArguments(command).find((argument) => argument.name() === key);
      if (taker !== undefined) parseGiven(taker, givenByFile(key, value));
    }
    applyEnvironment(command, environment);
  }
}
