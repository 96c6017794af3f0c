/**
 * Where does an option's value come from?
 * Flag, then environment, then semqrel.config.json in the working folder, then the default.
 */
import { readFileSync } from "node:fs";
import { type Command, CommanderError, type Option } from "commander";
import { SemqrelError } from "../errors.ts";
import { suggestion } from "../text/suggestion.ts";
import type { CliIo } from "./io.ts";

export const configurationFile = "semqrel.config.json";

type Settings = Readonly<Record<string, unknown>>;
type Environment = CliIo["environment"];

/** A value from elsewhere than the command line, and how to complain about it. */
interface Given {
  readonly value: unknown;
  readonly source: "environment" | "configuration file";
  readonly invalid: (why: string, cause?: unknown) => SemqrelError;
}

/**
 * Gives options their values from the environment and the configuration file, checks what must be there, and prints
 * everything where `--print-config` asks for it. A key of the file is an option's long name; one inside an object named
 * after a command holds for that command alone.
 *
 * @param needed options that must have a value, wherever it comes from
 * @throws SemqrelError INVALID_OPTION for a file, key or value that is wrong or missing
 */
export function applyConfiguration(
  command: Command,
  program: Command,
  needed: readonly Option[],
  environment: Environment,
): void {
  const isOpen = (option: Option) => command.getOptionValueSource(option.attributeName()) !== "cli";
  for (const [key, value] of settingsOf(command, program)) {
    const option = command.options.find((candidate) => keysOf(candidate).includes(key));
    if (option === undefined || !isOpen(option)) continue;
    const invalid = (why: string, cause?: unknown) => invalidFile(`"${key}"${why}`, { key }, cause);
    // "cache": false says what "no-cache": true says.
    const isOpposite = nameOf(option) !== key && typeof value === "boolean";
    setOption(command, option, { value: isOpposite ? !value : value, source: "configuration file", invalid });
  }
  for (const option of command.options.filter(isOpen)) {
    const variable = variableOf(option);
    const text = environment[variable];
    if (!text) continue;
    const invalid = (why: string, cause?: unknown) =>
      new SemqrelError("INVALID_OPTION", `Reading the environment: ${variable}${why}`, {
        details: { variable },
        cause,
      });
    setOption(command, option, { value: takesNoText(option) ? truthOf(text) : text, source: "environment", invalid });
  }
  if (command.getOptionValue("printConfig") === true) {
    command.configureOutput().writeOut?.(`${JSON.stringify(valuesOf(command), null, 2)}\n`);
    throw new CommanderError(0, "semqrel.printed", "");
  }
  const missing = needed.find((option) => command.getOptionValue(option.attributeName()) === undefined);
  if (missing === undefined) return;
  throw new SemqrelError(
    "INVALID_OPTION",
    `Running ${command.name()}: required option '${missing.flags}' not specified. Give it as a flag, as ` +
      `${variableOf(missing)}, or as "${nameOf(missing)}" in ${configurationFile}.`,
    { details: { option: nameOf(missing) } },
  );
}

/** What the file says for this command: first what it says for all, then what it says below the command's own name. */
function settingsOf(command: Command, program: Command): [string, unknown][] {
  const settings = readConfiguration();
  const commands = program.commands.flatMap((other) => [other, ...other.commands]);
  const sections = [...new Set(commands.map((other) => other.name()))];
  const options = [...new Set(commands.flatMap((other) => other.options.flatMap(keysOf)))];
  const checked = Object.entries(settings).flatMap(([key, value]) =>
    isSettings(value) && sections.includes(key) ? Object.entries(value) : [[key, value] as const],
  );
  for (const [key, value] of checked) {
    if (isSettings(value)) {
      throw invalidFile(`"${key}" holds an object, but no command has that name.${suggestion(key, sections)}`, { key });
    }
    if (options.includes(key)) continue;
    throw invalidFile(
      `there is no option "${key}".${suggestion(key, options)} Use the long names of options, such as "threshold".`,
      { key },
    );
  }
  const path = [command.parent === program ? undefined : command.parent, command].map((one) => one?.name() ?? "");
  const ofCommand = path.map((name) => settings[name]).filter(isSettings);
  return [settings, ...ofCommand]
    .flatMap((section) => Object.entries(section))
    .filter(([, value]) => !isSettings(value));
}

function readConfiguration(): Settings {
  let text: string;
  try {
    text = readFileSync(configurationFile, "utf8");
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return {};
    throw invalidFile(`it cannot be read (${(cause as Error).message}).`, {}, cause);
  }
  try {
    const parsed: unknown = JSON.parse(text);
    if (isSettings(parsed)) return parsed;
  } catch (cause) {
    throw invalidFile(`it is no JSON (${(cause as Error).message}).`, {}, cause);
  }
  throw invalidFile("it holds no JSON object.", {});
}

function setOption(command: Command, option: Option, given: Given): void {
  command.setOptionValueWithSource(option.attributeName(), parse(option, given), given.source);
}

function parse(option: Option, { value, source, invalid }: Given): unknown {
  if (takesNoText(option)) {
    if (typeof value === "boolean") return value !== option.negate;
    const allowed = source === "environment" ? "1, true, yes, 0, false or no" : "true or false";
    throw invalid(` takes ${allowed}, not ${JSON.stringify(value)}.`);
  }
  const values: unknown[] = Array.isArray(value) ? value : [value];
  if (!values.every((one) => typeof one === "string" || typeof one === "number")) {
    throw invalid(` takes text or a number, not ${JSON.stringify(value)}.`);
  }
  const texts = option.variadic ? values.map(String) : [values.join(",")];
  const wrong = texts.find((text) => option.argChoices !== undefined && !option.argChoices.includes(text));
  if (wrong !== undefined) throw invalid(` takes ${option.argChoices?.join(", ")}, not "${wrong}".`);
  const { parseArg } = option;
  if (parseArg === undefined) return option.variadic ? texts : texts[0];
  try {
    return texts.reduce((previous: unknown, text) => parseArg(text, previous as never), option.defaultValue);
  } catch (cause) {
    throw invalid(`: ${(cause as Error).message}`, cause);
  }
}

/** Every option with its value as the flag would say it, and where that comes from. */
function valuesOf(command: Command): Settings {
  const shown = command.options.filter((option) => !["printConfig", "debug"].includes(option.attributeName()));
  return Object.fromEntries(
    shown.map((option) => {
      const value: unknown = command.getOptionValue(option.attributeName()) ?? null;
      const source = command.getOptionValueSource(option.attributeName()) ?? "default";
      return [nameOf(option), { value: option.negate ? !value : value, source: source === "cli" ? "flag" : source }];
    }),
  );
}

/** The long name without dashes: `no-cache`. */
function nameOf(option: Option): string {
  return option.long?.slice(2) ?? "";
}

/** The names that the file may call it by. */
function keysOf(option: Option): string[] {
  return option.negate ? [nameOf(option), nameOf(option).slice("no-".length)] : [nameOf(option)];
}

/** `SEMQREL_NO_CACHE` of `--no-cache`. */
function variableOf(option: Option): string {
  return `SEMQREL_${nameOf(option).toUpperCase().replaceAll("-", "_")}`;
}

function takesNoText(option: Option): boolean {
  return option.isBoolean() || option.negate;
}

function truthOf(text: string): boolean | string {
  if (/^(1|true|yes)$/i.test(text)) return true;
  return /^(0|false|no)$/i.test(text) ? false : text;
}

function isSettings(value: unknown): value is Settings {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function invalidFile(why: string, details: Settings, cause?: unknown): SemqrelError {
  return new SemqrelError("INVALID_OPTION", `Reading ${configurationFile}: ${why}`, {
    details: { file: configurationFile, ...details },
    cause,
  });
}
