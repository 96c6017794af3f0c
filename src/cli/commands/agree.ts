/** `semqrel gold --agreement`: how far raters agree, what habits they have, and where they differ. */
import { Command } from "commander";
import type { AgreeSettings } from "../../verbs/agree.ts";
import type { CliIo } from "../io.ts";
import { count, formatOption, jsonOption, repeated, wholeNumber } from "../options/option-values.ts";
import { printReport, type ReportFlags } from "../terminal/print-report.ts";
import { settingsOf } from "../verb-settings.ts";

interface AgreeFlags extends ReportFlags, AgreeSettings {}

export function createCommand(io: CliIo): Command {
  return new Command("agree")
    .description(
      "Says how far the raters of a database agree: share of equal grades, Cohen's and Fleiss' kappa, Krippendorff's\n" +
        "alpha, each with a bootstrap interval over items; who is strict, mild, quick or unlike themselves; and the items\n" +
        "with the most unequal grades. Flagged items are not compared; repeats compare a rater with the same rater.",
    )
    .argument("<db>", "the database of `rate`")
    .option(
      "--proxy <name=file>",
      "judgments to hold beside each rater, such as a language model's; may be given several times",
      repeated,
    )
    .option("--seed <n>", "of the bootstrap", wholeNumber, 1)
    .option("--samples <n>", "resamples of the bootstrap", count, 2000)
    .optionsGroup("Output:")
    .option("--show <n>", "items to list that raters disagree on most", wholeNumber, 10)
    .addOption(formatOption())
    .addOption(jsonOption())
    .addHelpText(
      "after",
      "\nExamples:\n  semqrel gold --agreement ratings.db\n  semqrel gold --agreement ratings.db --show 30 --format md > agreement.md\n" +
        "  semqrel gold --agreement ratings.db --proxy model=judged.qrels\n  semqrel gold --agreement ratings.db --json\n",
    )
    .action(async (database: string, flags: AgreeFlags) => {
      const { agree } = await import("../../verbs/agree.ts");
      const { report } = await agree(database, settingsOf(flags, io));
      const { agreementBlocks, agreementRows } = await import("../../gold/agreement/agreement-blocks.ts");
      await printReport(report, { blocks: agreementBlocks, rows: agreementRows }, flags, io);
    });
}
