/** What is an option called in the configuration file and in the environment? */
import type { Command, Option } from "commander";

/** The long name without dashes: `no-cache`. */
export function nameOf(option: Option): string {
  return option.long?.slice(2) ?? "";
}

/** The names that the file may call it by. */
export function keysOf(option: Option): string[] {
  return option.negate ? [nameOf(option), nameOf(option).slice("no-".length)] : [nameOf(option)];
}

/** `SEMQREL_NO_CACHE` of `--no-cache`. */
export function variableOf(option: Option): string {
  return `SEMQREL_${nameOf(option).toUpperCase().replaceAll("-", "_")}`;
}

/** Whether it is a switch. */
export function takesNoText(option: Option): boolean {
  return option.isBoolean() || option.negate;
}

/** Whether its options may come from elsewhere than the command line: it can print where they come from. */
export function isConfigurable(command: Command): boolean {
  return command.options.some(({ long }) => long === "--print-config");
}

/** As it is typed: `semqrel system doctor`. */
export function fullName(command: Command): string {
  return command.parent === null ? command.name() : `${fullName(command.parent)} ${command.name()}`;
}

/** The command above all others. */
export function programOf(command: Command): Command {
  return command.parent === null ? command : programOf(command.parent);
}
