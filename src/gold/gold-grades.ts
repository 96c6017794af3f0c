import { existsSync } from "node:fs";
import { at } from "../core/at.ts";
import { SemqrelError } from "../core/errors.ts";
import { sha256 } from "../core/files/read-whole.ts";
import { filledText, list, nullable, nullish, object, text } from "../core/schema.ts";
import { quoted, someOf } from "../core/text/wording.ts";
import { titleKey } from "../core/titles/clean-title.ts";
import { isOneWord, oneWordKey } from "../core/titles/keys.ts";
import { makeNames } from "../core/titles/name-table.ts";
import type { Judgments, PooledPair, RawJudgments, ResultLists, StoredLabels } from "../core/types.ts";
import { type JudgedPair, judgedPairs, topLabelOf } from "../io/judgments/chosen-judgments.ts";
import { findLowest, readJudgments } from "../io/judgments/read-judgments.ts";
import { readOwnDocument, requireContent } from "../io/read-own-document.ts";
import {
  type DocumentSigns,
  documentKeys,
  QueryDocuments,
  queryKey,
  rowIdentifiers,
  signsOf,
} from "../lists/documents.ts";
import { groupJudgments, withOneSpelling } from "../lists/group-judgments.ts";
import { rowsOfQuery } from "../lists/group-results.ts";
import { queriesOf } from "./gold-set.ts";
import { freeName } from "./pools/pool-results.ts";

export type GoldGrades = Awaited<ReturnType<typeof readGoldGrades>>;

export function hasGrade(grades: ReadonlyMap<string, number> | null | undefined): boolean {
  return [...(grades?.values() ?? [])].some((grade) => grade >= 0);
}

/** Returns the grades; null for a query without judged documents, because all engines would score 0 there. */
export function gradesOfRated({ grades }: Pick<GoldGrades, "grades">): GoldGrades["grades"] {
  return grades.map((ofQuery) => (hasGrade(ofQuery) ? ofQuery : null));
}

/**
 * Reads judgments and joins them with `stored`. Joins queries by id, text, or their name in TREC files. Joins documents
 * like `QueryDocuments`, with titles from the file or its provenance. Joins all other documents by the name that
 * `semqrel label` gives them: the id in the input, or a hash of the title. If results with the same id have different
 * titles, the id only counts for the title that was judged. If only some engines have ids, a document may have several
 * names in the file. If these have the same grade, the document counts once.
 */
export async function readGoldGrades(path: string, stored: StoredLabels) {
  const names = makeNames();
  const { judgments: read, file } = await readJudgments(path, names, { format: null, keepsIterations: false });
  const raw = withOneSpelling(read);
  const { judgments, warnings } = groupJudgments(raw);
  const places = placesOf(stored, raw, judgments);
  if (places.every((place) => place === null)) throw nothingShared(stored, judgments);
  const given = places.map((place) => place && gradesOf(judgments, place.place));
  const pairsOf = judgedPairs(path);
  const titlesOfFile = titlesOf(raw);
  const judged = given.map((grades, query) => {
    const { number = -1 } = places[query] ?? {};
    const name = number < 0 ? "" : raw.names.queries.nameOf(number);
    const pairs = pairsOf(name, raw.queryTexts.get(number) ?? "");
    return grades && new JudgedQuery(grades, pairs, titlesOfFile(number), namedRows(stored, query));
  });
  return {
    /** For each query, the grade of each document, negative if it was not judged; null if the file lacks the query. */
    grades: judged.map((ofQuery): ReadonlyMap<string, number> | null => ofQuery?.grades ?? null),
    /** For each engine and row, the document's name in `grades`. Repeats and unknown documents get names not in it. */
    documentKeys: stored.engines.map(({ lists }) => joinedKeys(lists, judged)),
    /** Finds the document with this name or title, and returns its name in `grades`; null if there is none. */
    documentOf: (query: number, name: string, title: string) =>
      judged[query]?.documentOf(name, signsOf({ id: name, title })) ?? null,
    /** Whether the file has a row for this query and document name, even if `grades` leaves it out. */
    hasName: (query: number, name: string) => given[query]?.has(name) ?? false,
    /** The highest possible label, even if no document has it; 0 for a file from another tool. */
    topGrade: topLabelOf(path),
    file,
    warnings: [...warnings, ...findLowest(judgments, file.format)],
  };
}

type NamedRow = ReturnType<typeof namedRows>[number];

class JudgedQuery {
  readonly grades: Map<string, number>;
  readonly #names: string[] = [];
  readonly #documents = new QueryDocuments();
  /** Ids that several titles share, such as row numbers. */
  readonly #shared = new Set<string>();
  /** Shared ids that the lists contain with the judged title. With another title, such an id names another document. */
  readonly #claimed = new Set<string>();

  constructor(
    grades: ReadonlyMap<string, number>,
    pairs: readonly JudgedPair[],
    titles: ReadonlyMap<string, string>,
    rows: readonly NamedRow[],
  ) {
    this.grades = new Map(grades);
    const titleOfId = new Map<string, string>();
    for (const { id, title } of rows) {
      if ((titleOfId.get(id) ?? title) !== title) this.#shared.add(id);
      titleOfId.set(id, title);
    }
    for (const { id, title, sameAs } of pairs) this.#join([{ id, title }, ...sameAs]);
    for (const [name, title] of titles) this.#join([{ id: name, title }]);
    // If only some engines have ids, a gold set may name one document twice: by its id, and by a hash of its title.
    for (const [id, title] of titleOfId) {
      if (!grades.has(id) || this.#shared.has(id)) continue;
      this.#join([id, titleName(title)].map((name) => ({ id: name, title: "" })));
    }
    for (const name of grades.keys()) this.#join([{ id: name, title: "" }]);
    for (const { id, title } of rows) {
      const document = this.#shared.has(id) ? this.#documents.named(id) : null;
      if (document !== null && this.#documents.hasTitle(document, title)) this.#claimed.add(id);
    }
  }

  documentOf(name: string, signs: DocumentSigns): string | null {
    const known = [name, titleName(signs.title)];
    const names = this.#shared.has(name) ? known.toReversed() : known;
    const document =
      this.#documents.find({ ...signs, names }) ?? (this.#claimed.has(name) ? null : this.#documents.named(name));
    return document === null ? null : at(this.#names, document);
  }

  /** Joins the names of one document. If several of them have the same grade, only the first name stays in `grades`. */
  #join(entries: readonly Omit<JudgedPair, "sameAs">[]): void {
    const judged = entries.filter(({ id }) => this.grades.has(id) && this.#documents.named(id) === null);
    const [first] = judged;
    if (first === undefined) return;
    const grade = this.grades.get(first.id);
    const document = this.#names.push(first.id) - 1;
    for (const { id, title } of entries) {
      const isOther = this.grades.has(id) && this.#documents.named(id) === null && this.grades.get(id) !== grade;
      this.#documents.add(document, isOther ? { identifiers: [], title: titleKey(title) } : signsOf({ id, title }));
    }
    for (const { id } of judged) if (id !== first.id && this.grades.get(id) === grade) this.grades.delete(id);
  }
}

function namedRows({ engines, reference }: StoredLabels, query: number) {
  return (reference === null ? engines : [...engines, reference]).flatMap(({ lists }) =>
    Array.from(rowsOfQuery(lists, query)).flatMap((row) => {
      const id = lists.ids?.[row] ?? "";
      return isOneWord(id) ? [{ id, title: titleKey(at(lists.titles, row)) }] : [];
    }),
  );
}

/** Returns each query's number in the judgments, and this number's index in `judgments.queries`; null if absent. */
function placesOf({ queries, queryKeys }: StoredLabels, raw: RawJudgments, judgments: Judgments) {
  const placed = Array.from(judgments.queries, (number, place) => ({ place, number }));
  const texts = placed.map((query) => [raw.queryTexts.get(query.number), query] as const);
  const names = placed.map((query) => [raw.names.queries.nameOf(query.number), query] as const);
  // Names are added last: if one query's name is another query's text, the name takes precedence.
  const known = new Map([...texts, ...names]);
  return queries.map(({ id, text, name }, query) => {
    const hashed = oneWordKey(null, text ?? name, sha256);
    const found = [queryKeys[query], id, text, name, hashed].find((each) => known.has(each ?? ""));
    return known.get(found ?? "") ?? null;
  });
}

function gradesOf({ names, offsets, documents, labels }: Judgments, place: number): ReadonlyMap<string, number> {
  const grades = new Map<string, number>();
  for (let row = at(offsets, place); row < at(offsets, place + 1); row++) {
    grades.set(names.documents.nameOf(at(documents, row)), at(labels, row));
  }
  return grades;
}

function titleName(title: string): string {
  return oneWordKey(null, title, sha256);
}

function titlesOf({ titles, queries, documents, names }: RawJudgments): (query: number) => ReadonlyMap<string, string> {
  const ofQuery = new Map<number, Map<string, string>>();
  titles?.forEach((title, row) => {
    if (title === "") return;
    const query = at(queries, row);
    const known = ofQuery.get(query) ?? new Map<string, string>();
    ofQuery.set(query, known);
    const name = names.documents.nameOf(at(documents, row));
    if (!known.has(name)) known.set(name, title);
  });
  return (query) => ofQuery.get(query) ?? new Map();
}

/** Returns the document's name in `grades` for its first row in a list. Other rows get names that `grades` lacks. */
function joinedKeys(lists: ResultLists, judged: readonly (JudgedQuery | null)[]): string[] {
  const keys = documentKeys(lists, sha256);
  const identifiersOf = rowIdentifiers(lists);
  for (const [query, ofQuery] of judged.entries()) {
    if (ofQuery === null) continue;
    const rows = rowsOfQuery(lists, query);
    const own = Array.from(rows, (row) => at(keys, row));
    const isTaken = new Set<string>(ofQuery.grades.keys());
    const seen = new Set<string>();
    const isHole = Array.from(rows, (row) => {
      const signs = { identifiers: identifiersOf(row), title: titleKey(at(lists.titles, row)) };
      const name = ofQuery.documentOf(at(keys, row), signs);
      if (name === null || seen.has(name)) return true;
      seen.add(name);
      keys[row] = name;
      return false;
    });
    for (const [place, row] of rows.entries()) {
      if (!at(isHole, place)) continue;
      keys[row] = freeName(at(own, place), (name) => isTaken.has(name));
      isTaken.add(at(keys, row));
    }
  }
  return keys;
}

function nothingShared({ source, queries }: StoredLabels, { source: file, names, queries: judged }: Judgments) {
  const ours = queries.map(({ id, name }) => quoted(id === null || id === name ? name : `${id} ${name}`));
  const theirs = Array.from(judged, (query) => quoted(names.queries.nameOf(query)));
  const found = `The judgments have ${someOf(theirs)}; the labels have ${someOf(ours)}.`;
  const remedy = "If one has ids and the other texts, run semqrel label with --queries FILE (id TAB text).";
  const message = `Joining ${source} with ${file}: no query in common. ${found} ${remedy}`;
  return new SemqrelError("NO_COMMON_QUERY", message, { details: { file, labels: source } });
}

/** Returns the label of each pair, >= 0, or NaN. If the file lacks a pair, takes the label of its near duplicate. */
export async function readPairLabels(path: string, pairs: readonly PooledPair[]): Promise<Float64Array> {
  const queries = queriesOf(pairs);
  const stored = {
    source: "the pool",
    queries: queries.map(({ query, queryId }) => ({ name: query, id: queryId, text: query })),
    queryKeys: queries.map(({ query, queryId }) => queryKey({ id: queryId, name: query }, sha256)),
    engines: [],
    reference: null,
    model: null,
  };
  const { grades, documentOf } = await readGoldGrades(path, stored);
  const labels = new Float64Array(pairs.length).fill(Number.NaN);
  for (const [query, { pairs: places }] of queries.entries()) {
    for (const place of places) {
      const pair = at(pairs, place);
      const name = [pair, ...pair.merged].map(({ id, title }) => documentOf(query, id, title)).find((one) => one);
      const label = grades[query]?.get(name ?? "") ?? -1;
      if (label >= 0) labels[place] = label;
    }
  }
  return labels;
}

const schemaKind = "judge-provenance";
const schemaVersion = "1";
export const judgeProvenanceSchema = `semqrel.${schemaKind}/${schemaVersion}`;

export type JudgedBy = NonNullable<ReturnType<typeof judgedBy>>;

const pair = object({ by: nullable(filledText) });
const shape = object({ llm: filledText, sameAs: nullish(list(text), []), pairs: list(pair) });

/** Counts the labels from the language model and from other files. Returns null if `judge` did not write the file. */
export function judgedBy(path: string) {
  const beside = `${path}.provenance.json`;
  const document = existsSync(beside) ? readOwnDocument(beside) : null;
  if (document?.kind !== schemaKind) return null;
  const { llm, sameAs, pairs } = requireContent(document, schemaVersion, shape);
  const judged = pairs.filter(({ by }) => by === llm).length;
  return { llm, judged, existing: pairs.filter(({ by }) => by !== null).length - judged, sameAs };
}
