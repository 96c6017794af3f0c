/** Makes options of commander from settings. */
import { type Command, InvalidArgumentError, Option } from "commander";
import { longName, type Setting, type Settings, WrongValue } from "../../command/settings.ts";
import { showValues } from "../terminal/shown-values.ts";
import { hideInShortHelp, setKind } from "./option-kinds.ts";
import { reaching } from "./reach.ts";

/** Adds an option for each setting of the command line, below its heading. Those without a heading come first. */
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
    const option = optionOf(key, setting);
    if (heading !== undefined) hideInShortHelp(option);
    command.addOption(option);
  }
  return command;
}

function optionOf(key: string, setting: Setting<unknown>): Option {
  const { kind, placeholder, help, short, reach } = setting;
  const long = setting.isOff ? longName(key).replace(/^--/, "--no-") : longName(key);
  const option = new Option(
    [[short, long].filter((one) => one !== undefined).join(", "), placeholder].join(" ").trim(),
    help,
  );
  if (kind.choices !== undefined) option.choices(kind.choices);
  if (kind.read !== undefined) option.argParser((text, before) => readBy(kind, text, before));
  if (setting.default !== undefined && !setting.isOff) option.default(setting.default, setting.defaultText);
  if (setting.isRequired) option.makeOptionMandatory();
  if (setting.isHidden) option.hideHelp();
  if (kind.shown !== undefined) showValues(option, kind.shown);
  setKind(option, kind);
  return reach === undefined ? option : reaching(reach, option);
}

function readBy(kind: Setting<unknown>["kind"], text: string, before: unknown): unknown {
  try {
    return kind.read?.(text, before as never);
  } catch (error) {
    throw error instanceof WrongValue ? new InvalidArgumentError(error.message) : error;
  }
}
