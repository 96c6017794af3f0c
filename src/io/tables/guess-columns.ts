/**
 * Which columns play which role where none has a usual name?
 */
import { type Role, recogniseColumns } from "./recognise-columns.ts";

/** Roles whose column has another name than the usual ones, with that name. */
export type GuessedColumns = { readonly [role in Role]?: readonly string[] };

/**
 * A name that has one of these words in it, tried in this order; a column has one role. Exports of other countries'
 * programs translate their names: German, French, Spanish and Italian ones.
 */
const words: readonly (readonly [Role, RegExp])[] = [
  [
    "query",
    anyWord(
      "q|query|keywords?|search|term|question|topic|such(?:e|anfrage|begriff|wort)|anfrage|frage|requ[eê]te|consulta|ricerca",
    ),
  ],
  [
    "title",
    /title|headline|heading|titel|titre|t[ií]tulo|titolo|(?:^|[\s_-])(?:name|paper|document|product)(?:$|[\s_-])/i,
  ],
  ["rank", anyWord("rank|ranking|position|pos|place|rang|platz|posici[oó]n|posizione")],
  ["id", /(?:^|[\s_-])(?:id|doi|docno|sku|identifier)$/i],
  ["engine", /(?:^|[\s_-])(?:engine|system|suchmaschine|moteur)(?:$|[\s_-])|^(?:source|provider|quelle)$/i],
];

/** Of a catalogue's export, and never what is looked for here: "Author Keywords", "Source title". */
const ofDocuments = /author|index|source[\s_-]|references/i;

function anyWord(alternatives: string): RegExp {
  return new RegExp(`(?:^|[\\s_-])(?:${alternatives})(?:$|[\\s_-])`, "i");
}

/** @param names of a table's columns */
export function guessColumns(names: readonly string[]): GuessedColumns {
  const { columns } = recogniseColumns(names, {}, "");
  const taken = new Set<string>(Object.values(columns).filter((name) => name !== null));
  const guessed: { [role in Role]?: readonly string[] } = {};
  for (const [role, pattern] of words) {
    if (columns[role] !== null || (role === "query" && columns["query id"] !== null)) continue;
    const found = names.find((name) => !taken.has(name) && !ofDocuments.test(name) && pattern.test(name));
    if (found === undefined) continue;
    taken.add(found);
    guessed[role] = [found];
  }
  return guessed;
}
