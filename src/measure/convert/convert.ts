import { defineCommand } from "../../command/define-command.ts";
import { type GivenOf, group, names, output, type SettingsOf, text, toggle } from "../../command/settings.ts";
import { spreadsheetSettings, workSettings } from "../../command/shared-settings.ts";
import type { Terminal } from "../../command/terminal.ts";
import { invalidOption } from "../../core/errors.ts";
import { counted } from "../../core/text/wording.ts";
import type { Converted } from "./convert-file.ts";

const settings = {
  out: output("<file>", "file to write, instead of the second argument; required to join several inputs", {
    short: "-o",
  }),
  from: text("<format>", "format of the input (default: recognised)"),
  to: text("<format>", "format of the output (default: from its file name)"),
  queries: text("<file>", "file that maps query ids to their texts (id TAB text, CSV, JSONL)"),
  integer: toggle("write whole grades, and OUT.gains.json with the labels they represent"),
  round: toggle("round labels to whole numbers"),
  gains: text("<file>", "file with the label of each grade in the input, as written by --integer"),
  ...group("Input:", {
    engine: text("<name>", "engine to take from a file that has several (default: all)"),
    queryColumn: names("<names>", "column of query texts in a table"),
    queryIdColumn: names("<names>", "column of query ids"),
    idColumn: names("<names>", "column of document ids"),
    labelColumn: names("<names>", "column of labels"),
    scoreColumn: names("<names>", "column of scores"),
    titleField: text("<path>", "field of titles in saved search responses, with dots for nesting"),
  }),
  ...group("Output:", {
    index: text("<name>", "name of the search index in rank-eval and rre files"),
    field: text("<name>", "field to search, for the requests in rank-eval files", { default: "text" }),
    ...spreadsheetSettings,
  }),
  ...workSettings,
};
/** Settings of the function `convert`. */
export type ConvertSettings = SettingsOf<typeof settings>;
type ConvertGiven = GivenOf<typeof settings>;

export const command = defineCommand({
  name: "convert",
  doing: "Converting",
  about:
    "Converts judgments, runs and query sets into another format, and reports on stderr what the format cannot " +
    "store. The input format is recognised by content, the output format by the file name; - is stdin or stdout. " +
    "Write convert IN OUT, or convert IN -o OUT. If you give several files with the results of one " +
    "query each, they are joined into one table, as with --join.",
  takes: [
    {
      name: "[files...]",
      help: "judgments, a run, a query set, or a folder of labels (its labels.qrels is read); then the file to write",
      reach: "output",
    },
  ],
  settings,
  commandLine: {
    list: toggle("print the table of formats"),
    json: toggle("print one JSON document on stdout: what was read, written and lost"),
  },
  examples: [
    "convert ratings.csv judgments.qrels --queries queries.tsv",
    "convert labels qrels.int --to trec-qrels --integer",
    "convert qrels.int labels.qrels --gains qrels.int.gains.json",
    "convert judgments.qrels - --to opensearch-judgments --queries queries.tsv",
    "convert first.csv second.csv -o lists.csv",
  ],

  async run([files]: readonly [files?: string | readonly string[]], given) {
    const { convertFile } = await import("./convert-file.ts");
    const { requireOneStandardInput } = await import("../../io/require-paths.ts");
    const { from = null, to = null, queries = null, gains = null, engine = null, index = null, field } = given;
    if (files == null) throw invalidOption(`Converting: files is ${files}. Give a path.`);
    const [input, output, ...others] = [files, given.out ?? []].flat();
    if (input === undefined || output === undefined || others.length > 0) {
      throw invalidOption("Converting: an input and an output are needed: semqrel convert IN OUT.");
    }
    if (given.integer && given.round) {
      throw invalidOption("Converting: --integer and --round exclude each other. Give only one.");
    }
    requireOneStandardInput([input, queries, gains]);
    return convertFile({
      input,
      output,
      from,
      to,
      queries,
      gains,
      engine,
      columns: {
        query: given.queryColumn ?? null,
        "query id": given.queryIdColumn ?? null,
        id: given.idColumn ?? null,
        label: given.labelColumn ?? null,
        score: given.scoreColumn ?? null,
        title: given.titleField === undefined ? null : [given.titleField],
      },
      whole: given.integer ? "integer" : given.round ? "round" : null,
      write: { index, field, spreadsheetSafe: given.spreadsheetSafe === true, excel: given.excel ?? null },
    });
  },

  async execute([given], flags, terminal) {
    if (flags.list) return list(flags.json === true, terminal);
    const files = [given ?? []].flat();
    if (flags.out !== undefined && files.length > 1) return joinFiles(files, flags, terminal);
    if ([...files, flags.out].includes("-", 1) && flags.json) {
      throw invalidOption("Cannot write to standard output: it already contains the converted file. Leave out --json.");
    }
    const { text: pieces, from, to, ...others } = await command.run([files], flags);
    for (const piece of pieces ?? []) terminal.write(piece);
    if (flags.json) terminal.json({ schema: "semqrel.convert/1", from, to, ...others });
    await terminal.remark(others.warnings);
    terminal.say(linesOf({ from, to, ...others }, flags));
  },
});

/**
 * Converts judgments, a run or a query set into another format.
 * @param files - the input, and the output unless `out` names it
 * @returns what was written and lost; `text` if the output is "-"
 * @throws SemqrelError INVALID_OPTION, OUTPUT_UNWRITABLE and others  a file or a setting cannot be used
 */
export const convert = command.call;

/** Joins several inputs. Refuses settings for the format of a single input, because they would have no effect. */
async function joinFiles(files: readonly string[], flags: ConvertGiven & { json?: boolean }, terminal: Terminal) {
  const { command: joining } = await import("./stack.ts");
  const { longName } = await import("../../command/settings.ts");
  const useless = Object.keys(settings).find((key) => {
    const name = key as keyof typeof settings;
    const isOfJoin = ["out", "queries", ...Object.keys({ ...workSettings, ...spreadsheetSettings })].includes(name);
    return !isOfJoin && flags[name] !== undefined && flags[name] !== settings[name].default;
  });
  if (useless !== undefined) {
    throw invalidOption(
      `Joining ${counted(files.length, "file")}: ${longName(useless)} is for one input. Leave it out, or convert the joined file.`,
    );
  }
  await joining.execute?.([files], flags, terminal);
}

function linesOf(
  { from, to, lost, unjoined, files, rows, queries }: Omit<Converted, "text" | "warnings">,
  { integer, round }: ConvertGiven,
): (string | false)[] {
  const whole = integer ? " with --integer" : round ? " with --round" : "";
  const target = files.length === 0 ? "" : ` to ${files.join(" and ")}`;
  return [
    ...lost.map(({ what, rows: some }) => `${to}${whole} cannot store ${what}: lost in ${counted(some, "row")}.`),
    integer === true &&
      files.length > 1 &&
      "Grades keep only the order of the labels, so measures that use gains will differ. To keep approximate values, use --round.",
    unjoined > 0 &&
      `The --queries file lacks the query of ${counted(unjoined, "row")}, so ${unjoined === 1 ? "it keeps" : "they keep"} the query's name.`,
    `Wrote ${counted(rows, "row")} of ${counted(queries, "query", "queries")} (${from} to ${to})${target}.`,
  ];
}

async function list(isJson: boolean, terminal: Terminal): Promise<void> {
  const { formatTable } = await import("./convert-file.ts");
  const formats = formatTable();
  if (isJson) return terminal.json({ schema: "semqrel.formats/1", formats });
  const yes = (is: boolean) => (is ? "yes" : "no");
  const table = [
    ["format", "kind", "reads", "writes", "cannot store"],
    ...formats.map(({ name, kind, reads, writes, lacks }) => [name, kind, yes(reads), yes(writes), lacks.join(", ")]),
  ];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...table.map((cells) => cells[column]?.length ?? 0)));
  for (const cells of table) {
    const line = cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ");
    terminal.write(`${line.trimEnd()}\n`);
  }
}
