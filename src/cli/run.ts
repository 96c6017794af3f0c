/**
 * Which command is meant, and how does it end?
 * Builds the program, runs one command, turns errors into messages and exit codes.
 */
import { existsSync } from "node:fs";
import { type Argument, Command, CommanderError, Help, InvalidArgumentError, type Option } from "commander";
import { messageOf, SemqrelError } from "../core/errors.ts";
import { suggestion } from "../core/text/suggestion.ts";
import { someOf } from "../core/text/wording.ts";
import { readingAsSaid } from "../io/encoding.ts";
import { version } from "../verbs/version.ts";
import { commandEntries, neededCommands, withoutConfiguration, withoutTexts } from "./commands.ts";
import { configurationFile } from "./configuration/read-configuration.ts";
import { type CliIo, type ColorChoice, type CommonFlags, exitCodes, type Outcome, type Output } from "./io.ts";
import { machineFault } from "./machine-fault.ts";
import { isConfigurable } from "./options/option-names.ts";
import { choice, encodingOption } from "./options/option-values.ts";
import { reachingOption } from "./options/reach.ts";
import { printable, printText, sparingTerminals } from "./terminal/print.ts";
import { endingProgressLines } from "./terminal/progress.ts";
import { colorsFor, terminalWidth } from "./terminal/terminal.ts";

/** @param args without the interpreter and the script. @returns the exit code */
export async function run(args: readonly string[], { stdout, stderr, ...others }: CliIo): Promise<number> {
  const io: CliIo = { ...others, stdout: sparingTerminals(stdout), stderr: endingProgressLines(stderr) };
  const outcome: Outcome = { exitCode: exitCodes.done };
  const topic = helpTopic(args);
  const program = await buildProgram(io, outcome, neededCommands(args, topic));
  try {
    // About a command that there is not, commander would show the overview, and say nothing.
    const meant = topic !== null && isUnknown(topic) ? [topic] : [...args];
    const work = () => program.parseAsync(meant, { from: "user" });
    await (mayChooseEncoding(args, io) ? readingAsSaid(() => outcome.options?.().encoding, work) : work());
    return outcome.exitCode;
  } catch (error) {
    const exitCode = await explain(error, io, outcome.options?.() ?? {});
    if (error instanceof CommanderError && exitCode === exitCodes.usage) {
      explainDashes(args, io);
      await explainOption(error, io, outcome);
    }
    return exitCode;
  }
}

/** By option, variable or configuration file. */
function mayChooseEncoding(args: readonly string[], { environment }: CliIo): boolean {
  const isNamed = args.some((arg) => arg.startsWith("--encoding")) || environment["SEMQREL_ENCODING"] !== undefined;
  return isNamed || existsSync(configurationFile);
}

/** What begins with a dash is an option, also where the shell made it of `*.csv`. */
function explainDashes(args: readonly string[], io: CliIo): void {
  const file = args.find((arg) => /^-./.test(arg) && existsSync(arg));
  if (file !== undefined) io.stderr.write(`semqrel: for the file ${printable(file)} write ./${printable(file)}\n`);
}

/** Which other commands have an option that this one lacks. */
async function explainOption({ message }: CommanderError, io: CliIo, outcome: Outcome): Promise<void> {
  const option = /unknown option '(--[^'=]+)'$/.exec(message)?.[1];
  if (option === undefined) return;
  const { commands } = await buildProgram(io, outcome);
  const takers = commands.filter(({ options }) => options.some(({ long }) => long === option));
  if (takers.length > 0)
    io.stderr.write(`semqrel: ${option} is an option of ${someOf(takers.map((one) => one.name()))}\n`);
}

/** The command that help is asked about, "" for none of its own; null where no help is asked for. */
function helpTopic(args: readonly string[]): string | null {
  const [first = "--help", second = ""] = args;
  if (first === "help") return second;
  if (["-h", "--help", "-V", "--version"].includes(first)) return "";
  return ["-h", "--help"].includes(args.at(-1) ?? "") ? first : null;
}

function isUnknown(topic: string): boolean {
  const isName = topic !== "" && topic !== "help" && !topic.startsWith("-");
  return isName && !commandEntries.some(({ name }) => name === topic);
}

/** Every command, those that are needed with their options; also read by tests of the documentation. */
export async function buildProgram(
  io: CliIo,
  outcome: Outcome,
  isNeeded: (command: string) => boolean = () => true,
): Promise<Command> {
  const program = new Command("semqrel")
    .description("Search evaluation without judgments: labels from another engine's results, matched by meaning.")
    .version(version, "-V, --version")
    .helpOption("-h, --help")
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
      // Sources break lines where they like; a terminal where it ends.
      commandDescription: (command) => command.description().replaceAll("\n", " "),
      formatItem(term, termWidth, description, helper) {
        const isNarrow = terminalWidth(io.stdout, io) - termWidth - 4 < helper.minWidthToWrap;
        if (isNarrow && description !== "") return `  ${term}\n      ${description}`;
        return Help.prototype.formatItem.call(this, term, termWidth, description, helper);
      },
    })
    .addHelpText(
      "after",
      "\nExample:\n  semqrel label --reference scopus.csv --candidates explorer.csv --out labels\n\n" +
        "Exit codes: 0 done, 1 a bound such as --fail-under does not hold, 2 usage or input error, 70 a bug, 130 interrupted.",
    )
    .addHelpText(
      "afterAll",
      "\nOptions may also stand in the environment (--rank-base as SEMQREL_RANK_BASE) or in semqrel.config.json.",
    );
  program.hook("preSubcommand", (_, subcommand) => leaveArgumentsToConfiguration(subcommand));
  for (const { name, summary, load } of commandEntries) {
    const command = isNeeded(name) ? (await load()).createCommand(io, outcome) : new Command(name);
    const can = { configure: !withoutConfiguration.includes(name), readTexts: !withoutTexts.includes(name) };
    program.addCommand(inherit(command.summary(summary), program, can, io, outcome));
  }
  return program;
}

/** Options that every command has, and the program's ways with errors and output. */
function inherit(
  command: Command,
  program: Command,
  can: { readonly configure: boolean; readonly readTexts: boolean },
  io: CliIo,
  outcome: Outcome,
): Command {
  command.copyInheritedSettings(program);
  command.configureOutput({ outputError: (text, write) => write(withUsage(text, command)) });
  for (const taker of [...command.options, ...command.registeredArguments]) suggestChoices(taker);
  command.hook("preSubcommand", (_, subcommand) => leaveArgumentsToConfiguration(subcommand));
  if (command.commands.length > 0) {
    for (const subcommand of command.commands) inherit(subcommand, program, can, io, outcome);
    return command;
  }
  command
    .option("-q, --quiet", "no progress, no remarks")
    .option("-v, --verbose", "seconds of each stage")
    .addOption(
      choice("--color <when>", "colours: where there is a terminal, always or never", ["auto", "always", "never"]),
    )
    .option("--debug", "stack traces of errors")
    .addOption(
      reachingOption("bounds", "--no-input-bounds", "read files however long their lines, or however far they unpack"),
    )
    .hook("preAction", (_, acting) => {
      outcome.options = () => acting.opts();
    });
  if (can.readTexts) command.addOption(encodingOption());
  if (can.configure) makeConfigurable(command, program, io);
  // After the configuration, which may say it too.
  return command.hook("preAction", async (_, acting) => {
    if (acting.getOptionValue("inputBounds") === false) (await import("../io/input-bounds.ts")).liftInputBounds();
  });
}

/** Options of the command may come from the environment and from a file as well. */
function makeConfigurable(command: Command, program: Command, io: CliIo): void {
  // Commander asks for them before environment and configuration file are read.
  const needed = {
    options: command.options.filter((option) => option.mandatory),
    arguments: command.registeredArguments.filter((argument) => argument.required),
  };
  for (const option of needed.options) option.makeOptionMandatory(false);
  command
    .option("--print-config", "print the options in force, and where each comes from, and stop")
    .hook("preAction", async (_, acting) => {
      const { applyConfiguration, doubtfulVariables, hasOtherVariables } = await import(
        "./configuration/configuration.ts"
      );
      applyConfiguration(acting, program, needed, io);
      if (acting.getOptionValue("quiet") === true || !hasOtherVariables(acting, io.environment)) return;
      // Only the options of all commands tell a name that is nearly one of them from a name of the user.
      const all = await buildProgram(io, { exitCode: exitCodes.done });
      for (const text of doubtfulVariables(all, io.environment)) io.stderr.write(`semqrel: ${printable(text)}\n`);
    });
}

/** Help is folded in a file, too. */
function helpWidth(output: Output, io: CliIo): number {
  const width = terminalWidth(output, io);
  return Number.isFinite(width) ? width : 80;
}

/** Commander asks for them before the configuration file, which may give them, is read. Help shows them as needed. */
function leaveArgumentsToConfiguration(command: Command): void {
  if (!isConfigurable(command)) return;
  command.usage(command.usage());
  for (const argument of command.registeredArguments) argument.argOptional();
}

/** An error of the command line, and the command that helps further. */
function withUsage(text: string, command: Command): string {
  let path = command.name();
  for (let above = command.parent; above !== null; above = above.parent) path = `${above.name()} ${path}`;
  const said = text.trimEnd().replace(/\.$/, "");
  if (/^error: (?:missing required argument|too many arguments)/.test(said)) {
    const [first] = command.registeredArguments.length > 0 ? [] : command.options;
    const hint = first === undefined ? "" : ` It takes options alone, such as ${first.flags}.`;
    return `${said}.${hint} Usage: ${path} ${command.usage()} (options: ${path} --help)\n`;
  }
  if (said.includes("Did you mean")) return text;
  if (said.startsWith("error: unknown option")) return `${said} (options: ${path} --help)\n`;
  const unknown = /^error: unknown command '(.+)'/.exec(said)?.[1] ?? "";
  if (existsSync(unknown))
    return `${said}, which is a file. To compare result lists: semqrel check REFERENCE CANDIDATE…\n`;
  if (said.startsWith("error: unknown command")) return `${said} (commands: ${path} --help)\n`;
  return text;
}

/** Has a wrong choice answered with the nearest one. */
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

/** Where nothing more can be loaded, the message must come all the same. */
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
