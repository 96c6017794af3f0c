/** What does a user learn when lists were collected, or not? */

import { asSentence, counted, someOf, textsOf } from "../core/text/wording.ts";
import type { CollectSummary } from "./collected.ts";

const SHOWN = 5;

/** Lines for stderr. @param file the one that was written; null where there is none, or stdout */
export function collectRemarks(
  summary: CollectSummary,
  { file, queries }: { readonly file: string | null; readonly queries: string },
): string[] {
  const { withoutResults, incomplete, failures, requests } = summary;
  const asked = `${counted(requests.fetched, "answer")} fetched, ${requests.kept} kept from before`;
  const lists = summary.queries - failures.length;
  return textsOf(
    `${file === null ? "" : `Wrote ${file}: `}${counted(summary.results, "result")} of ${counted(lists, "query", "queries")} (${asked}).`,
    failures.length > 0 &&
      `Failed: ${counted(failures.length, "query", "queries")}. ${reasonsOf(summary)} They have no row either: leave them out of label's --queries, or they count as without results.`,
    withoutResults.length > 0 &&
      `No results: ${counted(withoutResults.length, "query", "queries")} (${some(withoutResults)}). They have no row; label learns of them with --queries ${queries}.`,
    summary.withoutTitle > 0 &&
      `${counted(summary.withoutTitle, "result has", "results have")} no title: an empty one stands in its place.`,
    summary.repeatedIds > 0 &&
      `${counted(summary.repeatedIds, "result repeats", "results repeat")} an id of the same list, and stays.`,
    incomplete.length > 0 &&
      `Incomplete, as the engine ran out of time or shards failed: ${some(incomplete)}. The same command asks for ${incomplete.length === 1 ? "it" : "them"} again.`,
    summary.cappedAt !== null &&
      `No list is longer than ${summary.cappedAt}, though ${summary.depth} were wanted: ${
        summary.cappedAt < summary.pageSize
          ? `the engine may allow no more at once. Then give --page-size ${summary.cappedAt}, with {from} or {page} in the request.`
          : "the engine has no more, or gives no more."
      }`,
  );
}

/** The error where queries failed; with --partial none. */
export function failureMessage(
  summary: CollectSummary,
  { out, raw, isOffline }: { readonly out: string; readonly raw: string; readonly isOffline: boolean },
): string {
  const { failures, queries } = summary;
  return (
    `Collecting: ${failures.length} of ${queries} queries failed. ${reasonsOf(summary)} ` +
    `${out === "-" ? "Nothing was" : `${out} was not`} written; the answers that came are in ${raw}. The same command ${isOffline ? "without --offline " : ""}asks for the others; ` +
    "--partial writes without them."
  );
}

function reasonsOf({ failures }: CollectSummary): string {
  const byReason = new Map<string, string[]>();
  for (const { query, reason } of failures) byReason.set(reason, [...(byReason.get(reason) ?? []), query]);
  const reasons = [...byReason].slice(0, SHOWN).map(([reason, names]) => `${some(names)}: ${asSentence(reason)}`);
  const others =
    byReason.size > SHOWN ? [`And ${counted(byReason.size - SHOWN, "other reason")} (--json has all).`] : [];
  return [...reasons, ...others].join(" ");
}

function some(names: readonly string[]): string {
  return someOf(names.map((name) => `"${name}"`));
}
