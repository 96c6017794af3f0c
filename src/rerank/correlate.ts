import { defineCommand, tableFormats } from "../command/define-command.ts";
import { count, type SettingsOf, text, wholeNumber } from "../command/settings.ts";
import { workSettings } from "../command/shared-settings.ts";
import { silentProgress } from "../core/ports.ts";

const settings = {
  with: text("<column>", "column to compare with", { isRequired: true }),
  from: text("<file>", "table with the column, joined by id (default: the features)"),
  seed: wholeNumber("<n>", "seed of the bootstrap", { default: 1 }),
  samples: count("<n>", "resamples of the bootstrap", { default: 1000 }),
  ...workSettings,
};
/** Settings of `correlate` that a program can pass. */
export type CorrelateSettings = SettingsOf<typeof settings>;

export const command = defineCommand({
  name: "rerank correlate",
  doing: "Correlating features",
  about:
    "Correlates each feature with another numeric column: Pearson's, Spearman's and Kendall's coefficient, each with\n" +
    "an interval, and p corrected for the number of tests. Documents that lack one of the two numbers are left\n" +
    "out, and their number is printed; a constant column has no correlation.",
  takes: [{ name: "<features>", help: "file written by `rerank features`, or any table with ids and numbers" }],
  settings,
  formats: tableFormats,
  examples: [
    "rerank correlate features.csv --with citations --from documents.csv",
    "rerank correlate features.csv --with degree --format md",
  ],

  async run([features]: readonly [features: string], { with: column, from = null, seed, samples, progress }) {
    const { requireOneStandardInput } = await import("../io/require-paths.ts");
    const { correlateFeatures } = await import("./correlate-features.ts");
    requireOneStandardInput([features, from]);
    const files = { features, with: column, from };
    return correlateFeatures(files, { seed, resamples: samples }, progress ?? silentProgress);
  },

  async print(found, terminal) {
    const { correlationBlocks, correlationRows } = await import("./correlate-features.ts");
    await terminal.answer(found, { blocks: correlationBlocks, rows: correlationRows });
  },
});

/**
 * Correlates each feature of documents with one other column, and computes intervals of the coefficients.
 * @param features - a table with ids and numbers
 * @throws SemqrelError for files and settings that cannot be used
 */
export const correlate = command.call;
