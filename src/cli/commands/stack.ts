/** `semqrel convert --join`: one table of result lists from files that hold one query each. */
import { Command } from "commander";
import { invalidOption } from "../../core/errors.ts";
import { counted, quoted, someOf } from "../../core/text/wording.ts";
import type { CliIo, CommonFlags } from "../io.ts";
import { outputOption } from "../options/reach.ts";
import { printJson, say } from "../terminal/print.ts";

interface StackFlags extends CommonFlags {
  readonly out?: string;
  readonly queries?: string;
  readonly json?: boolean;
}

export function createCommand(io: CliIo): Command {
  return new Command("stack")
    .description(
      "Puts files that hold the results of one query each, such as exports of a search form, into one table that label\n" +
        "reads. The name of a file, without its extension, is its query; results keep their order and all their columns.",
    )
    .argument("<files...>", "files in any format of rows, or folders of them")
    .addOption(outputOption("-o, --out <file>", "CSV, or TSV by its name, written whole or not at all; - is stdout"))
    .option(
      "--queries <file>",
      "the files are named after the ids or texts of these queries, as far as a name can hold them",
    )
    .option("--json", "one JSON document on stdout: counts, queries without results or file")
    .addHelpText(
      "after",
      "\nExamples:\n  semqrel convert --join scopus/ -o scopus.csv\n" +
        "  semqrel convert --join scopus/*.csv --queries queries.tsv -o scopus.csv",
    )
    .action((files: readonly string[], flags: StackFlags) => stack(files, flags, io));
}

async function stack(inputs: readonly string[], flags: StackFlags, io: CliIo): Promise<void> {
  const { out: output } = flags;
  if (output === undefined) throw invalidOption("Stacking: no output is given. Give -o lists.csv.");
  if (output === "-" && flags.json) throw invalidOption("Stacking: stdout holds the lists already. Drop --json.");
  if (inputs.includes("-"))
    throw invalidOption("Stacking: standard input has no name that could be a query. Give files.");
  const { stackFiles } = await import("../../measure/stack-files.ts");
  const { text, ...stacked } = await stackFiles({ inputs, output, queries: flags.queries ?? null });
  for (const piece of text ?? []) io.stdout.write(piece);
  if (flags.json) printJson(io, { schema: "semqrel.stack/1", ...stacked, file: output });
  const { files, rows, empty, missing } = stacked;
  const queries = (names: readonly string[]) => counted(names.length, "query", "queries");
  say(
    [
      `Stacked ${counted(files, "file")}, ${counted(rows, "row")}${output === "-" ? "" : ` into ${output}`}.`,
      empty.length > 0 &&
        `The files of ${queries(empty)} (${someOf(empty.map(quoted))}) have no rows: give label --queries, or it knows nothing of them.`,
      missing.length > 0 &&
        `No file is named after ${queries(missing)} of ${flags.queries}: ${someOf(missing.map(quoted))}.`,
    ],
    flags,
    io,
  );
}
