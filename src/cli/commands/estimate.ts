/** `semqrel estimate`: engines' measures and differences from a few ratings and calibrated labels, with intervals. */
import { Argument, Command } from "commander";
import type { EstimateSettings } from "../../verbs/estimate.ts";
import type { CliIo } from "../io.ts";
import { calibrationOptions } from "../options/calibration-options.ts";
import { choice, reportOptions } from "../options/option-values.ts";
import { reaching } from "../options/reach.ts";
import { conclusionOf, sayNext } from "../terminal/conclude.ts";
import { answer, type ReportFlags } from "../terminal/print-report.ts";
import { settingsOf } from "../verb-settings.ts";

interface EstimateFlags extends ReportFlags, EstimateSettings {}

export function createCommand(io: CliIo): Command {
  const command = new Command("estimate")
    .description(
      "Says what each engine reaches over all queries, and by how much engines differ, from ratings of some queries and\n" +
        "labels that were calibrated on them: intervals, beside those of the ratings alone; which pairs of engines are\n" +
        "decided; the order. The rated queries must be a random draw from all: --pool says which.",
    )
    .addArgument(reaching("output", new Argument("<labels>", "a folder that label --out wrote")))
    .option(
      "--pool <files...>",
      "the pools that people rated, in the order of their draws: only what was drawn counts, with its chance",
    )
    .addOption(
      choice(
        "--correction <method>",
        "for all pairs of engines: fdr lets 5 % of decisions be wrong, holm none (95 % sure)",
        ["fdr", "holm"],
      ),
    );
  return reportOptions(calibrationOptions(command))
    .addHelpText(
      "after",
      "\nExamples:\n  semqrel estimate labels --gold gold.qrels\n  semqrel estimate labels --gold gold.qrels --target future --json\n" +
        "  semqrel pool runs/*.csv --sample 20 --depth 10 -o pool.jsonl   (then rate, gold)\n" +
        "  semqrel estimate labels --gold gold.qrels --pool pool.jsonl\n" +
        "  semqrel pool runs/*.csv --sample 60 --per-query 5 -o pairs.jsonl   (then rate, gold)\n" +
        "  semqrel estimate labels --gold gold.qrels --pool pairs.jsonl --measure DCG@8\n",
    )
    .action(async (labels: string, flags: EstimateFlags) => {
      const { estimate } = await import("../../verbs/estimate.ts");
      const found = await estimate(labels, settingsOf(flags, io));
      const known = await conclusionOf(labels);
      // Without intervals the estimate knows better why nothing can be said.
      const hasInterval = found.report.pairs.some(({ interval }) => interval !== null);
      const isKnown = known?.by === "estimate" && known.state !== "too few queries" && hasInterval;
      const verdict = isKnown
        ? [known.verdict, known.sure, ...known.reasons].filter((text) => text !== "")
        : [found.report.verdict];
      const { estimateBlocks, estimateRows } = await import("../../estimate/estimate-blocks.ts");
      const blocks = () => estimateBlocks(found.report, null, verdict);
      await answer(found, { blocks, rows: estimateRows }, flags, io);
      sayNext(labels, known?.next ?? null, flags, io);
    });
}
