import { defineCommand } from "../../command/define-command.ts";
import { output, type SettingsOf, text, toggle } from "../../command/settings.ts";
import { csvFormOf, spreadsheetSettings, workSettings } from "../../command/shared-settings.ts";
import { invalidOption } from "../../core/errors.ts";
import { counted, quoted, someOf } from "../../core/text/wording.ts";

const settings = {
  out: output("<file>", "file to write, CSV or TSV depending on its extension; - is stdout (required)", {
    short: "-o",
  }),
  ...spreadsheetSettings,
  queries: text("<file>", "query set whose ids or texts are the names of the files"),
  ...workSettings,
};
/** Settings of the function `join`. */
export type JoinSettings = SettingsOf<typeof settings>;

export const command = defineCommand({
  name: "convert --join",
  doing: "Joining",
  about:
    "Joins files with the results of one query each, such as exports of a search form, into one table that label " +
    "reads. The query is the name of the file without its extension. Results keep their order and all their " +
    "columns.",
  takes: [{ name: "<files...>", help: "files in any format of rows, or folders of them" }],
  settings,
  commandLine: {
    json: toggle("print one JSON document on stdout: counts, queries without results, and queries without a file"),
  },
  examples: ["convert --join scopus/ -o scopus.csv", "convert --join scopus/*.csv --queries queries.tsv -o scopus.csv"],

  async run([files]: readonly [files: string | readonly string[]], given) {
    const { out, queries = null } = given;
    const { stackFiles } = await import("./stack-files.ts");
    const inputs = [files].flat();
    if (out === undefined) throw invalidOption("Joining: no output is given. Give -o lists.csv.");
    if (inputs.includes("-")) {
      throw invalidOption("Joining: standard input has no file name to use as a query. Give files.");
    }
    return { ...(await stackFiles({ inputs, output: out, queries, form: csvFormOf(given) })), file: out };
  },

  async execute(args, given, terminal) {
    if (given.out === "-" && given.json) {
      throw invalidOption("Joining: stdout already has the lists. Drop --json.");
    }
    const { text: lists, file, ...stacked } = await command.run(args, given);
    for (const piece of lists ?? []) terminal.write(piece);
    if (given.json) terminal.json({ schema: "semqrel.stack/1", ...stacked, file });
    const { files, rows, empty, missing, possibleTitles } = stacked;
    const queries = (names: readonly string[]) => counted(names.length, "query", "queries");
    terminal.say([
      `Joined ${counted(files, "file")}, ${counted(rows, "row")}${file === "-" ? "" : ` into ${file}`}.`,
      empty.length > 0 &&
        `The files of ${queries(empty)} (${someOf(empty.map(quoted))}) have no rows. Pass --queries to label, too, so that it counts these queries.`,
      missing.length > 0 &&
        `No file is named after ${queries(missing)} of ${given.queries}: ${someOf(missing.map(quoted))}.`,
      possibleTitles.length > 0 &&
        `Not every file has a column that is named like titles. If one of these columns has titles, pass it to label as --title-column: ${someOf(possibleTitles.map(quoted))}.`,
    ]);
  },
});

/**
 * Joins files into one table. Each file has the results of one query.
 * @param files - files of rows, or folders of them
 * @throws SemqrelError INVALID_OPTION, OUTPUT_UNWRITABLE and others  a file or a setting cannot be used
 */
export const join = command.call;
