/** `semqrel pool --next`: what to rate next, and when to stop. */
import { Argument, Command, Option } from "commander";
import { invalidOption } from "../../core/errors.ts";
import { shellWord } from "../../core/text/escape.ts";
import { requireOneStandardInput } from "../../io/require-paths.ts";
import type { StudySettings } from "../../verbs/study.ts";
import type { CliIo } from "../io.ts";
import { calibrationOptions } from "../options/calibration-options.ts";
import { choice, count, jsonOption, names, nonNegative } from "../options/option-values.ts";
import { outputOption, reaching } from "../options/reach.ts";
import { sayNext } from "../terminal/conclude.ts";
import { say } from "../terminal/print.ts";
import { answer, type ReportFlags } from "../terminal/print-report.ts";
import { settingsOf } from "../verb-settings.ts";

interface SuggestFlags extends ReportFlags, StudySettings {
  readonly gold?: string;
  readonly by?: "queries" | "pairs";
  readonly count?: number;
  readonly until?: number;
  readonly engines?: readonly string[];
  readonly best?: boolean;
  readonly smallest: number;
  readonly anyway?: boolean;
  readonly out?: string;
  readonly force?: boolean;
}

export function createCommand(io: CliIo): Command {
  const command = new Command("suggest")
    .description(
      "Says which engines' order is decided by what people rated, and draws what to rate next: at random, more often\n" +
        "where engines rank differently, each query or pair with its chance in the pool that is written. Pairs of all queries\n" +
        "(--by pairs, for P, DCG and RBP) need fewer ratings than whole queries. Looking after every draw is paid for: any two\n" +
        "engines are decided wrongly at any look with a chance of 5 % at most.",
    )
    .addArgument(reaching("output", new Argument("<labels>", "a folder that label --out wrote")))
    .option(
      "--pool <files...>",
      "the pools that people rated, in the order of their draws (default: all rated queries are one draw); by pairs the latest alone",
    )
    .addOption(
      new Option(
        "--by <unit>",
        "draw whole queries, or pairs of all of them (default: what the pools hold, else queries)",
      ).choices(["queries", "pairs"]),
    )
    .option("-n, --count <n>", "queries, or pairs, to rate next (default: 10, 200 pairs)", count)
    .optionsGroup("When to stop:")
    .option(
      "--until <n>",
      "rated queries, or pairs, at which rating ends in any case; choose it before the first look and keep it (default: 80, 1500 pairs, or all)",
      count,
    )
    .option("--engines <names>", "between commas: order only these (default: all)", names)
    .option("--best", "stop once it is decided which engine is best")
    .option(
      "--smallest <difference>",
      "smaller ones do not matter: engines known to be that close are decided",
      nonNegative,
      0,
    )
    .option("--anyway", "draw also where all is decided, or the end reached")
    .optionsGroup("Ratings and labels:");
  return calibrationOptions(command, "; required but for the first draw of pairs")
    .optionsGroup("Output:")
    .addOption(
      outputOption("-o, --out <file>", "the pool to rate next: the pools given, and behind them what was drawn"),
    )
    .option("--force", "replace a pool that is there already")
    .addOption(choice("--format <format>", "of stdout", ["table", "md", "json"]))
    .addOption(jsonOption())
    .addHelpText(
      "after",
      "\nExample:\n  semqrel pool runs/*.csv --sample 10 --depth 10 -o first.jsonl   (then rate, gold)\n" +
        "  semqrel pool --next labels --gold gold.qrels --pool first.jsonl -o second.jsonl\n" +
        "  semqrel rate second.jsonl --db ratings.db                         (then gold)\n" +
        "  semqrel pool --next labels --gold gold.qrels --pool first.jsonl second.jsonl -o third.jsonl\n" +
        "By pairs a pool holds the one before it:\n" +
        "  semqrel pool --next labels --by pairs --measure DCG@10 -o first.jsonl (then rate, gold)\n" +
        "  semqrel pool --next labels --by pairs --measure DCG@10 --gold gold.qrels --pool first.jsonl -o second.jsonl\n" +
        "  semqrel estimate labels --measure DCG@10 --gold gold.qrels --pool second.jsonl\n",
    )
    .action((labels: string, flags: SuggestFlags, self: Command) => suggest(labels, flags, self, io));
}

async function suggest(labels: string, flags: SuggestFlags, self: Command, io: CliIo): Promise<void> {
  const { suggestFiles } = await import("../../estimate/suggest-queries.ts");
  const { suggestPairs } = await import("../../estimate/suggest-pairs.ts");
  const { requireFreePlace, writePool } = await import("../../gold/pool-files.ts");
  const { suggestionBlocks } = await import("../../estimate/suggest-report.ts");
  const { studyFilesOf, studyOptionsOf } = await import("../../verbs/study.ts");
  const { withModel } = await import("../../model/with-model.ts");
  const { out, gold = null, until = null, engines = null, best = false, smallest, anyway = false } = flags;
  const by = flags.by ?? (await unitOf(flags.pool));
  if (gold === null && by === "queries") {
    throw invalidOption(
      "Suggesting what to rate: no ratings. Give --gold FILE; the first results are drawn with semqrel pool LABELS --by spread --minutes 30, whole queries with semqrel pool LABELS --sample 10.",
    );
  }
  if (out === "-") {
    throw invalidOption("Writing standard output: it holds what was found. Name the pool: -o FILE.");
  }
  if (out !== undefined && !flags.force) requireFreePlace(out, null);
  const files = studyFilesOf(labels, flags, gold ?? "");
  requireOneStandardInput([labels, gold, ...files.proxies.map(({ path }) => path)]);
  const options = {
    ...studyOptionsOf(flags),
    count: flags.count ?? (by === "pairs" ? 200 : 10),
    ...{ until, engines, best, smallest, anyway },
  };
  const { report, next, warnings } = await withModel(settingsOf(flags, io), async (tools) =>
    by === "pairs"
      ? suggestPairs({ ...files, gold, pools: flags.pool ?? [] }, options, tools)
      : suggestFiles(files, options, tools),
  );
  if (out !== undefined && next !== null) writePool(out, next);
  const { keepEvidence } = await import("../../io/labels/evidence.ts");
  const inputs = { gold, pools: flags.pool ?? [], proxies: files.proxies };
  const remarks = [...warnings, ...(await keepEvidence(labels, report, inputs))];
  await answer({ report, warnings: remarks }, { blocks: suggestionBlocks }, flags, io);
  const { databaseFor, freeName } = await import("../../gold/ratings-beside.ts");
  if (out !== undefined) {
    const whatNow =
      next === null
        ? `Nothing is drawn, so ${out} is not written.`
        : `Wrote ${out}. Rate it with: semqrel rate ${shellWord(out)} --db ${databaseFor(next)}`;
    say(whatNow, flags, io);
  }
  const [name = "", ...words] = self.parent?.args ?? [];
  const typed = [name, ...words.map(shellWord)].join(" ");
  const text = "Write what was drawn, to rate it.";
  const again = { text, command: `semqrel ${typed} -o ${freeName("next.jsonl")}` };
  sayNext(labels, out === undefined && next !== null ? again : null, flags, io);
}

async function unitOf(paths: readonly string[] = []): Promise<"queries" | "pairs"> {
  const { readDrawnPool } = await import("../../gold/pools/read-pool.ts");
  const { areSingled } = await import("../../estimate/rated-sample.ts");
  for (const path of paths) if (areSingled((await readDrawnPool(path)).pairs)) return "pairs";
  return "queries";
}
