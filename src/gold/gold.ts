import { dirname } from "node:path";
import { defineCommand, tableFormats } from "../command/define-command.ts";
import { counted } from "../core/text/wording.ts";
import { goldSettings } from "./gold-settings.ts";

export const command = defineCommand({
  name: "gold",
  doing: "Making judgments",
  about:
    "Turns ratings into judgments, and records where each label comes from. For each engine of the pool, prints nDCG " +
    "with an interval, and the lowest and highest nDCG possible if the unrated results were rated, too. Also prints " +
    "its nDCG if only results count that another engine returned, too.",
  takes: [{ name: "<db>", help: "the database of semqrel rate" }],
  settings: goldSettings,
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
    const { out, labels = dirname(out) } = given;
    if (given.labels !== undefined) readLabelOrigin(labelFolderOf(labels) ?? labels);
    const made = await goldFiles(database, given);
    const report = goldDocument({ ...made, keepStars: given.keepStars === true });
    const kept = await keepEvidence(labels, report, { gold: out });
    return { ...made, warnings: [...made.warnings, ...kept], report };
  },

  async print(made, terminal, _, { out, labels = dirname(out) }) {
    const { goldBlocks, goldRows } = await import("./gold-view.ts");
    const { report, gold, measurement, warnings } = made;
    const { engines } = measurement;
    const blocks = () => goldBlocks(report, engines, !terminal.isQuiet);
    await terminal.print(report, { blocks, rows: () => goldRows(engines) });
    // CSV and TSV cannot contain the notes.
    if (terminal.format === "csv" || terminal.format === "tsv") terminal.say(report.notes);
    await terminal.remark(warnings);
    // Losses that are not reported, because the provenance file contains what the format lacks.
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
 * Combines the ratings of a database into judgments, writes the judgments, and measures engines with them.
 *
 * @param database - a database of `semqrel rate`
 * @throws SemqrelError for files and settings that cannot be used; FILE_NOT_FOUND, INVALID_FORMAT if `labels` is not a
 *   folder of labels
 */
export const gold = command.call;
