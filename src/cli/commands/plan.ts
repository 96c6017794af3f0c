/** `semqrel plan`: what rating would buy. */
import { Command, Option } from "commander";
import type { Warning } from "../../core/warnings.ts";
import type { PlanFilesOptions } from "../../estimate/plan-files.ts";
import type { PlanReport } from "../../estimate/plan-report.ts";
import { requireOneStandardInput } from "../../io/require-one-standard-input.ts";
import type { CliIo, CommonFlags } from "../io.ts";
import { openModelTools } from "../open-model-tools.ts";
import { type ModelFlags, modelOptions, namedProxy } from "../options/input-options.ts";
import { counts, positive, repeated, unitShare } from "../options/option-values.ts";
import { jsonOption } from "../options/report-options.ts";
import { printJson, printText } from "../terminal/print.ts";
import { remark } from "../terminal/remark.ts";
import { terminalWidth } from "../terminal/terminal-width.ts";

interface PlanFlags extends CommonFlags, ModelFlags {
  readonly gold?: string;
  readonly proxy?: readonly string[];
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
  const command = new Command("plan")
    .description(
      "Says before anybody rates what it would buy: by number of rated queries and depth, the ratings and minutes, the\n" +
        "width of an engine's interval, and the smallest difference of two engines that would be decided. With ratings of\n" +
        "some queries: what rating further ones would buy, by what these ratings say.",
    )
    .argument("<labels>", "a folder that label --out wrote")
    .addOption(
      option("--queries <numbers>", "of rated queries in all, between commas (default: 10 to all)").argParser(counts),
    )
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
    .addOption(
      option(
        "--gold <qrels>",
        "ratings that are there: measures --rho and the spread of the engines' values",
      ).conflicts("rho"),
    )
    .addOption(
      option(
        "--proxy <name=file>",
        "with --gold: other labels of the same results, as in estimate; may be repeated",
      ).argParser(repeated),
    )
    .addOption(option("--seconds <number>", "a rating (default: 12)").argParser(positive))
    .optionsGroup("Model, with --gold:");
  return modelOptions(command, "vectors")
    .optionsGroup("Output:")
    .addOption(option("--format <format>", "of stdout").choices(["table", "md", "json"]).default("table"))
    .addOption(jsonOption())
    .addHelpText(
      "after",
      "\nExamples:\n  semqrel plan labels\n  semqrel plan labels --queries 20,40 --depth 10 --seconds 8\n" +
        "  semqrel plan labels --gold gold.qrels\n",
    )
    .action((labels: string, flags: PlanFlags) => plan(labels, flags, io));
}

async function plan(labels: string, flags: PlanFlags, io: CliIo): Promise<void> {
  // Here and not above: --help must not wait for them.
  const { planFiles } = await import("../../estimate/plan-files.ts");
  const { gold, proxy = [] } = flags;
  const options: PlanFilesOptions = {
    queries: flags.queries ?? null,
    depths: flags.depth,
    target: flags.target,
    rho: flags.rho ?? null,
    secondsPerRating: flags.seconds ?? null,
  };
  const proxies = proxy.map(namedProxy);
  requireOneStandardInput([labels, gold ?? null, ...proxies.map(({ path }) => path)]);
  if (gold === undefined) {
    await requireNoProxy(proxies);
    return print(await planFiles(labels, options), flags, io);
  }
  const { parseOrderingMeasure } = await import("../../measure/measures/parse-measures.ts");
  // As `estimate` has them, whose correlation it is.
  const study = {
    measure: parseOrderingMeasure("nDCG@10"),
    method: "ridge",
    depth: 10,
    unjudged: "nonrelevant",
  } as const;
  const opened = await openModelTools(flags, io);
  try {
    const pilot = { gold, proxies, options: { ...study, seed: 1 }, tools: opened.tools };
    const { report, warnings } = await planFiles(labels, options, pilot);
    await print({ report, warnings: [...opened.tools.warnings(), ...warnings] }, flags, io);
  } finally {
    await opened.close();
  }
}

async function requireNoProxy(proxies: readonly { readonly name: string }[]): Promise<void> {
  const [first] = proxies;
  if (first === undefined) return;
  const { SemqrelError } = await import("../../core/errors.ts");
  throw new SemqrelError(
    "INVALID_OPTION",
    `Planning with --proxy ${first.name}: other labels count only beside ratings. Give these as --gold, or leave the labels out.`,
    { details: { proxy: first.name } },
  );
}

interface Planned {
  readonly report: PlanReport;
  readonly warnings: readonly Warning[];
}

async function print({ report, warnings }: Planned, flags: PlanFlags, io: CliIo): Promise<void> {
  const { renderPlan } = await import("../../estimate/plan-report.ts");
  const format = flags.json ? "json" : flags.format;
  if (format === "json") printJson(io, { ...report, warnings });
  else if (format === "md") io.stdout.write(renderPlan(report, true));
  else printText(io, renderPlan(report, false, terminalWidth(io.stdout, io)));
  await remark(warnings, flags, io);
}
