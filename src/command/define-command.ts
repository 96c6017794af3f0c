/** Declares a command: its arguments, its settings, what it does, and how it shows results. */
import { invalidOption, throwIfAborted } from "../core/errors.ts";
import { printed } from "../core/text/wording.ts";
import { readingAs } from "../io/encoding.ts";
import { checkSettings, type GivenOf, type Reach, type Settings, type SettingsOf, withDefaults } from "./settings.ts";
import type { Format, Terminal } from "./terminal.ts";

export interface Argument {
  /** For example `<labels>`, `[other]`, `<files...>`. */
  readonly name: string;
  readonly help: string;
  readonly reach?: Reach;
  /** Whether programs may pass rows instead of files. */
  readonly isRows?: true;
  /** Whether programs must pass the argument, although it is optional on the command line. */
  readonly isNeeded?: true;
  /** Whether programs may pass a list, although the command line takes one path. */
  readonly isSeveral?: true;
}

export const labelsArgument: Argument = {
  name: "<labels>",
  help: "folder of labels, written by `check` or `label --out`",
};
/** The folder of labels, for commands that store results in it. */
export const labelsToExtend: Argument = { ...labelsArgument, reach: "output" };

export const tableFormats: readonly Format[] = ["table", "csv", "tsv", "md", "json"];

export interface CommandParts<Table extends Settings, Own extends Settings, Args extends readonly unknown[], Found> {
  readonly name: string;
  /** The start of the command's error messages, such as "Validating". */
  readonly doing: string;
  readonly about: string;
  readonly takes: readonly Argument[];
  readonly settings: Table;
  /** Options that exist only on the command line, in addition to the options that `formats` adds. */
  readonly commandLine?: Own;
  /** Values of `--format`; `json` also adds `--json`. Absent if the command prints no report. */
  readonly formats?: readonly Format[];
  /** Command lines without the program's name, such as "validate labels --gold gold.qrels". */
  readonly examples: readonly string[];
  readonly notes?: () => string;
  /** Imports its modules itself, so that help stays fast. @param isSet - returns whether a setting was given */
  run(args: Args, given: GivenOf<Table>, isSet?: (setting: keyof Table & string) => boolean): Promise<Found>;
  print?(found: Found, terminal: Terminal, args: Args, given: GivenOf<Table> & GivenOf<Own>): Promise<void>;
  /** If present, the command line calls this function instead of `run` and `print`. */
  execute?(args: Args, given: GivenOf<Table> & GivenOf<Own>, terminal: Terminal): Promise<void>;
}

// biome-ignore lint/suspicious/noExplicitAny: a command with any settings
export type AnyCommand = CommandParts<any, any, any, any>;

export interface DefinedCommand<Table extends Settings, Own extends Settings, Args extends readonly unknown[], Found>
  extends CommandParts<Table, Own, Args, Found> {
  readonly call: (...given: [...Args, settings?: SettingsOf<Table>]) => Promise<Found>;
}

export function defineCommand<
  Table extends Settings,
  Args extends readonly unknown[],
  Found,
  Own extends Settings = Record<never, never>,
>(parts: CommandParts<Table, Own, Args, Found>): DefinedCommand<Table, Own, Args, Found> {
  const { doing, takes, settings: table, run } = parts;
  const call = async (...given: [...Args, settings?: SettingsOf<Table>]) => {
    const args = given.slice(0, takes.length) as unknown as Args;
    const [settings = {} as SettingsOf<Table>] = given.slice(takes.length) as unknown as SettingsOf<Table>[];
    checkArguments(doing, args, takes);
    checkSettings(doing, settings, table);
    const { signal } = settings as { readonly signal?: AbortSignal };
    throwIfAborted(signal, doing);
    const isSet = (setting: keyof Table & string) => settings[setting as keyof typeof settings] !== undefined;
    return readingAs(settings as { encoding?: string }, () => run(args, withDefaults(settings, table), isSet));
  };
  return { ...parts, call };
}

function checkArguments(doing: string, args: readonly unknown[], takes: readonly Argument[]): void {
  for (const [index, { name, isRows, isNeeded, isSeveral = name.includes("...") }] of takes.entries()) {
    if (isRows) continue;
    const given = args[index];
    const isMissing = given === undefined || given === null;
    const paths = isSeveral ? [given].flat() : [given];
    if (isMissing ? name.startsWith("[") && !isNeeded : paths.every((path) => typeof path === "string")) continue;
    const setting = name.replace(/[<>[\].]/g, "");
    throw invalidOption(`${doing}: ${setting} is ${printed(given)}. Give a path.`, { setting });
  }
}
