/** Converts rows in memory to lists, and labels back to rows. */

import { at } from "../core/at.ts";
import { SemqrelError } from "../core/errors.ts";
import { printed } from "../core/text/wording.ts";
import {
  type LabelReason,
  type LabelRun,
  labelReasons,
  type MatchKind,
  matchKinds,
  type QueryTable,
  type RawResults,
} from "../core/types.ts";

/** One result of an engine. */
export interface ResultRow {
  /** Text or another name of the query. It must be the same in all lists. */
  readonly query: string;
  /** Id of the query for qrels and runs. */
  readonly queryId?: string;
  /** Title as the engine shows it. */
  readonly title: string;
  /** Rank, from 0 or 1. If one row of the engine has a rank, all must. @default index among the rows of the query */
  readonly rank?: number;
  readonly id?: string;
  /**
   * Cells of other columns, by column name. `doi`, `pmid`, `arxiv` and `url` identify the document. Options such as
   * `labelColumn` and `keep` choose other columns by name.
   */
  readonly columns?: Readonly<Record<string, string>>;
}

/** Larger ranks are probably dates or ids. They would make histograms huge, which have an entry for each rank. */
const LARGEST_RANK = 1_000_000;

export function queryTableOf(texts: readonly string[]): QueryTable {
  return { source: "queries", ids: null, texts, lines: Int32Array.from(texts, (_, row) => row + 1) };
}

/** @param wants - tells which columns to keep @param rankBase - first rank; null: 1 if all ranks are >= 1, else 0 */
export function rowsAsResults(
  engine: string,
  rows: readonly ResultRow[],
  wants: (column: string) => boolean,
  rankBase: 0 | 1 | null = null,
): RawResults {
  const places = new Map<string, number>();
  const refused = (row: number, what: string) => {
    const details = { engine, row, query: rows[row]?.query };
    return new SemqrelError("INVALID_ROW", `Labelling ${engine}: row ${row} ${what}.`, { details });
  };
  // Databases give numbers and null where the types want texts.
  const textOf = (cell: unknown, row: number, name: string): string => {
    if (typeof cell === "string") return cell;
    if (cell === undefined || cell === null) return "";
    if (typeof cell === "number" || typeof cell === "bigint") return String(cell);
    throw refused(row, `has the ${name} ${printed(cell)}, which is not a text. Give a text or a number`);
  };
  const textsOf = (name: "query" | "queryId" | "title" | "id") => rows.map((one, row) => textOf(one[name], row, name));
  const wrong = rows.findIndex((row) => typeof row !== "object" || row === null);
  if (wrong >= 0) throw refused(wrong, `is ${printed(rows[wrong])}. Give an object with query and title`);
  const given = rows.flatMap(({ rank }) => rank ?? []);
  const isFromOne = rankBase === null ? given.length > 0 && given.every((rank) => rank >= 1) : rankBase === 1;
  const firstRank = isFromOne && given.length > 0 ? 1 : 0;
  const [queryTexts, titles] = [textsOf("query"), textsOf("title")];
  const ranks = rows.map(({ rank, title }, row) => {
    const query = at(queryTexts, row);
    const place = places.get(query) ?? 0;
    places.set(query, place + 1);
    if (query === "" || title === undefined || title === null) throw refused(row, "has no query or no title");
    if (given.length === 0) return place;
    const chosen = Number(rank ?? Number.NaN) - firstRank;
    if (Number.isInteger(chosen) && chosen >= 0 && chosen <= LARGEST_RANK) return chosen;
    const what =
      rank === undefined || rank === null
        ? `row ${row} has no rank, but others do. Give ranks to all rows or to none`
        : `row ${row} has the rank ${printed(rank)}. Ranks are whole numbers from ${firstRank} up to a million`;
    throw new SemqrelError("INVALID_RANK", `Labelling ${engine}: ${what}.`, { details: { engine, row, query, rank } });
  });
  const names = new Set<string>();
  for (const row of rows) for (const name of Object.keys(row.columns ?? {})) names.add(name);
  const columns = new Map(
    [...names].filter(wants).map((name) => [name, rows.map((row) => textOfCell(row.columns?.[name]))]),
  );
  const unlessEmpty = (cells: readonly string[]) => (cells.some((cell) => cell !== "") ? cells : null);
  return {
    engine,
    source: engine,
    queryIds: unlessEmpty(textsOf("queryId")),
    queryTexts,
    titles,
    ids: unlessEmpty(textsOf("id")),
    ranks: Int32Array.from(ranks),
    lines: Int32Array.from(rows, (_, row) => row + 1),
    columns,
  };
}

function textOfCell(cell: unknown): string {
  return typeof cell === "object" && cell !== null ? JSON.stringify(cell) : String(cell ?? "");
}

/** One result of a candidate, with its label and match. */
export interface LabelledRow {
  readonly engine: string;
  /** Unique name of the query: its text, its id, or both. */
  readonly query: string;
  /** Rank in the candidate's list, from 0. */
  readonly rank: number;
  /** Id of the document; "" if the engine gives none. */
  readonly id: string;
  readonly title: string;
  /** Label, >= 0; null if the reference has no results for the query. */
  readonly label: number | null;
  readonly match: MatchKind;
  /** Why `label` is null or 0; "" if the match determines the label. */
  readonly reason: LabelReason;
  /** Title of the matched reference row; null if nothing matched. */
  readonly referenceTitle: string | null;
  /** Rank of the matched row in the reference's list, from 0; null if nothing matched. */
  readonly referenceRank: number | null;
  /** Cosine, -1..1, with the matched title; if nothing matched, with the nearest title. Null if a side has no title. */
  readonly similarity: number | null;
}

export function* labelledRows({ queries, reference, engines }: LabelRun): Generator<LabelledRow> {
  const known = (value: number) => (Number.isNaN(value) ? null : value);
  for (const { lists, matches, labels } of engines) {
    for (const [row, title] of lists.titles.entries()) {
      const matched = at(matches.referenceRows, row);
      yield {
        engine: lists.engine,
        query: at(queries, at(lists.queryOfRow, row)).name,
        rank: at(lists.ranks, row),
        id: lists.ids?.[row] ?? "",
        title,
        label: known(at(labels, row)),
        match: at(matchKinds, at(matches.kinds, row)),
        reason: at(labelReasons, at(matches.reasons, row)),
        referenceTitle: matched < 0 ? null : at(reference.titles, matched),
        referenceRank: matched < 0 ? null : at(reference.ranks, matched),
        similarity: known(at(matches.similarities, row)),
      };
    }
  }
}
