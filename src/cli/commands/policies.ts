/** `semqrel policies`: which choices of labelling agree with people, and how far the order of engines depends on them. */
import { Command, Option } from "commander";
import type { Warning } from "../../core/warnings.ts";
import { requireOneStandardInput } from "../../io/require-one-standard-input.ts";
import type { PoliciesReport } from "../../trust/policies/policies-report.ts";
import type { CliIo } from "../io.ts";
import { openModelTools } from "../open-model-tools.ts";
import { type ModelFlags, modelOptions } from "../options/input-options.ts";
import { count, names, wholeNumber } from "../options/option-values.ts";
import { formatOption, jsonOption } from "../options/report-options.ts";
import { printDocument, type ReportFlags } from "../terminal/print-report.ts";
import { remark } from "../terminal/remark.ts";

interface PoliciesFlags extends ReportFlags, ModelFlags {
  readonly gold?: string;
  readonly measure: string;
  readonly without?: readonly string[];
  readonly seed: number;
  readonly samples: number;
}

export function policiesCommand(io: CliIo): Command {
  const option = (flags: string, text: string) => new Option(flags, text);
  const command = new Command("policies")
    .description(
      "Measures the engines of a folder of labels under 600 policies: 5 label functions, 5 thresholds, 3 depths of the\n" +
        "reference, nearest or one-to-one matching, 2 ideals, 2 cutoffs; also under each reference alone where label\n" +
        "--references apart wrote them. With judgments: how well each orders the engines, and which one to take, if any is\n" +
        "better than the default by more than chance. Without: how far the order of engines depends on the choice.",
    )
    .argument("<labels>", "a folder that label --out wrote")
    .addOption(option("--gold <qrels>", "judgments of people, in any format that measure reads"))
    .addOption(option("--measure <measure>", "what orders the engines by judgments").default("nDCG@10"))
    .addOption(
      option("--without <names>", "engines to leave out, between commas; * stands for any letters").argParser(names),
    )
    .addOption(option("--seed <n>", "of the bootstrap").argParser(wholeNumber).default(1))
    .addOption(option("--samples <n>", "resamples of the bootstrap").argParser(count).default(200))
    .optionsGroup("Model:");
  return modelOptions(command, "vectors")
    .optionsGroup("Output:")
    .addOption(formatOption())
    .addOption(jsonOption())
    .addHelpText(
      "after",
      "\nExamples:\n  semqrel policies labels --gold gold.qrels\n  semqrel policies labels --format csv > policies.csv\n",
    )
    .action((labels: string, flags: PoliciesFlags) => policies(labels, flags, io));
}

async function policies(labels: string, flags: PoliciesFlags, io: CliIo): Promise<void> {
  // Here and not above: --help must not wait for them.
  const { policiesFiles } = await import("../../trust/policies/policies-files.ts");
  requireOneStandardInput([labels, flags.gold ?? null]);
  const { measure, without = [], seed, samples } = flags;
  const opened = await openModelTools(flags, io);
  try {
    const { report, warnings } = await policiesFiles(
      { labels, gold: flags.gold ?? null },
      { measure, without, seed, samples },
      opened.tools,
    );
    const all = [...opened.tools.warnings(), ...warnings];
    await print(report, all, flags, io);
    await remark(all, flags, io);
  } finally {
    await opened.close();
  }
}

function print(report: PoliciesReport, warnings: readonly Warning[], flags: PoliciesFlags, io: CliIo): Promise<void> {
  const forms = async () => {
    const { policiesBlocks, policyRows } = await import("../../trust/policies/policies-blocks.ts");
    return { blocks: () => policiesBlocks(report), rows: () => policyRows(report) };
  };
  return printDocument({ ...report, warnings }, forms, flags, io);
}
