/** How do rows that a script holds in memory become lists to label? */
import { SemqrelError } from "../core/errors.ts";
import type { QueryTable, RawResults } from "../core/types.ts";

/** One result of an engine. */
export interface ResultRow {
  /** Text of the query, or any name of it: the same in all lists. */
  readonly query: string;
  /** Its id, where qrels and runs should have it. */
  readonly queryId?: string;
  /** As the engine shows it; not trimmed, not changed. */
  readonly title: string;
  /** 0-based, a whole number >= 0. @default the row's place among those of its query */
  readonly rank?: number;
  readonly id?: string;
  /** Further cells, for `labelColumn`, `matchOn` and `veto`. */
  readonly columns?: Readonly<Record<string, string>>;
}

/** Larger numbers are dates or ids by mistake, and would make histograms as long. */
const LARGEST_RANK = 1_000_000;

/** Intended queries by their texts. */
export function queryTableOf(texts: readonly string[]): QueryTable {
  return { source: "queries", ids: null, texts, lines: Int32Array.from(texts, (_, row) => row + 1) };
}

/**
 * @param columns those that the options name
 * @throws SemqrelError INVALID_ROW, INVALID_RANK   details: { engine, row, query }
 */
export function rowsAsResults(engine: string, rows: readonly ResultRow[], columns: readonly string[]): RawResults {
  const places = new Map<string, number>();
  const ranks = rows.map(({ query, rank, title }, row) => {
    const place = places.get(query) ?? 0;
    places.set(query, place + 1);
    const details = { engine, row, query };
    if (!query || typeof title !== "string") {
      throw new SemqrelError("INVALID_ROW", `Labelling ${engine}: row ${row} has no query or no title.`, { details });
    }
    const chosen = rank ?? place;
    if (Number.isInteger(chosen) && chosen >= 0 && chosen <= LARGEST_RANK) return chosen;
    const what = `row ${row} has the rank ${chosen}. Ranks are 0, 1, 2, … up to a million`;
    throw new SemqrelError("INVALID_RANK", `Labelling ${engine}: ${what}.`, { details: { ...details, rank: chosen } });
  });
  const names = columns.filter((name) => rows.some((row) => row.columns?.[name] !== undefined));
  return {
    engine,
    source: engine,
    queryIds: rows.some(({ queryId }) => queryId !== undefined) ? rows.map(({ queryId }) => queryId ?? "") : null,
    queryTexts: rows.map(({ query }) => query),
    titles: rows.map(({ title }) => title),
    ids: rows.some(({ id }) => id !== undefined) ? rows.map(({ id }) => id ?? "") : null,
    ranks: Int32Array.from(ranks),
    lines: Int32Array.from(rows, (_, row) => row + 1),
    columns: new Map(names.map((name) => [name, rows.map((row) => row.columns?.[name] ?? "")])),
  };
}
