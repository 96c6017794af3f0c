/** `semqrel pool --plan`: what rating would buy. */
import { Command, Option } from "commander";
import type { ModelSettings } from "../../command/shared-settings.ts";
import { invalidOption } from "../../core/errors.ts";
import { requireOneStandardInput } from "../../io/require-paths.ts";
import type { CliIo } from "../io.ts";
import { targetOption } from "../options/calibration-options.ts";
import { modelOptions } from "../options/input-options.ts";
import { choice, counts, jsonOption, positive, repeated, unitShare } from "../options/option-values.ts";
import { answer, type ReportFlags } from "../terminal/print-report.ts";
import { settingsOf } from "../verb-settings.ts";

interface PlanFlags extends ReportFlags, ModelSettings {
  readonly gold?: string;
  readonly proxy?: readonly string[];
  readonly queries?: readonly number[];
  readonly depth: readonly number[];
  readonly target: "these" | "future";
  readonly rho?: number;
  readonly seconds?: number;
  readonly secondsPerQuery?: number;
  readonly pool?: readonly string[];
  readonly ratings?: readonly number[];
  readonly minutes?: readonly number[];
}

export function createCommand(io: CliIo): Command {
  const option = (flags: string, text: string) => new Option(flags, text);
  const command = new Command("plan")
    .description(
      "Says before anybody rates what it would buy: by number of rated queries and depth, the ratings and minutes, the\n" +
        "width of an engine's interval, and the smallest difference of two engines that would be decided; by number of\n" +
        "ratings, the same for differences, as whole queries and as pairs by spread. With ratings of some queries or pairs:\n" +
        "what rating further ones would buy, by what these ratings say.",
    )
    .argument("<labels>", "a folder that label --out wrote")
    .option("--ratings <numbers>", "of rated results in all, between commas (default: 150,300,600,1200)", counts)
    .addOption(
      option("--minutes <numbers>", "as many ratings as pairs allow in so many further minutes")
        .argParser(counts)
        .conflicts("ratings"),
    )
    .option("--queries <numbers>", "of rated queries in all, between commas (default: 10 to all)", counts)
    .addOption(
      option("--depth <numbers>", "results of each list to rate, between commas")
        .argParser(counts)
        .default([5, 10], "5,10"),
    )
    .addOption(targetOption())
    .option("--rho <number>", "how labels and ratings go together, query by query (default: 0.4)", unitShare)
    .addOption(
      option(
        "--gold <qrels>",
        "ratings that are there: measures --rho and the spread of the engines' values",
      ).conflicts("rho"),
    )
    .option(
      "--proxy <name=file>",
      "with --gold: other labels of the same results, as in estimate; may be repeated",
      repeated,
    )
    .option(
      "--pool <files...>",
      "with --gold: the pools that people rated, in the order of their draws; one of pairs, by spread, alone",
    )
    .option("--seconds <number>", "a rating (default: 12)", positive)
    .option("--seconds-per-query <number>", "reading a query (default: 10)", positive)
    .optionsGroup("Model, with --gold:");
  return modelOptions(command, "vectors")
    .optionsGroup("Output:")
    .addOption(choice("--format <format>", "of stdout", ["table", "md", "json"]))
    .addOption(jsonOption())
    .addHelpText(
      "after",
      "\nExamples:\n  semqrel pool --plan labels\n  semqrel pool --plan labels --queries 20,40 --depth 10 --seconds 8\n" +
        "  semqrel pool --plan labels --gold gold.qrels\n" +
        "  semqrel pool --plan labels --gold gold.qrels --pool pairs.jsonl --minutes 30,60,120\n",
    )
    .action((labels: string, flags: PlanFlags) => plan(labels, flags, io));
}

async function plan(labels: string, flags: PlanFlags, io: CliIo): Promise<void> {
  const { planFiles } = await import("../../estimate/plan-files.ts");
  const { planBlocks } = await import("../../estimate/plan-report.ts");
  const { studyFilesOf, studyOptionsOf } = await import("../../verbs/study.ts");
  const { withModel } = await import("../../model/with-model.ts");
  const { queries = null, depth: depths, target, rho = null, seconds: secondsPerRating = null, gold } = flags;
  const { ratings = null, minutes = null, secondsPerQuery, pool: pools = [] } = flags;
  const options = {
    ...{ queries, depths, target, rho, secondsPerRating, ratings, minutes },
    ...(secondsPerQuery === undefined ? {} : { secondsPerQuery }),
  };
  const { proxies } = studyFilesOf(labels, { proxy: flags.proxy ?? [] }, gold ?? "");
  requireOneStandardInput([labels, gold ?? null, ...pools, ...proxies.map(({ path }) => path)]);
  if (gold === undefined) {
    const [proxy] = proxies;
    if (proxy !== undefined) {
      throw invalidOption(
        `Planning with --proxy ${proxy.name}: other labels count only beside ratings. Give these as --gold, or leave the labels out.`,
        { proxy: proxy.name },
      );
    }
    if (pools.length > 0)
      throw invalidOption("Planning with --pool: its ratings are missing. Give them as --gold, or leave the pool out.");
  }
  // The study is as that of `estimate`, whose correlation it is.
  const { report, warnings } =
    gold === undefined
      ? await planFiles(labels, options)
      : await withModel(settingsOf(flags, io), (tools) =>
          planFiles(labels, options, { gold, proxies, pools, options: studyOptionsOf({}), tools }),
        );
  await answer({ report, warnings }, { blocks: planBlocks }, flags, io);
}
