/** Which names do queries and documents get in a format that is stricter than the input? */
import { at } from "../core/at.ts";
import { sha256 } from "../core/files/read-whole.ts";
import { quoted } from "../core/text/wording.ts";
import { isOneWord, oneWordKey } from "../core/titles/keys.ts";
import { makeNumberedNames } from "../core/titles/name-table.ts";
import type { Names, NumberedNames } from "../core/types.ts";
import type { Lost, NameCapabilities } from "./format-capabilities.ts";
import { columnKey } from "./tables/recognise-columns.ts";

/** Columns that judgments and runs have in common. */
export interface NamedRows {
  readonly names: Names;
  readonly queries: Int32Array;
  readonly documents: Int32Array;
  readonly titles: readonly string[] | null;
  readonly queryTexts: ReadonlyMap<number, string>;
  readonly further?: ReadonlyMap<string, readonly string[]>;
}

/**
 * The same rows under names that the format can hold. A name with white space or NUL becomes the first 16 digits of the
 * SHA-256 of its text, as in the files that `label` writes; equal names stay equal.
 */
export function fitNames<Rows extends NamedRows>(raw: Rows, holds: NameCapabilities): { rows: Rows; lost: Lost[] } {
  const { names, queries, documents, titles, queryTexts } = raw;
  const lost: Lost[] = [];
  const lose = (what: string, count: number) => {
    if (count > 0) lost.push({ what, rows: count });
  };
  const hasText = (query: number) => queryTexts.has(query);
  const hasOwnId = (query: number) => ![undefined, "", names.queries.nameOf(query)].includes(queryTexts.get(query));
  const isNoNumber = (query: number) => !/^\d+$/.test(names.queries.nameOf(query));
  if (!holds.queryTexts) lose("query texts", countRows(queries, hasText));
  if (holds.queryIds === "none") lose("query ids", countRows(queries, hasOwnId));
  if (holds.queryIds === "numbers") lose("query ids that are no numbers", countRows(queries, isNoNumber));
  if (!holds.titles && titles !== null) lose("titles", titles.filter((title) => title !== "").length);
  const isHeld = (name: string) => holds.ownColumns?.includes(columnKey(name)) === false;
  lost.push(...lostColumns([...(raw.further ?? [])].filter(([name]) => !isHeld(name))));
  const rows = raw.further ? { ...raw, further: new Map([...raw.further].filter(([name]) => isHeld(name))) } : raw;
  if (holds.whiteSpace) return { rows, lost };
  const renamedQueries = holds.queryIds === "any" ? toWords(names.queries, queries) : null;
  const renamedDocuments = toWords(names.documents, documents);
  lose("white space in query ids", renamedQueries?.rows ?? 0);
  lose("white space in document ids", renamedDocuments?.rows ?? 0);
  if (renamedQueries === null && renamedDocuments === null) return { rows, lost };
  const renamed = (query: number) => renamedQueries?.names.find(wordOf(names.queries.nameOf(query))) ?? query;
  return {
    rows: {
      ...rows,
      names: { queries: renamedQueries?.names ?? names.queries, documents: renamedDocuments?.names ?? names.documents },
      queries: renamedQueries?.numbers ?? queries,
      documents: renamedDocuments?.numbers ?? documents,
      queryTexts: new Map([...queryTexts].map(([query, text]) => [renamed(query), text])),
    },
    lost,
  };
}

/** Columns that a format has no place for, as far as their cells are filled. */
export function lostColumns(further: Iterable<readonly [name: string, cells: readonly string[]]>): Lost[] {
  return [...further]
    .map(([name, cells]) => ({
      what: `further column ${quoted(name)}`,
      rows: cells.filter((cell) => cell !== "").length,
    }))
    .filter(({ rows }) => rows > 0);
}

/** Those rows of each column. */
export function pickFurther(further: ReadonlyMap<string, readonly string[]>, rows: readonly number[]) {
  return new Map([...further].map(([name, cells]) => [name, rows.map((row) => at(cells, row))]));
}

/** Null where every name is a word already. */
function toWords(known: NumberedNames, numbers: Int32Array) {
  const isWord = Uint8Array.from({ length: known.size }, (_, number) => (isOneWord(known.nameOf(number)) ? 1 : 0));
  const rows = countRows(numbers, (number) => isWord[number] === 0);
  if (rows === 0) return null;
  const names = makeNumberedNames();
  const renamed = Int32Array.from({ length: known.size }, (_, number) => names.add(wordOf(known.nameOf(number))));
  return { names, numbers: numbers.map((number) => at(renamed, number)), rows };
}

function wordOf(name: string): string {
  return oneWordKey(name, name, sha256);
}

function countRows(numbers: Int32Array, is: (number: number) => boolean): number {
  const known = new Map<number, boolean>();
  let count = 0;
  for (const number of numbers) {
    const answer = known.get(number) ?? is(number);
    known.set(number, answer);
    if (answer) count++;
  }
  return count;
}
