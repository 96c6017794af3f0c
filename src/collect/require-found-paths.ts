/** Do the paths find anything? Asked after the first queries, and at the end. */
import { SemqrelError } from "../core/errors.ts";
import { suggestion } from "../core/text/suggestion.ts";
import { asSentence, someOf } from "../core/text/wording.ts";
import type { CollectedQuery } from "./collect-query.ts";
import { type ResultPaths, SHOWN_PATHS } from "./read-page.ts";

/**
 * @param isEnough whether a path that has found nothing so far is wrong
 * @returns whether every path has found something
 * @throws SemqrelError INVALID_FORMAT   every answer lacks the list of results
 *                      MISSING_COLUMN   there are results, and none has what a path names   details: { path, fields }
 */
export function requireFoundPaths(done: readonly CollectedQuery[], paths: ResultPaths, isEnough: boolean): boolean {
  const lists = done.filter((one) => one.kind === "list");
  const unreadable = done.find((one) => one.kind === "failed" && one.isUnreadable);
  if (isEnough && lists.length === 0 && unreadable?.kind === "failed") {
    const message = `Reading answers: ${asSentence(unreadable.reason)} Correct --results; ${tryOffline}`;
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
  const message = `Reading answers: ${problem} Correct ${lacking.flag}; ${tryOffline}`;
  throw new SemqrelError("MISSING_COLUMN", message, { details: { path, fields } });
}

const tryOffline = "answers are kept, and the same command with --offline tries a path without asking.";

function meantBy(path: string, { results }: ResultPaths, fields: readonly string[]): string {
  if (path.startsWith(`${results}.`)) {
    return ` Paths begin in a result: "${path.slice(results.length + 1)}", without "${results}".`;
  }
  const inside = fields.find((field) => field.startsWith(`${path}.`));
  return inside === undefined ? suggestion(path, fields) : ` "${path}" is an object. Did you mean "${inside}"?`;
}
