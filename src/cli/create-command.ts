/** Converts a command of semqrel to a command of commander. */
import { Argument, Command } from "commander";
import type { AnyCommand } from "../command/define-command.ts";
import { group, oneOf, type Settings, toggle } from "../command/settings.ts";
import { spreadsheetSettings } from "../command/shared-settings.ts";
import { invalidOption } from "../core/errors.ts";
import { defaultCacheFolder } from "../core/files/cache-folder.ts";
import type { CliIo, Outcome } from "./io.ts";
import { addOptions, remember } from "./options/add-options.ts";
import { type CheckFlags, requireChecks, writeJunit } from "./terminal/checks.ts";
import { stderrProgress } from "./terminal/progress.ts";
import { type ReportFlags, terminalOf } from "./terminal/terminal.ts";

/** @param isShort - whether help shows only the usual options, as with -h */
export function commandOf(parts: AnyCommand, io: CliIo, outcome: Outcome, isShort: boolean): Command {
  const command = new Command(parts.name.split(" ").at(-1)).description(parts.about);
  for (const { name, help, reach } of parts.takes) {
    command.addArgument(remember(new Argument(name, help), reach === undefined ? {} : { reach }));
  }
  addOptions(command, { ...parts.settings, ...parts.commandLine, ...formatSettings(parts) });
  const examples = parts.examples.map((example) => `  semqrel ${example}`).join("\n");
  return command
    .addHelpText("after", () => {
      const notes = parts.notes === undefined || isShort ? "" : `\n\n${parts.notes()}`;
      return `\nExamples:\n${examples}${notes}`;
    })
    .action(async (...received: unknown[]) => {
      const args = received.slice(0, parts.takes.length);
      const flags = command.opts<ReportFlags & CheckFlags & { readonly cache?: boolean }>();
      await requireChecks(flags, args);
      if (flags.json && flags.format !== "json" && command.getOptionValueSource("format") === "cli") {
        throw invalidOption(`Reading options: --json and --format ${flags.format} exclude each other. Give only one.`);
      }
      const given = {
        ...flags,
        cache: flags.cache !== false && defaultCacheFolder(io.environment),
        progress: stderrProgress(io, flags.quiet === true),
        signal: io.signal,
      };
      const { terminal, checks } = terminalOf(command, flags, io, outcome);
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
