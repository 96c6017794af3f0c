/** What is known of an option from the setting that it was made of? */
import type { Option } from "commander";
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

/** Whether `-h` leaves it to `--help`. */
export function isFurther(option: Option): boolean {
  return furtherOptions.has(option);
}
