/** `semqrel estimate`: engines' measures and differences from a few ratings and calibrated labels, with intervals. */
import { Command, Option } from "commander";
import type { EstimateReport } from "../../report/estimate-report.ts";
import { type CalibrationFlags, calibrationOptions, studyFilesOf, studyOptionsOf } from "../calibration-options.ts";
import { colorsFor } from "../colors.ts";
import { requireOneStandardInput } from "../input-options.ts";
import type { CliIo, CommonFlags } from "../io.ts";
import { openModelTools } from "../open-model-tools.ts";
import { printJson } from "../print.ts";
import { remark } from "../remark.ts";

interface EstimateFlags extends CommonFlags, CalibrationFlags {
  readonly format: "table" | "csv" | "tsv" | "md" | "json";
  readonly json?: boolean;
}

export function estimateCommand(io: CliIo): Command {
  const option = (flags: string, text: string) => new Option(flags, text);
  const command = new Command("estimate")
    .description(
      "Says what each engine reaches over all queries, and by how much engines differ, from ratings of some queries and\n" +
        "labels that were calibrated on them: intervals that hold, beside those of the ratings alone; intervals for all\n" +
        "pairs together; the order that both make. The rated queries must be a random draw from all.",
    )
    .argument("<labels>", "a folder that label --out wrote");
  return calibrationOptions(command)
    .optionsGroup("Output:")
    .addOption(option("--format <format>", "of stdout").choices(["table", "csv", "tsv", "md", "json"]).default("table"))
    .addOption(option("--json", "the same as --format json"))
    .addHelpText(
      "after",
      "\nExamples:\n  semqrel estimate labels --gold gold.qrels\n  semqrel estimate labels --gold gold.qrels --target future --json\n",
    )
    .action((labels: string, flags: EstimateFlags) => estimate(labels, flags, io));
}

async function estimate(labels: string, flags: EstimateFlags, io: CliIo): Promise<void> {
  // Here and not above: --help must not wait for them.
  const { estimateFiles } = await import("../../estimate-files.ts");
  const files = studyFilesOf(labels, flags);
  requireOneStandardInput([labels, files.gold, ...files.proxies.map(({ path }) => path)]);
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
export async function printEstimate(
  report: EstimateReport,
  further: Readonly<Record<string, unknown>>,
  flags: Pick<EstimateFlags, "format" | "json" | "color">,
  io: CliIo,
): Promise<void> {
  const format = flags.json ? "json" : flags.format;
  if (format === "json") return printJson(io, { ...report, ...further });
  const { estimateRows, renderEstimate, renderEstimateAsMarkdown } = await import("../../report/render-estimate.ts");
  if (format === "md") io.stdout.write(renderEstimateAsMarkdown(report));
  else if (format === "table") {
    const { bold } = await colorsFor(io.stdout, io, flags.color);
    io.stdout.write(renderEstimate(report).replace(/.+\n$/, (verdict) => bold(verdict)));
  } else {
    const { csvText } = await import("../../io/write-csv.ts");
    for (const piece of csvText(estimateRows(report), format === "tsv" ? "\t" : ",")) io.stdout.write(piece);
  }
}
