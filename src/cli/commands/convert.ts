/** `semqrel convert`: between formats of judgments, of runs and of query sets. */
import { Argument, Command, Option } from "commander";
import { invalidOption } from "../../core/errors.ts";
import { counted } from "../../core/text/wording.ts";
import { requireOneStandardInput } from "../../io/require-paths.ts";
import type { CliIo, CommonFlags } from "../io.ts";
import { names } from "../options/option-values.ts";
import { reaching } from "../options/reach.ts";
import { printJson, say } from "../terminal/print.ts";

interface ConvertFlags extends CommonFlags {
  readonly from?: string;
  readonly to?: string;
  readonly list?: boolean;
  readonly queries?: string;
  readonly integer?: boolean;
  readonly round?: boolean;
  readonly gains?: string;
  readonly engine?: string;
  readonly index?: string;
  readonly field: string;
  readonly spreadsheetSafe?: boolean;
  readonly queryColumn?: readonly string[];
  readonly queryIdColumn?: readonly string[];
  readonly idColumn?: readonly string[];
  readonly labelColumn?: readonly string[];
  readonly scoreColumn?: readonly string[];
  readonly titleField?: string;
  readonly json?: boolean;
}

export function createCommand(io: CliIo): Command {
  return new Command("convert")
    .description(
      "Converts judgments, runs and query sets into another format, and says on stderr what it cannot hold.\n" +
        "The input's format is recognised by its content, the output's by its name; - is stdin or stdout.",
    )
    .argument("[in]", "judgments, a run or a query set; a folder of `label` stands for its labels.qrels")
    .addArgument(reaching("output", new Argument("[out]", "the file to write, whole or not at all")))
    .option("--from <format>", "format of the input, instead of recognising it")
    .option("--to <format>", "format of the output, where its name tells none")
    .option("--list", "print the table of formats")
    .optionsGroup("Input:")
    .option("--queries <file>", "joins ids of queries with their texts (id TAB text, CSV, JSONL)")
    .option("--gains <file>", "what the input's grades stand for, as --integer wrote it")
    .option("--engine <name>", "one engine of a file that holds several")
    .option("--query-column <names>", "column of query texts in a table", names)
    .option("--query-id-column <names>", "column of query ids", names)
    .option("--id-column <names>", "column of document ids", names)
    .option("--label-column <names>", "column of labels", names)
    .option("--score-column <names>", "column of scores", names)
    .option("--title-field <path>", "where saved search responses have titles, dots for nesting")
    .optionsGroup("Output:")
    .option("--integer", "whole grades, and OUT.gains.json with the labels that they stand for")
    .addOption(new Option("--round", "the nearest whole labels").conflicts("integer"))
    .option("--index <name>", "the search index that rank-eval and rre name")
    .option("--field <name>", "the field that rank-eval's requests search", "text")
    .option("--spreadsheet-safe", "guard cells of CSV and TSV tables that a spreadsheet would run as formulas")
    .option("--json", "one JSON document on stdout: what was read, written and lost")
    .addHelpText(
      "after",
      "\nExamples:\n  semqrel convert ratings.csv judgments.qrels --queries queries.tsv\n" +
        "  semqrel convert labels qrels.int --to trec-qrels --integer\n" +
        "  semqrel convert qrels.int labels.qrels --gains qrels.int.gains.json\n" +
        "  semqrel convert judgments.qrels - --to opensearch-judgments --queries queries.tsv",
    )
    .action((input: string | undefined, output: string | undefined, flags: ConvertFlags) =>
      flags.list ? list(flags, io) : convert(input, output, flags, io),
    );
}

async function convert(
  input: string | undefined,
  output: string | undefined,
  flags: ConvertFlags,
  io: CliIo,
): Promise<void> {
  const { from = null, to = null, queries = null, gains = null, engine = null, index = null, field } = flags;
  const { convertFile } = await import("../../measure/convert-file.ts");
  if (input === undefined || output === undefined) {
    throw invalidOption("Converting: an input and an output are needed. Write convert IN OUT.");
  }
  if (output === "-" && flags.json) {
    throw invalidOption("Writing standard output: it holds the file already. Drop --json.");
  }
  requireOneStandardInput([input, queries, gains]);
  const { text, ...converted } = await convertFile({
    ...{ input, output, from, to, queries, gains, engine },
    columns: {
      query: flags.queryColumn ?? null,
      "query id": flags.queryIdColumn ?? null,
      id: flags.idColumn ?? null,
      label: flags.labelColumn ?? null,
      score: flags.scoreColumn ?? null,
      title: flags.titleField === undefined ? null : [flags.titleField],
    },
    whole: flags.integer ? "integer" : flags.round ? "round" : null,
    write: { index, field, spreadsheetSafe: flags.spreadsheetSafe === true },
  });
  for (const piece of text ?? []) io.stdout.write(piece);
  const { from: source, to: target, ...others } = converted;
  const { lost, unjoined, files, rows } = others;
  if (flags.json) printJson(io, { schema: "semqrel.convert/1", from: source, to: target, ...others });
  const whole = flags.integer ? " integer" : flags.round ? " rounded" : "";
  const place = files.length === 0 ? "" : ` to ${files.join(" and ")}`;
  const what = `${counted(rows, "row")} of ${counted(converted.queries, "query", "queries")}`;
  say(
    [
      ...lost.map(({ what, rows }) => `${target}${whole} holds no ${what}: lost in ${counted(rows, "row")}.`),
      flags.integer === true &&
        files.length > 1 &&
        "Grades are the labels' order, so that measures with gains differ by them: --round keeps their size.",
      unjoined > 0 && `The --queries file lacks the query of ${counted(unjoined, "row")}: it keeps its name.`,
      `Wrote ${what} (${source} to ${target})${place}.`,
    ],
    flags,
    io,
  );
}

async function list(flags: ConvertFlags, io: CliIo): Promise<void> {
  const { formatTable } = await import("../../io/tables/format-table.ts");
  const formats = formatTable();
  if (flags.json) return printJson(io, { schema: "semqrel.formats/1", formats });
  const header = ["format", "kind", "reads", "writes", "cannot hold"];
  const yes = (is: boolean) => (is ? "yes" : "no");
  const rows = formats.map(({ name, kind, reads, writes, lacks }) => [
    name,
    kind,
    yes(reads),
    yes(writes),
    lacks.join(", "),
  ]);
  const widths = header.map((_, column) => Math.max(...[header, ...rows].map((cells) => cells[column]?.length ?? 0)));
  for (const cells of [header, ...rows]) {
    io.stdout.write(
      `${cells
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd()}\n`,
    );
  }
}
