/** `semqrel fidelity`: what another model or precision would change. */
import { Command, Option } from "commander";
import type { FidelityReport } from "../../report/fidelity-report.ts";
import type { Warning } from "../../warnings.ts";
import { colorsFor } from "../colors.ts";
import { type ModelFlags, modelOptions } from "../input-options.ts";
import type { CliIo, CommonFlags } from "../io.ts";
import { wholeNumber } from "../option-values.ts";
import { printJson } from "../print.ts";
import { stderrProgress } from "../progress.ts";
import { remark } from "../remark.ts";

interface FidelityFlags extends CommonFlags, ModelFlags {
  readonly examples: number;
  readonly format: "table" | "csv" | "tsv" | "md" | "json";
  readonly json?: boolean;
}

export function fidelityCommand(io: CliIo): Command {
  const option = (flags: string, text: string) => new Option(flags, text);
  const command = new Command("fidelity")
    .description(
      "Labels the lists of a folder of labels again with another model or precision, under the same options, or takes a\n" +
        "second folder of the same lists, and says what changes: nearest reference titles, labels, measures, the order of\n" +
        "the engines and the winner. Ends with one sentence.",
    )
    .argument("<labels>", "a folder that label --out wrote")
    .argument("[other]", "another folder of the same lists, instead of labelling again with --model")
    .addOption(option("--examples <n>", "changed results to show").argParser(wholeNumber).default(5))
    .optionsGroup("Model:");
  return modelOptions(command, "vectors")
    .optionsGroup("Output:")
    .addOption(option("--format <format>", "of stdout").choices(["table", "csv", "tsv", "md", "json"]).default("table"))
    .addOption(option("--json", "the same as --format json"))
    .addHelpText(
      "after",
      "\nExamples:\n  semqrel fidelity labels --model models/all-MiniLM-L6-v2-int8\n" +
        "  semqrel fidelity labels labels-of-other-model --json\n",
    )
    .action((labels: string, other: string | undefined, flags: FidelityFlags) =>
      fidelity(labels, other, flags, command.getOptionValueSource("model") === "cli", io),
    );
}

async function fidelity(
  labels: string,
  other: string | undefined,
  flags: FidelityFlags,
  isModelGiven: boolean,
  io: CliIo,
): Promise<void> {
  // Here and not above: --help must not wait for them.
  const { fidelityFiles } = await import("../../fidelity-files.ts");
  const { examples } = flags;
  if (other !== undefined) {
    if (isModelGiven) {
      const { SemqrelError } = await import("../../errors.ts");
      throw new SemqrelError(
        "INVALID_OPTION",
        `Comparing ${labels} with ${other}: nothing is labelled again, so --model has no meaning. Give the folder or --model, not both.`,
        { details: { labels, other } },
      );
    }
    const { report, warnings } = await fidelityFiles(labels, { labels: other }, { examples });
    await print(report, warnings, flags, io);
    return remark(warnings, flags, io);
  }
  const { clock, defaultCacheFolder, openTools } = await import("../../adapters.ts");
  const opened = await openTools({
    ...(flags.model === undefined ? {} : { model: flags.model }),
    ...(flags.threads === undefined ? {} : { threads: flags.threads }),
    cacheFolder: flags.cache ? defaultCacheFolder(io.environment) : null,
    exact: true,
    embedder: flags.embedder,
    progress: stderrProgress(io, clock, flags.quiet === true),
    signal: io.signal,
  });
  try {
    const { report, warnings } = await fidelityFiles(labels, { tools: opened.tools }, { examples });
    await print(report, warnings, flags, io);
    await remark(warnings, flags, io);
  } finally {
    await opened.close();
  }
}

async function print(
  report: FidelityReport,
  warnings: readonly Warning[],
  flags: FidelityFlags,
  io: CliIo,
): Promise<void> {
  const format = flags.json ? "json" : flags.format;
  if (format === "json") return printJson(io, { ...report, warnings });
  const { fidelityRows, renderFidelity, renderFidelityAsMarkdown } = await import("../../report/render-fidelity.ts");
  if (format === "md") io.stdout.write(renderFidelityAsMarkdown(report));
  else if (format === "table") {
    const { bold } = await colorsFor(io.stdout, io, flags.color);
    io.stdout.write(renderFidelity(report).replace(/.+\n$/, (verdict) => bold(verdict)));
  } else {
    const { csvText } = await import("../../io/write-csv.ts");
    for (const piece of csvText(fidelityRows(report), format === "tsv" ? "\t" : ",")) io.stdout.write(piece);
  }
}
