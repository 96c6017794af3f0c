/** `semqrel pool`: what several engines return, each document once, in an order of chance, for people to rate. */
import { Command, Option } from "commander";
import { SemqrelError } from "../../core/errors.ts";
import { counted } from "../../core/text/wording.ts";
import type { MadePool, PoolFiles } from "../../gold/pool-files.ts";
import type { PoolSummary } from "../../gold/pools/summarise-pool.ts";
import { requireOneStandardInput } from "../../io/require-one-standard-input.ts";
import type { CliIo, CommonFlags } from "../io.ts";
import { openModelTools } from "../open-model-tools.ts";
import {
  type InputFlags,
  inputOptions,
  type ModelFlags,
  modelOptions,
  namedFile,
  readOptionsOf,
} from "../options/input-options.ts";
import { count, similarity, wholeNumber } from "../options/option-values.ts";
import { printable, printJson } from "../terminal/print.ts";
import { remark } from "../terminal/remark.ts";

/** Two values of one option: which queries there are, and how many of them are drawn. */
interface QueriesFlag {
  readonly file: string | null;
  readonly drawn: number | null;
}

interface PoolFlags extends CommonFlags, InputFlags, ModelFlags {
  readonly depth: number;
  readonly queries: QueriesFlag;
  readonly near?: number;
  readonly perQuery?: number;
  readonly sample: "uniform" | "rank";
  readonly seed: number;
  readonly add?: string;
  readonly out?: string;
  readonly force?: boolean;
  readonly json?: boolean;
}

export function poolCommand(io: CliIo): Command {
  const option = (flags: string, text: string) => new Option(flags, text);
  const command = new Command("pool")
    .description(
      "Gathers the first results of each engine for people to rate: each title once per query, in an order of chance,\n" +
        "one JSON object a line. Reads what label reads: CSV, TSV, JSONL, Parquet, TREC runs or saved search responses,\n" +
        "one engine or several in a file; - is stdin.",
    )
    .argument("<files...>", "[name=]file of each engine's results")
    .optionsGroup("Pool:")
    .addOption(option("--depth <n>", "results taken of each list").argParser(count).default(8))
    .addOption(
      option("--near <cosine>", "titles of one query that are this similar are one document, such as 0.97").argParser(
        similarity,
      ),
    )
    .addOption(option("--seed <n>", "of order and sample").argParser(wholeNumber).default(1))
    .addOption(option("--add <pool>", "grow this pool: its pairs stay as they are, new ones come behind them"))
    .optionsGroup("Sample of a large pool; each pair's probability stands in the file:")
    .addOption(
      option(
        "--queries <n|file>",
        "a number: draw so many whole queries; else the file of queries (id TAB text, or columns, also information_need). May be given twice",
      )
        .argParser(queriesFlag)
        .default({ file: null, drawn: null }, "all"),
    )
    .addOption(option("--per-query <n>", "draw so many pairs of each query").argParser(count))
    .addOption(
      option("--sample <how>", "pairs of a query: each as likely, or in proportion to 1 / position")
        .choices(["uniform", "rank"])
        .default("uniform"),
    )
    .optionsGroup("Input:");
  inputOptions(command).optionsGroup("Model, for --near:");
  return modelOptions(command, "vectors")
    .optionsGroup("Output:")
    .addOption(option("-o, --out <file>", "the pool, whole or not at all (default: stdout)"))
    .addOption(option("--force", "replace a pool that is there already"))
    .addOption(option("--json", "the summary as one JSON document on stdout; needs --out"))
    .addHelpText(
      "after",
      "\nExamples:\n  semqrel pool scopus.csv explorer.csv quickfind.csv --depth 8 --seed 7 -o pool.jsonl\n" +
        "  semqrel pool scopus.csv explorer.csv --queries queries.tsv --queries 10 -o pool.jsonl\n" +
        "  semqrel pool runs.csv --depth 100 --per-query 20 --sample rank --near 0.97 -o pool.jsonl\n" +
        "  semqrel pool new=branch.csv --add pool.jsonl -o pool.jsonl\n\n" +
        "Then: semqrel rate pool.jsonl --db ratings.db",
    )
    .action((files: readonly string[], flags: PoolFlags) => pool(files, flags, io));
}

async function pool(given: readonly string[], flags: PoolFlags, io: CliIo): Promise<void> {
  // Here and not above: --help must not wait for them.
  const { poolFiles, requireFreePlace, writePool } = await import("../../gold/pool-files.ts");
  const { summarisePool } = await import("../../gold/pools/summarise-pool.ts");
  const out = flags.out === "-" ? undefined : flags.out;
  if (flags.json && out === undefined) {
    throw new SemqrelError("INVALID_OPTION", "Writing standard output: it holds the pool. Give --json with -o FILE.");
  }
  if (out !== undefined && !flags.force) requireFreePlace(out, flags.add ?? null);
  const files: PoolFiles = {
    results: given.map(namedFile),
    queries: flags.queries.file,
    titles: flags.titles ?? null,
    existing: flags.add ?? null,
    read: readOptionsOf(flags),
  };
  requireOneStandardInput([...files.results.map(({ path }) => path), files.queries, files.titles, files.existing]);
  const made = await withTools(flags, io, (tools) =>
    poolFiles(
      files,
      {
        depth: flags.depth,
        seed: flags.seed,
        near: flags.near ?? null,
        queries: flags.queries.drawn,
        perQuery: flags.perQuery ?? null,
        by: flags.sample,
      },
      tools,
    ),
  );
  const summary = summarisePool(made.pairs);
  if (out !== undefined) writePool(out, made.pairs);
  else await printPool(made, io);
  if (flags.json) printJson(io, document(summary, made, out ?? ""));
  if (flags.quiet) return;
  await remark(made.warnings, flags, io);
  await explain(summary, made, { out, drawn: flags.queries.drawn }, io);
}

type Tools = Parameters<typeof import("../../gold/pool-files.ts").poolFiles>[2];

/** Opens the model where titles are compared by meaning, and what it could not keep joins the warnings. */
async function withTools(flags: PoolFlags, io: CliIo, make: (tools: Tools) => Promise<MadePool>): Promise<MadePool> {
  if (flags.near === undefined) return make(null);
  const { tools, close } = await openModelTools(flags, io);
  try {
    const made = await make(tools);
    return { ...made, warnings: [...tools.warnings(), ...made.warnings] };
  } finally {
    await close();
  }
}

async function printPool({ pairs }: MadePool, io: CliIo): Promise<void> {
  const { poolText } = await import("../../gold/pools/write-pool.ts");
  for (const line of poolText(pairs)) io.stdout.write(line);
}

function document(summary: PoolSummary, made: MadePool, file: string) {
  const { engines, minutes, ...sizes } = summary;
  return {
    schema: "semqrel.pool/1",
    ...sizes,
    // An engine that is only in the pool that grew was not read now.
    engines: Object.fromEntries(
      Object.entries(engines).map(([name, counts]) => [name, { results: made.results.get(name) ?? 0, ...counts }]),
    ),
    added: made.pairs.length - made.existing,
    leftOut: made.leftOut,
    duplicates: made.duplicates,
    nearDuplicates: made.nearDuplicates,
    idsShared: made.idsShared,
    unusedNeeds: made.unusedNeeds,
    sampled: made.pairs.some(({ probability }) => probability < 1),
    minutes,
    warnings: made.warnings,
    file,
  };
}

/** @param drawn how many queries were to be drawn; null for all */
async function explain(
  summary: PoolSummary,
  made: MadePool,
  { out, drawn }: { readonly out: string | undefined; readonly drawn: number | null },
  io: CliIo,
): Promise<void> {
  const { renderTable } = await import("../../core/text/render-table.ts");
  const { secondsPerRating } = await import("../../gold/pools/summarise-pool.ts");
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
    `Results: ${results}. Merged: ${made.duplicates} with a title that their query had already` +
      `${made.nearDuplicates === 0 ? "" : `, ${made.nearDuplicates} with one nearly the same`}.`,
    ...(made.idsShared === 0
      ? []
      : [
          `${counted(made.idsShared, "title has", "titles have")} the id of another title of the query, and a hash in its place.`,
        ]),
    ...(made.unusedNeeds === 0
      ? []
      : [
          `${counted(made.unusedNeeds, "query", "queries")} with an information need ${made.unusedNeeds === 1 ? "is" : "are"} in no list, neither by id nor by text: nobody will see it.`,
        ]),
    "",
    ...table,
    "",
    `${counted(summary.queries, "query", "queries")}, ${counted(summary.pairs, "pair")}, ${min === max ? min : `${min} to ${max}`} per query (median ${median}).`,
    ...(drawn === null || summary.queries >= drawn
      ? []
      : [`There are fewer queries than the ${drawn} to draw: all of them are in the pool.`]),
    ...(made.existing === 0 ? [] : [`New pairs: ${added}; there before: ${made.existing}.`]),
    ...(made.leftOut === 0
      ? []
      : [`Left out: ${counted(made.leftOut, "pair")} of queries that the pool did not draw.`]),
    ...sampleLines(made.pairs),
    `Rating ${made.existing === 0 ? "them" : "the new ones"} takes about ${counted(Math.ceil((added * secondsPerRating) / 60), "minute")} at ${secondsPerRating} s each.`,
    ...(out === undefined
      ? []
      : ["", `Wrote ${printable(out)}. Rate it with: semqrel rate ${printable(out)} --db ratings.db`]),
  ];
  io.stderr.write(`${lines.join("\n")}\n`);
}

function sampleLines(pairs: MadePool["pairs"]): string[] {
  if (!pairs.some(({ probability }) => probability < 1)) return [];
  const isWhole = pairs.every(({ probability, queryProbability }) => probability === queryProbability);
  return [
    `A sample${isWhole ? " of whole queries" : ""}: each pair's probability stands in the file.`,
    ...(isWhole ? [] : ["gold gives it judgments but no nDCG, which needs every pair of a query."]),
  ];
}

/** A file of queries, or how many to draw; `./10` for a file of that name. */
function queriesFlag(value: string, previous: QueriesFlag): QueriesFlag {
  return /^\d+$/.test(value) ? { ...previous, drawn: count(value) } : { ...previous, file: value };
}
