/** `semqrel estimate`: engines' measures and differences from a few ratings and calibrated labels, with intervals. */
import { Command, Option } from "commander";
import type { EstimateReport } from "../../estimate/estimate-report.ts";
import { requireOneStandardInput } from "../../io/require-one-standard-input.ts";
import type { CliIo } from "../io.ts";
import { openModelTools } from "../open-model-tools.ts";
import {
  type CalibrationFlags,
  calibrationOptions,
  studyFilesOf,
  studyOptionsOf,
} from "../options/calibration-options.ts";
import { formatOption, jsonOption } from "../options/report-options.ts";
import { printReport, type ReportFlags } from "../terminal/print-report.ts";
import { remark } from "../terminal/remark.ts";

interface EstimateFlags extends ReportFlags, CalibrationFlags {}

export function estimateCommand(io: CliIo): Command {
  const option = (flags: string, text: string) => new Option(flags, text);
  const command = new Command("estimate")
    .description(
      "Says what each engine reaches over all queries, and by how much engines differ, from ratings of some queries and\n" +
        "labels that were calibrated on them: intervals that hold, beside those of the ratings alone; intervals for all\n" +
        "pairs together; the order that both make. The rated queries must be a random draw from all: --pool says which.",
    )
    .argument("<labels>", "a folder that label --out wrote")
    .addOption(
      option(
        "--pool <files...>",
        "the pools that people rated, in the order of their draws: only what was drawn counts, with its chance",
      ),
    );
  return calibrationOptions(command)
    .optionsGroup("Output:")
    .addOption(formatOption())
    .addOption(jsonOption())
    .addHelpText(
      "after",
      "\nExamples:\n  semqrel estimate labels --gold gold.qrels\n  semqrel estimate labels --gold gold.qrels --target future --json\n" +
        "  semqrel pool runs/*.csv --queries 20 --depth 10 -o pool.jsonl   (then rate, gold)\n" +
        "  semqrel estimate labels --gold gold.qrels --pool pool.jsonl\n" +
        "  semqrel pool runs/*.csv --queries 60 --per-query 5 -o pairs.jsonl   (then rate, gold)\n" +
        "  semqrel estimate labels --gold gold.qrels --pool pairs.jsonl --measure DCG@8\n",
    )
    .action((labels: string, flags: EstimateFlags) => estimate(labels, flags, io));
}

async function estimate(labels: string, flags: EstimateFlags, io: CliIo): Promise<void> {
  // Here and not above: --help must not wait for them.
  const { estimateFiles } = await import("../../estimate/estimate-files.ts");
  const files = studyFilesOf(labels, flags);
  requireOneStandardInput([labels, files.gold, ...(files.pools ?? []), ...files.proxies.map(({ path }) => path)]);
  const options = await studyOptionsOf(flags);
  const opened = await openModelTools(flags, io);
  try {
    const { report, warnings } = await estimateFiles(files, options, opened.tools);
    const all = [...opened.tools.warnings(), ...warnings];
    await printEstimate(report, { warnings: all }, flags, io);
    await remark(all, flags, io);
  } finally {
    await opened.close();
  }
}

/** @param further fields of the JSON document */
export function printEstimate(
  report: EstimateReport,
  further: Readonly<Record<string, unknown>>,
  flags: ReportFlags,
  io: CliIo,
): Promise<void> {
  const forms = async () => {
    const { estimateRows, renderEstimate, renderEstimateAsMarkdown } = await import(
      "../../estimate/render-estimate.ts"
    );
    return {
      text: (width: number) => renderEstimate(report, width),
      markdown: () => renderEstimateAsMarkdown(report),
      rows: () => estimateRows(report),
      bold: /.+\n$/,
    };
  };
  return printReport({ ...report, ...further }, forms, flags, io);
}
