/** `semqrel plan`: what rating would buy. */
import { Command, Option } from "commander";
import type { CliIo, CommonFlags } from "../io.ts";
import { counts, positive, unitShare } from "../option-values.ts";
import { printJson } from "../print.ts";
import { remark } from "../remark.ts";

interface PlanFlags extends CommonFlags {
  readonly queries?: readonly number[];
  readonly depth: readonly number[];
  readonly target: "these" | "future";
  readonly rho?: number;
  readonly seconds?: number;
  readonly format: "table" | "md" | "json";
  readonly json?: boolean;
}

export function planCommand(io: CliIo): Command {
  const option = (flags: string, text: string) => new Option(flags, text);
  return new Command("plan")
    .description(
      "Says before anybody rates what it would buy: by number of rated queries and depth, the ratings and minutes, the\n" +
        "width of an engine's interval, and the smallest difference of two engines that would be decided.",
    )
    .argument("<labels>", "a folder that label --out wrote")
    .addOption(option("--queries <numbers>", "of rated queries, between commas (default: 10 to all)").argParser(counts))
    .addOption(
      option("--depth <numbers>", "results of each list to rate, between commas")
        .argParser(counts)
        .default([5, 10], "5,10"),
    )
    .addOption(
      option("--target <queries>", "the mean over these queries, or over future ones of their kind")
        .choices(["these", "future"])
        .default("these"),
    )
    .addOption(
      option("--rho <number>", "how labels and ratings go together, query by query (default: 0.4)").argParser(
        unitShare,
      ),
    )
    .addOption(option("--seconds <number>", "a rating (default: 12)").argParser(positive))
    .optionsGroup("Output:")
    .addOption(option("--format <format>", "of stdout").choices(["table", "md", "json"]).default("table"))
    .addOption(option("--json", "the same as --format json"))
    .addHelpText(
      "after",
      "\nExamples:\n  semqrel plan labels\n  semqrel plan labels --queries 20,40 --depth 10 --seconds 8\n",
    )
    .action((labels: string, flags: PlanFlags) => plan(labels, flags, io));
}

async function plan(labels: string, flags: PlanFlags, io: CliIo): Promise<void> {
  // Here and not above: --help must not wait for them.
  const { planFiles } = await import("../../plan-files.ts");
  const { renderPlan } = await import("../../report/plan-report.ts");
  const { report, warnings } = await planFiles(labels, {
    queries: flags.queries ?? null,
    depths: flags.depth,
    target: flags.target,
    rho: flags.rho ?? null,
    secondsPerRating: flags.seconds ?? null,
  });
  const format = flags.json ? "json" : flags.format;
  if (format === "json") printJson(io, { ...report, warnings });
  else io.stdout.write(renderPlan(report, format === "md"));
  await remark(warnings, flags, io);
}
