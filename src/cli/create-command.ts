/** Makes the command line of a command: its options from its settings, and what happens when it is typed. */
import { Argument, Command, InvalidArgumentError, Option } from "commander";
import type { AnyCommand, Argument as TakenArgument } from "../command/define-command.ts";
import { longName, type Setting, type Settings, WrongValue } from "../command/settings.ts";
import type { Format, Terminal, View } from "../command/terminal.ts";
import { defaultCacheFolder } from "../core/files/cache-folder.ts";
import { shellWord } from "../core/text/escape.ts";
import { type CliIo, exitCodes, type Outcome } from "./io.ts";
import { hasShortHelp, hideInShortHelp, setKind } from "./options/option-kinds.ts";
import { choice, jsonOption } from "./options/option-values.ts";
import { reaching } from "./options/reach.ts";
import { conclusionOf, sayConclusion, sayNext, sayWhoseWord, stepWithJudgments } from "./terminal/conclude.ts";
import { printable, printJson, say } from "./terminal/print.ts";
import { answer, printReport, type ReportFlags, remark } from "./terminal/print-report.ts";
import { stderrProgress } from "./terminal/progress.ts";
import { showValues } from "./terminal/shown-values.ts";
import { colorsFor } from "./terminal/terminal.ts";

export function commandOf(parts: AnyCommand, io: CliIo, outcome: Outcome): Command {
  const command = new Command(parts.name.split(" ").at(-1)).description(parts.about);
  for (const taken of parts.takes) command.addArgument(argumentOf(taken));
  addOptions(command, { ...parts.settings, ...parts.commandLine });
  const { formats = [] } = parts;
  if (formats.length > 0) {
    command.optionsGroup("Options:").addOption(choice("--format <format>", "of stdout", formats));
    if (formats.includes("json")) command.addOption(jsonOption());
  }
  const examples = parts.examples.map((example) => `  semqrel ${example}`).join("\n");
  return command
    .addHelpText("after", () => {
      const notes = parts.notes === undefined || hasShortHelp(command) ? "" : `\n\n${parts.notes()}`;
      return `\nExamples:\n${examples}${notes}`;
    })
    .action(async (...received: unknown[]) => {
      const args = received.slice(0, parts.takes.length);
      const flags = command.opts<ReportFlags & { readonly cache?: boolean }>();
      const given = {
        ...flags,
        cache: flags.cache !== false && defaultCacheFolder(io.environment),
        progress: stderrProgress(io, flags.quiet === true),
        signal: io.signal,
      };
      const terminal = terminalOf(command, flags, io, outcome);
      if (parts.execute !== undefined) return parts.execute(args, given, terminal);
      await parts.print?.(await parts.run(args, given), terminal, args, given);
    });
}

function argumentOf({ name, help, reach }: TakenArgument): Argument {
  const argument = new Argument(name, help);
  return reach === undefined ? argument : reaching(reach, argument);
}

/** Adds an option for each setting of the command line, below its heading. Those without a heading come first. */
export function addOptions(command: Command, table: Settings): void {
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

function terminalOf(command: Command, given: ReportFlags, io: CliIo, outcome: Outcome): Terminal {
  const flags = { ...given, format: given.format ?? "table" };
  return {
    format: (flags.json ? "json" : flags.format) as Format,
    isQuiet: flags.quiet === true,
    isTyped: (setting) => command.getOptionValueSource(setting) === "cli",
    environment: io.environment,
    signal: io.signal,
    write: (text) => void io.stdout.write(text),
    json: (document) => printJson(io, document),
    answer: (found, view) => answer(found, view, flags, io),
    print: (document, view: View<typeof document>) => printReport(document, view, flags, io),
    remark: (warnings, isShown) => remark(warnings, flags, io, isShown),
    say: (lines) => say(lines, flags, io),
    async warn(reason) {
      const { yellow } = await colorsFor(io.stderr, io, flags.color);
      io.stderr.write(`${yellow("semqrel:")} ${printable(reason)}\n`);
    },
    async fail(reason) {
      const { red } = await colorsFor(io.stderr, io, flags.color);
      io.stderr.write(`${red("semqrel:")} ${printable(reason)}\n`);
      outcome.exitCode = exitCodes.gateFailed;
    },
    typed() {
      const [name = "", ...words] = command.parent?.args ?? [];
      return ["semqrel", name, ...words.map(shellWord)].join(" ");
    },
    async draw(plot) {
      const { renderPlot } = await import("../report/plots/render-plot.ts");
      return `${renderPlot(plot, { idPrefix: "plot", isFile: true })}\n`;
    },
    conclusionOf,
    conclude: (labels, otherwise) => sayConclusion(labels, flags, io, otherwise),
    stepWithJudgments,
    sayNext: (labels, next) => sayNext(labels, next, flags, io),
    sayWhoseWord: (labels) => sayWhoseWord(labels, flags, io),
  };
}
