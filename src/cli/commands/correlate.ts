/** `semqrel correlate`: whether features of documents follow another number, such as how often they are cited. */
import { Command, Option } from "commander";
import type { CorrelationReport } from "../../report/correlation-report.ts";
import type { Warning } from "../../warnings.ts";
import { colorsFor } from "../colors.ts";
import { requireOneStandardInput } from "../input-options.ts";
import type { CliIo, CommonFlags } from "../io.ts";
import { count, wholeNumber } from "../option-values.ts";
import { printJson } from "../print.ts";
import { stderrProgress } from "../progress.ts";
import { remark } from "../remark.ts";

interface CorrelateFlags extends CommonFlags {
  readonly with: string;
  readonly from?: string;
  readonly seed: number;
  readonly samples: number;
  readonly format: "table" | "csv" | "tsv" | "md" | "json";
  readonly json?: boolean;
}

export function correlateCommand(io: CliIo): Command {
  const option = (flags: string, text: string) => new Option(flags, text);
  return new Command("correlate")
    .description(
      "Says how far each feature goes together with another column of numbers: Pearson's, Spearman's and Kendall's\n" +
        "coefficient, each with an interval, and p corrected for the number of tests. Documents without one of the two\n" +
        "numbers are left out and counted; a constant column has no correlation.",
    )
    .argument("<features>", "a file of `features`, or any table with ids and numbers")
    .addOption(option("--with <column>", "the column to compare with").makeOptionMandatory())
    .addOption(option("--from <file>", "the table that has it, joined by id (default: the features' own)"))
    .addOption(option("--seed <n>", "of the bootstrap").argParser(wholeNumber).default(1))
    .addOption(option("--samples <n>", "resamples of the bootstrap").argParser(count).default(1000))
    .optionsGroup("Output:")
    .addOption(option("--format <format>", "of stdout").choices(["table", "csv", "tsv", "md", "json"]).default("table"))
    .addOption(option("--json", "the same as --format json"))
    .addHelpText(
      "after",
      "\nExamples:\n  semqrel correlate features.csv --with citations --from documents.csv\n" +
        "  semqrel correlate features.csv --with degree --format md\n",
    )
    .action((features: string, flags: CorrelateFlags) => correlate(features, flags, io));
}

async function correlate(features: string, flags: CorrelateFlags, io: CliIo): Promise<void> {
  // Here and not above: --help must not wait for them.
  const { correlateFeatures } = await import("../../correlate-features.ts");
  const { clock } = await import("../../adapters.ts");
  requireOneStandardInput([features, flags.from ?? null]);
  const { report, warnings } = await correlateFeatures(
    { features, with: flags.with, from: flags.from ?? null },
    { seed: flags.seed, resamples: flags.samples },
    stderrProgress(io, clock, flags.quiet === true),
  );
  await print(report, warnings, flags, io);
  await remark(warnings, flags, io);
}

async function print(
  report: CorrelationReport,
  warnings: readonly Warning[],
  flags: CorrelateFlags,
  io: CliIo,
): Promise<void> {
  const format = flags.json ? "json" : flags.format;
  if (format === "json") return printJson(io, { ...report, warnings });
  const { correlationRows, renderCorrelations, renderCorrelationsAsMarkdown } = await import(
    "../../report/render-correlations.ts"
  );
  if (format === "md") io.stdout.write(renderCorrelationsAsMarkdown(report));
  else if (format === "table") {
    const { bold } = await colorsFor(io.stdout, io, flags.color);
    io.stdout.write(renderCorrelations(report).replace(/^.+/, (heading) => bold(heading)));
  } else {
    const { csvText } = await import("../../io/write-csv.ts");
    for (const piece of csvText(correlationRows(report), format === "tsv" ? "\t" : ",")) io.stdout.write(piece);
  }
}
