/** Makes commander's options from settings. */
import { Argument, type Command, InvalidArgumentError, Option } from "commander";
import { longName, type Setting, type Settings, WrongValue } from "../../command/settings.ts";
import type { SemqrelError } from "../../core/errors.ts";
import { suggestion } from "../../core/text/suggestion.ts";

const settings = new WeakMap<object, Partial<Setting<unknown>>>();

export function settingOf(taker: Option | Argument): Partial<Setting<unknown>> {
  return settings.get(taker) ?? {};
}

export function remember<Taker extends Option | Argument>(taker: Taker, setting: Partial<Setting<unknown>>): Taker {
  settings.set(taker, setting);
  return taker;
}

/** First adds the options that have no heading, then the others below their headings. */
export function addOptions(command: Command, table: Settings): Command {
  let heading: string | undefined;
  const settings = Object.entries(table);
  const usual = settings.filter(([, { group }]) => group === undefined);
  const others = settings.filter(([, { group }]) => group !== undefined);
  for (const [key, setting] of [...usual, ...others]) {
    if (setting.placeholder === null) continue;
    if (setting.group !== heading) {
      heading = setting.group;
      command.optionsGroup(heading ?? "Options:");
    }
    command.addOption(optionOf(key, setting));
  }
  return command;
}

function optionOf(key: string, setting: Setting<unknown>): Option {
  const { kind, placeholder, help, short } = setting;
  const long = setting.isOff ? longName(key).replace(/^--/, "--no-") : longName(key);
  const option = new Option(
    [[short, long].filter((one) => one !== undefined).join(", "), placeholder].join(" ").trim(),
    setting.isRequired ? `${help} (required)` : help,
  );
  if (kind.choices !== undefined) option.choices(kind.choices);
  if (kind.read !== undefined) option.argParser((text, before) => readBy(setting, text, before));
  if (setting.default !== undefined && !setting.isOff) option.default(setting.default, setting.defaultText);
  if (setting.isRequired) option.makeOptionMandatory();
  if (setting.isHidden) option.hideHelp();
  return remember(option, setting);
}

function readBy({ kind }: Setting<unknown>, text: string, before: unknown): unknown {
  try {
    return kind.read?.(text, before as never);
  } catch (error) {
    throw error instanceof WrongValue ? new InvalidArgumentError(error.message) : error;
  }
}

/** Returns the value for printing, without secrets. */
export function shownValue(taker: Option | Argument, value: unknown): unknown {
  const shown = settingOf(taker).kind?.shown;
  if (shown === undefined || value === null || value === undefined) return value;
  if (Array.isArray(value)) return value.map((one) => shownValue(taker, one));
  return typeof value === "string" ? shown(value) : "***";
}

/** Returns the long name without the leading dashes, such as `no-cache`. */
export function nameOf(option: Option): string {
  return option.long?.slice(2) ?? "";
}

export function keysOf(option: Option): string[] {
  return option.negate ? [nameOf(option), nameOf(option).slice("no-".length)] : [nameOf(option)];
}

/** Returns `SEMQREL_NO_CACHE` for `--no-cache`. */
export function variableOf(option: Option): string {
  return `SEMQREL_${nameOf(option).toUpperCase().replaceAll("-", "_")}`;
}

export function takesNoText(option: Option): boolean {
  return option.isBoolean() || option.negate;
}

/** Returns whether the environment and the configuration file may set options of the command. */
export function isConfigurable(command: Command): boolean {
  return command.options.some(({ long }) => long === "--print-config");
}

/** Returns the command as typed, such as `semqrel system doctor`. */
export function fullName(command: Command): string {
  return command.parent === null ? command.name() : `${fullName(command.parent)} ${command.name()}`;
}

export function programOf(command: Command): Command {
  return command.parent === null ? command : programOf(command.parent);
}

export interface Given {
  readonly value: unknown;
  readonly source: "environment" | "configuration file";
  readonly invalid: (why: string, cause?: unknown) => SemqrelError;
}

export function parseGiven(taker: Option | Argument, { value, source, invalid }: Given): unknown {
  if (!(taker instanceof Argument) && takesNoText(taker)) {
    if (typeof value === "boolean") return value !== taker.negate;
    const allowed = source === "environment" ? "1, true, yes, 0, false or no" : "true or false";
    throw invalid(` takes ${allowed}, not ${JSON.stringify(value)}.`);
  }
  const values: unknown[] = Array.isArray(value) ? value : [value];
  if (!values.every((one) => typeof one === "string" || typeof one === "number")) {
    throw invalid(` takes text or a number, not ${JSON.stringify(shownValue(taker, value))}.`);
  }
  // Values of repeated options are not joined with commas, because a value may contain commas.
  const isList = taker.variadic || settingOf(taker).kind?.isRepeated === true;
  const texts = isList ? values.map(String) : [values.join(",")];
  const choices = taker.argChoices ?? texts;
  const wrong = texts.find((text) => !choices.includes(text));
  if (wrong !== undefined) throw invalid(` takes ${choices.join(", ")}, not "${wrong}".${suggestion(wrong, choices)}`);
  const { parseArg } = taker;
  if (parseArg === undefined) return taker.variadic ? texts : texts[0];
  try {
    return texts.reduce((previous: unknown, text) => parseArg(text, previous as never), taker.defaultValue);
  } catch (cause) {
    throw invalid(`: ${(cause as Error).message}`, cause);
  }
}
