/** Runs the command that the arguments name, and turns errors into messages and exit codes. */

import { existsSync } from "node:fs";
import { type Argument, Command, CommanderError, Help, InvalidArgumentError, type Option } from "commander";
import { encodingKind, group, off, oneOf, type Settings, special, toggle } from "../command/settings.ts";
import { messageOf, SemqrelError } from "../core/errors.ts";
import { version } from "../core/files/version.ts";
import { printable } from "../core/text/escape.ts";
import { suggestion } from "../core/text/suggestion.ts";
import { someOf } from "../core/text/wording.ts";
import { readingAsChosen } from "../io/encoding.ts";
import {
  type CommandRow,
  commandGroups,
  isSwitch,
  neededCommands,
  pathOf,
  routed,
  withoutConfiguration,
  withoutTexts,
} from "./commands.ts";
import { allCommands, configurationFile } from "./configuration/read-configuration.ts";
import { type CliIo, type ColorChoice, type CommonFlags, exitCodes, type Outcome, type Output } from "./io.ts";
import { machineFault } from "./machine-fault.ts";
import { addOptions, fullName, isConfigurable, settingOf, takesNoText, variableOf } from "./options/add-options.ts";
import { hasVariable } from "./options/reach.ts";
import { printText, sparingTerminals } from "./terminal/print.ts";
import { colorsFor, endingProgressLines, terminalWidth } from "./terminal/progress.ts";

/** Runs a command and returns its exit code. @param args - arguments without the interpreter and the script */
export async function run(args: readonly string[], { stdout, stderr, ...others }: CliIo): Promise<number> {
  const io: CliIo = { ...others, stdout: sparingTerminals(stdout), stderr: endingProgressLines(stderr) };
  const outcome: Outcome = { exitCode: exitCodes.done };
  const words = routed(args);
  if (args.join(" ") === "help exit-codes") {
    io.stdout.write(exitCodesHelp);
    return exitCodes.done;
  }
  const isHelp = asksForHelp(words);
  const program = await buildProgram(io, outcome, neededCommands(words, isHelp), words.at(-1) === "-h");
  try {
    // Drops --help after an unknown command, because commander would print the overview instead of an error.
    const meant = isHelp && isUnknown(words) ? words.slice(0, 1) : words;
    const work = () => program.parseAsync(meant, { from: "user" });
    await (mayChooseEncoding(args, io) ? readingAsChosen(() => outcome.options?.().encoding, work) : work());
    return outcome.exitCode;
  } catch (error) {
    const exitCode = await explain(error, io, outcome.options?.() ?? {});
    if (error instanceof CommanderError && exitCode === exitCodes.usage) {
      explainDashes(args, io);
      await explainOption(error, io, outcome);
      if (args[0] === "help")
        io.stderr.write("semqrel: help takes the name of a command, or one of these topics: formats, exit-codes\n");
    }
    return exitCode;
  }
}

function mayChooseEncoding(args: readonly string[], { environment }: CliIo): boolean {
  const isNamed = args.some((arg) => arg.startsWith("--encoding")) || environment["SEMQREL_ENCODING"] !== undefined;
  return isNamed || existsSync(configurationFile);
}

/** If an argument is a file such as `-a.csv`, says how to type its name. A shell may insert such names for `*.csv`. */
function explainDashes(args: readonly string[], io: CliIo): void {
  const file = args.find((arg) => /^-./.test(arg) && existsSync(arg));
  if (file !== undefined) io.stderr.write(`semqrel: to name the file ${printable(file)}, write ./${printable(file)}\n`);
}

async function explainOption({ message }: CommanderError, io: CliIo, outcome: Outcome): Promise<void> {
  const option = /unknown option '(--[^'=]+)'$/.exec(message)?.[1];
  if (option === undefined) return;
  const program = await buildProgram(io, outcome);
  const takers = allCommands(program).filter(({ options }) => options.some(({ long }) => long === option));
  if (takers.length > 0) io.stderr.write(`semqrel: ${option} is an option of ${someOf(takers.map(fullName))}\n`);
}

function asksForHelp(words: readonly string[]): boolean {
  const [first = "--help"] = words;
  return ["help", "-h", "--help", "-V", "--version"].includes(first) || ["-h", "--help"].includes(words.at(-1) ?? "");
}

function isUnknown([first = ""]: readonly string[]): boolean {
  return first !== "" && first !== "help" && !first.startsWith("-") && pathOf([first]) === "";
}

/** Makes commander's program. Only needed commands get their options. */
export async function buildProgram(
  io: CliIo,
  outcome: Outcome,
  isNeeded: (command: string) => boolean = () => true,
  isShort = false,
): Promise<Command> {
  const program: Command = new Command("semqrel")
    .usage("<command> [options]")
    .addHelpText("before", `semqrel: ${PURPOSE}\n`)
    .helpCommand(false)
    .version(version, "-V, --version")
    .helpOption("-h, --help", "--help: all options; -h: only the usual ones")
    .exitOverride()
    .configureOutput({
      writeOut: (text) => printText(io, text),
      getOutHelpWidth: () => helpWidth(io.stdout, io),
      getErrHelpWidth: () => helpWidth(io.stderr, io),
      writeErr: (text) => io.stderr.write(text.replace(/^error: /, "semqrel: ")),
      outputError: (text, write) => write(withUsage(text, program)),
    })
    .showSuggestionAfterError()
    .configureHelp({
      showGlobalOptions: false,
      // The overview only shows commands, because each command has its own options.
      subcommandTerm: (command) => command.name(),
      visibleOptions(command) {
        if (command === program) return [];
        const visible = Help.prototype.visibleOptions.call(this, command);
        return isShort ? visible.filter((option) => settingOf(option).group === undefined) : visible;
      },
      commandUsage(command) {
        return usageOf(command) ?? Help.prototype.commandUsage.call(this, command);
      },
      // Removes the line breaks of the source code, because commander wraps the text at the terminal's width.
      commandDescription: (command) => command.description().replaceAll("\n", " "),
      formatItem(term, termWidth, description, helper) {
        const isNarrow = terminalWidth(io.stdout, io) - termWidth - 4 < helper.minWidthToWrap;
        if (isNarrow && description !== "") return `  ${term}\n      ${description}`;
        return Help.prototype.formatItem.call(this, term, termWidth, description, helper);
      },
    })
    .addHelpText("after", overviewEnd);
  program.hook("preSubcommand", (_, subcommand) => leaveArgumentsToConfiguration(subcommand));
  const create = async (row: CommandRow, path: string) => {
    const made = row.load !== null && isNeeded(path) ? await row.load() : { createCommand: () => new Command() };
    const command =
      "command" in made
        ? (await import("./create-command.ts")).commandOf(made.command, io, outcome, isShort)
        : made.createCommand(io, outcome);
    return command.name(isSwitch(row) ? path : row.name).summary(row.summary);
  };
  const all = { program, io, outcome, isShort, isConfigurable: true, readsTexts: true };
  for (const [title, rows] of commandGroups) {
    for (const row of rows) {
      const command = await create(row, row.name);
      for (const further of row.further) {
        const another = await create(further, `${row.name} ${further.name}`);
        if (isSwitch(further)) program.addCommand(inherit(another, all), { hidden: true });
        else command.addCommand(another);
      }
      if (row.load === null) {
        command.description("Checks, configures and cleans this installation, and runs workers.");
        command.addHelpText("after", systemExamples);
      }
      if (row.further.some(isSwitch)) command.addHelpText("after", () => otherJobs(row));
      program.addCommand(inherit(command.helpGroup(`${title}:`), all));
    }
  }
  return program;
}

const PURPOSE = "see which search engine is probably better, before anyone has judged the results";

const overviewEnd = `
Examples:
  semqrel check scopus.csv ours.csv theirs.csv -o labels
  semqrel pool labels --by spread --minutes 30 -o pool.jsonl
  semqrel rate pool.jsonl --db ratings.db --open
  semqrel measure qrels.txt bm25.run nDCG@10 AP

Run "semqrel <command> --help" for options, "semqrel help formats" for file
formats, "semqrel help exit-codes" for exit codes. Documentation: docs/README.md`;

function otherSources(command: Command): string {
  const chosen = choosingOption(command);
  const example = command.options.find((option) => option !== chosen && !takesNoText(option) && hasVariable(option));
  const spelling = example === undefined ? "" : ` (${example.long} as ${variableOf(example)})`;
  return `\nOptions may also be set in the environment${spelling} or in semqrel.config.json.`;
}

const systemExamples = "\nExamples:\n  semqrel system doctor\n  semqrel system cache size";

const exitCodesHelp = `Exit codes:
  0    done
  1    done, but a check failed: --fail-under, --fail-if-worse, system doctor,
       system verify, system index verify
  2    wrong usage or input, or a failure of a server or of the machine
  70   a bug in semqrel
  130  interrupted
`;

function otherJobs({ name, further }: CommandRow): string {
  const switches = further.filter(isSwitch);
  const width = Math.max(...switches.map((row) => row.name.length));
  const lines = switches.map(
    (row) => `  ${row.name.padEnd(width)}  ${row.summary} (semqrel ${name} ${row.name} --help)`,
  );
  return ["", "Other jobs of this command:", ...lines].join("\n");
}

interface Inherited {
  readonly program: Command;
  readonly io: CliIo;
  readonly outcome: Outcome;
  readonly isShort: boolean;
  readonly isConfigurable: boolean;
  readonly readsTexts: boolean;
}

function inherit(command: Command, above: Inherited): Command {
  const { program, io, outcome, isShort } = above;
  const can = {
    isConfigurable: above.isConfigurable && !withoutConfiguration.includes(command.name()),
    readsTexts: above.readsTexts && !withoutTexts.includes(command.name()),
  };
  command.copyInheritedSettings(program).helpCommand(false);
  command.configureOutput({ outputError: (text, write) => write(withUsage(text, command)) });
  for (const taker of [...command.options, ...command.registeredArguments]) suggestChoices(taker);
  command.hook("preSubcommand", (_, subcommand) => leaveArgumentsToConfiguration(subcommand));
  for (const subcommand of command.commands) inherit(subcommand, { ...above, ...can });
  if (command.registeredArguments.length === 0 && command.commands.length > 0) return command;
  addOptions(command, commonSettings(can.readsTexts, can.isConfigurable));
  if (isShort) {
    command.addHelpText("after", () => `\nAll options: ${fullName(command)} --help`);
  } else if (can.isConfigurable) command.addHelpText("after", () => otherSources(command));
  const configure = can.isConfigurable ? configurationOf(command, program, io) : null;
  return command.hook("preAction", async (_, acting) => {
    // Commander also runs a command's hooks for its subcommands.
    if (acting !== command) return;
    outcome.options = () => command.opts();
    await configure?.();
    // Comes last, because the configuration may set this option, too.
    if (command.getOptionValue("inputBounds") === false) (await import("../io/input-error.ts")).liftInputBounds();
  });
}

function commonSettings(readsTexts: boolean, isConfigured: boolean): Settings {
  return group("Common:", {
    quiet: toggle("no progress and no warnings", { short: "-q" }),
    verbose: toggle("print how many seconds each stage took", { short: "-v" }),
    color: oneOf("<when>", "use colours", ["auto", "always", "never"], { default: "auto" }),
    debug: toggle("print stack traces of errors"),
    inputBounds: off<boolean>("read files even if they have very long lines or a very large unpacked size", {
      reach: "bounds",
    }),
    ...(readsTexts && {
      encoding: special<string>(encodingKind, "<name>", "encoding of files that are not UTF-8, e.g. windows-1252"),
    }),
    ...(isConfigured && { printConfig: toggle("print all options with their values and sources, and stop") }),
  });
}

function configurationOf(command: Command, program: Command, io: CliIo): () => Promise<void> {
  // Makes required options optional for commander, which checks them before the environment and the file are read.
  const needed = {
    options: command.options.filter((option) => option.mandatory),
    arguments: command.registeredArguments.filter((argument) => argument.required),
  };
  for (const option of needed.options) option.makeOptionMandatory(false);
  return async () => {
    const { applyConfiguration, doubtfulVariables, hasOtherVariables, hasUnfitVariables } = await import(
      "./configuration/configuration.ts"
    );
    // Has the options of all commands, because a variable may be meant for another command.
    const complete = () => buildProgram(io, { exitCode: exitCodes.done });
    const known = hasUnfitVariables(command, io.environment) ? await complete() : program;
    applyConfiguration(command, program, needed, io, known);
    if (command.getOptionValue("quiet") === true || !hasOtherVariables(command, io.environment)) return;
    for (const text of doubtfulVariables(await complete(), io.environment))
      io.stderr.write(`semqrel: ${printable(text)}\n`);
  };
}

function helpWidth(output: Output, io: CliIo): number {
  const width = terminalWidth(output, io);
  return Number.isFinite(width) ? width : 80;
}

/** Makes arguments optional, because the configuration file may give them. Help still shows them as required. */
function leaveArgumentsToConfiguration(command: Command): void {
  if (!isConfigurable(command)) return;
  command.usage(command.usage());
  for (const argument of command.registeredArguments) argument.argOptional();
}

/** Returns the option in a name such as `pool --doubtful`. For `pool --plan`, undefined: `--plan` is not an option. */
function choosingOption(command: Command): Option | undefined {
  const [, chosen] = command.name().split(" ");
  return command.options.find(({ long }) => long === chosen);
}

/** Returns a line such as `pool <labels> --doubtful [n]`. If the option came first, it would take <labels> as [n]. */
function usageOf(command: Command): string | null {
  const option = choosingOption(command);
  if (option === undefined) return null;
  const [name] = command.name().split(" ");
  return `semqrel ${name} ${command.usage().replace("[options] ", "")} ${option.flags} [options]`;
}

function withUsage(text: string, command: Command): string {
  const path = fullName(command);
  const message = text.trimEnd().replace(/\.$/, "");
  if (/^error: (?:missing required argument|too many arguments)/.test(message)) {
    const [first] = command.registeredArguments.length > 0 ? [] : command.options;
    const hint = first === undefined ? "" : ` It only takes options, such as ${first.flags}.`;
    return `${message}.${hint} Usage: ${usageOf(command) ?? `${path} ${command.usage()}`} (options: ${path} --help)\n`;
  }
  if (message.includes("Did you mean")) return text;
  if (message.startsWith("error: unknown option")) return `${message} (options: ${path} --help)\n`;
  const unknown = /^error: unknown command '(.+)'/.exec(message)?.[1] ?? "";
  if (existsSync(unknown))
    return `${message}, which is a file. To compare result lists: semqrel check REFERENCE CANDIDATE…\n`;
  if (message.startsWith("error: unknown command")) return `${message} (commands: ${path} --help)\n`;
  return text;
}

function suggestChoices(taker: Option | Argument): void {
  const { parseArg, argChoices } = taker;
  if (parseArg === undefined || argChoices === undefined) return;
  taker.argParser((value: string, previous: unknown) => {
    try {
      return parseArg(value, previous as never);
    } catch (error) {
      if (!(error instanceof InvalidArgumentError)) throw error;
      throw new InvalidArgumentError(`${error.message}${suggestion(value, argChoices)}`);
    }
  });
}

async function explain(error: unknown, io: CliIo, { debug, color }: CommonFlags): Promise<number> {
  if (error instanceof CommanderError) {
    const isAnswer = ["commander.helpDisplayed", "commander.version", "semqrel.printed"].includes(error.code);
    return isAnswer || (error.code === "commander.help" && error.exitCode === 0) ? exitCodes.done : exitCodes.usage;
  }
  const fault = error instanceof SemqrelError ? null : machineFault(error);
  const isOurs = error instanceof SemqrelError || fault !== null;
  const message = printable(fault ?? messageOf(error));
  const trace = debug && error instanceof Error ? `\n${error.stack}${causesOf(error)}` : "";
  const lines = trace.split("\n").map(printable).join("\n");
  const { red } = await errorColors(io, color);
  const bug = isOurs ? "" : "this is a bug, please report it (with --debug for the details): ";
  io.stderr.write(`${red("semqrel:")} ${bug}${message}${lines}\n`);
  if (!isOurs) return exitCodes.bug;
  return error instanceof SemqrelError && error.code === "INTERRUPTED" ? exitCodes.interrupted : exitCodes.usage;
}

/** Falls back to no colours if they cannot be loaded, because the message must still be shown. */
async function errorColors(io: CliIo, color: ColorChoice | undefined) {
  try {
    return await colorsFor(io.stderr, io, color);
  } catch {
    return { red: (text: string) => text };
  }
}

function causesOf(error: Error): string {
  return error.cause instanceof Error ? `\ncaused by ${error.cause.stack}${causesOf(error.cause)}` : "";
}
