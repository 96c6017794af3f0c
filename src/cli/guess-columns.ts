/**
 * Which columns play which role where none has a usual name?
 */
import { type Role, recogniseColumns } from "../io/recognise-columns.ts";

/** Roles whose column has another name than the usual ones, with that name. */
export type GuessedColumns = { readonly [role in Role]?: readonly string[] };

/** A name that has one of these words in it, tried in this order; a column has one role. */
const words: readonly (readonly [Role, RegExp])[] = [
  ["query", /(?:^|[\s_-])(?:query|keyword|keywords|search|term|question|topic)(?:$|[\s_-])/i],
  ["title", /title|headline|heading|(?:^|[\s_-])(?:name|paper|document|product)(?:$|[\s_-])/i],
  ["rank", /(?:^|[\s_-])(?:rank|ranking|position|pos|place)(?:$|[\s_-])/i],
  ["id", /(?:^|[\s_-])(?:id|doi|docno|sku|identifier)$/i],
  ["engine", /(?:^|[\s_-])(?:engine|system|source|provider)(?:$|[\s_-])/i],
];

/** @param names of a table's columns */
export function guessColumns(names: readonly string[]): GuessedColumns {
  const { columns } = recogniseColumns(names, {}, "");
  const taken = new Set<string>(Object.values(columns).filter((name) => name !== null));
  const guessed: { [role in Role]?: readonly string[] } = {};
  for (const [role, pattern] of words) {
    if (columns[role] !== null || (role === "query" && columns["query id"] !== null)) continue;
    const found = names.find((name) => !taken.has(name) && pattern.test(name));
    if (found === undefined) continue;
    taken.add(found);
    guessed[role] = [found];
  }
  return guessed;
}
