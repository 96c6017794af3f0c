/** Finds the value of an option: first on the command line, then in the environment, then in semqrel.config.json. */

import { Argument, type Command, CommanderError, Option } from "commander";
import { attempt } from "../../core/attempt.ts";
import { invalidOption } from "../../core/errors.ts";
import { printable } from "../../core/text/escape.ts";
import { nearestName } from "../../core/text/suggestion.ts";
import type { CliIo } from "../io.ts";
import {
  fullName,
  type Given,
  isConfigurable,
  nameOf,
  parseGiven,
  shownValue,
  takesNoText,
  variableOf,
} from "../options/add-options.ts";
import { hasVariable } from "../options/reach.ts";
import {
  type ConfigurationFile,
  configurableArguments,
  configurableCommands,
  configurationFile,
  explainSettings,
  givenByFile,
  isTrusted,
  readConfiguration,
  requireTrust,
  type Setting,
  settingsFor,
  type TakenSetting,
  takerOf,
} from "./read-configuration.ts";

type Environment = CliIo["environment"];

/**
 * Sets options from environment and file. Takes arguments from the file if none are typed. Handles --print-config.
 * @param all - program with the options of all commands; only needed if `hasUnfitVariables`
 */
export function applyConfiguration(
  command: Command,
  program: Command,
  needed: { readonly options: readonly Option[]; readonly arguments: readonly Argument[] },
  io: CliIo,
  all = program,
): void {
  const file = readConfiguration(program);
  if (file !== null) announce(file, command, io);
  const settings = settingsFor(command, program, file);
  const applied = [...applyFile(command, settings, program), ...applyArguments(command, settings)];
  applyEnvironment(command, io.environment, all);
  // Settings for this command replace settings for all commands.
  const lasting = [...new Map(applied.map((setting) => [setting.taker, setting])).values()];
  const fromFile = lasting.filter(
    ({ taker }) =>
      taker instanceof Argument || command.getOptionValueSource(taker.attributeName()) === "configuration file",
  );
  const namedArguments = fromFile.flatMap(({ taker }) => (taker instanceof Argument ? [taker.name()] : []));
  if (command.getOptionValue("printConfig") === true) {
    io.stdout.write(`${JSON.stringify(valuesOf(command, namedArguments), null, 2)}\n`);
    throw new CommanderError(0, "semqrel.printed", "");
  }
  if (file !== null) requireTrust(file, fromFile, io.environment);
  requireArguments(command, needed.arguments, namedArguments);
  const missing = needed.options.find((option) => command.getOptionValue(option.attributeName()) === undefined);
  if (missing === undefined) return;
  const variable = hasVariable(missing) ? `, as ${variableOf(missing)}` : "";
  throw invalidOption(
    `Running ${fullName(command)}: required option '${missing.flags}' not specified. Give it as a flag${variable}, ` +
      `or as "${nameOf(missing)}" in ${configurationFile}.`,
    { option: nameOf(missing) },
  );
}

/** Prints that a configuration file is used. --quiet and SEMQREL_QUIET hide this line; `quiet` in the file does not. */
function announce(file: ConfigurationFile, command: Command, io: CliIo): void {
  const byFlag = command.getOptionValueSource("quiet") === "cli";
  if (byFlag || truthOf(io.environment["SEMQREL_QUIET"] ?? "") === true) return;
  const state = isTrusted(file, io.environment) ? " (trusted)" : "";
  io.stderr.write(`semqrel: options come from ${printable(file.path)}${state}\n`);
}

function applyFile(command: Command, settings: readonly Setting[], program: Command): TakenSetting[] {
  return settings.flatMap((setting) => {
    const { key, value } = setting;
    const option = takerOf(command, setting);
    if (option === undefined || option instanceof Argument || !isOpen(command, option)) return [];
    // "cache": false means the same as "no-cache": true.
    const isOpposite = nameOf(option) !== key && typeof value === "boolean";
    const given = givenByFile(key, isOpposite ? !value : value);
    if (setting.section === null && isForOthers(option, given, program)) return [];
    setOption(command, option, given);
    return [{ ...setting, taker: option }];
  });
}

function applyEnvironment(command: Command, environment: Environment, program: Command): void {
  for (const option of command.options.filter((one) => isOpen(command, one) && hasVariable(one))) {
    const given = givenByVariable(option, environment);
    if (given !== null && !isForOthers(option, given, program)) setOption(command, option, given);
  }
}

/** Returns null if the option's variable is missing or empty. */
function givenByVariable(option: Option, environment: Environment): Given | null {
  const variable = variableOf(option);
  const text = environment[variable];
  if (!text) return null;
  const invalid = (why: string, cause?: unknown) =>
    invalidOption(`Reading the environment: ${variable}${why}`, { variable }, cause);
  return { value: takesNoText(option) ? truthOf(text) : text, source: "environment", invalid };
}

/** Returns whether other commands' options of this name accept the value, but this option does not. */
function isForOthers(option: Option, given: Given, program: Command): boolean {
  if (accepts(option, given)) return false;
  const options = configurableCommands(program).flatMap((command) => command.options);
  return options.some((one) => nameOf(one) === nameOf(option) && accepts(one, given));
}

function accepts(option: Option, given: Given): boolean {
  return attempt(() => [parseGiven(option, given)]) !== null;
}

function applyArguments(command: Command, settings: readonly Setting[]): TakenSetting[] {
  // If any argument is typed, all arguments in the file are ignored, because they may not fit the typed arguments.
  if (command.args.length > 0) return [];
  return settings.flatMap((setting) => {
    const argument = takerOf(command, setting);
    if (!(argument instanceof Argument)) return [];
    const index = command.registeredArguments.indexOf(argument);
    command.processedArgs[index] = parseGiven(argument, givenByFile(setting.key, setting.value));
    return [{ ...setting, taker: argument }];
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

/** Returns the value and the source of every option and argument, without secrets. */
function valuesOf(command: Command, fromFile: readonly string[]): Readonly<Record<string, unknown>> {
  const shown = command.options.filter((option) => !["printConfig", "debug"].includes(option.attributeName()));
  const options = shown.map((option) => {
    const value: unknown = shownValue(option, command.getOptionValue(option.attributeName()) ?? null);
    const source = command.getOptionValueSource(option.attributeName()) ?? "default";
    return [nameOf(option), { value: option.negate ? !value : value, source: source === "cli" ? "flag" : source }];
  });
  const taken = configurableArguments(command).map((argument) => {
    const index = command.registeredArguments.indexOf(argument);
    const isGiven = index < command.args.length;
    const source = fromFile.includes(argument.name()) ? "configuration file" : isGiven ? "argument" : "default";
    return [argument.name(), { value: command.processedArgs[index] ?? null, source }];
  });
  return Object.fromEntries([...taken, ...options]);
}

function truthOf(text: string): boolean | string {
  if (/^(1|true|yes)$/i.test(text)) return true;
  return /^(0|false|no)$/i.test(text) ? false : text;
}

/** Returns a sentence for each doubtful setting or variable. Throws if a value is invalid. */
export function checkConfiguration(program: Command, environment: Environment): string[] {
  const file = readConfiguration(program);
  for (const command of configurableCommands(program).filter(isConfigurable)) {
    for (const setting of settingsFor(command, program, file)) {
      const taker = takerOf(command, setting);
      const given = givenByFile(setting.key, setting.value);
      const isElsewhere = taker instanceof Option && setting.section === null && isForOthers(taker, given, program);
      if (taker !== undefined && !isElsewhere) parseGiven(taker, given);
    }
    applyEnvironment(command, environment, program);
  }
  const needing = file === null || isTrusted(file, environment) ? [] : explainSettings(program, file);
  const keys = needing.filter(({ reason }) => reason !== null).map(({ key }) => `"${key}"`);
  const untrusted = `${configurationFile} sets ${keys.join(", ")} and is not trusted. See semqrel system trust --dry-run.`;
  return [...(keys.length === 0 ? [] : [untrusted]), ...doubtfulVariables(program, environment)];
}

const variablePrefix = "SEMQREL_";

/** Returns whether a variable has a value that the command's option does not accept. */
export function hasUnfitVariables(command: Command, environment: Environment): boolean {
  return command.options.filter(hasVariable).some((option) => {
    const given = givenByVariable(option, environment);
    return given !== null && !accepts(option, given);
  });
}

export function hasOtherVariables(command: Command, environment: Environment): boolean {
  return unknownVariables(environment, command.options).length > 0;
}

/** Returns a sentence for each misspelt or ignored `SEMQREL_` variable. Skips names that resemble no option. */
export function doubtfulVariables(program: Command, environment: Environment): string[] {
  const options = configurableCommands(program).flatMap((command) => command.options);
  const flagsOnly = new Map(options.filter((one) => !hasVariable(one)).map((one) => [variableOf(one), one.long]));
  const endings = variablesOf(options).map((name) => name.slice(variablePrefix.length));
  return unknownVariables(environment, options).flatMap((name) => {
    const flag = flagsOnly.get(name);
    if (flag !== undefined)
      return [`${name} in the environment is ignored: ${flag} must be given on the command line.`];
    const nearest = nearestName(name.slice(variablePrefix.length), endings);
    const hint = `Did you mean ${variablePrefix}${nearest?.name}?`;
    return nearest === null ? [] : [`${name} in the environment is not an option and is ignored. ${hint}`];
  });
}

function unknownVariables(environment: Environment, options: readonly Option[]): string[] {
  const known = variablesOf(options);
  const given = Object.keys(environment).filter((name) => name.startsWith(variablePrefix) && environment[name]);
  return given.filter((name) => !known.includes(name));
}

/** Returns the variables of the options, and SEMQREL_CACHE, which belongs to no option. */
function variablesOf(options: readonly Option[]): string[] {
  return [`${variablePrefix}CACHE`, ...options.filter(hasVariable).map(variableOf)];
}
