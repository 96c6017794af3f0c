/** `semqrel rerank correlate`: whether features of documents follow another number, such as how often they are cited. */
import { Command } from "commander";
import { requireOneStandardInput } from "../../io/require-paths.ts";
import type { CliIo } from "../io.ts";
import { count, formatOption, jsonOption, wholeNumber } from "../options/option-values.ts";
import { answer, type ReportFlags } from "../terminal/print-report.ts";
import { stderrProgress } from "../terminal/progress.ts";

interface CorrelateFlags extends ReportFlags {
  readonly with: string;
  readonly from?: string;
  readonly seed: number;
  readonly samples: number;
}

export function createCommand(io: CliIo): Command {
  return new Command("correlate")
    .description(
      "Says how far each feature goes together with another column of numbers: Pearson's, Spearman's and Kendall's\n" +
        "coefficient, each with an interval, and p corrected for the number of tests. Documents without one of the two\n" +
        "numbers are left out and counted; a constant column has no correlation.",
    )
    .argument("<features>", "a file of `features`, or any table with ids and numbers")
    .requiredOption("--with <column>", "the column to compare with")
    .option("--from <file>", "the table that has it, joined by id (default: the features' own)")
    .option("--seed <n>", "of the bootstrap", wholeNumber, 1)
    .option("--samples <n>", "resamples of the bootstrap", count, 1000)
    .optionsGroup("Output:")
    .addOption(formatOption())
    .addOption(jsonOption())
    .addHelpText(
      "after",
      "\nExamples:\n  semqrel rerank correlate features.csv --with citations --from documents.csv\n" +
        "  semqrel rerank correlate features.csv --with degree --format md\n",
    )
    .action(async (features: string, flags: CorrelateFlags) => {
      const { correlateFeatures } = await import("../../rerank/correlate-features.ts");
      requireOneStandardInput([features, flags.from ?? null]);
      const found = await correlateFeatures(
        { features, with: flags.with, from: flags.from ?? null },
        { seed: flags.seed, resamples: flags.samples },
        stderrProgress(io, flags.quiet === true),
      );
      const { correlationBlocks, correlationRows } = await import("../../rerank/correlation-blocks.ts");
      await answer(found, { blocks: correlationBlocks, rows: correlationRows }, flags, io);
    });
}
