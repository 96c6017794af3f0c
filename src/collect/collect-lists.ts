import { text } from "node:stream/consumers";
import { requestBoundsOf } from "../command/shared-settings.ts";
import type { Terminal } from "../command/terminal.ts";
import { at } from "../core/at.ts";
import { refusing, SemqrelError } from "../core/errors.ts";
import { escapeFormula, printable } from "../core/text/escape.ts";
import { counted } from "../core/text/wording.ts";
import type { Query } from "../core/types.ts";
import { type AskTools, openAskTools, pace } from "../io/ask/ask.ts";
import { secretOf } from "../io/ask/secrets.ts";
import { writeWhole } from "../io/input-error.ts";
import { openInput } from "../io/open-input.ts";
import { readQueries } from "../io/query-sets/read-pairs.ts";
import { requireOneStandardInput, requireOtherFile } from "../io/require-paths.ts";
import { csvText } from "../io/tables/write-csv.ts";
import { joinQueries } from "../lists/join-queries.ts";
import {
  type CollectedQuery,
  type CollectedResult,
  collectQuery,
  type QueryCollector,
  type ResultPaths,
  renderRequest,
} from "./collect-query.ts";
import { type CollectGiven, presets, readPath } from "./collect-settings.ts";
import { type Collected, type CollectedList, collectSummary, emptyMessage, requireFoundPaths } from "./collected.ts";
import { openRawStore, type RawStore } from "./raw-store.ts";
import {
  type GivenRequest,
  type RequestTemplate,
  requestTemplate,
  requireNames,
  requirePages,
  variablesOf,
} from "./request-template.ts";

const MAX_BYTES = 50e6;
const USUAL_DEPTH = 10;
/** After this many failures in a row, the server counts as unavailable, and no more queries are sent. */
const MOST_FAILURES = 10;
/**
 * Maximum number of queries to send one by one at first, to find wrong paths early. A path such as --title is wrong if
 * these queries have results, but no result has a value at the path.
 */
const TRIALS = 3;

const refused = refusing("Collecting");

export async function collectAndWrite(queries: string, settings: CollectGiven) {
  if (settings.offline && settings.refetch) {
    throw refused("--offline reads the answers that --refetch discards. Give only one of them.");
  }
  const { out, partial = false, environment = process.env, progress, signal } = settings;
  const options = await collectOptionsOf(queries, settings);
  if (options.raw === "") throw refused("answers need a folder. Give -o FILE, or --raw FOLDER.");
  if (out !== undefined) requireOtherFile(out, [queries, bodyFileOf(settings)]);
  const shown = { ...(progress && { progress }), ...(signal && { signal }) };
  const collected = await collectLists(options, openAskTools({ environment, ...shown }));
  const report = collectSummary(collected);
  const isSound = report.failures.length === 0 || partial;
  if (isSound && report.results === 0) {
    throw new SemqrelError("EMPTY_FILE", emptyMessage(report, options.raw), {
      details: { raw: options.raw, failures: report.failures },
    });
  }
  const isWritten = isSound && out !== undefined && out !== "-";
  if (isWritten) writeLists(out, collected, listColumnsOf(settings));
  return { report, collected, file: isWritten ? out : null };
}

/** If `offline` is set, null for `request`, `depth` or `pageSize` means the value stored with the answers. */
export type CollectOptions = Awaited<ReturnType<typeof collectOptionsOf>>;

export async function collectOptionsOf(queries: string, settings: CollectGiven) {
  const { url, out, raw = rawBeside(out), method = null, header: headers, offline = false } = settings;
  const { depth = null, pageSize = null, refetch = false } = settings;
  const bodyFile = bodyFileOf(settings);
  requireOneStandardInput([queries, bodyFile]);
  if (url === undefined && !offline) throw refused("no address is given. Give --url 'https://…{query}…'.");
  const body = bodyFile === null ? (settings.body ?? null) : (await text((await openInput(bodyFile)).pieces)).trim();
  const request: GivenRequest | null = url === undefined ? null : { url, body, method, headers };
  const bounds = requestBoundsOf(settings, MAX_BYTES);
  return { queries, request, paths: pathsOf(settings), raw, depth, pageSize, refetch, offline, ...bounds };
}

function bodyFileOf({ body }: CollectGiven): string | null {
  return body?.startsWith("@") ? body.slice(1) : null;
}

function pathsOf(settings: CollectGiven): ResultPaths {
  const usual = settings.preset === undefined ? null : presets[settings.preset];
  const read = (path: string | undefined) => (path === undefined ? path : readPath(path));
  const results = read(settings.results) ?? usual?.results;
  const title = read(settings.title) ?? usual?.title;
  if (results === undefined || title === undefined) {
    const missing = results === undefined ? "--results PATH (the list of results)" : "--title PATH (in a result)";
    throw refused(`${missing} is missing. Give it, or --preset ${Object.keys(presets).join("|")}.`);
  }
  const { id, urlField, absentIsEmpty: mayBeAbsent = false } = settings;
  return { results, title, id: read(id) ?? usual?.id ?? null, url: read(urlField) ?? null, mayBeAbsent };
}

/** Returns `lists.raw` for `lists.csv`; "" if no file is written. */
export function rawBeside(out: string | undefined): string {
  return out === undefined || out === "-" ? "" : `${out.replace(/\.(?:csv|tsv|txt)$/i, "")}.raw`;
}

export async function collectLists(options: CollectOptions, tools: AskTools): Promise<Collected> {
  const { queries: table } = await readQueries(options.queries);
  const { queries } = joinQueries([table]);
  const given = options.request === null ? null : requestTemplate(options.request, !options.offline);
  if (given !== null && !options.offline) {
    // Checks a request before a folder is made, because a mistake in the body or environment would fail every query.
    const sample = { query: "a", queryId: "a", size: 1, depth: 1, from: 0, page: 1 };
    renderRequest(given, sample, (name) => secretOf(tools.environment, name));
  }
  const store = openRawStore(options.raw, { isFresh: options.refetch, isReading: options.offline });
  try {
    const { template, plan } = planOf(given, options, store);
    requireNames(queries, template, options.queries);
    store.begin(plan);
    const { paths, rate, concurrency } = options;
    const { depth, pageSize } = plan;
    const patience = options.offline ? null : options.patience;
    const collector = { template, paths, depth, pageSize, store, patience, pace: pace(rate, tools), tools };
    const done = await collectAll(queries, collector, concurrency);
    const named = done.map((one, index) => ({ ...one, query: at(queries, index) }));
    return {
      lists: named.map((one) => {
        const { results, isPartial } = one.kind === "list" ? one : { results: null, isPartial: false };
        return { query: one.query, results, isPartial };
      }),
      failures: named.flatMap((one) => (one.kind === "list" ? [] : [{ query: one.query, reason: one.reason }])),
      depth,
      pageSize,
      fetched: done.reduce((sum, { fetched }) => sum + fetched, 0),
      kept: done.reduce((sum, { kept }) => sum + kept, 0),
    };
  } finally {
    store.close();
  }
}

function planOf(given: RequestTemplate | null, options: CollectOptions, { plan: before }: RawStore) {
  const remembered = options.offline ? before : null;
  const depth = options.depth ?? remembered?.depth ?? USUAL_DEPTH;
  const pageSize = options.pageSize ?? remembered?.pageSize ?? depth;
  if (given === null) {
    if (before === null) throw refused("no address is given. Give --url.");
    return { template: { ...before, method: "GET", headers: [] } as const, plan: { ...before, depth, pageSize } };
  }
  requirePages(given, depth, pageSize);
  return { template: given, plan: { ...given, headers: given.headers.map(({ name }) => name), pageSize, depth } };
}

async function collectAll(queries: readonly Query[], collector: QueryCollector, concurrency: number) {
  const { tools, paths, patience, store } = collector;
  const stop = new AbortController();
  const signal = AbortSignal.any([tools.signal, stop.signal]);
  const stoppable = { ...collector, tools: { ...tools, signal } };
  const reason = `skipped, because ${MOST_FAILURES} queries in a row failed`;
  const done = queries.map(
    (): CollectedQuery => ({ kind: "failed", reason, isUnreadable: false, fetched: 0, kept: 0 }),
  );
  let next = 0;
  let finished = 0;
  let failuresInRow = 0;
  tools.progress.start("Collecting", queries.length, "queries");
  const step = async (): Promise<void> => {
    const index = next++;
    const collected = await collectQuery(at(queries, index), stoppable);
    if (signal.aborted) return;
    done[index] = collected;
    failuresInRow = collected.kind === "failed" ? failuresInRow + 1 : 0;
    tools.progress.update(++finished);
  };
  const isAvailable = () => patience === null || failuresInRow < MOST_FAILURES;
  const shouldContinue = () => next < queries.length && !signal.aborted && isAvailable();
  while (shouldContinue() && next < TRIALS) {
    await step();
    if (requireFoundPaths(done, paths, next >= TRIALS || next === queries.length)) break;
  }
  const work = async () => {
    try {
      while (shouldContinue()) await step();
    } catch (cause) {
      stop.abort();
      throw cause;
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: concurrency }, work));
  tools.progress.finish();
  const failure = ends.find((end) => end.status === "rejected");
  if (failure !== undefined) throw failure.reason;
  if (tools.signal.aborted) {
    const { folder } = store;
    const whole = counted(done.filter(({ kind }) => kind === "list").length, "query is", "queries are");
    const message = `Collecting: interrupted. ${whole} in ${folder}; the same command continues with the others.`;
    throw new SemqrelError("INTERRUPTED", message, { details: { folder } });
  }
  requireFoundPaths(done, paths, true);
  return done;
}

export function listColumnsOf(settings: CollectGiven) {
  const { engine = null, spreadsheetSafe = false } = settings;
  return { paths: pathsOf(settings) as Pick<ResultPaths, "id" | "url">, engine, spreadsheetSafe };
}

type ListColumns = ReturnType<typeof listColumnsOf>;

/** Writes all lists as one table, completely or not at all: TSV if `path` ends with .tsv, otherwise CSV. */
export function writeLists(path: string, { lists }: Pick<Collected, "lists">, columns: ListColumns): void {
  writeWhole([{ path, content: listsText(lists, columns, /\.tsv$/i.test(path) ? "\t" : ",") }], path);
}

export function listsText(lists: readonly CollectedList[], columns: ListColumns, delimiter: "," | "\t") {
  return csvText(listRows(lists, columns), { delimiter });
}

/** Yields the names of columns, then a row per result, with ranks from 0. Empty columns and lists are left out. */
export function* listRows(
  lists: readonly CollectedList[],
  { paths, engine, spreadsheetSafe }: ListColumns,
): Iterable<readonly string[]> {
  type Cell = (list: CollectedList, result: CollectedResult, rank: number) => string | null;
  const all: readonly (readonly [name: string, isWanted: boolean, cell: Cell])[] = [
    ["engine", engine !== null, () => engine],
    ["query_id", lists.some(({ query }) => query.id !== null), ({ query }) => query.id],
    ["query", lists.some(({ query }) => query.text !== null), ({ query }) => query.text],
    ["rank", true, (_, __, rank) => String(rank)],
    ["id", paths.id !== null, (_, { id }) => id],
    ["title", true, (_, { title }) => title],
    ["url", paths.url !== null, (_, { url }) => url],
  ];
  const columns = all.filter(([, isWanted]) => isWanted);
  yield columns.map(([name]) => name);
  for (const list of lists) {
    for (const [rank, result] of (list.results ?? []).entries()) {
      const cells = columns.map(([, , cell]) => cell(list, result, rank) ?? "");
      yield spreadsheetSafe ? cells.map(escapeFormula) : cells;
    }
  }
}

/** Prints the first request, with *** instead of the values of variables. Sends nothing, and writes no file. */
export async function dryRun(
  options: CollectOptions,
  terminal: Pick<Terminal, "write" | "say" | "environment">,
): Promise<void> {
  if (options.request === null) throw refused("--dry-run prints a request, but no address is given. Give --url.");
  const template = requestTemplate(options.request);
  const { queries: table } = await readQueries(options.queries);
  const { queries } = joinQueries([table]);
  const [first] = queries;
  const depth = options.depth ?? USUAL_DEPTH;
  const size = options.pageSize ?? depth;
  requirePages(template, depth, size);
  requireNames(queries, template, options.queries);
  const page = { query: first?.text ?? "", queryId: first?.id ?? "", size, depth, from: 0, page: 1 };
  const { method, url, headers, body } = renderRequest(template, page, () => "***");
  for (const line of [`${method} ${url}`, ...headers.map(([name, value]) => `${name}: ${value}`)]) {
    terminal.write(`${printable(line)}\n`);
  }
  if (body !== null) terminal.write(`\n${body.split("\n").map(printable).join("\n")}\n`);
  const unset = variablesOf(template).filter((name) => (terminal.environment[name] ?? "").trim() === "");
  const pages = Math.ceil(depth / size);
  terminal.say([
    "",
    `This is the request for the first of ${counted(queries.length, "query", "queries")} (up to ${counted(pages, "page")} each). Nothing was sent.`,
    ...unset.map((name) => `The environment variable ${name} is not set.`),
  ]);
}
