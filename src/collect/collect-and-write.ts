/** Collects lists by the settings of `collect`, and writes them. */
import { text } from "node:stream/consumers";
import { invalidOption, SemqrelError } from "../core/errors.ts";
import { openAskTools } from "../io/ask/ask.ts";
import { openInput } from "../io/open-input.ts";
import { requireOneStandardInput, requireOtherFile } from "../io/require-paths.ts";
import { type CollectOptions, collectLists } from "./collect-lists.ts";
import type { CollectGiven } from "./collect-settings.ts";
import { type Collected, type CollectSummary, collectSummary } from "./collected.ts";
import { presets } from "./presets.ts";
import type { ResultPaths } from "./read-page.ts";
import { type ListColumns, writeLists } from "./write-lists.ts";

const MAX_BYTES = 50e6;

/** @throws SemqrelError for files and settings that cannot be used; EMPTY_FILE if no query has a result */
export async function collectAndWrite(
  queries: string,
  settings: CollectGiven,
): Promise<{ readonly report: CollectSummary; readonly collected: Collected; readonly file: string | null }> {
  if (settings.offline && settings.refetch) {
    throw invalidOption("Collecting: --offline reads the answers that --refetch throws away. Give one of them.");
  }
  const { out, partial = false, environment = process.env, progress, signal } = settings;
  const options = await collectOptionsOf(queries, settings);
  if (options.raw === "") throw invalidOption("Collecting: answers need a folder. Give -o FILE, or --raw FOLDER.");
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

/** The settings complete. @throws SemqrelError INVALID_OPTION where an address or a path is missing */
export async function collectOptionsOf(queries: string, settings: CollectGiven): Promise<CollectOptions> {
  const { url, out, raw = rawBeside(out), method = null, header: headers, offline = false } = settings;
  const { depth = null, pageSize = null, refetch = false, concurrency } = settings;
  const { rate, timeout, retries } = settings;
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
    throw invalidOption(`Collecting: ${missing} is missing. Give it, or --preset ${Object.keys(presets).join("|")}.`);
  }
  const { urlField: url = null, absentIsEmpty: mayBeAbsent = false } = settings;
  return { results, title, id: settings.id ?? usual?.id ?? null, url, mayBeAbsent };
}

/** `lists.raw` for `lists.csv`; empty where no file is written. */
export function rawBeside(out: string | undefined): string {
  return out === undefined || out === "-" ? "" : `${out.replace(/\.(?:csv|tsv|txt)$/i, "")}.raw`;
}
