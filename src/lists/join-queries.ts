import { at } from "../core/at.ts";
import { SemqrelError } from "../core/errors.ts";
import { plainSpelling } from "../core/text/escape.ts";
import { quoted, someOf } from "../core/text/wording.ts";
import { type Hash, isOneWord, oneWordKey, withOneTypography } from "../core/titles/keys.ts";
import type { Judgments, NumberedNames, Query, QueryTable, ResultLists, Run } from "../core/types.ts";
import { SHOWN_EXAMPLES, type Warning } from "../core/warnings.ts";
import { rowsOfQuery } from "./group-results.ts";

/**
 * Joins the queries of tables. Ids and texts count as equal if they only differ in letter case, white space, dashes,
 * quotes, Unicode form or invisible characters, unless one table has both spellings.
 */
export function joinQueries(tables: readonly QueryTable[]) {
  const spellings = {
    ids: joinSpellings(tables.map(({ ids }) => ids ?? [])),
    texts: joinSpellings(tables.map(({ texts }) => texts ?? [])),
  };
  const cellsOf = ({ ids, texts }: QueryTable, row: number) => {
    const [id, text] = [ids?.[row] ?? "", texts?.[row] ?? ""];
    return { id: spellings.ids.get(id) ?? id, text: spellings.texts.get(text) ?? text };
  };
  const { textOfId, idsOfText } = pairIdsWithTexts(tables, cellsOf);
  const numbers = new Map<string, number>();
  const pairs: { id: string | null; text: string | null }[] = [];
  const isId = (text: string) => textOfId.has(text) && !idsOfText.has(text);
  const queryOfRow = tables.map((table) => {
    // If a file has no ids, its texts may be ids, such as `q7` from the file name `q7.json`, that another file names.
    const areIds = table.ids === null && table.lines.every((_, row) => isId(cellsOf(table, row).text));
    return Int32Array.from(table.lines, (line, row) => {
      const cells = cellsOf(table, row);
      const given = areIds ? { id: cells.text, text: "" } : cells;
      const ids = given.id === "" ? (idsOfText.get(given.text) ?? []) : [given.id];
      if (ids.length > 1) {
        const { source } = table;
        const message =
          `Joining queries: ${source}:${line} gives only the text ${quoted(given.text)}, which the ids ${ids.join(", ")} share. ` +
          "Add a query id column to this file, or join by texts alone with --query-id-column none, so that each text is one query.";
        throw new SemqrelError("AMBIGUOUS_QUERY", message, { details: { source, line, text: given.text, ids } });
      }
      const [id = ""] = ids;
      const text = given.text || textOfId.get(id)?.text || "";
      const key = id === "" ? `text ${text}` : `id ${id}`;
      const number = numbers.get(key) ?? pairs.push({ id: id || null, text: text || null }) - 1;
      numbers.set(key, number);
      return number;
    });
  });
  const warnings = joinedSpellings([...spellings.texts, ...spellings.ids]);
  return { queries: nameQueries(pairs), queryOfRow, warnings };
}

export type Spelling = readonly [spelling: string, first: string];

export function joinedSpellings(joined: readonly Spelling[]): Warning[] {
  return joined.length === 0 ? [] : [{ kind: "joined-spellings", ...shownSpellings(joined) }];
}

export function shownSpellings(joined: readonly Spelling[]) {
  const shown = joined.slice(0, SHOWN_EXAMPLES);
  return {
    count: joined.length,
    examples: shown.map(([spelling, first]) => `${quoted(first)} and ${quoted(spelling)}`),
  };
}

/**
 * Maps variants of an id or text (with the same `spellingKey`) to the first variant in `known` and then in the tables.
 * Leaves variants alone if `known` has several of them, or if `known` has none and one table has several.
 */
export function joinSpellings(
  tables: readonly Iterable<string>[],
  known: readonly string[] = [],
): ReadonlyMap<string, string> {
  const spellingsOfKey = new Map<string, Set<string>>();
  const ambiguous = new Set<string>();
  const knownKeys = new Set(known.map(spellingKey));
  for (const table of [known, ...tables]) {
    const ofTable = new Map<string, string>();
    for (const spelling of new Set(table)) {
      const key = spellingKey(spelling);
      if (ofTable.has(key) && (table === known || !knownKeys.has(key))) ambiguous.add(key);
      ofTable.set(key, spelling);
      spellingsOfKey.set(key, (spellingsOfKey.get(key) ?? new Set()).add(spelling));
    }
  }
  const joined = new Map<string, string>();
  for (const [key, [first = "", ...others]] of spellingsOfKey) {
    if (key !== "" && !ambiguous.has(key)) for (const other of others) joined.set(other, first);
  }
  return joined;
}

/** Returns a key that is the same for spellings of a query that differ only in case, white space or typography. */
export function spellingKey(text: string): string {
  return withOneTypography(text).toLowerCase();
}

function pairIdsWithTexts(tables: readonly QueryTable[], cellsOf: CellsOf) {
  const textOfId = new Map<string, { text: string; source: string; line: number }>();
  const idsOfText = new Map<string, string[]>();
  for (const table of tables) {
    if (table.ids === null || table.texts === null) continue;
    for (let row = 0; row < table.lines.length; row++) {
      const { id, text } = cellsOf(table, row);
      if (id === "" || text === "") continue;
      const line = at(table.lines, row);
      const first = textOfId.get(id);
      if (first === undefined) {
        textOfId.set(id, { text, source: table.source, line });
        idsOfText.set(text, [...(idsOfText.get(text) ?? []), id]);
      } else if (first.text !== text) {
        const { source } = table;
        const message =
          `Joining queries: id ${quoted(id)} has the text ${quoted(first.text)} (${first.source}:${first.line}) and the ` +
          `text ${quoted(text)} (${source}:${line}). Correct one, or leave the ids of a file out with --query-id-column none.`;
        throw new SemqrelError("AMBIGUOUS_QUERY", message, { details: { source, line, id, text } });
      }
    }
  }
  return { textOfId, idsOfText };
}

type CellsOf = (table: QueryTable, row: number) => { readonly id: string; readonly text: string };

/** Names a query by its text if no other query has it, otherwise by its id. Uses both if the id is another's name. */
function nameQueries(pairs: readonly { id: string | null; text: string | null }[]): Query[] {
  const uses = new Map<string, number>();
  for (const { text } of pairs) if (text !== null) uses.set(text, (uses.get(text) ?? 0) + 1);
  const isEnough = (id: string | null, text: string) => uses.get(text) === 1 || id === null;
  const taken = new Set(pairs.flatMap(({ id, text }) => (text !== null && isEnough(id, text) ? [text] : [])));
  return pairs.map(({ id, text }) => {
    if (text !== null && isEnough(id, text)) return { id, text, name: text };
    let name = id ?? "";
    const addition = text === null ? "(id)" : `(${id})`;
    for (let longer = text ?? name; taken.has(name); name = longer) longer += ` ${addition}`;
    taken.add(name);
    return { id, text, name };
  });
}

export type QueryPairs = Iterable<readonly [id: string, text: string]>;

export function* pairsOf(names: NumberedNames, texts: ReadonlyMap<number, string>): QueryPairs {
  for (const [query, text] of texts) yield [names.nameOf(query), text];
}

export function* pairsOfTable({ ids, texts, lines }: QueryTable): QueryPairs {
  for (let row = 0; row < lines.length; row++) yield [ids?.[row] ?? "", texts?.[row] ?? ""];
}

/** Maps queries that only the run has to those that only the judgments have, by `spellingKey`. Skips ambiguous keys. */
export function respelledQueries(names: NumberedNames, judged: Int32Array, queries: Int32Array): Map<number, number> {
  const isJudged = new Set(judged);
  const ofRun = new Set(queries);
  const others = [...ofRun].filter((query) => !isJudged.has(query));
  if (others.length === 0) return new Map();
  const missing = judged.filter((query) => !ofRun.has(query));
  const byKey = onlyByKey(names, missing);
  const found = [...onlyByKey(names, others)].map(([key, query]) => [query, byKey.get(key) ?? -1] as const);
  return new Map(found.filter(([query, meant]) => query >= 0 && meant >= 0));
}

/** Maps texts that the run lacks to the run's query with the same `spellingKey`. Skips keys of several queries. */
export function respelledTexts(names: NumberedNames, queries: Int32Array, pairs: QueryPairs): Map<string, number> {
  const ofRun = new Set(queries);
  const missing = new Set<string>();
  for (const [, text] of pairs) if (text !== "" && !ofRun.has(names.find(text))) missing.add(text);
  if (missing.size === 0) return new Map();
  const byKey = onlyByKey(names, ofRun);
  const found = [...missing].map((text) => [text, byKey.get(spellingKey(text)) ?? -1] as const);
  return new Map(found.filter(([, meant]) => meant >= 0));
}

/**
 * Maps a document of a run to the judged document with the same `plainSpelling`. Maps only names with exactly two
 * spellings: one that only the run has, and one that only the judgments have.
 */
export function respelledDocuments(names: NumberedNames, judged: Int32Array, ofRun: Int32Array): Map<number, number> {
  const unusual = names.unusual();
  if (unusual.length === 0) return new Map();
  const [isJudged, isOfRun] = [new Uint8Array(names.size), new Uint8Array(names.size)];
  for (const document of judged) isJudged[document] = 1;
  for (const document of ofRun) isOfRun[document] = 1;
  const spellings = new Map<string, Set<number>>();
  for (const document of unusual) {
    const key = plainSpelling(names.nameOf(document));
    const found = spellings.get(key) ?? new Set([names.find(key)].filter((known) => known >= 0));
    spellings.set(key, found.add(document));
  }
  const pairs = [...spellings.values()].flatMap((found) => {
    const used = [...found].filter((document) => isJudged[document] === 1 || isOfRun[document] === 1);
    const [one = 0, other = 0] = used.sort((first, second) => (isJudged[first] ?? 0) - (isJudged[second] ?? 0));
    const isPair = used.length === 2 && isJudged[one] === 0 && isOfRun[other] === 0;
    return isPair ? [[one, other] as const] : [];
  });
  return new Map(pairs);
}

/** Maps each key to its query; -1 if several queries have it. */
function onlyByKey(names: NumberedNames, queries: Iterable<number>): Map<string, number> {
  const found = new Map<string, number>();
  for (const query of queries) {
    const key = spellingKey(names.nameOf(query));
    found.set(key, found.has(key) ? -1 : query);
  }
  return found;
}

/**
 * Returns the new number of each query name. A pair has the id and the text of a query. If only one of these names is
 * judged, the other gets its number; but a name that would get several numbers keeps its own. A name of several words
 * without a judged partner gets the number of its `oneWordKey`, if that is judged. All other names keep their numbers.
 */
export function renameQueries(names: NumberedNames, judged: Int32Array, pairs: QueryPairs, hash: Hash): Int32Array {
  const isJudged = new Uint8Array(names.size);
  for (const query of judged) isJudged[query] = 1;
  const renamed = Int32Array.from({ length: names.size }, (_, query) => {
    if (isJudged[query] === 1) return query;
    const name = names.nameOf(query);
    const key = isOneWord(name) ? query : names.find(oneWordKey(null, name, hash));
    return isJudged[key] === 1 ? key : query;
  });
  const meant = new Map<number, Set<number>>();
  for (const [idName, textName] of pairs) {
    const [id, text] = [names.find(idName || "\u0000"), names.find(textName || "\u0000")];
    if (id < 0 || text < 0 || isJudged[id] === isJudged[text]) continue;
    const [query, judgedQuery] = isJudged[id] === 1 ? [text, id] : [id, text];
    meant.set(query, (meant.get(query) ?? new Set()).add(judgedQuery));
  }
  for (const [query, [one = query, other]] of meant) renamed[query] = other === undefined ? one : query;
  return renamed;
}

/** @param file - the file of `--queries`; null if there is none */
export function requireSharedQueries(
  reference: ResultLists,
  candidate: ResultLists,
  queries: readonly Query[],
  file: string | null = null,
): void {
  const sideOf = (lists: ResultLists) => ({
    source: lists.source,
    column: lists.queryColumn,
    queries: queries.filter((_, query) => rowsOfQuery(lists, query).length > 0),
  });
  const [one, other] = [sideOf(reference), sideOf(candidate)];
  const namesOf = (side: Side) => side.queries.slice(0, 3).map(({ name }) => name);
  const details = { engine: candidate.engine, reference: namesOf(one), candidate: namesOf(other) };
  requireShared(one, other, file, details);
}

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
    requireShared({ source: first.source, queries: listed }, { source, queries: ofFile }, source, { file: source });
  }
}

interface Side {
  readonly source: string;
  readonly queries: readonly Query[];
  readonly column?: string | undefined;
}

function requireShared(one: Side, other: Side, file: string | null, details: Readonly<Record<string, unknown>>): void {
  const shared = new Set(one.queries);
  if (other.queries.some((query) => shared.has(query))) return;
  const shownQuery = ({ id, text }: Query) => {
    if (text === null) return quoted(id ?? "");
    return id === null ? quoted(text) : `${quoted(text)} (id ${quoted(id)})`;
  };
  const [ofOne, ofOther] = [one, other].map(
    (side) => `${side.source} has ${someOf(side.queries.map(shownQuery))}${columnOf(side)}`,
  );
  const found = `${ofOne}; ${ofOther}. ${remedy(one, other, file)}`;
  const message = `Joining ${other.source} with ${one.source}: no query in common. ${found}`;
  throw new SemqrelError("NO_COMMON_QUERY", message, { details });
}

function remedy(reference: Side, candidate: Side, file: string | null): string {
  const isById = ({ queries }: Side) => queries.length > 0 && queries.every(({ text }) => text === null);
  if (isById(reference) !== isById(candidate)) {
    const [byId, byText] = isById(reference) ? [reference, candidate] : [candidate, reference];
    const texts = new Set(byText.queries.map(({ text }) => text));
    if (byId.queries.some(({ id }) => texts.has(id))) {
      const what = `The query ids of ${byId.source} are query texts of ${byText.source}`;
      return `${what}: read them as texts with --query-column NAME --query-id-column none.`;
    }
    if (file === null)
      return "One file names queries by id, the other by text: join them with --queries FILE (id TAB text).";
  }
  const texts = new Set(reference.queries.map(({ text }) => text));
  const equalTexts = candidate.queries.filter(({ text }) => text !== null && texts.has(text)).length;
  if (equalTexts > 0) {
    return `${equalTexts} of them have equal texts, but each file has its own ids. Join by the texts with --query-id-column none.`;
  }
  const ofKeywords = `${columnOf(reference)}${columnOf(candidate)}`;
  const join = ofKeywords === "" ? "" : " If each file has one query, join them with semqrel convert --join.";
  return file === null
    ? `Check that both files have the same queries, or join ids and texts with --queries FILE.${join}`
    : `Each list needs ids or texts that are in ${file} (id TAB text).${join}`;
}

/** Mentions a column whose name contains "keyword", because it may contain keywords of documents. */
function columnOf({ column = "query" }: Side): string {
  return /keyword/i.test(column) ? ` (column ${quoted(column)})` : "";
}

export function requireJudgedQuery(run: Run, judgments: Judgments, remedy: string): void {
  const judged = new Set(judgments.queries);
  if (run.queries.some((query) => judged.has(query))) return;
  const someOfRows = ({ queries, names }: Judgments | Run) => {
    const shown = Array.from(queries.subarray(0, SHOWN_EXAMPLES), (query) => quoted(names.queries.nameOf(query)));
    return shown.join(", ") || "none";
  };
  const message =
    `Joining ${run.source} with ${judgments.source}: no query in common. The judgments have ${someOfRows(judgments)}; ` +
    `the run has ${someOfRows(run)}. ${remedy}`;
  throw new SemqrelError("NO_COMMON_QUERY", message, { details: { run: run.name, file: run.source } });
}

/** Returns whether no document of the run is judged for any query; false if run or judgments are empty. */
export function isUnjudgedRun(run: Run, judgments: Judgments): boolean {
  const judged = new Set(judgments.documents);
  return run.documents.length > 0 && judged.size > 0 && !run.documents.some((document) => judged.has(document));
}

export function noJudgedDocument(run: Run, judgments: Judgments, isByTitle: boolean): SemqrelError {
  const { documents } = judgments.names;
  const [first = -1] = run.documents;
  const [judgedOne = -1] = judgments.documents;
  const found = isByTitle ? "no ids" : quoted(documents.nameOf(first));
  const message =
    `Joining ${run.source} with ${judgments.source}: no document in common, so every measure would be 0. The judgments ` +
    `have ${quoted(documents.nameOf(judgedOne))}; the run has ${found}. ` +
    "Give lists and judgments with the same document ids.";
  return new SemqrelError("NO_COMMON_DOCUMENT", message, { details: { run: run.name, file: run.source } });
}
