/**
 * What can be typed behind `semqrel`?
 * Read off commander's own tree, so that a command which is added completes by itself.
 */
import type { Command, Option } from "commander";

/** One command, subcommands apart. */
export interface CompletedCommand {
  /** Names from the program on, which is not among them: `""`, `"label"`, `"index ls"`. */
  readonly path: string;
  readonly subcommands: readonly CompletedName[];
  readonly options: readonly CompletedOption[];
  /** What arguments may be; empty where they are names of files or free. */
  readonly choices: readonly string[];
}

export interface CompletedName {
  readonly name: string;
  readonly summary: string;
}

export interface CompletedOption extends CompletedName {
  /** With its dashes: `--out`. */
  readonly name: string;
  /** One letter with its dash, `-o`. */
  readonly short: string | null;
  /** Whether a value may follow. */
  readonly takesValue: boolean;
  /** Empty where the value is a file or free. */
  readonly choices: readonly string[];
}

/** The program first, then every command in front of its subcommands and its other jobs, such as `pool --plan`. */
export function commandTree(program: Command): CompletedCommand[] {
  return describe(program, []);
}

/** Words that lead from one path to another: `"pool --plan"`. */
export function pathsOf(commands: readonly CompletedCommand[]): string[] {
  return commands.slice(1).map(({ path }) => (path.includes(" ") ? path : ` ${path}`));
}

function describe(command: Command, path: readonly string[]): CompletedCommand[] {
  const help = command.createHelp();
  const subcommands = help.visibleCommands(command);
  const jobs = (command.parent?.commands ?? []).filter((one) => one.name().startsWith(`${command.name()} --`));
  const own: CompletedCommand = {
    path: path.join(" "),
    subcommands: subcommands.map((one) => ({
      name: one.name(),
      summary: one.summary() || (one.description().split("\n")[0] ?? ""),
    })),
    options: [...jobs.map(describeJob), ...help.visibleOptions(command).map(describeOption)],
    choices: command.registeredArguments.flatMap((argument) => argument.argChoices ?? []),
  };
  const further = [...subcommands.flatMap((one) => describe(one, [...path, one.name()]))];
  return [own, ...further, ...jobs.flatMap((one) => describe(one, one.name().split(" ")))];
}

function describeJob(job: Command): CompletedOption {
  const [, name = ""] = job.name().split(" ");
  return { name, short: null, summary: job.summary(), takesValue: false, choices: [] };
}

function describeOption({ long, short, description, argChoices, required, optional }: Option): CompletedOption {
  return {
    name: long ?? short ?? "",
    short: long === undefined ? null : (short ?? null),
    summary: description,
    takesValue: required || optional,
    choices: argChoices ?? [],
  };
}
