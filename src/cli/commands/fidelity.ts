/** `semqrel compare --fidelity`: what another model or precision would change. */
import { Command } from "commander";
import type { ModelSettings } from "../../command/shared-settings.ts";
import { invalidOption } from "../../core/errors.ts";
import type { CliIo } from "../io.ts";
import { modelOptions } from "../options/input-options.ts";
import { reportOptions, wholeNumber } from "../options/option-values.ts";
import { answer, type ReportFlags } from "../terminal/print-report.ts";
import { settingsOf } from "../verb-settings.ts";

interface FidelityFlags extends ReportFlags, ModelSettings {
  readonly examples: number;
}

export function createCommand(io: CliIo): Command {
  const command = new Command("fidelity")
    .description(
      "Labels the lists of a folder of labels again with another model or precision, under the same options, or takes a\n" +
        "second folder of the same lists, and says what changes: nearest reference titles, labels, measures, the order of\n" +
        "the engines and the winner. Ends with one sentence.",
    )
    .argument("<labels>", "a folder that label --out wrote")
    .argument("[other]", "another folder of the same lists, instead of labelling again with --model")
    .option("--examples <n>", "changed results to show", wholeNumber, 5)
    .optionsGroup("Model:");
  return reportOptions(modelOptions(command, "vectors"))
    .addHelpText(
      "after",
      "\nExamples:\n  semqrel compare --fidelity labels --model models/all-MiniLM-L6-v2-int8\n" +
        "  semqrel compare --fidelity labels labels-of-other-model --json\n",
    )
    .action(async (labels: string, other: string | undefined, flags: FidelityFlags) => {
      const { fidelityFiles } = await import("../../trust/fidelity/fidelity-files.ts");
      const { withModel } = await import("../../model/with-model.ts");
      const { examples } = flags;
      if (other !== undefined && command.getOptionValueSource("model") === "cli") {
        throw invalidOption(
          `Comparing ${labels} with ${other}: nothing is labelled again, so --model has no meaning. Give the folder or --model, not both.`,
          { labels, other },
        );
      }
      const found =
        other === undefined
          ? await withModel(settingsOf(flags, io), (tools) => fidelityFiles(labels, { tools }, { examples }))
          : await fidelityFiles(labels, { labels: other }, { examples });
      const { fidelityBlocks, fidelityRows } = await import("../../trust/fidelity/fidelity-blocks.ts");
      await answer(found, { blocks: fidelityBlocks, rows: fidelityRows }, flags, io);
    });
}
