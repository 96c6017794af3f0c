import { defineCommand, tableFormats } from "../../command/define-command.ts";
import { count, group, names, repeated, type SettingsOf, wholeNumber } from "../../command/settings.ts";
import { workSettings } from "../../command/shared-settings.ts";
import type { AgreementNote, AgreementReport } from "./rater-agreement.ts";
import type { RatedColumns } from "./read-rated-table.ts";

const settings = {
  proxy: repeated("<name=file>", "judgments to compare with each rater, such as a language model's; repeatable", {
    default: [],
    defaultText: "none",
  }),
  human: names(
    "<raters>",
    "raters whose grades count as right, such as Ann,Ben; their grades correct the mean grade of each other rater (default with --proxy: all raters)",
  ),
  show: wholeNumber("<n>", "number of items to list, those with the largest disagreement first", { default: 10 }),
  samples: count("<n>", "resamples of the bootstrap", { default: 2000 }),
  seed: wholeNumber("<n>", "seed of the bootstrap", { default: 1 }),
  ...group("Columns of a table:", {
    queryColumn: names("<names>", "column of queries: comma-separated names, or none"),
    itemColumn: names("<names>", "column of items or document ids"),
    labelColumn: names("<names>", "column of labels, or none if each rater has a column"),
    raterColumn: names(
      "<names>",
      "column of raters or models; with --label-column none, the raters' columns, separated by commas",
    ),
    runColumn: names("<names>", "column that distinguishes repeated gradings by the same model"),
  }),
  ...workSettings,
};
/** Settings of the function `agree`. */
export type AgreeSettings = SettingsOf<typeof settings>;

export const command = defineCommand({
  name: "gold --agreement",
  doing: "Measuring agreement",
  about:
    "Shows how well the raters of a database or table agree: the share of equal grades, and the share expected by " +
    "chance; Cohen's and Fleiss' kappa, and Krippendorff's alpha, each with a bootstrap interval over items; which raters are strict, " +
    "lenient, quick or inconsistent; and the items with the largest disagreement. Flagged items are not compared. " +
    "Items shown twice to a rater show how consistent that rater is. With --human, people's grades are used to correct the mean grade of a model.",
  takes: [
    { name: "<db>", help: "the database of semqrel rate, or a table (CSV, TSV, JSON Lines) of items and labels" },
  ],
  settings,
  formats: tableFormats,
  examples: [
    "gold --agreement ratings.db",
    "gold --agreement ratings.db --show 30 --format md > agreement.md",
    "gold --agreement ratings.db --proxy model=judged.qrels",
    "gold --agreement verdicts.csv --human Ann,Ben",
    "gold --agreement ratings.db --json",
  ],

  async run([source]: readonly [source: string], { proxy, human, show, samples, seed, progress, ...columns }) {
    const { correctedMeans, proxyAgreement, raterAgreement, scaleNotes } = await import("./rater-agreement.ts");
    const { readPairLabels } = await import("../gold-grades.ts");
    const { scaleBeside } = await import("../../io/judgments/chosen-judgments.ts");
    const { namedProxy } = await import("../../io/results/results-file.ts");
    const { set, isTable } = await readRatings(source, columns);
    const named = [];
    const notes: AgreementNote[] = [];
    for (const { name, path } of proxy.map(namedProxy)) {
      const labels = await readPairLabels(path, set.pairs);
      named.push({ name, labels });
      // The scale of a table is unknown, because some grades may not occur. So no proxy's scale is compared with it.
      if (!isTable) notes.push(...scaleNotes(set, name, labels, scaleBeside(path)));
    }
    progress?.start("Bootstrap", samples, "resamples");
    const options = { seed, samples, show, onProgress: (done: number) => progress?.update(done) };
    const agreement = raterAgreement(set, options);
    const proxies = named.flatMap(({ name, labels }) => proxyAgreement(set, name, labels, options));
    progress?.finish();
    const lowest = set.scale.grades[0]?.grade ?? 0;
    const models = named.map(({ name, labels }) => ({ name, grades: labels.map((label) => label + lowest) }));
    const corrected = human === undefined && proxy.length === 0 ? [] : correctedMeans(set, human ?? null, models);
    const report: AgreementReport = {
      ...agreement,
      notes: [...agreement.notes, ...notes],
      ...(proxies.length > 0 && { proxies }),
    };
    return { report: corrected.length === 0 ? report : { ...report, corrected } };
  },

  async print({ report }, terminal) {
    const { agreementBlocks, agreementRows } = await import("./agreement-blocks.ts");
    await terminal.print(report, { blocks: agreementBlocks, rows: agreementRows });
  },
});

async function readRatings(path: string, columns: RatedColumns) {
  const { isDatabase } = await import("../../core/files/write-file.ts");
  const { isFile } = await import("../../core/files/folders.ts");
  // A pipe is not read, because its data may never arrive. It is treated as a database, and so refused.
  const isTable = path === "-" || (isFile(path) && !isDatabase(path));
  const set = isTable
    ? await (await import("./read-rated-table.ts")).readRatedTable(path, columns)
    : (await import("../rating/rating-store.ts")).readRatingSet(path);
  return { set, isTable };
}

/**
 * Computes kappas and alphas with intervals, raters' habits, corrected means, and the items whose grades differ most.
 *
 * @param source - a database of `semqrel rate`, or a table of items and labels
 * @throws SemqrelError for files and settings that cannot be used, and if a proxy has the name of a rater
 */
export const agree = command.call;
