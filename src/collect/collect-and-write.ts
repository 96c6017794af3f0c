/** Collects lists by the settings of `collect`, and writes them. */
import { text } from "node:stream/consumers";
import { requestBoundsOf } from "../command/shared-settings.ts";
import type { Terminal } from "../command/terminal.ts";
import { refusing, SemqrelError } from "../core/errors.ts";
import { escapeFormula, printable } from "../core/text/escape.ts";
import { counted } from "../core/text/wording.ts";
import { openAskTools } from "../io/ask/ask.ts";
import { writeWhole } from "../io/input-error.ts";
import { openInput } from "../io/open-input.ts";
import { readQueries } from "../io/query-sets/read-pairs.ts";
import { requireOneStandardInput, requireOtherFile } from "../io/require-paths.ts";
import { csvText } from "../io/tables/write-csv.ts";
import { joinQueries } from "../lists/join-queries.ts";
import { type CollectOptions, collectLists, USUAL_DEPTH } from "./collect-lists.ts";
import { type CollectedResult, type ResultPaths, renderRequest } from "./collect-query.ts";
import { type CollectGiven, presets } from "./collect-settings.ts";
import { type Collected, type CollectedList, collectSummary } from "./collected.ts";
import { requestTemplate, requireNames, requirePages, variablesOf } from "./request-template.ts";

const MAX_BYTES = 50e6;
const refused = refusing("Collecting");

export async function collectAndWrite(queries: string, settings: CollectGiven) {
  if (settings.offline && settings.refetch) {
    throw refused("--offline reads the answers that --refetch throws away. Give one of them.");
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
    throw new SemqrelError(
      "EMPTY_FILE",
      `Collecting: none of ${report.queries} queries has a result, so nothing is written. Look at the answers in ${options.raw}, and at the request with --dry-run.`,
      { details: { raw: options.raw } },
    );
  }
  const isWritten = isSound && out !== undefined && out !== "-";
  if (isWritten) writeLists(out, collected, listColumnsOf(settings));
  return { report, collected, file: isWritten ? out : null };
}

export async function collectOptionsOf(queries: string, settings: CollectGiven): Promise<CollectOptions> {
  const { url, out, raw = rawBeside(out), method = null, header: headers, offline = false } = settings;
  const { depth = null, pageSize = null, refetch = false } = settings;
  const bodyFile = bodyFileOf(settings);
  requireOneStandardInput([queries, bodyFile]);
  if (url === undefined && !offline) throw refused("no address is given. Give --url 'https://…{query}…'.");
  const body = bodyFile === null ? (settings.body ?? null) : (await text((await openInput(bodyFile)).pieces)).trim();
  const request = url === undefined ? null : { url, body, method, headers };
  const bounds = requestBoundsOf(settings, MAX_BYTES);
  return { queries, request, paths: pathsOf(settings), raw, depth, pageSize, refetch, offline, ...bounds };
}

function bodyFileOf({ body }: CollectGiven): string | null {
  return body?.startsWith("@") ? body.slice(1) : null;
}

export function listColumnsOf(settings: CollectGiven): ListColumns {
  const { engine = null, spreadsheetSafe = false } = settings;
  return { paths: pathsOf(settings), engine, spreadsheetSafe };
}

function pathsOf(settings: CollectGiven): ResultPaths {
  const usual = settings.preset === undefined ? null : presets[settings.preset];
  const results = settings.results ?? usual?.results;
  const title = settings.title ?? usual?.title;
  if (results === undefined || title === undefined) {
    const missing = results === undefined ? "--results PATH (the list of results)" : "--title PATH (in a result)";
    throw refused(`${missing} is missing. Give it, or --preset ${Object.keys(presets).join("|")}.`);
  }
  const { urlField: url = null, absentIsEmpty: mayBeAbsent = false } = settings;
  return { results, title, id: settings.id ?? usual?.id ?? null, url, mayBeAbsent };
}

/** `lists.raw` for `lists.csv`; empty where no file is written. */
export function rawBeside(out: string | undefined): string {
  return out === undefined || out === "-" ? "" : `${out.replace(/\.(?:csv|tsv|txt)$/i, "")}.raw`;
}

export interface ListColumns {
  /** Only what they name has a column. */
  readonly paths: Pick<ResultPaths, "id" | "url">;
  /** For a column; null if the file's name is the engine's. */
  readonly engine: string | null;
  readonly spreadsheetSafe?: boolean;
}

export function listsText({ lists }: Pick<Collected, "lists">, columns: ListColumns, delimiter: "," | "\t") {
  return csvText(listRows(lists, columns), { delimiter });
}

/**
 * A row a result, whole or not at all; TSV by the file's name. Queries without results, and those that failed, have
 * none.
 */
export function writeLists(path: string, collected: Pick<Collected, "lists">, columns: ListColumns): void {
  writeWhole([{ path, content: listsText(collected, columns, /\.tsv$/i.test(path) ? "\t" : ",") }], path);
}

/** Ranks are from 0. Columns that would be empty are left out. Queries without results have no row. */
export function* listRows(
  lists: readonly CollectedList[],
  { paths, engine, spreadsheetSafe = false }: ListColumns,
): Iterable<readonly string[]> {
  const all: readonly { readonly name: string; readonly isWanted: boolean; readonly cell: Cell }[] = [
    { name: "engine", isWanted: engine !== null, cell: () => engine },
    { name: "query_id", isWanted: lists.some(({ query }) => query.id !== null), cell: ({ query }) => query.id },
    { name: "query", isWanted: lists.some(({ query }) => query.text !== null), cell: ({ query }) => query.text },
    { name: "rank", isWanted: true, cell: (_, __, rank) => String(rank) },
    { name: "id", isWanted: paths.id !== null, cell: (_, { id }) => id },
    { name: "title", isWanted: true, cell: (_, { title }) => title },
    { name: "url", isWanted: paths.url !== null, cell: (_, { url }) => url },
  ];
  const columns = all.filter(({ isWanted }) => isWanted);
  yield columns.map(({ name }) => name);
  for (const list of lists) {
    for (const [rank, result] of (list.results ?? []).entries()) {
      const cells = columns.map(({ cell }) => cell(list, result, rank) ?? "");
      yield spreadsheetSafe ? cells.map(escapeFormula) : cells;
    }
  }
}

type Cell = (list: CollectedList, result: CollectedResult, rank: number) => string | null;

/** Shows *** in place of variables. Makes no file, sends nothing. */
export async function dryRun(
  options: CollectOptions,
  terminal: Pick<Terminal, "write" | "say" | "environment">,
): Promise<void> {
  if (options.request === null) throw refused("--dry-run shows --url. Give it.");
  const template = requestTemplate(options.request);
  const { queries: table } = await readQueries(options.queries);
  const { queries } = joinQueries([table]);
  const [first] = queries;
  const depth = options.depth ?? USUAL_DEPTH;
  const size = options.pageSize ?? depth;
  requirePages(template, depth, size);
  requireNames(queries, template, options.queries);
  const request = renderRequest(
    template,
    { query: first?.text ?? "", queryId: first?.id ?? "", size, depth, from: 0, page: 1 },
    () => "***",
  );
  const headers = request.headers.map(([name, value]) => `${name}: ${value}`);
  for (const line of [`${request.method} ${request.url}`, ...headers]) terminal.write(`${printable(line)}\n`);
  if (request.body !== null) terminal.write(`\n${request.body.split("\n").map(printable).join("\n")}\n`);
  const unset = variablesOf(template).filter((name) => (terminal.environment[name] ?? "").trim() === "");
  const pages = Math.ceil(depth / size);
  terminal.say([
    "",
    `The first of ${counted(queries.length, "query", "queries")}, up to ${counted(pages, "page")} each. Nothing was sent.`,
    ...unset.map((name) => `The environment has no ${name}.`),
  ]);
}
