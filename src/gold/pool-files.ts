import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { at } from "../core/at.ts";
import { invalidOption, SemqrelError } from "../core/errors.ts";
import { sha256 } from "../core/files/read-whole.ts";
import type { Tools } from "../core/ports.ts";
import { shellWord } from "../core/text/escape.ts";
import { suggestion } from "../core/text/suggestion.ts";
import {
  type PooledPair,
  type Query,
  type QueryTable,
  type RawResults,
  type ResultLists,
  type StoredLabels,
  TitleFlag,
} from "../core/types.ts";
import { isFound, type Warning } from "../core/warnings.ts";
import { writeWhole } from "../io/input-error.ts";
import { readQueries, readTitles } from "../io/query-sets/read-pairs.ts";
import { type InputFile, type ReadResultsOptions, type ResultsFile, readResults } from "../io/results/read-results.ts";
import { requireResponse } from "../io/results/result-columns.ts";
import { findColumn, usualNames } from "../io/tables/recognise-columns.ts";
import { requireNamedColumns } from "../label/label-options.ts";
import { findPlaces } from "../lists/find-oddities.ts";
import { groupResults, rowsOfQuery } from "../lists/group-results.ts";
import { joinQueries, requireListedQueries, requireSharedQueries } from "../lists/join-queries.ts";
import { evenlySeededRandom, type Random } from "../maths/random.ts";
import { titleVectors } from "../model/title-vectors.ts";
import { addToPool, type ExistingPool } from "./pools/add-to-pool.ts";
import {
  drawBySpread,
  mergeNearDuplicates,
  type PoolSample,
  type SpreadBudget,
  samplePool,
} from "./pools/draw-by-spread.ts";
import { shufflePool } from "./pools/order-for-rating.ts";
import { poolText, readDrawnPool, startsAsPool } from "./pools/pool-format.ts";
import { poolResults } from "./pools/pool-results.ts";

export interface PoolFiles {
  readonly results: readonly ResultsFile[];
  /** File of query ids and texts, optionally with information needs. */
  readonly queries: string | null;
  readonly knownQueries?: readonly QueryTable[];
  readonly titles: string | null;
  readonly existing: string | null;
  readonly read: Omit<ReadResultsOptions, "titles" | "further">;
  readonly show?: readonly string[];
}

export interface PoolOptions extends PoolSample {
  /** Number of results from each list, >= 1. Null: the larger of the usual depth and that of the pool to extend. */
  readonly depth: number | null;
  /** Seed of the order and the sample: any 32-bit whole number. */
  readonly seed: number;
  /** Smallest cosine of two titles that count as one document; null if titles must be equal. */
  readonly near: number | null;
  /** If set, draws single pairs from all queries, more often those that engines rank differently. @default null */
  readonly spread?: SpreadBudget | null;
}

const USUAL_DEPTH = 8;
const SPREAD_DEPTH = 10;

export type EmbedTools = Pick<Tools, "embedder" | "progress" | "signal">;

/** A pool made from result lists, with the number of pairs that were left out or merged. */
export type MadePool = Awaited<ReturnType<typeof poolFiles>>;

/** Makes a pool from files. The same files and seed give the same pool, whatever the order of the files. */
export async function poolFiles(files: PoolFiles, options: PoolOptions, tools: EmbedTools | null = null) {
  requirePoolOptions(files, options, tools);
  for (const { path } of files.results) {
    // A pool has the columns of a result list, so it would be read as one. Skips stdin, which can be read only once.
    if (path === "-" || !(await startsAsPool(path))) continue;
    const message = `Pooling: ${path} is a pool, not an engine's results. Extend it with --add ${shellWord(path)} -o NEXT.jsonl, or leave it out.`;
    throw invalidOption(message, { file: path });
  }
  const read = await readAll(files);
  const { spread = null } = options;
  const earlier = read.existing?.pairs ?? [];
  // A list longer than the usual depth shows that the pool is deeper. A shorter list shows nothing: it may be whole.
  const lengths = earlier.flatMap(({ engines }) => engines.map(({ of }) => of));
  const usual = spread === null ? USUAL_DEPTH : SPREAD_DEPTH;
  const depth = options.depth ?? lengths.reduce((most, length) => Math.max(most, length), usual);
  const pooled = poolLists(read, depth);
  const random = evenlySeededRandom(options.seed);
  const fixed = earlier.length;
  const drawn = spread
    ? await drawOfPairs(pooled.pairs, read, spread, options, tools)
    : await drawOfQueries(pooled.pairs, read.existing, options, tools, random);
  return {
    ...pooled,
    warnings: [...read.warnings, ...pooled.warnings, ...drawn.near.warnings],
    pairs: [...drawn.pairs.slice(0, fixed), ...shufflePool(drawn.pairs.slice(fixed), random)],
    // Number of pairs from the existing pool, which come first.
    existing: fixed,
    // Number of pairs left out because the existing pool did not draw their queries.
    leftOut: drawn.leftOut,
    nearDuplicates: drawn.near.merged,
  };
}

type ReadFiles = Awaited<ReturnType<typeof readAll>>;

async function drawOfQueries(
  found: readonly PooledPair[],
  existing: ReadFiles["existing"],
  options: PoolOptions,
  tools: EmbedTools | null,
  random: Random,
) {
  const grown = existing === null ? { pairs: found, leftOut: 0 } : addToPool(existing, found, sha256);
  // Draws queries before it merges near duplicates, because then only pairs of the drawn queries need vectors.
  const ofQueries = existing === null ? samplePool(grown.pairs, { ...options, perQuery: null }, random) : grown.pairs;
  const near = await mergeByMeaning(ofQueries, options.near, existing?.pairs.length ?? 0, tools);
  const pairs = existing === null ? samplePool(near.pairs, { ...options, queries: null }, random) : near.pairs;
  return { pairs, near, leftOut: grown.leftOut };
}

async function drawOfPairs(
  found: readonly PooledPair[],
  { engines: lists, existing }: ReadFiles,
  budget: SpreadBudget,
  { near: threshold, seed }: PoolOptions,
  tools: EmbedTools | null,
) {
  const near = await mergeByMeaning(found, threshold, 0, tools);
  const engines = lists.map(({ engine }) => engine);
  const pairs = drawBySpread(near.pairs, { budget, engines, earlier: existing?.pairs ?? [], seed, hash: sha256 });
  return { pairs, near, leftOut: 0 };
}

/** Pools lists that were already read. @param depth - number of results from each list, >= 1; null for all */
export function pooledPairs(
  { queries }: Pick<StoredLabels, "queries">,
  lists: readonly ResultLists[],
  depth: number | null,
): readonly PooledPair[] {
  const cut = lists.map((own) =>
    groupResults({ ...own, queryIds: null, queryTexts: null }, own.queryOfRow, queries.length, depth),
  );
  const settings = { hash: sha256, informationNeeds: queries.map(() => null), urlColumns: [] };
  return poolResults(queries, cut, settings).pairs;
}

/** Throws if the file exists, because somebody may be rating from it. Only the pool to extend, `grown`, may exist. */
export function requireFreePlace(path: string, grown: string | null, canGrow = false): void {
  if (!existsSync(path) || (grown !== null && resolve(grown) === resolve(path))) return;
  const growing = canGrow ? `Extend it with --add ${shellWord(path)} -o NEXT.jsonl, choose` : "Choose";
  const message = `Cannot write ${path}: it already exists, and somebody may be rating from it. ${growing} another path, or replace it with --force.`;
  throw new SemqrelError("OUTPUT_UNWRITABLE", message, { details: { file: path } });
}

export function writePool(path: string, pairs: readonly PooledPair[]): void {
  writeWhole([{ path, content: poolText(pairs) }], path);
}

async function readAll(files: PoolFiles) {
  const existing =
    files.existing === null ? null : { source: files.existing, ...(await readDrawnPool(files.existing)) };
  const queries = files.queries === null ? null : await readQueries(files.queries);
  const titles = files.titles === null ? null : (await readTitles(files.titles)).titles;
  const asked = files.read.columns.url ?? null;
  const urlColumns = asked?.length === 0 ? [] : [...(asked ?? []), ...usualNames.url];
  const show = files.show ?? [];
  const known = files.knownQueries ?? [];
  const engines: RawResults[] = [];
  const warnings: Warning[] = [...(queries?.warnings ?? [])];
  const inputs: InputFile[] = [];
  for (const file of files.results) {
    const read = await readResults(file, { ...files.read, titles, further: [...new Set([...urlColumns, ...show])] });
    engines.push(...read.results);
    warnings.push(...read.warnings);
    inputs.push(read.file);
  }
  requireNamedColumns(warnings, files.results.length, engines);
  requireResponse(inputs, files.read.titleField ?? null);
  requireOwnNames(engines);
  requireShown(show, engines, files.read.columns);
  // Sorted by name, so that the order of the files does not change what a seed draws.
  engines.sort((one, other) => (one.engine < other.engine ? -1 : 1));
  return { engines, queries, known, existing, urlColumns, show, warnings };
}

function poolLists({ engines, queries, known, existing, urlColumns, show }: ReadFiles, depth: number) {
  const pool = existing === null ? [] : [asResults(existing)];
  const tables = [...pool, ...engines].map(({ source, queryIds, queryTexts, lines }) => {
    return { source, ids: queryIds, texts: queryTexts, lines };
  });
  const intended = [...(queries === null ? [] : [queries.queries]), ...known];
  const joined = joinQueries([...intended, ...tables]);
  const ofLists = joined.queryOfRow.slice(intended.length);
  const lists = [...pool, ...engines].map((raw, place) =>
    groupResults(raw, at(ofLists, place), joined.queries.length, place < pool.length ? null : depth),
  );
  const [ofFile] = joined.queryOfRow;
  if (queries && ofFile) requireListedQueries(queries.queries.source, ofFile, lists, joined.queries);
  requireConnectedQueries(lists, joined.queries, queries?.queries.source ?? null);
  const informationNeeds = joined.queries.map((): string | null => null);
  queries?.informationNeeds?.forEach((need, row) => {
    informationNeeds[at(at(joined.queryOfRow, 0), row)] ??= need || null;
  });
  const settings = { hash: sha256, informationNeeds, urlColumns, show };
  const pooled = poolResults(joined.queries, lists.slice(pool.length), settings);
  if (pooled.pairs.length === 0) {
    const sources = engines.map(({ source }) => source).join(", ");
    const problem = "no result has a title, so there is nothing to rate. Name the column with --title-column.";
    throw new SemqrelError("MISSING_TITLE", `Pooling ${sources}: ${problem}`);
  }
  const isUnused = (need: string | null, query: number) =>
    need !== null && lists.every((list) => rowsOfQuery(list, query).length === 0);
  return {
    ...pooled,
    warnings: [...pooled.warnings, ...joined.warnings],
    // Number of queries with an information need that are in no list, so raters will not see the need.
    unusedNeeds: informationNeeds.filter(isUnused).length,
  };
}

function asResults({ source, pairs }: ExistingPool): RawResults {
  return {
    engine: source,
    source,
    queryIds: pairs.map(({ queryId }) => queryId ?? ""),
    // The name of a query without text is its id.
    queryTexts: pairs.map(({ query, queryId }) => (query === queryId ? "" : query)),
    titles: pairs.map(({ title }) => title),
    ids: null,
    ranks: new Int32Array(pairs.length),
    lines: Int32Array.from(pairs, (_, place) => place + 1),
    columns: new Map(),
  };
}

/** Refuses an engine that shares no query with any other engine. Either its queries differ, or only their names. */
function requireConnectedQueries(lists: readonly ResultLists[], queries: readonly Query[], file: string | null): void {
  for (const one of lists) {
    const others = lists.filter((other) => other !== one);
    const isIn = (list: ResultLists, query: number) => rowsOfQuery(list, query).length > 0;
    const isShared = (other: ResultLists) => queries.some((_, query) => isIn(one, query) && isIn(other, query));
    const [first] = others;
    if (first !== undefined && !others.some(isShared)) requireSharedQueries(first, one, queries, file);
  }
}

function requireOwnNames(engines: readonly RawResults[]): void {
  const sources = new Map<string, string>();
  for (const { engine, source } of engines) {
    const other = sources.get(engine);
    if (other !== undefined) {
      const problem = `two engines are named "${engine}" (${other} and ${source}). Rename one of them: NAME=${source}.`;
      throw new SemqrelError("AMBIGUOUS_ENGINE", `Pooling: ${problem}`, { details: { engines: [engine] } });
    }
    sources.set(engine, source);
  }
}

/** Refuses columns that do not exist, or that show which engine returned a result, or at which rank. */
function requireShown(
  show: readonly string[],
  engines: readonly RawResults[],
  { rank, engine }: ReadResultsOptions["columns"],
): void {
  const hidden = [...usualNames.rank, ...usualNames.engine, ...(rank ?? []), ...(engine ?? [])];
  for (const column of show) {
    if (findColumn([column], hidden) !== null) {
      const message = `Pooling: the column ${column} would tell raters which engine returned a result, or at which rank. Leave it out.`;
      throw invalidOption(message, { column });
    }
    if (engines.some(({ columns }) => columns.has(column))) continue;
    const [{ source, columnNames = [] } = { source: "" }] = engines;
    const problem = `no file has a column "${column}".${suggestion(column, columnNames)}`;
    const message = `Reading ${source}: ${problem} Name a column that a file has, or leave it out.`;
    throw new SemqrelError("MISSING_COLUMN", message, { details: { file: source, column } });
  }
}

async function mergeByMeaning(
  pairs: readonly PooledPair[],
  threshold: number | null,
  fixed: number,
  tools: EmbedTools | null,
) {
  if (threshold === null || tools === null) return { pairs, merged: 0, warnings: [] };
  const titles = [...new Set(pairs.map(({ title }) => title))];
  const { similarity, flagOf } = await titleVectors(titles, tools);
  const findTitles = (flag: number) => {
    const isFlagged = (title: number) => (flagOf(at(titles, title)) & flag) !== 0;
    return findPlaces(titles.length, isFlagged, (title) => at(titles, title));
  };
  const cosineOf = (one: number, other: number) => similarity(at(pairs, one).title, at(pairs, other).title);
  const odd: Warning[] = [
    { kind: "truncated-titles", maxTokens: tools.embedder.model.maxTokens, ...findTitles(TitleFlag.truncated) },
    { kind: "unknown-tokens", ...findTitles(TitleFlag.unknownToken) },
  ];
  return { ...mergeNearDuplicates(pairs, cosineOf, threshold, fixed), warnings: odd.filter(isFound) };
}

function requirePoolOptions(
  files: PoolFiles,
  { perQuery, queries, by, near, spread = null }: PoolOptions,
  tools: EmbedTools | null,
): void {
  const isSampled = perQuery !== null || queries !== null;
  const wrong =
    (files.results.length === 0 && "there is no file of results. Give the results of at least one engine") ||
    (queries !== null &&
      !(Number.isInteger(queries) && queries >= 1) &&
      `the number of queries is ${queries}, not a whole number >= 1`) ||
    (by === "rank" && perQuery === null && "a sample by rank needs the number of pairs per query (--per-query)") ||
    (near !== null && tools === null && "merging by meaning needs a model") ||
    (spread !== null && isSampled && "--by spread draws pairs of all queries. Leave out --per-query and --sample") ||
    (files.existing !== null &&
      isSampled &&
      `${files.existing} is to be extended, so it cannot be sampled. Leave out --add, or --per-query and --sample`);
  if (wrong) throw invalidOption(`Pooling: ${wrong}.`, { wrong });
}
