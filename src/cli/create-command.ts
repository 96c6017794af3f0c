/** Makes the command line of a command: its options from its settings, and what happens when it is typed. */
import { Argument, Command } from "commander";
import type { AnyCommand, Argument as TakenArgument } from "../command/define-command.ts";
import { group, oneOf, type Settings, toggle } from "../command/settings.ts";
import { spreadsheetSettings } from "../command/shared-settings.ts";
import type { Format, Terminal, View } from "../command/terminal.ts";
import { defaultCacheFolder } from "../core/files/cache-folder.ts";
import { printable, shellWord } from "../core/text/escape.ts";
import { type CliIo, exitCodes, type Outcome } from "./io.ts";
import { addOptions, hasShortHelp } from "./options/add-options.ts";
import { reaching } from "./options/reach.ts";
import { annotation, type Check, type CheckFlags, requireChecks, writeJunit } from "./terminal/checks.ts";
import { conclusionOf, sayConclusion, sayNext, sayWhoseWord, stepWithJudgments } from "./terminal/conclude.ts";
import { printJson, say } from "./terminal/print.ts";
import { answer, printReport, type ReportFlags, remark } from "./terminal/print-report.ts";
import { colorsFor, stderrProgress } from "./terminal/progress.ts";

export function commandOf(parts: AnyCommand, io: CliIo, outcome: Outcome): Command {
  const command = new Command(parts.name.split(" ").at(-1)).description(parts.about);
  for (const taken of parts.takes) command.addArgument(argumentOf(taken));
  addOptions(command, { ...parts.settings, ...parts.commandLine, ...formatSettings(parts) });
  const examples = parts.examples.map((example) => `  semqrel ${example}`).join("\n");
  return command
    .addHelpText("after", () => {
      const notes = parts.notes === undefined || hasShortHelp(command) ? "" : `\n\n${parts.notes()}`;
      return `\nExamples:\n${examples}${notes}`;
    })
    .action(async (...received: unknown[]) => {
      const args = received.slice(0, parts.takes.length);
      const flags = command.opts<ReportFlags & CheckFlags & { readonly cache?: boolean }>();
      requireChecks(flags);
      const given = {
        ...flags,
        cache: flags.cache !== false && defaultCacheFolder(io.environment),
        progress: stderrProgress(io, flags.quiet === true),
        signal: io.signal,
      };
      const checks: Check[] = [];
      const terminal = terminalOf(command, flags, io, outcome, checks);
      const isSet = (setting: string) => ![undefined, "default"].includes(command.getOptionValueSource(setting));
      if (parts.execute !== undefined) await parts.execute(args, given, terminal);
      else await parts.print?.(await parts.run(args, given, isSet), terminal, args, given);
      if (flags.junit !== undefined) await writeJunit(flags.junit, parts.name, checks);
    });
}

function formatSettings({ formats = [], settings }: AnyCommand): Settings {
  const [first] = formats;
  if (first === undefined) return {};
  const format = oneOf("<format>", "format of stdout", formats, { default: first });
  const added = Object.entries(formats.includes("csv") ? group("Spreadsheets:", spreadsheetSettings) : {});
  return {
    format,
    ...(formats.includes("json") ? { json: toggle("the same as --format json") } : {}),
    ...Object.fromEntries(added.filter(([name]) => settings[name] === undefined)),
  };
}

function argumentOf({ name, help, reach }: TakenArgument): Argument {
  const argument = new Argument(name, help);
  return reach === undefined ? argument : reaching(reach, argument);
}

function terminalOf(command: Command, given: ReportFlags, io: CliIo, outcome: Outcome, checks: Check[]): Terminal {
  const flags = { ...given, format: given.format ?? "table" };
  const sayInColor = async (color: "red" | "yellow", reason: string) => {
    const colors = await colorsFor(io.stderr, io, flags.color);
    io.stderr.write(`${colors[color]("semqrel:")} ${printable(reason)}\n`);
  };
  return {
    format: (flags.json ? "json" : flags.format) as Format,
    isQuiet: flags.quiet === true,
    isTyped: (setting) => command.getOptionValueSource(setting) === "cli",
    environment: io.environment,
    write: (text) => void io.stdout.write(text),
    json: (document) => printJson(io, document),
    answer: (found, view) => answer(found, view, flags, io),
    print: (document, view: View<typeof document>) => printReport(document, view, flags, io),
    remark: (warnings, isShown) => remark(warnings, flags, io, isShown),
    say: (lines) => say(lines, flags, io),
    warn: (reason) => sayInColor("yellow", reason),
    check: (name, failure) => {
      checks.push({ name, failure });
      if (failure === null) return Promise.resolve();
      outcome.exitCode = exitCodes.gateFailed;
      if (io.environment["GITHUB_ACTIONS"] === "true") io.stderr.write(annotation(printable(failure)));
      return sayInColor("red", failure);
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
