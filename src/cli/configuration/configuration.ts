/**
 * Where does an option's value come from, and is all of it sound?
 * Flag, then environment, then semqrel.config.json in the working folder, then the default.
 */
import { type Argument, type Command, CommanderError, type Option } from "commander";
import { invalidOption, SemqrelError } from "../../core/errors.ts";
import { nearestName } from "../../core/text/suggestion.ts";
import type { CliIo } from "../io.ts";
import { keysOf, nameOf, takesNoText, variableOf } from "../options/option-names.ts";
import { type Given, parseGiven } from "../options/parse-given.ts";
import { shownValue } from "../terminal/shown-values.ts";
import {
  configurableArguments,
  configurableCommands,
  configurationFile,
  givenByFile,
  readConfiguration,
} from "./read-configuration.ts";

type Environment = CliIo["environment"];

/** What a command cannot do without, wherever it comes from. */
export interface Needed {
  readonly options: readonly Option[];
  readonly arguments: readonly Argument[];
}

/**
 * Gives options their values from the environment and the configuration file, and arguments theirs from the file where
 * the command line has none; checks what must be there, and prints everything where `--print-config` asks for it.
 *
 * @throws SemqrelError INVALID_OPTION for a file, key or value that is wrong or missing
 */
export function applyConfiguration(command: Command, program: Command, needed: Needed, io: CliIo): void {
  const settings = readConfiguration(command, program);
  applyFile(command, settings);
  applyEnvironment(command, io.environment);
  const fromFile = applyArguments(command, settings);
  if (command.getOptionValue("printConfig") === true) {
    io.stdout.write(`${JSON.stringify(valuesOf(command, fromFile), null, 2)}\n`);
    throw new CommanderError(0, "semqrel.printed", "");
  }
  requireArguments(command, needed.arguments, fromFile);
  const missing = needed.options.find((option) => command.getOptionValue(option.attributeName()) === undefined);
  if (missing === undefined) return;
  throw invalidOption(
    `Running ${command.name()}: required option '${missing.flags}' not specified. Give it as a flag, as ` +
      `${variableOf(missing)}, or as "${nameOf(missing)}" in ${configurationFile}.`,
    { option: nameOf(missing) },
  );
}

function applyFile(command: Command, settings: readonly [string, unknown][]): void {
  for (const [key, value] of settings) {
    const option = command.options.find((candidate) => keysOf(candidate).includes(key));
    if (option === undefined || !isOpen(command, option)) continue;
    // "cache": false says what "no-cache": true says.
    const isOpposite = nameOf(option) !== key && typeof value === "boolean";
    setOption(command, option, givenByFile(key, isOpposite ? !value : value));
  }
}

/** @throws SemqrelError INVALID_OPTION for a value that the option does not take */
export function applyEnvironment(command: Command, environment: Environment): void {
  for (const option of command.options.filter((one) => isOpen(command, one))) {
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
}

/** @returns names of the arguments that the file gave */
function applyArguments(command: Command, settings: readonly [string, unknown][]): string[] {
  // Some from here and some from there would be guesswork: the second argument may be a file or a measure.
  if (command.args.length > 0) return [];
  const given = new Map(settings);
  return configurableArguments(command).flatMap((argument) => {
    const name = argument.name();
    if (!given.has(name)) return [];
    const place = command.registeredArguments.indexOf(argument);
    command.processedArgs[place] = parseGiven(argument, givenByFile(name, given.get(name)));
    return [name];
  });
}

function requireArguments(command: Command, needed: readonly Argument[], fromFile: readonly string[]): void {
  const missing = needed.find(
    (argument) =>
      command.registeredArguments.indexOf(argument) >= command.args.length && !fromFile.includes(argument.name()),
  );
  if (missing === undefined) return;
  command.error(`error: missing required argument '${missing.name()}' (${missing.description})`, {
    code: "commander.missingArgument",
  });
}

function isOpen(command: Command, option: Option): boolean {
  return command.getOptionValueSource(option.attributeName()) !== "cli";
}

function setOption(command: Command, option: Option, given: Given): void {
  command.setOptionValueWithSource(option.attributeName(), parseGiven(option, given), given.source);
}

/** Every option with its value as the flag would say it, every argument, and where each comes from. */
function valuesOf(command: Command, fromFile: readonly string[]): Readonly<Record<string, unknown>> {
  const shown = command.options.filter((option) => !["printConfig", "debug"].includes(option.attributeName()));
  const options = shown.map((option) => {
    const value: unknown = shownValue(option, command.getOptionValue(option.attributeName()) ?? null);
    const source = command.getOptionValueSource(option.attributeName()) ?? "default";
    return [nameOf(option), { value: option.negate ? !value : value, source: source === "cli" ? "flag" : source }];
  });
  const taken = configurableArguments(command).map((argument) => {
    const place = command.registeredArguments.indexOf(argument);
    const isGiven = place < command.args.length;
    const source = fromFile.includes(argument.name()) ? "configuration file" : isGiven ? "argument" : "default";
    return [argument.name(), { value: command.processedArgs[place] ?? null, source }];
  });
  return Object.fromEntries([...taken, ...options]);
}

function truthOf(text: string): boolean | string {
  if (/^(1|true|yes)$/i.test(text)) return true;
  return /^(0|false|no)$/i.test(text) ? false : text;
}

/** @throws SemqrelError INVALID_OPTION for the first key, value or variable that a command would refuse */
export function checkConfiguration(program: Command, environment: CliIo["environment"]): void {
  const commands = configurableCommands(program).filter((one) => one.commands.length === 0);
  for (const command of commands) {
    for (const [key, value] of readConfiguration(command, program)) {
      const taker =
        command.options.find((option) => keysOf(option).includes(key)) ??
        configurableArguments(command).find((argument) => argument.name() === key);
      if (taker !== undefined) parseGiven(taker, givenByFile(key, value));
    }
    applyEnvironment(command, environment);
  }
}

const variablePrefix = "SEMQREL_";

/**
 * One sentence for each `SEMQREL_` variable that is no option of any command but nearly one. Others are left alone:
 * a user may keep a search interface's key there.
 */
export function doubtfulVariables(program: Command, environment: CliIo["environment"]): string[] {
  const commands = configurableCommands(program);
  const known = new Set([`${variablePrefix}CACHE`, ...commands.flatMap(({ options }) => options.map(variableOf))]);
  const endings = [...known].map((name) => name.slice(variablePrefix.length));
  return Object.keys(environment)
    .filter((name) => name.startsWith(variablePrefix) && environment[name] && !known.has(name))
    .flatMap((name) => {
      const nearest = nearestName(name.slice(variablePrefix.length), endings);
      const hint = `Did you mean ${variablePrefix}${nearest?.name}?`;
      return nearest === null ? [] : [`${name} in the environment is no option and was left alone. ${hint}`];
    });
}
