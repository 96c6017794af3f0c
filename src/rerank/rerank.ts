import { defineCommand, tableFormats } from "../command/define-command.ts";
import {
  count,
  group,
  names,
  nonNegative,
  oneOf,
  output,
  readNames,
  type SettingsOf,
  shareBetween,
  special,
  text,
  WrongValue,
  wholeNumber,
} from "../command/settings.ts";
import { csvFormOf, spreadsheetSettings, workSettings } from "../command/shared-settings.ts";
import { invalidOption } from "../core/errors.ts";
import { silentProgress } from "../core/ports.ts";

const models = ["ridge", "mlp", "forest"] as const;
type Model = (typeof models)[number];
const areModels = (names: unknown) =>
  Array.isArray(names) && names.length > 0 && names.every((name) => models.includes(name));

const settings = {
  model: special<readonly Model[], { readonly default: readonly Model[]; readonly defaultText: string }>(
    {
      wanted: `a list of names: ${models.join(", ")}`,
      accepts: areModels,
      read(value) {
        const chosen = readNames(value);
        if (areModels(chosen)) return chosen;
        throw new WrongValue(`Give ${models.join(", ")}, or several of them, separated by commas.`);
      },
    },
    "<names>",
    `${models.join(", ")}, or several, separated by commas`,
    { default: ["ridge"], defaultText: "ridge" },
  ),
  apply: text("<file>", "model that an earlier rerank -o wrote, to use instead of fitting one"),
  engine: text("<name>", "engine whose results are reordered (default: the first engine in the labels)"),
  features: names("<names>", "columns to use, separated by commas (default: all numeric columns)"),
  out: output("<folder>", "folder for runs, predictions, models, plot data and the summary", { short: "-o" }),
  ...group("Test:", {
    split: oneOf(
      "<by>",
      "what to split: queries, or rows (which leaks: a query can be in both parts)",
      ["queries", "rows"],
      {
        default: "queries",
      },
    ),
    folds: count(
      "<n>",
      "with --split queries: number of parts; each part is predicted by models trained on the other parts (default: 5)",
    ),
    testShare: shareBetween("<share>", "with --split rows: share of rows used for testing (default: 0.2)"),
    repeats: count("<n>", "number of shuffles of each feature, to measure its importance", { default: 5 }),
    seed: wholeNumber("<n>", "seed of all random draws", { default: 1 }),
  }),
  ...group("Models:", {
    strength: nonNegative(
      "<number>",
      "strength of the ridge penalty (default: chosen by cross-validation over queries)",
    ),
    epochs: count("<n>", "maximum number of epochs of the perceptron", { default: 200 }),
    trees: count("<n>", "number of trees in the forest", { default: 100 }),
  }),
  ...group("Spreadsheets:", spreadsheetSettings),
  ...workSettings,
};
/** Settings of `rerank` that a program can pass. */
export type RerankSettings = SettingsOf<typeof settings>;

export const command = defineCommand({
  name: "rerank",
  doing: "Reranking",
  about:
    "Predicts the labels of one engine's results from features of documents and from their rank, and orders each " +
    "list by the predictions. Prints the errors of the predictions, compared with predicting the mean. Also " +
    "prints the nDCG of each order, compared with the original, the best possible and a random order, with paired " +
    "tests. Models are tested on queries that they were not trained on.",
  takes: [
    { name: "<labels>", help: "folder of labels, written by `check` or `label --out`, or its labels.csv" },
    { name: "<features-file>", help: "file written by `rerank features`, or any table with ids and numbers" },
  ],
  settings,
  formats: tableFormats,
  examples: [
    "rerank labels features.csv --model ridge,mlp,forest -o reranked",
    "measure labels/labels.qrels reranked/runs/*.run nDCG@10",
    "rerank labels features.csv --model mlp --split rows --test-share 0.2",
    "rerank other-labels features.csv --apply reranked/models/ridge.json",
  ],

  async run([labels, features]: readonly [labels: string, features: string], given) {
    const { requireOneStandardInput } = await import("../io/require-paths.ts");
    const { requireRerankFolder, rerankFiles, writeReranked } = await import("./rerank-files.ts");
    const { apply: ranker = null, engine = null, features: columns = null, out } = given;
    const model = models.filter((name) => given.model.includes(name));
    const { strength = null, epochs, trees, repeats, seed } = given;
    requireOneStandardInput([labels, features, ranker]);
    if (out !== undefined) requireRerankFolder(out, [labels, features], ranker === null ? model : []);
    const reranked = await rerankFiles(
      { labels, features, ranker },
      { models: model, engine, features: columns, split: splitOf(given), strength, epochs, trees, repeats, seed },
      { progress: given.progress ?? silentProgress, signal: given.signal ?? new AbortController().signal },
    );
    return { ...reranked, written: out === undefined ? [] : writeReranked(out, reranked, csvFormOf(given)) };
  },

  async print(reranked, terminal, _, { out }) {
    const { rerankBlocks, rerankRows } = await import("./rerank-blocks.ts");
    await terminal.answer(reranked, { blocks: rerankBlocks, rows: rerankRows });
    const { written } = reranked;
    if (written.length > 0) terminal.say(["", `Wrote ${written.length} files to ${out}.`]);
  },
});

function splitOf({ split, folds, testShare }: Pick<RerankSettings, "split" | "folds" | "testShare">) {
  if (split === "rows") {
    if (folds === undefined) return { by: "rows", testShare: testShare ?? 0.2 } as const;
    throw invalidOption("Reranking: --folds is for --split queries, but --split is rows. Leave out --folds.");
  }
  if (testShare === undefined) return { by: "queries", folds: folds ?? 5 } as const;
  throw invalidOption(
    "Reranking: --test-share is for --split rows, but --split is queries. Leave out --test-share, or add --split rows.",
  );
}

/**
 * Predicts labels of one engine's results from features of documents, and orders its lists by the predictions.
 * @param labels   - a folder that `label` wrote, or its labels.csv
 * @param features - a table with ids and numbers
 * @returns the report and data of the experiment; `written`: names of the files, relative to the folder `out`
 * @throws SemqrelError for files and settings that cannot be used
 */
export const rerank = command.call;
