/** What is known of an option from the setting that it was made of? */
import type { Command, Option } from "commander";
import type { Kind } from "../../command/settings.ts";

const kinds = new WeakMap<Option, Kind>();
const furtherOptions = new WeakSet<Option>();

export function setKind(option: Option, kind: Kind): void {
  kinds.set(option, kind);
}

/** Absent for options that every command has. */
export function kindOf(option: object): Kind | undefined {
  return kinds.get(option as Option);
}

export function hideInShortHelp(option: Option): void {
  furtherOptions.add(option);
}

const shortHelp = new WeakSet<Command>();

/** Has the help of a command say only what people use most. */
export function shortenHelp(command: Command): void {
  shortHelp.add(command);
}

export function hasShortHelp(command: Command): boolean {
  return shortHelp.has(command);
}

/** Whether `-h` leaves it to `--help`. */
export function isFurther(option: Option): boolean {
  return furtherOptions.has(option);
}
