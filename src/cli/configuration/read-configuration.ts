/** Reads semqrel.config.json, and records whether the user trusts it. */
import { lstatSync, readdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { Argument, type Command, type Option } from "commander";
import { attempt } from "../../core/attempt.ts";
import { invalidOption, SemqrelError } from "../../core/errors.ts";
import { userFolder } from "../../core/files/cache-folder.ts";
import { isFile, makeFolder } from "../../core/files/folders.ts";
import { MOST_WRITTEN_BYTES, readWhole, sha256 } from "../../core/files/read-whole.ts";
import { suggestion } from "../../core/text/suggestion.ts";
import type { CliIo } from "../io.ts";
import { type Given, isConfigurable, keysOf, nameOf } from "../options/add-options.ts";
import { reasonForTrust } from "../options/reach.ts";

export const configurationFile = "semqrel.config.json";

type Settings = Readonly<Record<string, unknown>>;

export interface ConfigurationFile {
  /** Absolute path, with links in its folders resolved. */
  readonly path: string;
  readonly isLink: boolean;
  readonly sha256: string;
  readonly settings: Settings;
}

export function readConfiguration(program: Command, path = configurationFile): ConfigurationFile | null {
  let bytes: Uint8Array;
  try {
    bytes = readWhole(path, MOST_WRITTEN_BYTES);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return null;
    if (cause instanceof SemqrelError) throw cause;
    throw invalidFile(`it cannot be read (${(cause as Error).message}).`, {}, cause);
  }
  const { $schema: _, ...settings } = parseSettings(bytes);
  checkKeys(settings, program);
  return {
    path: join(realpathSync(dirname(path)), basename(path)),
    isLink: lstatSync(path).isSymbolicLink(),
    sha256: sha256(bytes),
    settings,
  };
}

/** A key of the file with its value. `section` names the command that it applies to; null means all commands. */
export interface Setting {
  readonly section: string | null;
  readonly key: string;
  readonly value: unknown;
}

/** Returns the settings that apply to a command. Settings for all commands come first. */
export function settingsFor(command: Command, program: Command, file: ConfigurationFile | null): Setting[] {
  const names: string[] = [];
  for (let one: Command | null = command; one !== null && one !== program; one = one.parent) names.unshift(one.name());
  const all = allSettings(file);
  return [null, ...names].flatMap((section) => all.filter((setting) => setting.section === section));
}

function allSettings(file: ConfigurationFile | null): Setting[] {
  return Object.entries(file?.settings ?? {}).flatMap(([key, value]): Setting[] =>
    isSettings(value)
      ? Object.entries(value).map(([inner, innerValue]) => ({ section: key, key: inner, value: innerValue }))
      : [{ section: null, key, value }],
  );
}

export function takerOf(command: Command, { key }: Setting): Option | Argument | undefined {
  const option = command.options.find((one) => keysOf(one).includes(key));
  if (option !== undefined) return option;
  return configurableArguments(command).find((argument) => argument.name() === key);
}

export function givenByFile(key: string, value: unknown): Given {
  const invalid = (why: string, cause?: unknown) => invalidFile(`"${key}"${why}`, { key }, cause);
  return { value, source: "configuration file", invalid };
}

/** Returns the arguments that the file may set. If an argument and an option share a name, the file sets the option. */
export function configurableArguments({ registeredArguments, options }: Command): Argument[] {
  return registeredArguments.filter((one) => !options.flatMap(keysOf).includes(one.name()));
}

function checkKeys(settings: Settings, program: Command): void {
  const commands = configurableCommands(program);
  const sections = [...new Set(commands.map((one) => one.name()))];
  const everywhere = [...new Set(commands.flatMap(({ options }) => options.flatMap(keysOf)))];
  for (const [key, value] of Object.entries(settings)) {
    if (!isSettings(value)) {
      if (everywhere.includes(key)) continue;
      const hint = `${suggestion(key, everywhere)} Use the long names of options, such as "threshold".`;
      throw invalidFile(`there is no option "${key}".${hint}`, { key });
    }
    if (!sections.includes(key)) {
      const hint = suggestion(key, sections);
      throw invalidFile(`"${key}" contains an object, but no command has that name.${hint}`, { key });
    }
    const meant = commands.filter((one) => one.name() === key).flatMap((one) => allCommands(one, [one]));
    const known = meant.flatMap((one) => [
      ...one.options.flatMap(keysOf),
      ...configurableArguments(one).map((argument) => argument.name()),
    ]);
    for (const [inner, innerValue] of Object.entries(value)) {
      if (!known.includes(inner)) {
        const elsewhere = everywhere.includes(inner) ? " Other commands have it." : suggestion(inner, known);
        throw invalidFile(`in "${key}": there is no option "${inner}" of ${key}.${elsewhere}`, { key: inner });
      }
      if (!isSettings(innerValue)) continue;
      throw invalidFile(`"${inner}" of "${key}" contains an object, but text or a number is expected.`, { key: inner });
    }
  }
}

export function allCommands(program: Command, first: readonly Command[] = []): Command[] {
  return [...first, ...program.commands.flatMap((one) => allCommands(one, [one]))];
}

export function configurableCommands(program: Command): Command[] {
  return allCommands(program).filter((one) => allCommands(one, [one]).some(isConfigurable));
}

function parseSettings(bytes: Uint8Array): Settings {
  try {
    // TextDecoder removes the byte order mark, which editors on Windows write.
    const parsed: unknown = JSON.parse(new TextDecoder().decode(bytes));
    if (isSettings(parsed)) return parsed;
  } catch (cause) {
    throw invalidFile(`it is not JSON (${(cause as Error).message}).`, {}, cause);
  }
  throw invalidFile("it does not contain a JSON object.", {});
}

function isSettings(value: unknown): value is Settings {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function invalidFile(why: string, details: Settings, cause?: unknown): SemqrelError {
  return invalidOption(`Reading ${configurationFile}: ${why}`, { file: configurationFile, ...details }, cause);
}

export interface TakenSetting extends Setting {
  readonly taker: Option | Argument;
}

export interface ExplainedSetting extends Setting {
  /** Why the setting needs trust, as the end of a sentence that starts with "it"; null if it needs none. */
  readonly reason: string | null;
}

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
  if (file.isLink) return " (a symbolic link is never trusted)";
  return wasTrusted(file, environment) ? " since it changed" : "";
}

// Trust is recorded in a file in the user's state folder. The name of this record contains hashes of the path and the
// content of the configuration. So copies at other paths are not trusted, and neither is a configuration that changed.

type Environment = CliIo["environment"];

function trustFolder(environment: Environment): string {
  return join(userFolder(environment, "XDG_STATE_HOME", join(".local", "state")), "semqrel", "trusted");
}

/** Returns false for a symbolic link, and if the record is missing or cannot be read. */
export function isTrusted(file: ConfigurationFile, environment: Environment): boolean {
  return !file.isLink && attempt(() => isFile(recordOf(file, environment))) === true;
}

function wasTrusted({ path }: ConfigurationFile, environment: Environment): boolean {
  return attempt(() => recordsOf(path, environment).length > 0) === true;
}

/** Records that the user trusts the file, and removes earlier records of its path. Throws errors of `fs`. */
export function trust(file: ConfigurationFile, environment: Environment): void {
  makeFolder(trustFolder(environment), 0o700);
  forget(file.path, environment);
  writeFileSync(recordOf(file, environment), `${file.path}\n`, { flag: "wx", mode: 0o600 });
}

export function forget(path: string, environment: Environment): boolean {
  const records = recordsOf(path, environment);
  for (const record of records) rmSync(record, { force: true });
  return records.length > 0;
}

function recordOf({ path, sha256: content }: ConfigurationFile, environment: Environment): string {
  return join(trustFolder(environment), `${sha256(path)}-${content}`);
}

function recordsOf(path: string, environment: Environment): string[] {
  const folder = trustFolder(environment);
  try {
    const names = readdirSync(folder).filter((name) => name.startsWith(`${sha256(path)}-`));
    return names.map((name) => join(folder, name));
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "")) return [];
    throw error;
  }
}
