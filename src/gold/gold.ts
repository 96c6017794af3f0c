import { dirname } from "node:path";
import { defineCommand, tableFormats } from "../command/define-command.ts";
import { count, group, oneOf, output, type SettingsOf, text, texts, toggle, wholeNumber } from "../command/settings.ts";
import { spreadsheetSettings, workSettings } from "../command/shared-settings.ts";
import { counted } from "../core/text/wording.ts";

const settings = {
  out: output("<file>", "judgments; FILE.provenance.json is written beside them", { short: "-o", isRequired: true }),
  by: oneOf(
    "<rule>",
    "rule that combines several ratings; majority breaks ties downwards, strictest takes the lowest",
    ["median", "mean", "majority", "strictest", "dawid-skene"],
    { default: "median" },
  ),
  minRaters: count("<n>", "minimum number of ratings per pair", { default: 1 }),
  keepStars: toggle("keep grades (1 to 5) instead of labels from 0"),
  flagged: oneOf("<who>", "leave a pair out if any rater, or most raters, flagged it", ["any", "majority"], {
    default: "any",
  }),
  depth: count("<n>", "results used from each list (default: the depth of the pool; only --runs can exceed it)"),
  runs: texts("<files...>", "runs to measure instead of those in the pool"),
  labels: output(
    "<folder>",
    "folder of labels of the same engines, whose report then starts with the ratings (default: the folder of --out, if it has labels)",
  ),
  to: text(
    "<format>",
    "format of the judgments, see semqrel convert --list (default: from the name of --out, else trec-qrels)",
  ),
  seed: wholeNumber("<n>", "seed of the bootstrap", { default: 1 }),
  ...group("Further options:", {
    maxIterations: count("<n>", "maximum number of rounds of dawid-skene", { default: 1000 }),
    index: text("<name>", "name of the search index in rank-eval and rre files"),
    field: text("<name>", "field to search, for the requests in rank-eval files", { default: "text" }),
    ...spreadsheetSettings,
  }),
  encoding: workSettings.encoding,
};
/** What a program may set. */
export type GoldSettings = SettingsOf<typeof settings>;

export const command = defineCommand({
  name: "gold",
  doing: "Making judgments",
  about:
    "Turns ratings into judgments, and records where each label comes from. Measures the engines of the pool: nDCG " +
    "with intervals, the lowest and highest nDCG that unrated results allow, and nDCG without the results that only " +
    "this engine returned.",
  takes: [{ name: "<db>", help: "the database of semqrel rate" }],
  settings,
  formats: tableFormats,
  examples: [
    "gold ratings.db -o gold.qrels",
    "gold ratings.db -o gold.qrels --by dawid-skene --min-raters 3",
    "gold ratings.db -o gold.csv --to quepid-csv --keep-stars",
    "gold ratings.db -o gold.qrels --runs new.run old.run --depth 10",
  ],

  async run([database]: readonly [database: string], given) {
    const { goldFiles } = await import("./gold-files.ts");
    const { goldDocument } = await import("./gold-view.ts");
    const { keepEvidence } = await import("../io/labels/evidence.ts");
    const { labelFolderOf, readLabelOrigin } = await import("../io/labels/label-manifest.ts");
    const { by, minRaters, maxIterations, flagged, seed, out, labels = dirname(out), to = null, depth = null } = given;
    const { runs = [], index = null, field, keepStars = false, spreadsheetSafe = false, excel = null } = given;
    if (given.labels !== undefined) readLabelOrigin(labelFolderOf(labels) ?? labels);
    const rule = { by, keepStars, minRaters, maxIterations, flagged };
    const write = { index, field, spreadsheetSafe, excel };
    const made = await goldFiles(database, { ...rule, output: out, to, depth, runs, seed, write });
    const report = goldDocument({ ...made, keepStars });
    const kept = await keepEvidence(labels, report, { gold: out });
    return { ...made, warnings: [...made.warnings, ...kept], report };
  },

  async print(made, terminal, _, { out, labels = dirname(out) }) {
    const { goldBlocks, goldRows } = await import("./gold-view.ts");
    const { report, gold, measurement, warnings } = made;
    const { engines } = measurement;
    const blocks = () => goldBlocks(report, engines, !terminal.isQuiet);
    await terminal.print(report, { blocks, rows: () => goldRows(engines) });
    // A table for programs cannot contain the notes.
    if (terminal.format === "csv" || terminal.format === "tsv") terminal.say(report.notes);
    await terminal.remark(warnings);
    // The provenance contains the titles and texts that the format lacks, and shows which ids were texts.
    const kept = ["query texts", "titles", "white space in query ids"];
    const { to, files } = made;
    const reported = made.lost.filter(({ what }) => !kept.includes(what));
    terminal.say([
      ...reported.map(({ what, rows }) => `${to} cannot store ${what} (${counted(rows, "row")}).`),
      `Wrote ${counted(gold.rows.length, "row")} (${to}) to ${files.join(" and ")}.`,
    ]);
    const areChosen = gold.pairs.some(({ chosen }) => chosen !== undefined);
    await terminal.conclude(labels, () => terminal.stepWithJudgments(out, areChosen));
  },
});

/**
 * Turns the ratings of a database into judgments, writes them, and measures the pooled engines on them.
 *
 * @param database a database of `semqrel rate`
 * @throws SemqrelError for files and settings that cannot be used; FILE_NOT_FOUND, INVALID_FORMAT if `labels` is not a
 *   folder of labels
 */
export const gold = command.call;
