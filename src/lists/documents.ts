/** Decides which rows are the same document: those with the same identifier, otherwise those with the same title. */
import { at, atKey } from "../core/at.ts";
import { cleanTitle, isUntitled, keyOfClean, titleKey } from "../core/titles/clean-title.ts";
import {
  globalIdentifier,
  type IdentifierKind,
  identifierColumns,
  identifierKey,
  identifierKind,
} from "../core/titles/identifiers.ts";
import { filledCell, type Hash, isOneWord, oneWordKey } from "../core/titles/keys.ts";
import type { PooledPair, Query, ResultLists } from "../core/types.ts";
import { rowsOfQuery } from "./group-results.ts";

export const GLOBAL_IDENTIFIERS = "identifiers";

type IdentifiedRows = Pick<ResultLists, "titles" | "ids" | "columns" | "queryOfRow">;

export function cellsOf({ ids, columns }: Pick<ResultLists, "ids" | "columns">, name: string) {
  return (name === "id" ? ids : null) ?? columns.get(name) ?? null;
}

/**
 * Returns a function that returns a row's identifiers in the order of `names`, the most decisive first. A name is a
 * column, `id`, or `identifiers` for all global identifiers (DOI, ISBN, PMID, arXiv id, URL).
 */
export function rowIdentifiers(lists: IdentifiedRows, names: readonly string[] = [GLOBAL_IDENTIFIERS]) {
  const columns = names.map((name) => {
    if (name === GLOBAL_IDENTIFIERS) return globalIdentifiers(lists);
    const cells = cellsOf(lists, name);
    return (row: number) => {
      const key = identifierKey(cells?.[row] ?? "");
      return key === "" ? [] : [`${name} ${key}`];
    };
  });
  // Computed once, because each engine and each matching method needs the identifiers of all rows.
  const found = lists.titles.map((_, row) => columns.flatMap((identifiersOf) => identifiersOf(row)));
  return (row: number): readonly string[] => at(found, row);
}

function globalIdentifiers(lists: IdentifiedRows): (row: number) => readonly string[] {
  const columnsOf = (kind: IdentifierKind) =>
    [...lists.columns].filter(([name]) => identifierKind(name) === kind).map(([, cells]) => ({ kind, cells }));
  const ids = lists.ids === null ? [] : [{ kind: null, cells: lists.ids }];
  const columns = [...identifierColumns.flatMap(columnsOf), ...ids, ...columnsOf("url")];
  if (columns.length === 0) return () => [];
  const identifiers = lists.titles.map((_, row) =>
    columns.map(({ kind, cells }) => globalIdentifier(cells[row] ?? "", kind)),
  );
  const keyOf = (row: number, identifier: string) => `${lists.queryOfRow[row]} ${identifier}`;
  const firstTitle = new Map<string, string>();
  // Ignores ISBNs and URLs that have several titles in a query, such as a book's ISBN given for each chapter.
  const shared = new Set<string>();
  for (const [row, all] of identifiers.entries()) {
    for (const key of all.filter(canBeShared).map((identifier) => keyOf(row, identifier))) {
      const title = titleKey(at(lists.titles, row));
      if ((firstTitle.get(key) ?? title) !== title) shared.add(key);
      else firstTitle.set(key, title);
    }
  }
  return (row) => [...new Set(at(identifiers, row))].filter((one) => one !== "" && !shared.has(keyOf(row, one)));
}

function canBeShared(identifier: string): boolean {
  return /^(?:isbn|url):/.test(identifier);
}

export interface DocumentSigns {
  /** Identifiers that are unique everywhere. */
  readonly identifiers: readonly string[];
  /** The key of the title; "" if there is no title. */
  readonly title: string;
  /** Ids that may belong to different documents in different files. */
  readonly names?: readonly string[];
}

/** Leaves out ISBNs and URLs, because only whole lists show whether several titles share them. */
export function signsOf({ id, title }: { readonly id: string; readonly title: string }): DocumentSigns {
  const identifier = globalIdentifier(id);
  const isOwn = identifier !== "" && !canBeShared(identifier);
  return { identifiers: isOwn ? [identifier] : [], title: titleKey(title), names: [id] };
}

export class QueryDocuments {
  readonly #ofIdentifier = new Map<string, number>();
  readonly #ofTitle = new Map<string, number[]>();
  readonly #ofName = new Map<string, number[]>();
  readonly #kinds = new Set<string>();
  readonly #titled = new Set<number>();

  /**
   * Finds the document with a given identifier; otherwise one with the given title, preferably also with a given name.
   * A document with this title does not count if it has another identifier of the same kind, such as another DOI.
   * A given name alone counts only if no title is given, or if the document has no title.
   */
  find({ identifiers, title, names = [] }: DocumentSigns): number | null {
    for (const identifier of identifiers) {
      const known = this.#ofIdentifier.get(identifier);
      if (known !== undefined) return known;
    }
    const isOther = (document: number) => identifiers.some((one) => this.#kinds.has(`${document} ${kindOf(one)}`));
    const sameTitle = (this.#ofTitle.get(title) ?? []).filter((document) => !isOther(document));
    const named = names.flatMap((name) => this.#ofName.get(name) ?? []);
    return (
      sameTitle.find((document) => named.includes(document)) ??
      sameTitle[0] ??
      named.find((document) => title === "" || !this.#titled.has(document)) ??
      null
    );
  }

  /** Finds the document with this name, whatever its title. */
  named(name: string): number | null {
    return this.#ofName.get(name)?.[0] ?? null;
  }

  hasTitle(document: number, title: string): boolean {
    return this.#ofTitle.get(title)?.includes(document) ?? false;
  }

  /** Documents added earlier are found first. */
  add(document: number, { identifiers, title, names = [] }: DocumentSigns): void {
    for (const identifier of identifiers) {
      if (!this.#ofIdentifier.has(identifier)) this.#ofIdentifier.set(identifier, document);
      // Leaves out ISBNs and URLs, because one document may have several, such as one for each edition or site.
      if (!canBeShared(identifier)) this.#kinds.add(`${document} ${kindOf(identifier)}`);
    }
    for (const name of names) addTo(this.#ofName, name, document);
    if (title === "") return;
    addTo(this.#ofTitle, title, document);
    this.#titled.add(document);
  }
}

function kindOf(identifier: string): string {
  return /^[^: ]*/.exec(identifier)?.[0] ?? "";
}

function addTo(documents: Map<string, number[]>, key: string, document: number): void {
  const known = documents.get(key);
  if (known === undefined) documents.set(key, [document]);
  else if (!known.includes(document)) known.push(document);
}

/** Returns a function that numbers the documents of one query from 0. `title` is a key; "" if there is none. */
export function documentNumbers() {
  const documents = new QueryDocuments();
  let count = 0;
  return (identifiers: readonly string[], title: string): number => {
    const document = documents.find({ identifiers, title }) ?? count++;
    documents.add(document, { identifiers, title });
    return document;
  };
}

export const NO_DOCUMENT = -1;

/**
 * Returns a function that gives the document numbers of a query's results, by list. Numbers start at 0, in order of
 * appearance. Untitled results get `NO_DOCUMENT`. Rows with more identifiers are compared first, whatever their list.
 */
export function documentsOfLists(lists: readonly ResultLists[]): (query: number) => readonly Int32Array[] {
  const identifiersOf = lists.map((own) => rowIdentifiers(own));
  return (query) => {
    const rows = lists.flatMap((own, list) =>
      Array.from(rowsOfQuery(own, query), (row, index) => {
        const title = cleanTitle(at(own.titles, row));
        return { list, index, title, identifiers: at(identifiersOf, list)(row) };
      }),
    );
    const titled = rows.filter(({ title }) => !isUntitled(title));
    const documentOf = documentNumbers();
    const identified = titled.toSorted((one, other) => other.identifiers.length - one.identifiers.length);
    const found = new Map(identified.map((row) => [row, documentOf(row.identifiers, keyOfClean(row.title))]));
    const numbers = new Map<number, number>();
    const documents = lists.map((own) => new Int32Array(rowsOfQuery(own, query).length).fill(NO_DOCUMENT));
    for (const row of titled) {
      const document = atKey(found, row);
      const number = numbers.get(document) ?? numbers.size;
      numbers.set(document, number);
      at(documents, row.list)[row.index] = number;
    }
    return documents;
  };
}

export class PairIndex {
  readonly #ofQuery = new Map<string, QueryDocuments>();

  /** Adds all pairs first, then the results that were merged into them. For both, `find` returns the pair's index. */
  constructor(pairs: readonly FiledPair[] = []) {
    for (const [index, pair] of pairs.entries()) this.add(index, pair);
    for (const [index, { query, merged }] of pairs.entries()) {
      for (const one of merged) this.add(index, { query, ...one });
    }
  }

  add(index: number, { query, id, title }: NamedPair): void {
    const documents = this.#ofQuery.get(query) ?? new QueryDocuments();
    this.#ofQuery.set(query, documents);
    documents.add(index, signsOf({ id, title }));
  }

  find(pair: NamedPair): number | null {
    return this.#ofQuery.get(pair.query)?.find(signsOf(pair)) ?? null;
  }
}

type NamedPair = Pick<PooledPair, "query" | "id" | "title">;
type FiledPair = NamedPair & { readonly merged: readonly Pick<PooledPair, "id" | "title">[] };

/** Returns the query's name in TREC files: its id if this is one word, else its text if one word, else a hash. */
export function queryKey({ id, name }: Pick<Query, "id" | "name">, hash: Hash): string {
  return oneWordKey(id !== null && isOneWord(id) ? id : name, name, hash);
}

/** Returns a key for each query. A text that is the id of another query is hashed. */
export function queryKeys(queries: readonly Query[], hash: Hash): string[] {
  const ids = new Set(queries.map(({ id }) => id));
  return queries.map((query) => (ids.has(query.name) ? oneWordKey(query.id, query.name, hash) : queryKey(query, hash)));
}

/** Returns the id if it is one word, otherwise a hash of the title. @param id - as in the file */
export function documentKey(id: string | undefined, title: string, hash: Hash): string {
  return oneWordKey(filledCell(id ?? ""), titleKey(title), hash);
}

/** Returns a key for each row. Repeats of a document in a list are `id~2`, `id~3`, … */
export function documentKeys(lists: ResultLists, hash: Hash): string[] {
  const keys = lists.titles.map((title, row) => documentKey(lists.ids?.[row], title, hash));
  for (let query = 0; query + 1 < lists.offsets.length; query++) {
    const rows = rowsOfQuery(lists, query);
    const uses = new Map<string, number>();
    // An id in the input may already look like a repeat.
    const taken = new Set(Array.from(rows, (row) => keys[row]));
    for (const row of rows) {
      const key = at(keys, row);
      let use = (uses.get(key) ?? 0) + 1;
      while (use > 1 && taken.has(`${key}~${use}`)) use++;
      uses.set(key, use);
      if (use > 1) keys[row] = `${key}~${use}`;
    }
  }
  return keys;
}
