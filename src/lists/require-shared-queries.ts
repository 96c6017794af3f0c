/** Do two engines, or a file of queries and engines, share any query? */
import { at } from "../core/at.ts";
import { SemqrelError } from "../core/errors.ts";
import { quoted, someOf } from "../core/text/wording.ts";
import type { Judgments, Query, ResultLists, Run } from "../core/types.ts";
import { SHOWN_EXAMPLES } from "../core/warnings.ts";
import { rowsOfQuery } from "./group-results.ts";

/**
 * @throws SemqrelError NO_COMMON_QUERY  shows some queries of each side, and what may keep them apart: ids of one that
 *                                       are texts of the other, or ids of their own
 *                                       details: { engine, reference, candidate }
 */
export function requireSharedQueries(reference: ResultLists, candidate: ResultLists, queries: readonly Query[]): void {
  const answered = (lists: ResultLists) => queries.filter((_, query) => rowsOfQuery(lists, query).length > 0);
  const ofReference = answered(reference);
  const ofCandidate = answered(candidate);
  const details = { engine: candidate.engine, reference: names(ofReference), candidate: names(ofCandidate) };
  requireShared(
    { source: reference.source, queries: ofReference },
    { source: candidate.source, queries: ofCandidate },
    details,
  );
}

/**
 * @param intended numbers of the queries that the file `source` has
 * @throws SemqrelError NO_COMMON_QUERY  no list has any of them, as above   details: { file }
 */
export function requireListedQueries(
  source: string,
  intended: Int32Array,
  lists: readonly ResultLists[],
  queries: readonly Query[],
): void {
  const listed = queries.filter((_, query) => lists.some((one) => rowsOfQuery(one, query).length > 0));
  const ofFile = Array.from(new Set(intended), (query) => at(queries, query));
  const [first] = lists;
  if (first && ofFile.length > 0) {
    requireShared({ source: first.source, queries: listed }, { source, queries: ofFile }, { file: source });
  }
}

function requireShared(one: Side, other: Side, details: Readonly<Record<string, unknown>>): void {
  const shared = new Set(one.queries);
  if (other.queries.some((query) => shared.has(query))) return;
  const message =
    `Joining ${other.source} with ${one.source}: no query in common. ` +
    `${one.source} has ${some(one.queries)}; ${other.source} has ${some(other.queries)}. ${remedy(one, other)}`;
  throw new SemqrelError("NO_COMMON_QUERY", message, { details });
}

interface Side {
  readonly source: string;
  readonly queries: readonly Query[];
}

function remedy(reference: Side, candidate: Side): string {
  if (isById(reference) !== isById(candidate)) {
    const [byId, byText] = isById(reference) ? [reference, candidate] : [candidate, reference];
    const texts = new Set(byText.queries.map(({ text }) => text));
    return byId.queries.some(({ id }) => texts.has(id))
      ? `The query ids of ${byId.source} are query texts of ${byText.source}: ` +
          "read them as texts with --query-column NAME --query-id-column none."
      : "One file names queries by id, the other by text: join them with --queries FILE (id TAB text).";
  }
  const texts = new Set(reference.queries.map(({ text }) => text));
  const equalTexts = candidate.queries.filter(({ text }) => text !== null && texts.has(text)).length;
  if (equalTexts > 0) {
    return `${equalTexts} of them have equal texts, but each file has its own ids: go by the texts with --query-id-column none.`;
  }
  return "Check that both files have the same queries, or join ids and texts with --queries FILE.";
}

function isById({ queries }: Side): boolean {
  return queries.length > 0 && queries.every(({ text }) => text === null);
}

function names(queries: readonly Query[]): string[] {
  return queries.slice(0, 3).map((query) => query.name);
}

function some(queries: readonly Query[]): string {
  const shown = ({ id, text }: Query) => {
    if (text === null) return quoted(id ?? "");
    return id === null ? quoted(text) : `${quoted(text)} (id ${quoted(id)})`;
  };
  return someOf(queries.map(shown));
}

/**
 * @param run    shares its names with the judgments
 * @param remedy a sentence
 * @throws SemqrelError NO_COMMON_QUERY  shows some queries of each side   details: { run, file }
 */
export function requireJudgedQuery(run: Run, judgments: Judgments, remedy: string): void {
  const judged = new Set(judgments.queries);
  if (run.queries.some((query) => judged.has(query))) return;
  const message =
    `Joining ${run.source} with ${judgments.source}: no query in common. The judgments have ${someNamed(judgments)}; ` +
    `the run has ${someNamed(run)}. ${remedy}`;
  throw new SemqrelError("NO_COMMON_QUERY", message, { details: { run: run.name, file: run.source } });
}

/**
 * @param run shares its names with the judgments
 * @param isByTitle whether the run has titles for ids
 * @throws SemqrelError NO_COMMON_DOCUMENT  names a document of each side   details: { run, file }
 */
export function requireJudgedDocument(run: Run, judgments: Judgments, isByTitle: boolean): void {
  const judged = new Set(judgments.documents);
  const [first] = run.documents;
  const [judgedOne] = judgments.documents;
  if (first === undefined || judgedOne === undefined || run.documents.some((one) => judged.has(one))) return;
  const { documents } = judgments.names;
  const found = isByTitle ? "no ids" : quoted(documents.nameOf(first));
  const message =
    `Joining ${run.source} with ${judgments.source}: no document in common, so every measure would be 0. The judgments ` +
    `have ${quoted(documents.nameOf(judgedOne))}; the run has ${found}. ` +
    "Give lists and judgments that name documents alike.";
  throw new SemqrelError("NO_COMMON_DOCUMENT", message, { details: { run: run.name, file: run.source } });
}

function someNamed({ queries, names }: Judgments | Run): string {
  const shown = Array.from(queries.subarray(0, SHOWN_EXAMPLES), (query) => quoted(names.queries.nameOf(query)));
  return shown.length === 0 ? "none" : shown.join(", ");
}
