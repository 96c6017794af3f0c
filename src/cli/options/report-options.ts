/** How is a command asked for the form of its report? */
import { type Command, Option } from "commander";

/** `ReportFlags.format`. */
export function formatOption(): Option {
  return new Option("--format <format>", "of stdout").choices(["table", "csv", "tsv", "md", "json"]).default("table");
}

/** Short for the one form that programs read. */
export function jsonOption(): Option {
  return new Option("--json", "the same as --format json");
}

/** Adds both, below their heading. */
export function reportOptions(command: Command): Command {
  return command.optionsGroup("Output:").addOption(formatOption()).addOption(jsonOption());
}
