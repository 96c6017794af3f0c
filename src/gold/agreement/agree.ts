/** `semqrel gold --agreement`: how far raters agree, what habits they have, and where they differ. */
import { defineCommand, tableFormats } from "../../command/define-command.ts";
import { count, repeated, type SettingsOf, wholeNumber } from "../../command/settings.ts";
import { workSettings } from "../../command/shared-settings.ts";

const settings = {
  proxy: repeated("<name=file>", "judgments to compare with each rater, such as a language model's; repeatable", {
    default: [],
    defaultText: "none",
  }),
  show: wholeNumber("<n>", "items to list that raters disagree on most", { default: 10 }),
  samples: count("<n>", "resamples of the bootstrap", { default: 2000 }),
  seed: wholeNumber("<n>", "seed of the bootstrap", { default: 1 }),
  progress: workSettings.progress,
  encoding: workSettings.encoding,
};
/** What a program may set. */
export type AgreeSettings = SettingsOf<typeof settings>;

export const command = defineCommand({
  name: "gold --agreement",
  doing: "Measuring agreement",
  about:
    "Shows how well the raters of a database agree: the share of equal grades, Cohen's and Fleiss' kappa, and " +
    "Krippendorff's alpha, each with a bootstrap interval over items; which raters are strict, lenient, quick or " +
    "inconsistent; and the items with the largest disagreement. Flagged items are not compared. Repeated items " +
    "compare a rater with the same rater.",
  takes: [{ name: "<db>", help: "the database of semqrel rate" }],
  settings,
  formats: tableFormats,
  examples: [
    "gold --agreement ratings.db",
    "gold --agreement ratings.db --show 30 --format md > agreement.md",
    "gold --agreement ratings.db --proxy model=judged.qrels",
    "gold --agreement ratings.db --json",
  ],

  async run([database]: readonly [database: string], { proxy, show, samples, seed, progress }) {
    const { proxyAgreement, raterAgreement } = await import("./rater-agreement.ts");
    const { readPairLabels } = await import("../gold-grades.ts");
    const { readRatingSet } = await import("../rating/rating-store.ts");
    const { namedProxy } = await import("../../io/results/results-file.ts");
    const set = readRatingSet(database);
    const named = [];
    for (const { name, path } of proxy.map(namedProxy)) {
      named.push({ name, labels: await readPairLabels(path, set.pairs) });
    }
    progress?.start("Bootstrap", samples, "resamples");
    const options = { seed, samples, show, onProgress: (done: number) => progress?.update(done) };
    const report = raterAgreement(set, options);
    const proxies = named.flatMap(({ name, labels }) => proxyAgreement(set, name, labels, options));
    progress?.finish();
    return { report: proxies.length === 0 ? report : { ...report, proxies } };
  },

  async print({ report }, terminal) {
    const { agreementBlocks, agreementRows } = await import("./agreement-blocks.ts");
    await terminal.print(report, { blocks: agreementBlocks, rows: agreementRows });
  },
});

/**
 * Kappas and alphas with intervals, habits of raters, and the items with the most unequal grades.
 *
 * @param database of `semqrel rate`
 * @throws SemqrelError for files and settings that cannot be used, and a proxy with the name of a rater
 */
export const agree = command.call;
