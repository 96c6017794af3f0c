/**
 * Which rows of several files belong to the same query?
 * Files name a query by its text, its id, or both; a file with both joins those with one.
 */
import { at } from "../core/at.ts";
import { SemqrelError } from "../core/errors.ts";
import { quoted } from "../core/text/wording.ts";
import type { Query, QueryTable } from "../core/types.ts";

export interface JoinedQueries {
  /** In order of first appearance. */
  readonly queries: readonly Query[];
  /** By table, then by row: the number of its query. */
  readonly queryOfRow: readonly Int32Array[];
}

/**
 * Ids and texts are compared exactly as read.
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

type KnownPairs = ReturnType<typeof pairIdsWithTexts>;

function pairIdsWithTexts(tables: readonly QueryTable[]) {
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

function cellsOf(table: QueryTable, row: number): { id: string; text: string } {
  return { id: table.ids?.[row] ?? "", text: table.texts?.[row] ?? "" };
}

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
