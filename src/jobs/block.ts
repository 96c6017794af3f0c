/**
 * A block of a job: all rows of some consecutive queries, as bytes. It may run on any machine, in any order and even
 * twice. Its outcome is always the same, except for the section `machine`.
 */

import { at, atKey } from "../core/at.ts";
import type { Query, ResultLists } from "../core/types.ts";
import type { ScannedRow } from "../io/results/read-results.ts";
import type { LabelOptions } from "../label/label-options.ts";
import type { GroupedLists } from "../label/stages/prepare-lists.ts";
import { groupResults, rowsOfQuery } from "../lists/group-results.ts";
import type { AdapterOptions } from "../model/open-tools.ts";

export interface BlockEngine {
  readonly engine: string;
  readonly source: string;
  readonly hasIds: boolean;
  readonly columns: readonly string[];
}

/** Settings of a job, stored as JSON. They are the same for all blocks on all machines. */
export interface BlockSettings {
  readonly options: Omit<LabelOptions, "labelFunction"> & { readonly labelFunction: string };
  readonly references: readonly BlockEngine[];
  readonly candidates: readonly BlockEngine[];
  /** Whether the outcome also contains rows with the labels from each reference alone. */
  readonly apart: boolean;
  /** The model and how it is used. Folders and threads are left out, because they depend on the machine. */
  readonly model: Pick<AdapterOptions, "model" | "exact" | "embedder">;
}

export interface BlockTicket {
  readonly number: number;
  /** sha256 of settings, model and input. Blocks with equal keys have equal results. */
  readonly key: string;
  /** Index of the block's first query in the job, and the index after its last query. */
  readonly queries: readonly [from: number, to: number];
  readonly rows: number;
}

export interface BlockInputs {
  readonly settings: BlockSettings;
  read(ticket: BlockTicket): Promise<Uint8Array>;
}

export interface BlockExecutor {
  run(
    blocks: readonly BlockTicket[],
    inputs: BlockInputs,
    onOutcome: (ticket: BlockTicket, outcome: Uint8Array) => Promise<void>,
    signal: AbortSignal,
  ): Promise<void>;
}

/**
 * `engine` is an index in `[...references, ...candidates, ...candidates]`. The second `candidates` is for rows that
 * were moved here from other queries. `row` is the row's index among the engine's rows in the file. In moved rows,
 * `row` has no meaning.
 */
interface BlockRow extends Omit<ScannedRow, "pair"> {
  readonly query: number;
}

export function blockLine({ engine, row, query, rank, line, title, id, cells }: BlockRow): string {
  return `${JSON.stringify([engine, row, query, rank, line, title, id, ...cells])}\n`;
}

/** Returns the first line of a block. @param first - index of the block's first query in the job */
export function blockHead(queries: readonly Query[], first: number): string {
  return `${JSON.stringify({ first, queries })}\n`;
}

export interface BlockLists extends GroupedLists {
  /** For each candidate: lists that were moved from other queries to the queries of this block. */
  readonly permuted: readonly ResultLists[];
  /** For each engine, the value `row` of each of its rows. `BlockRow` defines `row` and the order of engines. */
  readonly rowNumbers: readonly Int32Array[];
}

export type RowLine = [
  engine: number,
  row: number,
  query: number,
  rank: number,
  line: number,
  title: string,
  id: string,
  ...cells: string[],
];

export function readBlock(bytes: Uint8Array, { references, candidates, options }: BlockSettings): BlockLists {
  const lines = new TextDecoder().decode(bytes).split("\n");
  const { first, queries } = JSON.parse(at(lines, 0)) as { first: number; queries: Query[] };
  const engines = [...references, ...candidates, ...candidates];
  const own = references.length + candidates.length;
  const rowsOf = engines.map((): RowLine[] => []);
  for (const line of lines.slice(1, -1)) {
    const row = JSON.parse(line) as RowLine;
    at(rowsOf, row[0]).push(row);
  }
  const cut = engines.map((engine, place) => {
    const depth = place < references.length ? options.referenceDepth : options.depth;
    return listsOf(engine, at(rowsOf, place), first, queries.length, depth);
  });
  return {
    queries,
    references: cut.slice(0, references.length).map(({ lists }) => lists),
    candidates: cut.slice(references.length, own).map(({ lists }) => lists),
    permuted: cut.slice(own).map(({ lists }) => lists),
    rowNumbers: cut.map(({ rowNumbers }) => rowNumbers),
  };
}

/**
 * Yields the first rows of each candidate list, with the query to which the list is moved.
 * @param targets - result of `permutedQueries` for all queries of the job @param depth - rows per list; null for all
 */
export function* permutedRows(
  { queries, references, candidates }: GroupedLists,
  first: number,
  targets: Int32Array,
  depth: number | null,
): Iterable<BlockRow> {
  for (const [place, lists] of candidates.entries()) {
    const engine = references.length + candidates.length + place;
    const columns = [...lists.columns.values()];
    for (const number of queries.keys()) {
      for (const row of rowsOfQuery(lists, number).subarray(0, depth ?? undefined)) {
        const [rank, line] = [at(lists.ranks, row), at(lists.lines, row)];
        const [title, id] = [at(lists.titles, row), lists.ids?.[row] ?? ""];
        const cells = columns.map((column) => at(column, row));
        yield { engine, row, query: at(targets, first + number), rank, line, title, id, cells };
      }
    }
  }
}

function listsOf(
  { engine, source, hasIds, columns }: BlockEngine,
  rows: readonly RowLine[],
  firstQuery: number,
  queries: number,
  depth: number | null,
): { readonly lists: ResultLists; readonly rowNumbers: Int32Array } {
  // This name is longer than all column names together, so it differs from each of them.
  const rowNumber = `row ${columns.join(" ")}`;
  const numbered = groupResults(
    {
      engine,
      source,
      queryIds: null,
      queryTexts: null,
      titles: rows.map((row) => row[5]),
      ids: hasIds ? rows.map((row) => row[6]) : null,
      ranks: Int32Array.from(rows, (row) => row[3]),
      lines: Int32Array.from(rows, (row) => row[4]),
      // Passes row numbers as a column. If `groupResults` removes a row, it also removes the row's number.
      columns: new Map([
        ...columns.map((name, column) => [name, rows.map((row) => String(at(row, 7 + column)))] as const),
        [rowNumber, rows.map((row) => String(row[1]))] as const,
      ]),
    },
    Int32Array.from(rows, (row) => row[2] - firstQuery),
    queries,
    depth,
  );
  const kept = new Map(numbered.columns);
  kept.delete(rowNumber);
  const rowNumbers = Int32Array.from(atKey(numbered.columns, rowNumber), Number);
  return { lists: { ...numbered, columns: kept }, rowNumbers };
}
