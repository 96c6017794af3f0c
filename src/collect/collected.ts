import { SemqrelError } from "../core/errors.ts";
import { suggestion } from "../core/text/suggestion.ts";
import { asSentence, counted, sayFailures, someOf, textsOf } from "../core/text/wording.ts";
import type { Query } from "../core/types.ts";
import { type CollectedQuery, type CollectedResult, type ResultPaths, SHOWN_PATHS } from "./collect-query.ts";

export interface CollectedList {
  readonly query: Query;
  /** Best first; null if the query failed or was not sent. */
  readonly results: readonly CollectedResult[] | null;
  /** Whether the answer says that the engine did not search all documents. */
  readonly isPartial: boolean;
}

/** The result lists of all queries, and the queries that failed. */
export interface Collected {
  /** One list per query, in the order of the file. */
  readonly lists: readonly CollectedList[];
  /** `reason` does not end with a full stop. */
  readonly failures: readonly { readonly query: Query; readonly reason: string }[];
  /** Number of results wanted for each query. */
  readonly depth: number;
  /** Number of results per request. */
  readonly pageSize: number;
  /** Number of answers that this run received. `kept` is the number of answers that were already stored. */
  readonly fetched: number;
  readonly kept: number;
}

/** Counts of queries, results and requests, and names of the queries that failed, have no results or are incomplete. */
export type CollectSummary = ReturnType<typeof collectSummary>;

/** Counts a failed query only in `queries` and `failures`. */
export function collectSummary({ lists, failures, depth, pageSize, fetched, kept }: Collected) {
  const answered = lists.flatMap(({ query, results, isPartial }) =>
    results === null ? [] : [{ name: query.name, results, isPartial }],
  );
  const results = answered.flatMap((list) => list.results);
  const longest = answered.reduce((most, list) => Math.max(most, list.results.length), 0);
  const asLong = answered.filter((list) => list.results.length === longest).length;
  return {
    queries: lists.length,
    results: results.length,
    depth,
    pageSize,
    requests: { fetched, kept },
    withoutResults: answered.filter((list) => list.results.length === 0).map(({ name }) => name),
    incomplete: answered.filter(({ isPartial }) => isPartial).map(({ name }) => name),
    withoutTitle: results.filter(({ title }) => title === null).length,
    // Number of results whose id occurs earlier in the same list.
    repeatedIds: answered.reduce((sum, list) => {
      const ids = list.results.flatMap(({ id }) => id ?? []);
      return sum + ids.length - new Set(ids).size;
    }, 0),
    // The length at which the engine seems to cut its lists, or null. This is the length of the longest list, if it is
    // below the depth, and if at least two lists and at least half of all lists are that long.
    cappedAt: longest > 0 && longest < depth && asLong >= 2 && asLong * 2 >= answered.length ? longest : null,
    failures: failures.map(({ query, reason }) => ({ query: query.name, reason })),
  };
}

export function collectRemarks(
  summary: CollectSummary,
  { file, queries }: { readonly file: string | null; readonly queries: string },
): string[] {
  const { withoutResults, incomplete, failures, requests } = summary;
  const haveNoRows = ({ length }: readonly unknown[]) => (length === 1 ? "It has no rows" : "They have no rows");
  const asked = `${counted(requests.fetched, "answer")} fetched, ${requests.kept} kept from before`;
  const lists = summary.queries - failures.length;
  return textsOf(
    `${file === null ? "" : `Wrote ${file}: `}${counted(summary.results, "result")} of ${counted(lists, "query", "queries")} (${asked}).`,
    failures.length > 0 &&
      `Failed: ${counted(failures.length, "query", "queries")}. ${reasonsOf(summary)} ${haveNoRows(failures)}. In check and label, they count as queries without results if another list has them.`,
    withoutResults.length > 0 &&
      `No results: ${counted(withoutResults.length, "query", "queries")} (${some(withoutResults)}). ${haveNoRows(withoutResults)}, so pass --queries ${queries} to label.`,
    summary.withoutTitle > 0 &&
      `${counted(summary.withoutTitle, "result has", "results have")} no title: an empty title is written.`,
    summary.repeatedIds > 0 &&
      `${counted(summary.repeatedIds, "result repeats", "results repeat")} an id of the same list; all are kept.`,
    incomplete.length > 0 &&
      `Incomplete, because the engine ran out of time or shards failed: ${some(incomplete)}. The same command asks for ${incomplete.length === 1 ? "it" : "them"} again.`,
    summary.cappedAt !== null &&
      `No list is longer than ${summary.cappedAt}, although --depth is ${summary.depth}: ${
        summary.cappedAt < summary.pageSize
          ? `the engine may not allow more per request. If so, give --page-size ${summary.cappedAt}, with {from} or {page} in the request.`
          : "the engine has no more, or does not return more."
      }`,
  );
}

export function failureMessage(
  summary: CollectSummary,
  { out, raw, isOffline }: { readonly out: string; readonly raw: string; readonly isOffline: boolean },
): string {
  const { failures, queries, requests } = summary;
  const stored = requests.fetched + requests.kept > 0 ? `; the answers received are in ${raw}` : "";
  return (
    `Collecting: ${failures.length} of ${queries} queries failed. ${reasonsOf(summary)} ` +
    `${out === "-" ? "Nothing was" : `${out} was not`} written${stored}. The same command ${isOffline ? "without --offline " : ""}retries the failed queries; ` +
    "--partial writes the file without them."
  );
}

export function emptyMessage(summary: CollectSummary, raw: string): string {
  const found = `none of ${counted(summary.queries, "query", "queries")} has a result, so nothing is written`;
  const reasons = summary.failures.length === 0 ? "" : ` ${reasonsOf(summary)}`;
  const { fetched, kept } = summary.requests;
  const stored = fetched + kept > 0 ? `the answers in ${raw}, and at ` : "";
  return `Collecting: ${found}.${reasons} Look at ${stored}the request with --dry-run.`;
}

function reasonsOf({ failures }: CollectSummary): string {
  const named = failures.map(({ query, reason }) => ({ name: `"${query}"`, reason }));
  return sayFailures(named, { mostReasons: 5, mostNames: 3 });
}

function some(names: readonly string[]): string {
  return someOf(names.map((name) => `"${name}"`));
}

/**
 * Returns whether, for every path, some result has a value.
 * @param isEnough - whether enough queries were sent to throw an error for a path at which no result has a value
 */
export function requireFoundPaths(done: readonly CollectedQuery[], paths: ResultPaths, isEnough: boolean): boolean {
  const lists = done.filter((one) => one.kind === "list");
  const unreadable = done.find((one) => one.kind === "failed" && one.isUnreadable);
  if (isEnough && lists.length === 0 && unreadable?.kind === "failed") {
    const message = `Reading answers: ${asSentence(unreadable.reason)} Correct --results. ${tryOffline}`;
    throw new SemqrelError("INVALID_FORMAT", message, { details: { path: paths.results } });
  }
  const results = lists.flatMap((list) => list.results);
  const roles = [
    { flag: "--title", path: paths.title, isFound: results.some(({ title }) => title !== null) },
    { flag: "--id", path: paths.id, isFound: results.some(({ id }) => id !== null) },
    { flag: "--url-field", path: paths.url, isFound: results.some(({ url }) => url !== null) },
  ];
  const lacking = roles.find(({ path, isFound }) => path !== null && !isFound);
  if (lacking === undefined) return true;
  if (!isEnough || results.length === 0) return false;
  const fields = lists.find((list) => list.fields.length > 0)?.fields ?? [];
  const path = lacking.path ?? "";
  const shown = fields.length === 0 ? "they have no fields" : `the first has: ${someOf(fields, SHOWN_PATHS)}`;
  const problem = `none of ${results.length} results has a value at "${path}"; ${shown}.${meantBy(path, paths, fields)}`;
  const message = `Reading answers: ${problem} Correct ${lacking.flag}. ${tryOffline}`;
  throw new SemqrelError("MISSING_COLUMN", message, { details: { path, fields } });
}

const tryOffline = "The answers are stored; add --offline to try a path without sending requests.";

function meantBy(path: string, { results }: ResultPaths, fields: readonly string[]): string {
  if (path.startsWith(`${results}.`)) {
    return ` Paths begin in a result: "${path.slice(results.length + 1)}", without "${results}".`;
  }
  const inside = fields.find((field) => field.startsWith(`${path}.`));
  return inside === undefined ? suggestion(path, fields) : ` "${path}" is an object. Did you mean "${inside}"?`;
}
