/**
 * Where does an option's value come from?
 * Flag, then environment, then semqrel.config.json in the working folder, then the default.
 */
import { readFileSync } from "node:fs";
import { type Command, CommanderError, type Option } from "commander";
import { SemqrelError } from "../errors.ts";

export const configurationFile = "semqrel.config.json";

type Settings = Readonly<Record<string, unknown>>;

/**
 * Gives options their values from the configuration file, checks what must be there, and prints everything where
 * `--print-config` asks for it. A key is an option's long name; one inside an object named after a command holds for
 * that command alone.
 *
 * @param needed options that must have a value, wherever it comes from
 * @throws SemqrelError INVALID_FORMAT, INVALID_OPTION for a file or key that is wrong
 */
export function applyConfiguration(command: Command, program: Command, needed: readonly Option[]): void {
  const settings = readConfiguration();
  const ofCommand = settings[command.name()];
  const known = new Set(program.commands.flatMap((other) => [other, ...other.commands]).flatMap(namesOf));
  for (const [key, value] of [...Object.entries(settings), ...Object.entries(isSettings(ofCommand) ? ofCommand : {})]) {
    if (isSettings(value)) continue;
    if (!known.has(key)) {
      throw invalid(`there is no option "${key}". Use the long names of options, such as "threshold".`, { key });
    }
    const option = command.options.find((candidate) => candidate.long === `--${key}`);
    const source = option === undefined ? "cli" : command.getOptionValueSource(option.attributeName());
    if (option !== undefined && source !== "cli" && source !== "env") setOption(command, option, key, value);
  }
  if (command.getOptionValue("printConfig") === true) {
    const values = command.options
      .filter((option) => !["printConfig", "debug"].includes(option.attributeName()))
      .map((option) => {
        const name = option.attributeName();
        const value: unknown = command.getOptionValue(name) ?? null;
        return [option.long?.slice(2), { value, source: command.getOptionValueSource(name) ?? "default" }];
      });
    command.configureOutput().writeOut?.(`${JSON.stringify(Object.fromEntries(values), null, 2)}\n`);
    throw new CommanderError(0, "semqrel.printed", "");
  }
  const missing = needed.find((option) => command.getOptionValue(option.attributeName()) === undefined);
  if (missing !== undefined) command.error(`error: required option '${missing.flags}' not specified`);
}

function readConfiguration(): Settings {
  let text: string;
  try {
    text = readFileSync(configurationFile, "utf8");
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return {};
    throw invalid(`it cannot be read (${(cause as Error).message}).`, {}, cause);
  }
  try {
    const parsed: unknown = JSON.parse(text);
    if (isSettings(parsed)) return parsed;
  } catch (cause) {
    throw invalid(`it is no JSON (${(cause as Error).message}).`, {}, cause);
  }
  throw invalid("it holds no JSON object.", {});
}

function setOption(command: Command, option: Option, key: string, value: unknown): void {
  const texts = Array.isArray(value) ? value.map(String) : [String(value)];
  if (option.isBoolean()) {
    if (typeof value !== "boolean")
      throw invalid(`"${key}" takes true or false, not ${JSON.stringify(value)}.`, { key });
    command.setOptionValueWithSource(option.attributeName(), value, "config");
    return;
  }
  const wrong = texts.find((text) => option.argChoices !== undefined && !option.argChoices.includes(text));
  if (wrong !== undefined) throw invalid(`"${key}" takes ${option.argChoices?.join(", ")}, not "${wrong}".`, { key });
  let parsed: unknown = option.variadic ? texts : texts[0];
  if (option.parseArg !== undefined) {
    parsed = undefined;
    try {
      for (const text of texts) parsed = option.parseArg(text, parsed as never);
    } catch (cause) {
      throw invalid(`"${key}": ${(cause as Error).message}`, { key }, cause);
    }
  }
  command.setOptionValueWithSource(option.attributeName(), parsed, "config");
}

function namesOf(command: Command): string[] {
  return command.options.map((option) => option.long?.slice(2) ?? "");
}

function isSettings(value: unknown): value is Settings {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function invalid(why: string, details: Settings, cause?: unknown): SemqrelError {
  return new SemqrelError("INVALID_OPTION", `Reading ${configurationFile}: ${why}`, {
    details: { file: configurationFile, ...details },
    cause,
  });
}
