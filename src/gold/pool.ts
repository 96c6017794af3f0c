import { existsSync } from "node:fs";
import { join } from "node:path";
import { defineCommand } from "../command/define-command.ts";
import {
  cosine,
  count,
  countKind,
  group,
  names,
  nonNegative,
  oneOf,
  output,
  positive,
  type SettingsOf,
  special,
  text,
  toggle,
  wholeNumber,
} from "../command/settings.ts";
import { modelSettings, readOptionsOf, readSettings, summaryAsJson } from "../command/shared-settings.ts";
import { invalidOption } from "../core/errors.ts";
import { isFile } from "../core/files/folders.ts";
import { shellWord } from "../core/text/escape.ts";
import type { QueryTable } from "../core/types.ts";
import { labelFolderOf, labelledIn, manifestIn, readLabelManifest } from "../io/labels/label-manifest.ts";
import type { ResultsFile } from "../io/results/read-results.ts";
import { nameOfReference } from "../lists/choose-engines.ts";
import type { SpreadBudget } from "./pools/draw-by-spread.ts";
import { secondsPerQuery, secondsPerRating } from "./pools/order-for-rating.ts";

/** Reads `--queries`: a file. A number is the old spelling of `--sample`, so a file named 10 is given as `./10`. */
const queriesKind = {
  wanted: "a file, or a number and a file",
  accepts(value: unknown) {
    const kinds = [value].flat().map((one) => typeof one);
    return kinds.every((kind) => kind === "string" || kind === "number") && new Set(kinds).size === kinds.length;
  },
  read: (value: string, before: readonly unknown[] = []) => [
    ...before,
    /^\d+$/.test(value) ? countKind.read?.(value) : value,
  ],
  isRepeated: true,
} as const;

const isSampleWord = (value: unknown) => value === "uniform" || value === "rank";

/** `uniform` and `rank` are the old spelling of --per-query-by. */
const sampleKind = {
  wanted: "a whole number >= 1",
  accepts: (value: unknown) => isSampleWord(value) || countKind.accepts(value),
  read: (value: string) => (isSampleWord(value) ? value : countKind.read?.(value)),
};

const settings = {
  out: output("<file>", "file for the pool (default: stdout)", { short: "-o" }),
  depth: count(
    "<n>",
    "results taken from each list (default: 8, or 10 with --by spread; more if the pool of --add has more)",
  ),
  by: oneOf(
    "<what>",
    "what to draw: queries (whole queries) or spread (single pairs of query and document that engines rank differently)",
    ["queries", "spread"],
    { default: "queries" },
  ),
  minutes: positive("<m>", "with --by spread: minutes of rating time; draws as many pairs as fit"),
  ratings: count("<n>", "with --by spread: number of pairs to draw, or to add to the pool of --add"),
  sample: special<number | "uniform" | "rank">(sampleKind, "<n>", "number of whole queries to draw"),
  queries: special<string | number | readonly (string | number)[]>(
    queriesKind,
    "<file>",
    "query set: id TAB text, or a table, which may have a column information_need (default: the queries of the lists)",
  ),
  add: text("<pool>", "pool to extend; its pairs do not change"),
  show: names("<columns>", "result columns that raters also see, e.g. snippet,year; web addresses become links"),
  seed: wholeNumber("<n>", "seed of order and sample", { default: 1 }),
  force: toggle("replace an existing pool"),
  ...group("Further ways to draw (the pool records each pair's probability):", {
    perQuery: count("<n>", "number of pairs to draw from each query"),
    perQueryBy: oneOf(
      "<how>",
      "how likely each pair of a query is drawn: uniform (all equally), or rank (in proportion to 1 / position) (default: uniform)",
      ["uniform", "rank"],
    ),
    near: cosine("<cosine>", "minimum similarity of titles that count as one document, e.g. 0.97"),
    secondsPerRating: positive("<s>", "with --by spread: seconds per rating (default: 12)"),
    secondsPerQuery: nonNegative("<s>", "with --by spread: seconds to read a query (default: 10)"),
  }),
  ...group("Reading lists:", readSettings),
  ...group("Model, for --near:", modelSettings("vectors")),
};
/** Settings of the function `pool`. */
export type PoolSettings = SettingsOf<typeof settings>;

export const command = defineCommand({
  name: "pool",
  doing: "Pooling",
  about:
    "Collects the first results of each engine for people to rate: each document once per query, in random order, " +
    "as JSON Lines. Reads the same files as label: CSV, TSV, JSONL, Parquet, TREC runs or saved search responses, " +
    "with one engine or several; - is stdin.",
  takes: [{ name: "<files...>", help: "[name=]file of each engine's results, or a folder of labels" }],
  settings,
  commandLine: { json: summaryAsJson },
  examples: [
    "pool scopus.csv explorer.csv quickfind.csv --depth 8 --seed 7 -o pool.jsonl",
    "pool scopus.csv explorer.csv --queries queries.tsv --sample 10 -o pool.jsonl",
    "pool scopus.csv explorer.csv quickfind.csv --by spread --minutes 30 -o pool.jsonl",
    "pool scopus.csv explorer.csv --show snippet,year -o pool.jsonl",
    "pool runs.csv --depth 100 --per-query 20 --per-query-by rank --near 0.97 -o pool.jsonl",
    "pool labels --doubtful -o doubtful.jsonl",
    "pool new=branch.csv --add pool.jsonl -o pool.jsonl",
  ],
  notes: () => "Then: semqrel rate pool.jsonl --db ratings.db",

  async run([files]: readonly [files: string | readonly string[]], given) {
    const { poolFiles, requireFreePlace, writePool } = await import("./pool-files.ts");
    const { startsAsPool } = await import("./pools/pool-format.ts");
    const { namedFile } = await import("../io/results/results-file.ts");
    const { requireOneStandardInput } = await import("../io/require-paths.ts");
    const { withModel } = await import("../model/with-model.ts");
    const spread = spreadOf(given);
    const { depth = null, near = null, perQuery = null, sample, seed, out } = given;
    const { perQueryBy: by = typeof sample === "string" ? sample : "uniform" } = given;
    const { file, drawn } = queriesOf(given);
    const named = [files].flat().map(namedFile);
    const inputs = {
      results: named.map(listsOf).flatMap(spread === null ? (lists) => lists : withReference),
      queries: file,
      knownQueries: named.flatMap(({ path }) => queriesOfFolder(path)),
      titles: given.titles ?? null,
      existing: given.add ?? null,
      read: readOptionsOf(given),
      show: given.show ?? [],
    };
    if (out !== undefined && given.force !== true) {
      requireFreePlace(out, inputs.existing, existsSync(out) && isFile(out) && (await startsAsPool(out)));
    }
    requireOneStandardInput([...inputs.results.map(({ path }) => path), file, inputs.titles, inputs.existing]);
    const options = { depth, seed, near, queries: drawn, perQuery, by, spread };
    const made =
      near === null
        ? await poolFiles(inputs, options, null)
        : await withModel(given, (tools) => poolFiles(inputs, options, tools));
    if (out !== undefined) writePool(out, made.pairs);
    return made;
  },

  async execute([files], given, terminal) {
    const { poolText } = await import("./pools/pool-format.ts");
    const { summarisePool } = await import("./pools/order-for-rating.ts");
    const { poolDocument, poolRemarks } = await import("./pool-view.ts");
    const { fileOf } = await import("../io/require-paths.ts");
    const out = fileOf(given, "the pool");
    const { out: _, ...others } = given;
    const made = await command.run([files], out === undefined ? others : given);
    const summary = summarisePool(made.pairs);
    if (out === undefined) for (const line of poolText(made.pairs)) terminal.write(line);
    if (given.json) terminal.json(poolDocument(summary, made, out ?? ""));
    if (terminal.isQuiet) return;
    await terminal.remark(made.warnings);
    const { databaseForDraw } = await import("./ratings-beside.ts");
    const { readEvidence } = await import("../io/labels/evidence.ts");
    const { namedFile } = await import("../io/results/results-file.ts");
    const [folder] = [files].flat().flatMap((file) => labelFolderOf(namedFile(file).path) ?? []);
    const evidence = folder === undefined ? null : await readEvidence(folder).catch(() => null);
    const database = databaseForDraw(made.pairs, evidence?.judgments ?? null);
    const named = database && shellWord(database);
    terminal.say(poolRemarks(summary, made, { ...given, out, ...queriesOf(given), database: named }));
  },
});

/**
 * Collects the first results of each engine, each title once per query, in random order.
 *
 * @param files - result lists, as `path` or `name=path`, or a folder of labels, whose engines are pooled without the
 *   reference. If the only input is a folder with one engine, `by: "spread"` also pools the reference
 * @throws SemqrelError for files and settings that cannot be used; OUTPUT_UNWRITABLE
 */
export const pool = command.call;

function listsOf({ path, engine }: ResultsFile): ResultsFile {
  const folder = labelFolderOf(path);
  return { path: folder === null || manifestIn(folder) === null ? path : join(folder, "labels.csv"), engine };
}

/** For a single folder with one engine, also returns the reference's lists, because `--by spread` needs two engines. */
function withReference(lists: ResultsFile, _: number, { length }: readonly ResultsFile[]): ResultsFile[] {
  const folder = labelFolderOf(lists.path);
  const [reference, ...engines] = (folder === null ? null : labelledIn(folder)?.engines) ?? [];
  const path = join(folder ?? "", "reference.csv");
  if (length > 1 || reference === undefined || engines.length !== 1 || !isFile(path)) return [lists];
  return [lists, { path, engine: nameOfReference(reference, engines) }];
}

/** Reads query ids from the folder's manifest, because its lists name most queries only by their texts. */
function queriesOfFolder(path: string): QueryTable[] {
  const folder = labelFolderOf(path);
  const queries = (folder === null ? null : readLabelManifest(folder)?.queries)?.filter(({ id }) => id !== null) ?? [];
  if (queries.length === 0) return [];
  const [ids, texts] = [queries.map(({ id }) => id ?? ""), queries.map(({ name }) => name)];
  return [{ source: join(folder ?? "", "manifest.json"), ids, texts, lines: Int32Array.from(queries.keys()) }];
}

function spreadOf({ by = "queries", ratings, minutes, ...pace }: PoolSettings): SpreadBudget | null {
  if (by !== "spread") {
    if ([ratings, minutes, pace.secondsPerRating, pace.secondsPerQuery].every((value) => value === undefined)) {
      return null;
    }
    const options = "--ratings, --minutes, --seconds-per-rating and --seconds-per-query";
    throw invalidOption(`Pooling: ${options} only work with --by spread. Add --by spread.`);
  }
  if (ratings !== undefined && minutes !== undefined) {
    throw invalidOption("Pooling by spread: --ratings and --minutes exclude each other. Give only one.");
  }
  const { secondsPerRating: perRating = secondsPerRating, secondsPerQuery: perQuery = secondsPerQuery } = pace;
  if (minutes !== undefined) return { minutes, secondsPerRating: perRating, secondsPerQuery: perQuery };
  if (ratings !== undefined) return { ratings };
  throw invalidOption("Pooling by spread: say how many pairs to draw, with --ratings N or --minutes M.");
}

function queriesOf({ queries = [], sample }: Pick<PoolSettings, "queries" | "sample">) {
  const given = [queries].flat();
  return {
    file: given.findLast((value) => typeof value === "string") ?? null,
    drawn: typeof sample === "number" ? sample : (given.findLast((value) => typeof value === "number") ?? null),
  };
}
