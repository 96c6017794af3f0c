/** What does semqrel.config.json say, and to which command? */
import { readFileSync } from "node:fs";
import type { Argument, Command } from "commander";
import { SemqrelError } from "../../core/errors.ts";
import { suggestion } from "../../core/text/suggestion.ts";
import { isConfigurable, keysOf } from "../options/option-names.ts";
import type { Given } from "../options/parse-given.ts";

export const configurationFile = "semqrel.config.json";

type Settings = Readonly<Record<string, unknown>>;

/**
 * What the file in the working folder says for a command: first what it says for all, then what it says below the
 * command's own name. A key is an option's long name; below a command's name it may be the name of an argument, too.
 *
 * @throws SemqrelError INVALID_OPTION for a file that cannot be read, and for a key that is none, of whatever command
 */
export function readConfiguration(command: Command, program: Command): [string, unknown][] {
  const { $schema: _, ...settings } = readSettings();
  checkKeys(settings, program);
  const path = [command.parent === program ? undefined : command.parent, command].map((one) => one?.name() ?? "");
  const ofAll = Object.entries(settings).filter(([, value]) => !isSettings(value));
  const sections = path.map((name) => settings[name]).filter(isSettings);
  return [...ofAll, ...sections.flatMap(Object.entries<unknown>)];
}

export function givenByFile(key: string, value: unknown): Given {
  const invalid = (why: string, cause?: unknown) => invalidFile(`"${key}"${why}`, { key }, cause);
  return { value, source: "configuration file", invalid };
}

/** Arguments that the file may give: those whose name no option of the command has. */
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
      throw invalidFile(`"${key}" holds an object, but no command has that name.${hint}`, { key });
    }
    const meant = commands.filter((one) => one.name() === key).flatMap((one) => [one, ...one.commands]);
    const known = meant.flatMap((one) => [
      ...one.options.flatMap(keysOf),
      ...configurableArguments(one).map((argument) => argument.name()),
    ]);
    for (const [inner, innerValue] of Object.entries(value)) {
      if (!known.includes(inner)) {
        const elsewhere = everywhere.includes(inner) ? " Other commands have one." : suggestion(inner, known);
        throw invalidFile(`in "${key}": there is no option "${inner}" of ${key}.${elsewhere}`, { key: inner });
      }
      if (!isSettings(innerValue)) continue;
      throw invalidFile(`"${inner}" of "${key}" holds an object, where text or a number belongs.`, { key: inner });
    }
  }
}

export function configurableCommands(program: Command): Command[] {
  return program.commands
    .flatMap((one) => [one, ...one.commands])
    .filter((one) => isConfigurable(one) || one.commands.some(isConfigurable));
}

function readSettings(): Settings {
  let text: string;
  try {
    text = readFileSync(configurationFile, "utf8");
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return {};
    throw invalidFile(`it cannot be read (${(cause as Error).message}).`, {}, cause);
  }
  try {
    // Editors on Windows write a byte order mark.
    const parsed: unknown = JSON.parse(text.replace(/^\uFEFF/, ""));
    if (isSettings(parsed)) return parsed;
  } catch (cause) {
    throw invalidFile(`it is no JSON (${(cause as Error).message}).`, {}, cause);
  }
  throw invalidFile("it holds no JSON object.", {});
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
