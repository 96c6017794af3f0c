/** Which rows are one document, in one list or in several? Those with a shared identifier, else those with one title. */
import { at } from "../core/at.ts";
import { titleKey } from "../core/titles/clean-title.ts";
import { globalIdentifier, identifierColumns, identifierKey } from "../core/titles/identifiers.ts";
import type { ResultLists } from "../core/types.ts";

/** Stands for all identifiers that name one document everywhere, wherever a list has them. */
export const GLOBAL_IDENTIFIERS = "identifiers";

/** What rows are taken from: titles, and where there are any, ids and further columns. */
export type IdentifiedRows = Pick<ResultLists, "titles" | "ids" | "columns" | "queryOfRow">;

/** The cells of a column, or the documents' ids for `id`; null where the lists lack it. */
export function cellsOf(
  { ids, columns }: Pick<ResultLists, "ids" | "columns">,
  name: string,
): readonly string[] | null {
  return (name === "id" ? ids : null) ?? columns.get(name) ?? null;
}

/**
 * The identifiers of each row, those that decide first before the others.
 *
 * @param names `identifiers` for all that are global (DOI, ISBN, PMID, arXiv id, address), `id`, or a column
 */
export function rowIdentifiers(
  lists: IdentifiedRows,
  names: readonly string[] = [GLOBAL_IDENTIFIERS],
): (row: number) => readonly string[] {
  const columns = names.map((name) => {
    if (name === GLOBAL_IDENTIFIERS) return globalIdentifiers(lists);
    const cells = cellsOf(lists, name);
    return (row: number) => {
      const key = identifierKey(cells?.[row] ?? "");
      return key === "" ? [] : [`${name} ${key}`];
    };
  });
  return (row) => columns.flatMap((identifiersOf) => identifiersOf(row));
}

function globalIdentifiers(lists: IdentifiedRows): (row: number) => readonly string[] {
  const columns = [...identifierColumns.map((name) => ({ name, cells: cellsOf(lists, name) }))].flatMap(
    ({ name, cells }) => (cells === null ? [] : [{ name, cells }]),
  );
  const { ids } = lists;
  if (columns.length === 0 && ids === null) return () => [];
  const identifiers = lists.titles.map((_, row) => [
    ...columns.map(({ name, cells }) => globalIdentifier(cells[row] ?? "", name)),
    globalIdentifier(ids?.[row] ?? ""),
  ]);
  const shared = sharedByTitles(lists, identifiers);
  return (row) =>
    [...new Set(at(identifiers, row))].filter((key) => key !== "" && !shared.has(`${lists.queryOfRow[row]} ${key}`));
}

/** Chapters have the ISBN of their book, and programs give every result the address of the search: these name no row. */
function sharedByTitles(
  { titles, queryOfRow }: IdentifiedRows,
  identifiers: readonly (readonly string[])[],
): ReadonlySet<string> {
  const firstTitle = new Map<string, string>();
  const shared = new Set<string>();
  identifiers.forEach((keys, row) => {
    for (const key of keys) {
      if (!/^(?:isbn|url):/.test(key)) continue;
      const place = `${queryOfRow[row]} ${key}`;
      const title = titleKey(at(titles, row));
      if ((firstTitle.get(place) ?? title) !== title) shared.add(place);
      else firstTitle.set(place, title);
    }
  });
  return shared;
}

/**
 * Numbers the documents of one query, row after row, from 0 in order of first appearance. A row is a known document where
 * it shares an identifier with it. Else it is the first with the same title, unless both have identifiers.
 *
 * @returns for the identifiers of a row and its title's key ("" for none): its document
 */
export function documentNumbers(): (identifiers: readonly string[], title: string) => number {
  const ofIdentifier = new Map<string, number>();
  const ofTitle = new Map<string, number[]>();
  const isIdentified: boolean[] = [];
  return (identifiers, title) => {
    const sameTitle = title === "" ? [] : (ofTitle.get(title) ?? []);
    const known =
      identifiers.map((identifier) => ofIdentifier.get(identifier)).find((document) => document !== undefined) ??
      sameTitle.find((document) => identifiers.length === 0 || isIdentified[document] === false);
    const document = known ?? isIdentified.push(false) - 1;
    if (identifiers.length > 0) isIdentified[document] = true;
    for (const identifier of identifiers) {
      if (!ofIdentifier.has(identifier)) ofIdentifier.set(identifier, document);
    }
    if (title !== "" && !sameTitle.includes(document)) ofTitle.set(title, [...sameTitle, document]);
    return document;
  };
}
