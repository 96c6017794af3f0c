/**
 * Which rows of several files belong to the same query?
 * Files name a query by its text, its id, or both; a file with both joins those with one.
 */
import { at } from "../core/at.ts";
import { SemqrelError } from "../core/errors.ts";
import { withoutInvisible } from "../core/text/escape.ts";
import { quoted } from "../core/text/wording.ts";
import type { Query, QueryTable } from "../core/types.ts";
import { SHOWN_EXAMPLES, type Warning } from "../core/warnings.ts";

interface JoinedQueries {
  /** In order of first appearance. */
  readonly queries: readonly Query[];
  /** By table, then by row: the number of its query. */
  readonly queryOfRow: readonly Int32Array[];
  /** Which spellings were taken for one query. */
  readonly warnings: readonly Warning[];
}

/**
 * Ids and texts that differ only by letter case, white space, Unicode form or invisible characters are the same, unless
 * one table has both spellings: then they are compared exactly.
 *
 * @throws SemqrelError AMBIGUOUS_QUERY  one id with two texts, or a row that gives only a text that two ids share
 *                                       details: { source, line, id, text }
 */
export function joinQueries(tables: readonly QueryTable[]): JoinedQueries {
  const spellings = { ids: joinSpellings(tables, "ids"), texts: joinSpellings(tables, "texts") };
  const cellsOf = ({ ids, texts }: QueryTable, row: number) => {
    const [id, text] = [ids?.[row] ?? "", texts?.[row] ?? ""];
    return { id: spellings.ids.get(id) ?? id, text: spellings.texts.get(text) ?? text };
  };
  const known = pairIdsWithTexts(tables, cellsOf);
  const numbers = new Map<string, number>();
  const pairs: { id: string | null; text: string | null }[] = [];
  const queryOfRow = tables.map((table) =>
    Int32Array.from(table.lines, (line, row) => {
      const given = cellsOf(table, row);
      const id = given.id || idOfText(known, given.text, table.source, line);
      const text = given.text || known.textOfId.get(id)?.text || "";
      const key = id === "" ? `text ${text}` : `id ${id}`;
      let number = numbers.get(key);
      if (number === undefined) {
        number = pairs.length;
        numbers.set(key, number);
        pairs.push({ id: id || null, text: text || null });
      }
      return number;
    }),
  );
  const joined = [...spellings.texts, ...spellings.ids];
  const examples = joined
    .slice(0, SHOWN_EXAMPLES)
    .map(([spelling, first]) => `${quoted(first)} and ${quoted(spelling)}`);
  const warnings: Warning[] = joined.length === 0 ? [] : [{ kind: "joined-spellings", count: joined.length, examples }];
  return { queries: nameQueries(pairs), queryOfRow, warnings };
}

/** By spelling that a table uses: the spelling of an earlier table that stands for the same query. */
function joinSpellings(tables: readonly QueryTable[], column: "ids" | "texts"): ReadonlyMap<string, string> {
  const spellingsOfKey = new Map<string, Set<string>>();
  const ambiguous = new Set<string>();
  for (const table of tables) {
    const ofTable = new Map<string, string>();
    for (const spelling of new Set(table[column] ?? [])) {
      const key = spellingKey(spelling);
      if (ofTable.has(key)) ambiguous.add(key);
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

/** Equal for texts that differ only by letter case, white space, Unicode form or invisible characters. */
export function spellingKey(text: string): string {
  return withoutInvisible(text.normalize("NFC")).replace(/\s+/g, " ").trim().toLowerCase();
}

type KnownPairs = ReturnType<typeof pairIdsWithTexts>;

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

function idOfText(known: KnownPairs, text: string, source: string, line: number): string {
  const ids = known.idsOfText.get(text) ?? [];
  if (ids.length > 1) {
    const message =
      `Joining queries: ${source}:${line} gives only the text ${quoted(text)}, which the ids ${ids.join(", ")} share. ` +
      "Add a query id column to this file, or join by texts alone with --query-id-column none: one text is one query then.";
    throw new SemqrelError("AMBIGUOUS_QUERY", message, { details: { source, line, text, ids } });
  }
  return ids[0] ?? "";
}

type CellsOf = (table: QueryTable, row: number) => { readonly id: string; readonly text: string };

/** A text names its query where no other has it; the others are named by their id, with the text where that is a name. */
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
