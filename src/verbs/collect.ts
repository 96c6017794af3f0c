/** `collect`: which result lists does a search interface give? */
import { text } from "node:stream/consumers";
import { type CollectOptions, collectLists } from "../collect/collect-lists.ts";
import { type Collected, type CollectSummary, collectSummary } from "../collect/collected.ts";
import { type Preset, presets } from "../collect/presets.ts";
import type { ResultPaths } from "../collect/read-page.ts";
import { type ListColumns, writeLists } from "../collect/write-lists.ts";
import type { WorkSettings } from "../command/shared-settings.ts";
import { invalidOption, SemqrelError } from "../core/errors.ts";
import { requireKinds } from "../core/require-settings.ts";
import { openAskTools } from "../io/ask/ask-tools.ts";
import { readingAs } from "../io/encoding.ts";
import { openInput } from "../io/open-input.ts";
import { requireOneStandardInput, requireOtherFile } from "../io/require-paths.ts";

/** What is asked, and what is read of the answers. Either `preset`, or `results` and `title`, are needed. */
export interface CollectSettings extends WorkSettings {
  /** Template of the address, such as `https://search.example.org/find?q={query}&n={size}`; needed but for `offline` */
  readonly url?: string;
  /** @default "POST" with a body, else "GET" */
  readonly method?: "GET" | "POST";
  /** Template of the body, or `@FILE` that holds it. @default none */
  readonly body?: string;
  /** `Name: value`; secrets as `{env:NAME}`. @default none */
  readonly header?: readonly string[];
  /** Paths of this engine's answers. @default none */
  readonly preset?: Preset;
  /** Path of the list of results in an answer, dots between keys; `.` where the answer is the list. */
  readonly results?: string;
  /** Paths in a result. */
  readonly title?: string;
  readonly id?: string;
  readonly urlField?: string;
  /** Takes an answer without the list for one without results, instead of a wrong one. @default false */
  readonly absentIsEmpty?: boolean;
  /** Results of each query. @default 10 */
  readonly depth?: number;
  /** Results of one request. @default all */
  readonly pageSize?: number;
  /** Requests a second, 0 for no bound. @default 10 */
  readonly rate?: number;
  /** Queries at a time. @default 2 */
  readonly concurrency?: number;
  /** Seconds for a whole answer. @default 30 */
  readonly timeout?: number;
  /** After broken connections, timeouts, 408, 429 and 5xx. @default 4 */
  readonly retries?: number;
  /** Folder that keeps the answers. @default lists.raw beside lists.csv */
  readonly raw?: string;
  /** Throws away the answers that are kept. @default false */
  readonly refetch?: boolean;
  /** Reads the answers that are kept, and asks nobody. @default false */
  readonly offline?: boolean;
  /** Writes the lists that are there, although queries failed. @default false */
  readonly partial?: boolean;
  /** A column with the engine's name. @default none */
  readonly engine?: string;
  /** Guards cells that a spreadsheet would run as formulas. @default false */
  readonly spreadsheetSafe?: boolean;
  /** The file of the lists, CSV or TSV by its name. @default nothing is written */
  readonly out?: string;
  /** Variables that `{env:NAME}` names. @default process.env */
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

const MAX_BYTES = 50e6;

/**
 * Fetches the result lists of a set of queries. Answers are kept: the same call again asks for what is missing alone.
 * Where queries failed nothing is written, unless `partial` is set: look at `report.failures`.
 *
 * @param queries file of queries
 * @returns also `file`: what was written; null where nothing was
 * @throws SemqrelError for files and settings that cannot be used; EMPTY_FILE where no query has a result
 */
export async function collect(
  queries: string,
  settings: CollectSettings,
): Promise<{ readonly report: CollectSummary; readonly collected: Collected; readonly file: string | null }> {
  requireKinds("Collecting", { queries }, settings, {
    "a text": ["url", "method", "body", "preset", "results", "title", "id", "urlField", "raw", "engine", "out"],
    "a list of names": ["header"],
    "a number": ["depth", "pageSize", "rate", "concurrency", "timeout", "retries"],
    "true or false": ["absentIsEmpty", "refetch", "offline", "partial", "spreadsheetSafe"],
  });
  const { out, partial = false, environment = process.env, progress, signal } = settings;
  const options = await collectOptionsOf(queries, settings);
  if (options.raw === "") throw invalidOption("Collecting: answers need a folder. Give -o FILE, or --raw FOLDER.");
  if (out !== undefined) requireOtherFile(out, [queries, bodyFileOf(settings)]);
  const shown = { ...(progress && { progress }), ...(signal && { signal }) };
  const collected = await readingAs(settings, () => collectLists(options, openAskTools({ environment, ...shown })));
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

/** The settings complete. @throws SemqrelError INVALID_OPTION where an address or a path is missing */
export async function collectOptionsOf(queries: string, settings: CollectSettings): Promise<CollectOptions> {
  const { url, out, raw = rawBeside(out), method = null, header: headers = [], offline = false } = settings;
  const { depth = null, pageSize = null, refetch = false, concurrency = 2 } = settings;
  const { rate = 10, timeout = 30, retries = 4 } = settings;
  const bodyFile = bodyFileOf(settings);
  requireOneStandardInput([queries, bodyFile]);
  if (url === undefined && !offline)
    throw invalidOption("Collecting: no address is given. Give --url 'https://…{query}…'.");
  const body = bodyFile === null ? (settings.body ?? null) : (await text((await openInput(bodyFile)).pieces)).trim();
  const request = url === undefined ? null : { url, body, method, headers };
  const patience = { timeoutSeconds: timeout, retries, maxBytes: MAX_BYTES };
  return {
    ...{ queries, request, paths: pathsOf(settings), raw, depth, pageSize, refetch, offline, patience, concurrency },
    rate: rate === 0 ? null : rate,
  };
}

function bodyFileOf({ body }: CollectSettings): string | null {
  return body?.startsWith("@") ? body.slice(1) : null;
}

export function listColumnsOf(settings: CollectSettings): ListColumns {
  const { engine = null, spreadsheetSafe = false } = settings;
  return { paths: pathsOf(settings), engine, spreadsheetSafe };
}

function pathsOf(settings: CollectSettings): ResultPaths {
  const usual = settings.preset === undefined ? null : presets[settings.preset];
  const results = settings.results ?? usual?.results;
  const title = settings.title ?? usual?.title;
  if (results === undefined || title === undefined) {
    const missing = results === undefined ? "--results PATH (the list of results)" : "--title PATH (in a result)";
    throw invalidOption(`Collecting: ${missing} is missing. Give it, or --preset ${Object.keys(presets).join("|")}.`);
  }
  const { urlField: url = null, absentIsEmpty: mayBeAbsent = false } = settings;
  return { results, title, id: settings.id ?? usual?.id ?? null, url, mayBeAbsent };
}

/** `lists.raw` for `lists.csv`; empty where no file is written. */
export function rawBeside(out: string | undefined): string {
  return out === undefined || out === "-" ? "" : `${out.replace(/\.(?:csv|tsv|txt)$/i, "")}.raw`;
}
