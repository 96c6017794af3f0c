/** `semqrel validate`: how far labels can be trusted. */
import { Argument, Command } from "commander";
import type { ValidateSettings } from "../../verbs/validate.ts";
import type { CliIo } from "../io.ts";
import { modelOptions } from "../options/input-options.ts";
import { choice, count, names, repeated, reportOptions, wholeNumber } from "../options/option-values.ts";
import { reaching } from "../options/reach.ts";
import { sayConclusion } from "../terminal/conclude.ts";
import { answer, type ReportFlags } from "../terminal/print-report.ts";
import { settingsOf } from "../verb-settings.ts";

interface ValidateFlags extends ReportFlags, ValidateSettings {}

export function createCommand(io: CliIo): Command {
  const command = new Command("validate")
    .description(
      "Says how far labels can be trusted: whether they order the engines as people do, beside labels dealt out at\n" +
        "random and beside what costs nothing (exact titles, overlap, popularity, cosine with the query); which\n" +
        "conclusions would be wrong; how well single labels agree; which engines retrieve with the model that labels.\n" +
        "Ends with one sentence. Without judgments: what needs none.",
    )
    .addArgument(reaching("output", new Argument("<labels>", "a folder that label --out wrote")))
    .option("--gold <qrels>", "judgments of people, in any format that measure reads; of any of the queries")
    // One value each: a list would swallow the folder behind it.
    .option(
      "--proxy <name=file>",
      "other labels of the same results (a language model's, clicks), judged too; may be given several times",
      repeated,
    )
    .option("--measure <measure>", "what orders the engines by judgments", "nDCG@10")
    .addOption(
      choice("--unjudged <rule>", "results that nobody judged, where single labels are compared", [
        "nonrelevant",
        "skip",
      ]),
    )
    .option("--without <names>", "engines to leave out, between commas; * stands for any letters", names)
    .option("--draws <n>", "of chance, and resamples of the queries", count, 1000)
    .option("--seed <n>", "of what is drawn", wholeNumber, 1)
    .optionsGroup("Model:");
  return reportOptions(modelOptions(command, "vectors"))
    .addHelpText(
      "after",
      "\nExamples:\n  semqrel validate labels --gold gold.qrels\n" +
        "  semqrel validate labels --gold gold.qrels --proxy llm=llm.qrels --proxy clicks=clicks.qrels\n" +
        "  semqrel validate labels\n",
    )
    .action(async (labels: string, flags: ValidateFlags) => {
      const { validate } = await import("../../verbs/validate.ts");
      const found = await validate(labels, settingsOf(flags, io));
      const { validationBlocks, validationRows } = await import("../../trust/validation-blocks.ts");
      await answer(found, { blocks: validationBlocks, rows: validationRows }, flags, io);
      await sayConclusion(labels, flags, io);
    });
}
