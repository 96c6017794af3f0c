import { defineCommand, labelsArgument, tableFormats } from "../../command/define-command.ts";
import { count, group, type SettingsOf, text, wholeNumber } from "../../command/settings.ts";
import { enginesToLeaveOut, modelSettings } from "../../command/shared-settings.ts";

const settings = {
  gold: text("<qrels>", "people's judgments, in any format that `semqrel measure` reads"),
  measure: text("<measure>", "measure by which people's judgments rank the engines", { default: "nDCG@10" }),
  without: enginesToLeaveOut,
  seed: wholeNumber("<n>", "seed of the bootstrap", { default: 1 }),
  samples: count("<n>", "resamples of the bootstrap", { default: 200 }),
  ...group("Model:", modelSettings("vectors")),
};
/** Settings of the function `policies`. */
export type PoliciesSettings = SettingsOf<typeof settings>;

export const command = defineCommand({
  name: "validate --policies",
  doing: "Comparing policies",
  about:
    "Measures the engines of a folder of labels under 600 policies: 5 label functions, 5 thresholds, 2 depths of " +
    "the reference, 2 ideals of nDCG, 2 cutoffs, and 3 ways to count matches (every match, only the first match of " +
    "each reference title, or one-to-one). Also compares the policy of `label --preset notebook`. " +
    "If the labels were made with `--references apart`, also compares a few policies with each reference alone. With judgments, it shows how well each policy ranks the engines, " +
    "and recommends one if it beats the default by more than chance. Without judgments, it shows how " +
    "far the order of the engines depends on the policy.",
  takes: [labelsArgument],
  settings,
  formats: tableFormats,
  examples: ["validate labels --policies --gold gold.qrels", "validate labels --policies --format csv > policies.csv"],

  async run([labels]: readonly [labels: string], given) {
    const { policiesFiles } = await import("./policies-files.ts");
    const { requireOneStandardInput } = await import("../../io/require-paths.ts");
    const { withModel } = await import("../../model/with-model.ts");
    const { gold = null } = given;
    requireOneStandardInput([labels, gold]);
    return withModel(given, (tools) => policiesFiles({ labels, gold }, given, tools));
  },

  async print(found, terminal) {
    const { policiesBlocks, policyRows } = await import("./policies-report.ts");
    await terminal.answer(found, { blocks: policiesBlocks, rows: policyRows });
  },
});

/**
 * Measures the engines of a folder of labels under 600 label policies.
 * @param labels - a folder that `label` wrote, with its reference
 * @throws SemqrelError for files and settings that cannot be used
 */
export const policies = command.call;
