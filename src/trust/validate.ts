import { defineCommand, labelsToExtend, tableFormats } from "../command/define-command.ts";
import { count, group, oneOf, repeated, type SettingsOf, text, wholeNumber } from "../command/settings.ts";
import { enginesToLeaveOut, modelSettings } from "../command/shared-settings.ts";

const settings = {
  gold: text("<qrels>", "people's judgments of some or all queries, in any format that `semqrel measure` reads"),
  measure: text("<measure>", "measure by which people's judgments rank the engines", { default: "nDCG@10" }),
  proxy: repeated(
    "<name=file>",
    "other labels of the same results (a language model's, clicks) to compare; repeatable",
    { default: [], defaultText: "none" },
  ),
  unjudged: oneOf("<rule>", "how to treat unjudged results when single labels are compared", ["nonrelevant", "skip"], {
    default: "nonrelevant",
  }),
  without: enginesToLeaveOut,
  draws: count("<n>", "number of shuffles of the labels, and of resamples of the queries", { default: 1000 }),
  seed: wholeNumber("<n>", "seed of the draws", { default: 1 }),
  ...group("Model:", modelSettings("vectors")),
};
/** Settings of the function `validate`. */
export type ValidateSettings = SettingsOf<typeof settings>;

export const command = defineCommand({
  name: "validate",
  doing: "Validating",
  about:
    "Shows how far the labels can be trusted. Do they rank the engines as people do, and better than shuffled labels " +
    "and simple baselines (equal titles, overlap, popularity, cosine with the query)? Which conclusions would be " +
    "wrong? How well do single labels agree with judgments? Which engines search with the model that made the labels? Without " +
    "judgments, it only shows the parts that do not need them.",
  takes: [labelsToExtend],
  settings,
  formats: tableFormats,
  examples: [
    "validate labels --gold gold.qrels",
    "validate labels --gold gold.qrels --proxy llm=llm.qrels --proxy clicks=clicks.qrels",
    "validate labels",
  ],

  async run([labels]: readonly [labels: string], given) {
    const { validateFiles } = await import("./validate-files.ts");
    const { keepEvidence } = await import("../io/labels/evidence.ts");
    const { namedProxy } = await import("../io/results/results-file.ts");
    const { requireOneStandardInput } = await import("../io/require-paths.ts");
    const { withModel } = await import("../model/with-model.ts");
    const { gold = null } = given;
    const proxies = given.proxy.map(namedProxy);
    requireOneStandardInput([labels, gold, ...proxies.map(({ path }) => path)]);
    return withModel(given, async (tools) => {
      const { report, warnings } = await validateFiles({ labels, gold, proxies }, given, tools);
      return { report, warnings: [...warnings, ...(await keepEvidence(labels, report, { gold, proxies }))] };
    });
  },

  async print(found, terminal, [labels]) {
    const { validationBlocks, validationRows } = await import("./validation-blocks.ts");
    await terminal.answer(found, { blocks: validationBlocks, rows: validationRows });
    await terminal.conclude(labels);
  },
});

/**
 * Shows how far labels agree with people, compared with random labels and baselines. Stores the report in the folder.
 * @param labels - a folder that `label` wrote
 * @throws SemqrelError for files and settings that cannot be used
 */
export const validate = command.call;
