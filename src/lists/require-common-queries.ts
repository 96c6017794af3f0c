/**
 * Do two engines answer the same queries at all?
 */
import { SemqrelError } from "../errors.ts";
import type { Query, ResultLists } from "../types.ts";
import { rowsOfQuery } from "./group-results.ts";

/**
 * @throws SemqrelError NO_COMMON_QUERY  shows some queries of each side, and says so when they differ only by case or
 *                                       spaces, or one side gives ids and the other texts   details: { engine, … }
 */
export function requireCommonQueries(reference: ResultLists, candidate: ResultLists, queries: readonly Query[]): void {
  const answered = (lists: ResultLists) => queries.filter((_, query) => rowsOfQuery(lists, query).length > 0);
  const ofReference = answered(reference);
  const ofCandidate = answered(candidate);
  const shared = new Set(ofReference);
  if (ofCandidate.some((query) => shared.has(query))) return;
  const loose = new Set(ofReference.map((query) => looseName(query)));
  const nearly = ofCandidate.filter((query) => loose.has(looseName(query)));
  const remedy = () => {
    if (nearly.length > 0) {
      return `${nearly.length} of them differ only by case or spaces: make the query texts equal in both files.`;
    }
    const oneSideById = ofReference.every(idOnly) !== ofCandidate.every(idOnly);
    if (oneSideById)
      return "One file names queries by id, the other by text: join them with --queries FILE (id TAB text).";
    return "Check that both files hold the same queries, or join ids and texts with --queries FILE.";
  };
  throw new SemqrelError(
    "NO_COMMON_QUERY",
    `Joining ${candidate.source} with ${reference.source}: no query in common. ` +
      `${reference.source} has ${some(ofReference)}; ${candidate.source} has ${some(ofCandidate)}. ${remedy()}`,
    { details: { engine: candidate.engine, reference: names(ofReference), candidate: names(ofCandidate) } },
  );
}

function idOnly(query: Query): boolean {
  return query.text === null;
}

function looseName(query: Query): string {
  return query.name.toLowerCase().replace(/\s+/g, " ").trim();
}

function names(queries: readonly Query[]): string[] {
  return queries.slice(0, 3).map((query) => query.name);
}

function some(queries: readonly Query[]): string {
  const shown = names(queries).map((name) => `"${name}"`);
  return queries.length > shown.length
    ? `${shown.join(", ")} and ${queries.length - shown.length} more`
    : shown.join(", ");
}
