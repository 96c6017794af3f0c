/** `semqrel validate --policies`: which choices of labelling agree with people, and how far the order of engines depends on them. */
import { Command } from "commander";
import { requireOneStandardInput } from "../../io/require-paths.ts";
import type { ModelSettings } from "../../verbs/with-model.ts";
import type { CliIo } from "../io.ts";
import { modelOptions } from "../options/input-options.ts";
import { count, names, reportOptions, wholeNumber } from "../options/option-values.ts";
import { answer, type ReportFlags } from "../terminal/print-report.ts";
import { settingsOf } from "../verb-settings.ts";

interface PoliciesFlags extends ReportFlags, ModelSettings {
  readonly gold?: string;
  readonly measure: string;
  readonly without?: readonly string[];
  readonly seed: number;
  readonly samples: number;
}

export function createCommand(io: CliIo): Command {
  const command = new Command("policies")
    .description(
      "Measures the engines of a folder of labels under 600 policies: 5 label functions, 5 thresholds, 2 depths of the\n" +
        "reference, 2 ideals, 2 cutoffs, and whether every match, only the first one with a reference title, or a\n" +
        "one-to-one match counts. The notebook's policy is compared too, and if label --references apart wrote several\n" +
        "references, a few policies under each one alone. With judgments, it shows how well each policy orders the engines,\n" +
        "and which one to take if one is better than the default by more than chance. Without judgments, it shows how far\n" +
        "the order of the engines depends on the choice.",
    )
    .argument("<labels>", "a folder that label --out wrote")
    .option("--gold <qrels>", "judgments of people, in any format that measure reads")
    .option("--measure <measure>", "what orders the engines by judgments", "nDCG@10")
    .option("--without <names>", "engines to leave out, between commas; * stands for any letters", names)
    .option("--seed <n>", "of the bootstrap", wholeNumber, 1)
    .option("--samples <n>", "resamples of the bootstrap", count, 200)
    .optionsGroup("Model:");
  return reportOptions(modelOptions(command, "vectors"))
    .addHelpText(
      "after",
      "\nExamples:\n  semqrel validate --policies labels --gold gold.qrels\n  semqrel validate --policies labels --format csv > policies.csv\n",
    )
    .action(async (labels: string, flags: PoliciesFlags) => {
      const { policiesFiles } = await import("../../trust/policies/policies-files.ts");
      const { withModel } = await import("../../verbs/with-model.ts");
      const { gold = null, measure, without = [], seed, samples } = flags;
      requireOneStandardInput([labels, gold]);
      const options = { measure, without, seed, samples };
      const found = await withModel(settingsOf(flags, io), (tools) => policiesFiles({ labels, gold }, options, tools));
      const { policiesBlocks, policyRows } = await import("../../trust/policies/policies-blocks.ts");
      await answer(found, { blocks: policiesBlocks, rows: policyRows }, flags, io);
    });
}
