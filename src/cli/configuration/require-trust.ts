/** What does a configuration file ask for that it may only have from a user who trusts it? */
import { Argument, type Command, type Option } from "commander";
import { invalidOption } from "../../core/errors.ts";
import type { CliIo } from "../io.ts";
import { nameOf } from "../options/option-names.ts";
import { reasonForTrust } from "../options/reach.ts";
import {
  allCommands,
  allSettings,
  type ConfigurationFile,
  configurableCommands,
  configurationFile,
  type Setting,
  takerOf,
} from "./read-configuration.ts";
import { isTrusted, wasTrusted } from "./trusted-files.ts";

type Environment = CliIo["environment"];

/** A setting, and what takes it. */
export interface TakenSetting extends Setting {
  readonly taker: Option | Argument;
}

export interface ExplainedSetting extends Setting {
  /** Why it needs trust, as in "it …"; null where it needs none. */
  readonly reason: string | null;
}

/** Every setting of the file, in its order, whichever command takes it. */
export function explainSettings(program: Command, file: ConfigurationFile): ExplainedSetting[] {
  const commands = configurableCommands(program);
  return allSettings(file).map((setting) => {
    const named = commands.filter((one) => setting.section === null || one.name() === setting.section);
    const reasons = named
      .flatMap((one) => allCommands(one, [one]))
      .map((one) => takerOf(one, setting))
      .map((taker) => (taker === undefined ? null : reasonForTrust(taker, setting.value, file.path)));
    return { ...setting, reason: reasons.find((reason) => reason !== null) ?? null };
  });
}

/** @throws SemqrelError INVALID_OPTION where a setting in force needs trust that the file has not */
export function requireTrust(file: ConfigurationFile, taken: readonly TakenSetting[], environment: Environment): void {
  const needing = taken.flatMap(({ key, value, taker }) => {
    const reason = reasonForTrust(taker, value, file.path);
    return reason === null ? [] : [{ key, taker, reason }];
  });
  if (needing.length === 0 || isTrusted(file, environment)) return;
  const keys = needing.map(({ key, reason }) => `"${key}" (it ${reason})`).join(", ");
  const given = needing.map(({ taker }) => (taker instanceof Argument ? taker.name() : `--${nameOf(taker)}`));
  throw invalidOption(
    `Reading ${configurationFile}: you have not trusted this file${sinceWhen(file, environment)}, and it sets ${keys}. ` +
      `Read it with semqrel system trust --dry-run. Then trust it with semqrel system trust, or give ${given.join(" and ")} on the command line.`,
    { file: file.path, keys: needing.map(({ key }) => key) },
  );
}

function sinceWhen(file: ConfigurationFile, environment: Environment): string {
  if (file.isLink) return " (no symbolic link is trusted)";
  return wasTrusted(file, environment) ? " since it changed" : "";
}
