/** Which commands must be loaded? All together take longer to load than most take to run. */
import { existsSync } from "node:fs";
import { commandEntries } from "./commands.ts";
import { configurationFile } from "./configuration/read-configuration.ts";

/**
 * The one that is named, or that help is about. All for doctor, completion and trust, which read the options of all, and where
 * a configuration file exists: only all options together tell which of its names is wrong.
 *
 * @param topic of a help, null where none is asked for
 */
export function neededCommands(args: readonly string[], topic: string | null): (command: string) => boolean {
  if (topic !== null) return (command) => command === topic;
  const [named = ""] = args;
  const isOne = commandEntries.some(({ name }) => name === named) && !["doctor", "completion", "trust"].includes(named);
  if (!isOne || existsSync(configurationFile)) return () => true;
  return (command) => command === named;
}
