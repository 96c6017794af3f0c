/** `semqrel pool`: what several engines return, each document once, in an order of chance, for people to rate. */
import { Command, Option } from "commander";
import { invalidOption } from "../../core/errors.ts";
import { shellWord } from "../../core/text/escape.ts";
import { renderTable } from "../../core/text/render-table.ts";
import { counted } from "../../core/text/wording.ts";
import type { MadePool } from "../../gold/pool-files.ts";
import { type PoolSummary, secondsPerQuery, secondsPerRating, summarisePool } from "../../gold/pools/summarise-pool.ts";
import { poolText } from "../../gold/pools/write-pool.ts";
import type { PoolSettings } from "../../verbs/pool.ts";
import type { CliIo, CommonFlags } from "../io.ts";
import { inputOptions, modelOptions } from "../options/input-options.ts";
import { choice, count, names, nonNegative, positive, similarity, wholeNumber } from "../options/option-values.ts";
import { outputOption } from "../options/reach.ts";
import { printable, printJson, say } from "../terminal/print.ts";
import { remark } from "../terminal/print-report.ts";
import { settingsOf } from "../verb-settings.ts";

interface PoolFlags extends CommonFlags, PoolSettings {
  readonly json?: boolean;
  readonly doubtful?: number | true;
}

export function createCommand(io: CliIo): Command {
  const option = (flags: string, text: string) => new Option(flags, text);
  const command = new Command("pool")
    .description(
      "Gathers the first results of each engine for people to rate: each document once per query, in random order,\n" +
        "one JSON object a line. Reads what label reads: CSV, TSV, JSONL, Parquet, TREC runs or saved search responses,\n" +
        "one engine or several in a file; - is stdin.",
    )
    .argument("<files...>", "[name=]file of each engine's results, or the folder of their labels")
    .optionsGroup("Pool:")
    .option("--depth <n>", "results taken of each list (default: 8, by spread 10)", count)
    .option("--near <cosine>", "titles of one query that are this similar are one document, such as 0.97", similarity)
    .option("--seed <n>", "of order and sample", wholeNumber, 1)
    .option(
      "--show <columns>",
      "columns of the results that raters see beside the title, between commas: a snippet, a year; a web address becomes a link",
      names,
    )
    .option("--add <pool>", "grow this pool: its pairs stay as they are, new ones come behind them")
    .optionsGroup("Sample of a large pool; each pair's probability stands in the file:")
    .option("--sample <n>", "draw so many whole queries", sampleFlag)
    .option("--per-query <n>", "draw so many pairs of each query", count)
    .addOption(
      option("--per-query-by <how>", "each pair of a query as likely, or in proportion to 1 / position")
        .choices(["uniform", "rank"])
        .default(undefined, "uniform"),
    )
    .optionsGroup("The most doubtful labels of a folder, chosen and not drawn:")
    .option("--doubtful [n]", "take so many titles that the report calls worth a look (50 without a number)", count)
    .optionsGroup("Pairs that tell engines apart, of all queries:")
    .addOption(
      choice(
        "--by <what>",
        "spread: draw single pairs, the likelier the more differently engines place the document; estimate --pool reads the result",
        ["queries", "spread"],
      ),
    )
    .option("--ratings <n>", "draw so many pairs by spread; with --add so many more", count)
    .option("--minutes <m>", "draw what can be rated in this time", positive)
    .option("--seconds-per-rating <s>", "what a rating takes (default: 12)", positive)
    .option("--seconds-per-query <s>", "what reading a query takes (default: 10)", nonNegative)
    .optionsGroup("Input:")
    .addOption(
      option("--queries <file>", "queries: id TAB text, or columns, also information_need")
        .argParser(queriesFlag)
        .default([], "those of the lists"),
    );
  inputOptions(command).optionsGroup("Model, for --near:");
  return modelOptions(command, "vectors")
    .optionsGroup("Output:")
    .addOption(outputOption("-o, --out <file>", "the pool, whole or not at all (default: stdout)"))
    .option("--force", "replace a pool that is there already")
    .option("--json", "the summary as one JSON document on stdout; needs --out")
    .addHelpText(
      "after",
      "\nExamples:\n  semqrel pool scopus.csv explorer.csv quickfind.csv --depth 8 --seed 7 -o pool.jsonl\n" +
        "  semqrel pool scopus.csv explorer.csv --queries queries.tsv --sample 10 -o pool.jsonl\n" +
        "  semqrel pool scopus.csv explorer.csv quickfind.csv --by spread --minutes 30 -o pool.jsonl\n" +
        "  semqrel pool scopus.csv explorer.csv --show snippet,year -o pool.jsonl\n" +
        "  semqrel pool runs.csv --depth 100 --per-query 20 --per-query-by rank --near 0.97 -o pool.jsonl\n" +
        "  semqrel pool labels --doubtful -o doubtful.jsonl\n" +
        "  semqrel pool new=branch.csv --add pool.jsonl -o pool.jsonl\n\n" +
        "Then: semqrel rate pool.jsonl --db ratings.db",
    )
    .action((files: readonly string[], flags: PoolFlags, self: Command) =>
      flags.doubtful === undefined ? pool(files, flags, io) : poolDoubtful(files, flags, self, io),
    );
}

/** What a pool of doubtful labels knows beside its folder. */
const ofDoubtful = ["doubtful", "out", "force", "json", "quiet", "verbose", "color", "debug"];

async function poolDoubtful(files: readonly string[], flags: PoolFlags, self: Command, io: CliIo): Promise<void> {
  const [labels = "", ...further] = files;
  const other = self.options.find(
    (option) =>
      self.getOptionValueSource(option.attributeName()) === "cli" && !ofDoubtful.includes(option.attributeName()),
  );
  if (further.length > 0 || other !== undefined) {
    const what = other === undefined ? `${files.length} paths are` : `${other.long} is`;
    throw invalidOption(
      `Pooling doubtful labels: ${what} given. Give one folder of labels, without options of a draw.`,
    );
  }
  const out = fileOf(flags);
  const verbs = await import("../../verbs/pool.ts");
  const most = typeof flags.doubtful === "number" ? { most: flags.doubtful } : {};
  const { pairs, count: all } = await verbs.poolDoubtful(labels, {
    force: flags.force === true,
    ...most,
    ...(out !== undefined && { out }),
  });
  if (out === undefined) for (const line of poolText(pairs)) io.stdout.write(line);
  if (flags.json) printJson(io, { schema: "semqrel.pool-doubtful/1", doubtful: all, pairs: pairs.length, file: out });
  const minutes = counted(Math.ceil((pairs.length * secondsPerRating) / 60), "minute");
  say(
    [
      `${counted(pairs.length, "pair")} of ${all} whose labels are doubtful, the most doubtful ones. Rating them takes about ${minutes}.`,
      "They are chosen, not drawn: estimate, pool --next and pool --add refuse them, and gold prints no nDCG.",
      ...(out === undefined ? [] : ["", `Wrote ${out}. Rate it with: semqrel rate ${shellWord(out)} --db doubtful.db`]),
    ],
    flags,
    io,
  );
}

/** Undefined for standard output. */
function fileOf({ out, json }: PoolFlags): string | undefined {
  const file = out === "-" ? undefined : out;
  if (json && file === undefined) {
    throw invalidOption("Writing standard output: it holds the pool. Give --json with -o FILE.");
  }
  return file;
}

async function pool(given: readonly string[], flags: PoolFlags, io: CliIo): Promise<void> {
  const { out: _, ...others } = flags;
  const out = fileOf(flags);
  const verbs = await import("../../verbs/pool.ts");
  const made = await verbs.pool(given, settingsOf({ ...others, ...(out !== undefined && { out }) }, io));
  const summary = summarisePool(made.pairs);
  if (out === undefined) for (const line of poolText(made.pairs)) io.stdout.write(line);
  if (flags.json) printJson(io, document(summary, made, out ?? ""));
  if (flags.quiet) return;
  await remark(made.warnings, flags, io);
  const { databaseForDraw } = await import("../../gold/ratings-beside.ts");
  explain(summary, made, { out, ...verbs.queriesOf(flags), database: databaseForDraw(made.pairs) }, flags, io);
}

function document(summary: PoolSummary, made: MadePool, file: string) {
  const { engines, minutes, ...sizes } = summary;
  const { leftOut, duplicates, nearDuplicates, idsShared, unusedNeeds } = made;
  return {
    schema: "semqrel.pool/1",
    ...sizes,
    // An engine that is only in the pool that grew was not read now.
    engines: Object.fromEntries(
      Object.entries(engines).map(([name, counts]) => [name, { results: made.results.get(name) ?? 0, ...counts }]),
    ),
    added: made.pairs.length - made.existing,
    ...{ leftOut, duplicates, nearDuplicates, idsShared, unusedNeeds },
    sampled: made.pairs.some(({ probability }) => probability < 1),
    minutes,
    warnings: made.warnings,
    file,
  };
}

interface Explained {
  readonly out: string | undefined;
  /** How many queries were to be drawn; null for all. */
  readonly drawn: number | null;
  /** Where it can be rated; null where it was rated before. */
  readonly database: string | null;
}

function explain(
  summary: PoolSummary,
  made: MadePool,
  { out, drawn, database }: Explained,
  flags: PoolFlags,
  io: CliIo,
): void {
  const { min, median, max } = summary.perQuery;
  const results = [...made.results.values()].reduce((sum, count) => sum + count, 0);
  const table = renderTable({
    header: ["engine", "results", "pairs", "alone"],
    rows: Object.entries(summary.engines).map(([name, { pairs, alone }]) =>
      [printable(name), made.results.get(name) ?? 0, pairs, alone].map(String),
    ),
  });
  const added = made.pairs.length - made.existing;
  const lines = [
    `Results: ${results}. Merged: ${made.duplicates} into a document that their query had already` +
      `${made.nearDuplicates === 0 ? "" : `, ${made.nearDuplicates} with one nearly the same`}.`,
    made.idsShared > 0 &&
      `${counted(made.idsShared, "result shares", "results share")} an id with a different title. Such results are treated as separate documents.`,
    made.unusedNeeds > 0 &&
      `${counted(made.unusedNeeds, "query", "queries")} with an information need ${made.unusedNeeds === 1 ? "is" : "are"} in no list, neither by id nor by text: nobody will see it.`,
    "",
    ...table,
    "",
    `${counted(summary.queries, "query", "queries")}, ${counted(summary.pairs, "pair")}, ${min === max ? min : `${min} to ${max}`} per query (median ${median}).`,
    drawn !== null &&
      summary.queries < drawn &&
      `There are fewer queries than the ${drawn} to draw: all of them are in the pool.`,
    made.existing > 0 && `New pairs: ${added}; there before: ${made.existing}.`,
    made.leftOut > 0 && `Left out: ${counted(made.leftOut, "pair")} of queries that the pool did not draw.`,
    ...sampleLines(made.pairs),
    database !== null && added > 0 && timeLine(made, flags),
    ...(out === undefined
      ? []
      : ["", `Wrote ${out}. ${added === 0 ? "It has no new results to rate." : whatNow(out, database)}`]),
  ];
  say(lines, flags, io);
}

function whatNow(out: string, database: string | null): string {
  if (database !== null) return `Rate it with: semqrel rate ${shellWord(out)} --db ${database}`;
  return "All of it stands in ratings.db already: --add FILE, with the pool that was rated, draws further results.";
}

/** Queries of a draw by spread are read for few pairs each, so that reading them counts too. */
function timeLine({ pairs, existing }: MadePool, flags: PoolFlags): string {
  const added = pairs.slice(existing);
  const taking = (seconds: number) =>
    `Rating ${existing === 0 ? "them" : "the new ones"} takes about ${counted(Math.ceil(seconds / 60), "minute")}`;
  if (flags.by !== "spread") return `${taking(added.length * secondsPerRating)} at ${secondsPerRating} s each.`;
  const { secondsPerRating: perRating = secondsPerRating, secondsPerQuery: perQuery = secondsPerQuery } = flags;
  const opened = new Set(added.map(({ query }) => query)).size;
  const reading = `${perQuery} s to read each of ${counted(opened, "query", "queries")}`;
  return `${taking(added.length * perRating + opened * perQuery)} at ${perRating} s each, and ${reading}.`;
}

function sampleLines(pairs: MadePool["pairs"]): string[] {
  if (pairs.some(({ inOrder }) => inOrder?.by === "spread"))
    return [
      "Pairs of all queries that tell the engines apart: each pair's probability stands in the file.",
      "After rating: semqrel gold, which names the next step.",
    ];
  if (!pairs.some(({ probability }) => probability < 1)) return [];
  const isWhole = pairs.every(({ probability, queryProbability }) => probability === queryProbability);
  return [
    `A sample${isWhole ? " of whole queries" : ""}: each pair's probability stands in the file.`,
    ...(isWhole ? [] : ["gold gives it judgments but no nDCG, which needs every result of a query."]),
  ];
}

/** How many queries to draw. Words are the old spelling of --per-query-by. */
function sampleFlag(value: string): number | "uniform" | "rank" {
  return value === "uniform" || value === "rank" ? value : count(value);
}

/** A file of queries; `./10` for a file of that name. A number is the old spelling of --sample. */
function queriesFlag(value: string, before: readonly (string | number)[]): (string | number)[] {
  return [...before, /^\d+$/.test(value) ? count(value) : value];
}
