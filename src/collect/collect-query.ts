/** Which list does one query get? Page after page, from the answers that are there or from the engine. */

import type { Query } from "../core/types.ts";
import { type AskPatience, type AskTools, ask, type Pace } from "../io/ask/ask.ts";
import { maskSecrets, secretOf } from "../io/ask/secrets.ts";
import { placeholdersIn } from "./placeholders.ts";
import type { RawKey, RawStore } from "./raw-store.ts";
import { type CollectedResult, type ReadPage, type ResultPaths, readPage } from "./read-page.ts";
import { renderRequest } from "./render-request.ts";
import { type RequestTemplate, variablesOf } from "./request-template.ts";

export interface QueryCollector {
  readonly template: RequestTemplate;
  readonly paths: ResultPaths;
  /** Results wanted. */
  readonly depth: number;
  /** Results of one page, >= 1. */
  readonly pageSize: number;
  readonly store: RawStore;
  /** Null where only kept answers are read. */
  readonly patience: AskPatience | null;
  readonly pace: Pace;
  readonly tools: AskTools;
}

export type CollectedQuery = { readonly fetched: number; readonly kept: number } & (
  | {
      readonly kind: "list";
      readonly results: readonly CollectedResult[];
      readonly isPartial: boolean;
      /** Paths of its first result, to name them. */
      readonly fields: readonly string[];
    }
  /** `isUnreadable`: the engine answered, but the paths find no list. */
  | { readonly kind: "failed"; readonly reason: string; readonly isUnreadable: boolean }
);

/**
 * Ends with the depth, an empty page, or one that is shorter than asked for. Look at the signal afterwards.
 *
 * @throws SemqrelError OUTPUT_UNWRITABLE
 */
export async function collectQuery({ id, text }: Query, collector: QueryCollector): Promise<CollectedQuery> {
  const { template, depth, pageSize } = collector;
  const names = placeholdersIn(template.url, template.body ?? "");
  const paging = ["from", "page", "page0"].find((name) => names.has(name));
  const saysSize = names.has("size") || names.has("depth");
  const results: CollectedResult[] = [];
  const counts = { fetched: 0, kept: 0 };
  const failed = (reason: string, isUnreadable = false) =>
    ({ ...counts, kind: "failed", reason, isUnreadable }) as const;
  let isPartial = false;
  let fields: readonly string[] = [];
  let before = "";
  for (let page = 1; ; page++) {
    const { read, isFetched } = await onePage({ queryId: id, query: text, from: results.length, page }, collector);
    if (isFetched) counts.fetched++;
    else if (read.kind === "results") counts.kept++;
    if (read.kind !== "results") return failed(read.reason, read.kind === "unreadable");
    const found = JSON.stringify(read.results);
    if (page > 1 && read.results.length > 0 && found === before) {
      return failed(`page ${page} is page ${page - 1} again: the engine does not heed {${paging}}`);
    }
    before = found;
    if (page === 1) fields = read.fields;
    isPartial ||= read.isPartial;
    for (const result of read.results) results.push(result);
    const isLast = read.results.length === 0 || (saysSize && read.results.length < pageSize);
    if (paging === undefined || isLast || results.length >= depth) break;
  }
  return { ...counts, kind: "list", results: results.slice(0, depth), isPartial, fields };
}

async function onePage(
  key: RawKey,
  { template, paths, depth, pageSize, store, patience, pace, tools }: QueryCollector,
): Promise<{
  readonly read: ReadPage | { readonly kind: "failed"; readonly reason: string };
  readonly isFetched: boolean;
}> {
  const kept = store.read(key);
  if (kept !== undefined) {
    const read = readPage(kept, paths);
    // A wrong or incomplete answer is asked for again.
    if (patience === null || (read.kind === "results" && !read.isPartial)) return { read, isFetched: false };
  }
  if (patience === null) {
    return { read: { kind: "failed", reason: `page ${key.page} is not in ${store.folder}` }, isFetched: false };
  }
  const { environment } = tools;
  const page = { ...key, query: key.query ?? "", queryId: key.queryId ?? "", size: pageSize, depth };
  const request = renderRequest(template, page, (name) => secretOf(environment, name));
  const answer = await ask(request, patience, pace, tools);
  const hidden = (reason: string) => maskSecrets(reason, variablesOf(template), environment);
  if (answer.kind === "failed") return { read: { kind: "failed", reason: hidden(answer.reason) }, isFetched: false };
  store.save(key, answer.text);
  const read = readPage(answer.value, paths);
  return { read: read.kind === "results" ? read : { ...read, reason: hidden(read.reason) }, isFetched: true };
}
