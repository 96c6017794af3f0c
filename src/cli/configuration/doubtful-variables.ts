/**
 * Which variables of the environment look like ours, and are not?
 */
import type { Command } from "commander";
import { nearestName } from "../../core/text/suggestion.ts";
import type { CliIo } from "../io.ts";
import { variableOf } from "../options/option-names.ts";
import { configurableCommands } from "./read-configuration.ts";

const prefix = "SEMQREL_";

/**
 * One sentence for each `SEMQREL_` variable that is no option of any command but nearly one. Others are left alone:
 * a user may keep a search interface's key there.
 */
export function doubtfulVariables(program: Command, environment: CliIo["environment"]): string[] {
  const commands = configurableCommands(program);
  const known = new Set([`${prefix}CACHE`, ...commands.flatMap(({ options }) => options.map(variableOf))]);
  const endings = [...known].map((name) => name.slice(prefix.length));
  return Object.keys(environment)
    .filter((name) => name.startsWith(prefix) && environment[name] && !known.has(name))
    .flatMap((name) => {
      const nearest = nearestName(name.slice(prefix.length), endings);
      return nearest === null
        ? []
        : [`${name} in the environment is no option and was left alone. Did you mean ${prefix}${nearest.name}?`];
    });
}
