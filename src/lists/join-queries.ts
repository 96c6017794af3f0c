/**
 * Which rows of several files belong to the same query?
 * A query is known by its text, its id, or both; a file that has both joins those that have one.
 */
import { SemqrelError } from "../core/errors.ts";
import { quoted } from "../core/text/wording.ts";
import type { Query, QueryTable } from "../core/types.ts";

export interface JoinedQueries {
  /** In order of first appearance. */
  readonly queries: readonly Query[];
  /** For each table given, by row: the number of its query. */
  readonly queryOfRow: readonly Int32Array[];
}

/**
 * Numbers the queries of all tables. Ids and texts are compared exactly as read.
 *
 * @throws SemqrelError AMBIGUOUS_QUERY  one id with two texts, or a row that gives only a text that two ids share
 *                                       details: { source, line, id, text }
 */
export function joinQueries(tables: readonly QueryTable[]): JoinedQueries {
  const known = pairIdsWithTexts(tables);
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
  return { queries: nameQueries(pairs), queryOfRow };
}

interface KnownPairs {
  readonly textOfId: ReadonlyMap<string, { text: string; source: string; line: number }>;
  readonly idsOfText: ReadonlyMap<string, readonly string[]>;
}

function pairIdsWithTexts(tables: readonly QueryTable[]): KnownPairs {
  const textOfId = new Map<string, { text: string; source: string; line: number }>();
  const idsOfText = new Map<string, string[]>();
  for (const table of tables) {
    if (table.ids === null || table.texts === null) continue;
    for (let row = 0; row < table.lines.length; row++) {
      const { id, text } = cellsOf(table, row);
      if (id === "" || text === "") continue;
      const line = table.lines[row] ?? 0;
      const first = textOfId.get(id);
      if (first === undefined) {
        textOfId.set(id, { text, source: table.source, line });
        idsOfText.set(text, [...(idsOfText.get(text) ?? []), id]);
      } else if (first.text !== text) {
        throw new SemqrelError(
          "AMBIGUOUS_QUERY",
          `Joining queries: id ${quoted(id)} has the text ${quoted(first.text)} (${first.source}:${first.line}) and the text ${quoted(text)} ` +
            `(${table.source}:${line}). Correct one, or leave the ids of a file out with --query-id-column none.`,
          { details: { source: table.source, line, id, text } },
        );
      }
    }
  }
  return { textOfId, idsOfText };
}

function idOfText(known: KnownPairs, text: string, source: string, line: number): string {
  const ids = known.idsOfText.get(text) ?? [];
  if (ids.length > 1) {
    throw new SemqrelError(
      "AMBIGUOUS_QUERY",
      `Joining queries: ${source}:${line} gives only the text ${quoted(text)}, which the ids ${ids.join(", ")} share. ` +
        "Add a query id column to this file.",
      { details: { source, line, text, ids } },
    );
  }
  return ids[0] ?? "";
}

function cellsOf(table: QueryTable, row: number): { id: string; text: string } {
  return { id: table.ids?.[row] ?? "", text: table.texts?.[row] ?? "" };
}

/** Texts name the queries they belong to alone; the others get their id, with the text where the id is such a text. */
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
