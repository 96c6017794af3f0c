/** Reads result lists. `readResults` keeps them in memory; `scanResults` reads them twice, to need less memory. */

import { at } from "../../core/at.ts";
import { growingInts, growingNumbers } from "../../core/growing-column.ts";
import { firstSpelling } from "../../core/text/escape.ts";
import { numberedTitle } from "../../core/titles/oddities.ts";
import type { RawResults } from "../../core/types.ts";
import { rankByScore } from "../format.ts";
import { changedError } from "../input-error.ts";
import { closing, type InputText, openInput } from "../open-input.ts";
import { readOpenedTable, responseFormats, scanOpenedTable } from "../tables/read-table.ts";
import { eachRow, type OnRow, perNames, type ScannedTable, type TitleChoice } from "../tables/table.ts";
import { unlessJudgments } from "./judgments-for-lists.ts";
import {
  type CellRole,
  cellRoles,
  type ResultRow,
  resultChecks,
  type TitleChecks,
  titleChecks,
} from "./result-checks.ts";
import { isResultColumn, type ResultColumns, resultColumns } from "./result-columns.ts";
import { inputFile, type KeptInput, type ReadResultsOptions, type ResultsFile } from "./results-file.ts";

export type { InputFile, ReadResultsOptions, ResultsFile } from "./results-file.ts";

export interface ScannedRow {
  readonly engine: number;
  readonly row: number;
  readonly pair: number;
  /** 0-based rank. If `isByScore`, a score instead, which `rankByScore` converts to a rank. */
  readonly rank: number;
  readonly line: number;
  readonly title: string;
  readonly id: string;
  readonly cells: readonly string[];
}

export type ScannedResults = Awaited<ReturnType<typeof scanPasses>>;

export function readResults(file: ResultsFile, options: ReadResultsOptions) {
  return unlessJudgments(
    file.path,
    openInput(file.path).then((input) => readOpenedResults(file, options, input)),
  );
}

export async function readOpenedResults(file: ResultsFile, options: ReadResultsOptions, input: InputText) {
  const wants = (name: string) => isResultColumn(name, options);
  const table = await closing(input, () => readOpenedTable(input, wants, options.format, titleChoice(options)));
  const passOver: PassOver = async (rowsTo) => {
    eachRow(table, rowsTo(table.format, table.source));
    return table;
  };
  const { engines, rows, ...read } = await scanPasses(file, options, passOver, table.names);
  const collectors = engines.map(collectRows);
  await rows((row) => at(collectors, row.engine).add(row));
  return { ...read, results: collectors.map(({ finish }) => finish()) };
}

/** Memory grows with the number of queries, not of rows. Only one group of Parquet rows is in memory at a time. */
export function scanResults(file: ResultsFile, options: ReadResultsOptions, input: KeptInput) {
  const wants = (name: string) => isResultColumn(name, options);
  const passOver: PassOver = async (rowsTo) => {
    const opened = await input.open();
    const to = (format: string) => rowsTo(format, opened.source);
    return closing(opened, () => scanOpenedTable(opened, wants, options.format, to, titleChoice(options)));
  };
  return unlessJudgments(file.path, scanPasses(file, options, passOver, null));
}

function titleChoice({ titleField = null, titles, columns }: ReadResultsOptions): TitleChoice {
  return { field: titleField, isRequired: titles === null, columns, hasInputFormat: true };
}

type PassOver = (rowsTo: (format: string, source: string) => OnRow) => Promise<ScannedTable>;

/** @param names - the names of all columns; null if they are only known after reading the rows */
async function scanPasses(
  file: ResultsFile,
  options: ReadResultsOptions,
  passOver: PassOver,
  names: readonly string[] | null,
) {
  const first = await firstPass(file, options, passOver, names);
  // A table without rows has already been rejected.
  const { columns, tally } = (first.read ?? (await firstPass(file, options, passOver, first.names)).read) as FirstRead;
  const { engines, firstRank, warnings } = tally.finish();
  return {
    engines,
    file: inputFile(first.table),
    warnings: [...first.table.warnings, ...warnings],
    /** Reads the file again and passes on each row, in the order of the file. */
    async rows(onRow: (row: ScannedRow) => void) {
      const again = tally.secondPass(firstRank);
      const { sha256 } = await passOver(() =>
        cellReader(
          columns,
          inOneSpelling((row) => onRow(again(row))),
        ),
      );
      if (sha256 !== first.table.sha256) throw changedError(first.table.source);
    },
  };
}

interface FirstRead {
  readonly columns: ResultColumns;
  readonly tally: ReturnType<typeof tallyRows>;
}

/** Formats in which any row may add columns, so all names are read first. */
const formatsWithLateNames: readonly string[] = ["jsonl", ...responseFormats];

const ROWS_TO_GUESS = 100;

async function firstPass(
  file: ResultsFile,
  options: ReadResultsOptions,
  passOver: PassOver,
  given: readonly string[] | null,
) {
  const seen = new Set(given);
  let read: FirstRead | null = null;
  const errors: unknown[] = [];
  const waiting: { readonly names: readonly string[]; readonly cells: readonly string[]; readonly line: number }[] = [];
  let begin = () => {};
  const table = await passOver((format, source) => {
    const isLate = given === null && formatsWithLateNames.includes(format);
    let onRow: OnRow | null = null;
    let known: readonly string[] | null = null;
    begin = () => {
      try {
        const cellsOf = (name: string) =>
          seen.has(name) ? waiting.map(({ names, cells }) => cells[names.indexOf(name)] ?? "") : [];
        const columns = resultColumns([...seen], format, source, options, cellsOf);
        read = { columns, tally: tallyRows(file, source, columns, options) };
        const reader = cellReader(columns, inOneSpelling(read.tally.add));
        for (const { names, cells, line } of waiting.splice(0)) reader(names, cells, line);
        onRow = reader;
      } catch (error) {
        // Thrown after the whole file is read, because errors in the file itself must be reported first.
        errors.push(error);
      }
    };
    return (names, cells, line) => {
      if (given === null && names !== known) {
        known = names;
        for (const name of names) seen.add(name);
      }
      if (isLate || errors.length > 0) return;
      if (onRow !== null) return onRow(names, cells, line);
      waiting.push({ names, cells: [...cells], line });
      if (waiting.length === ROWS_TO_GUESS) begin();
    };
  });
  if (errors.length === 0 && waiting.length > 0) begin();
  if (errors.length > 0) throw errors[0];
  return { table, names: [...seen], read: read as FirstRead | null };
}

const noCells: readonly string[] = [];

/** Returns a receiver of rows that finds the cells by column name. */
export function cellReader(columns: ResultColumns, onRow: (row: ResultRow) => void): OnRow {
  const columnOf = { ...columns, score: columns.score ?? columns.unusedScore };
  const indexesIn = perNames((names) => {
    const indexOf = (name: string | null) => (name === null ? -1 : names.indexOf(name));
    const ofRoles = Object.fromEntries(cellRoles.map((role) => [role, indexOf(columnOf[role])]));
    return {
      indexes: ofRoles as Record<CellRole, number>,
      further: columns.further.map(({ column }) => names.indexOf(column)),
    };
  });
  return (names, cells, line) => {
    const { indexes, further } = indexesIn(names);
    onRow({
      line,
      queryId: cells[indexes.queryId] ?? "",
      query: cells[indexes.query] ?? "",
      title: cells[indexes.title] ?? "",
      id: cells[indexes.id] ?? "",
      url: cells[indexes.url] ?? "",
      rank: cells[indexes.rank] ?? "",
      engine: cells[indexes.engine] ?? "",
      score: cells[indexes.score] ?? "",
      partial: cells[indexes.partial] ?? "",
      cells: further.length === 0 ? noCells : further.map((index) => cells[index] ?? ""),
    });
  };
}

/** If queries or engines differ only in white space, invisible characters or Unicode form, uses the first spelling. */
function inOneSpelling(onRow: (row: ResultRow) => void): (row: ResultRow) => void {
  const spelled = firstSpelling();
  return (row) =>
    onRow({ ...row, queryId: spelled(row.queryId), query: spelled(row.query), engine: spelled(row.engine).trim() });
}

type RowCount = { rows: number };

interface Pair extends RowCount {
  readonly index: number;
  readonly queryId: string;
  readonly query: string;
  readonly line: number;
  /** Counts the rows with this query id (or text, if there is no id). If there are no ranks, the count is the rank. */
  readonly list: RowCount;
}

type EngineTally = ReturnType<typeof engineTally>;

function engineTally(index: number, titles: TitleChecks) {
  return {
    index,
    rows: 0,
    pairs: [] as Pair[],
    /** For each query id (or text, if there is no id), the first pair of id and text. Only further pairs need keys. */
    firstPairs: new Map<string, Pair>(),
    furtherPairs: new Map<string, Pair>(),
    lists: new Map<string, RowCount>(),
    titles,
    stripsNumbers: false,
    strippedEnding: "",
  };
}

function tallyRows(file: ResultsFile, source: string, columns: ResultColumns, options: ReadResultsOptions) {
  const checks = resultChecks(file, source, columns, options);
  const engines = new Map<string, EngineTally>();
  const addEngine = (name: string): EngineTally => {
    const engine = engineTally(engines.size, titleChecks(source, columns, options));
    engines.set(name, engine);
    return engine;
  };
  // The length shows where the id ends.
  const pairKey = ({ queryId, query }: ResultRow) => `${queryId.length} ${queryId}${query}`;
  const findPair = (engine: EngineTally, row: ResultRow): Pair | null => {
    const first = engine.firstPairs.get(row.queryId || row.query);
    if (first === undefined) return null;
    const isSame = first.queryId === row.queryId && first.query === row.query;
    return isSame ? first : (engine.furtherPairs.get(pairKey(row)) ?? null);
  };
  const addPair = (engine: EngineTally, row: ResultRow): Pair => {
    const { queryId, query, line } = row;
    const listKey = queryId === "" ? `text ${query}` : `id ${queryId}`;
    const list = engine.lists.get(listKey) ?? { rows: 0 };
    engine.lists.set(listKey, list);
    const pair: Pair = { index: engine.pairs.length, queryId, query, line, list, rows: 0 };
    if (engine.firstPairs.has(queryId || query)) engine.furtherPairs.set(pairKey(row), pair);
    else engine.firstPairs.set(queryId || query, pair);
    engine.pairs.push(pair);
    return pair;
  };
  const scanned = (row: ResultRow, engine: EngineTally, pair: Pair, firstRank: 0 | 1): ScannedRow => {
    pair.rows++;
    const inList = pair.list.rows++;
    const rank =
      columns.score !== null ? Number(row.score) : columns.rank !== null ? Number(row.rank) - firstRank : inList;
    // An id that has no title in `options.titles` gives "" here, but the checks reject it.
    const given = columns.title === null ? (options.titles?.get(row.id) ?? "") : row.title;
    const { strippedEnding: ending } = engine;
    const title = given.endsWith(ending) ? given.slice(0, given.length - ending.length) : given;
    return {
      engine: engine.index,
      row: engine.rows++,
      pair: pair.index,
      rank,
      line: row.line,
      title: engine.stripsNumbers ? (numberedTitle(title, rank + 1)?.rest ?? title) : title,
      id: row.id,
      cells: row.cells,
    };
  };
  return {
    add(row: ResultRow): void {
      checks.add(row);
      const name = checks.engineOf(row);
      const engine = engines.get(name) ?? addEngine(name);
      const added = scanned(row, engine, findPair(engine, row) ?? addPair(engine, row), 0);
      engine.titles.add(added.title, added.rank, row.url);
    },
    finish() {
      const { engines: names, firstRank, warnings } = checks.finish();
      const shown = [...names.values()];
      const ofTitles = [...engines.values()].flatMap((engine, index) => {
        const found = engine.titles.finish(at(shown, index), firstRank);
        engine.stripsNumbers = found.isNumbered && options.stripNumbers === true;
        engine.strippedEnding = options.stripEndings === true ? found.ending : "";
        return found.warnings;
      });
      return {
        engines: [...engines.values()].map(({ pairs }, index) => {
          const none = pairs.map(() => "");
          /** The first row of each distinct pair of query id and text, without its other cells. */
          const firstRows: RawResults = {
            engine: at(shown, index),
            source,
            queryIds: columns.queryId === null ? null : pairs.map(({ queryId }) => queryId),
            queryTexts: columns.query === null ? null : pairs.map(({ query }) => query),
            titles: none,
            ids: columns.id === null ? null : none,
            ranks: new Int32Array(pairs.length),
            lines: Int32Array.from(pairs, ({ line }) => line),
            columns: new Map(columns.further.map(({ name }) => [name, none])),
            columnNames: columns.names,
            ...(columns.queryId === null && columns.query !== null && { queryColumn: columns.query }),
          };
          return { isByScore: columns.score !== null, rowsOfPair: pairs.map(({ rows }) => rows), pairs: firstRows };
        }),
        firstRank,
        warnings: [...columns.warnings, ...warnings, ...ofTitles],
      };
    },
    secondPass(firstRank: 0 | 1) {
      for (const engine of engines.values()) {
        for (const count of [engine, ...engine.lists.values(), ...engine.pairs]) count.rows = 0;
      }
      return (row: ResultRow) => {
        const engine = engines.get(checks.engineOf(row));
        const pair = engine && findPair(engine, row);
        if (engine && pair) return scanned(row, engine, pair, firstRank);
        throw changedError(source, row.line);
      };
    },
  };
}

function collectRows({ pairs, isByScore }: ScannedResults["engines"][number]) {
  const [ofPairs, lines, ranks] = [growingInts(), growingInts(), growingNumbers()];
  const [titles, ids]: [string[], string[]] = [[], []];
  const columns = [...pairs.columns.keys()].map((name) => ({ name, cells: [] as string[] }));
  return {
    add(row: ScannedRow) {
      ofPairs.push(row.pair);
      titles.push(row.title);
      ids.push(row.id);
      ranks.push(row.rank);
      lines.push(row.line);
      for (const [index, { cells }] of columns.entries()) cells.push(row.cells[index] as string);
    },
    finish(): RawResults {
      const pairOfRow = [...ofPairs.view()];
      const ofPair = (cells: readonly string[] | null) => cells && pairOfRow.map((pair) => cells[pair] as string);
      return {
        ...pairs,
        queryIds: ofPair(pairs.queryIds),
        queryTexts: ofPair(pairs.queryTexts),
        titles,
        ids: pairs.ids && ids,
        ranks: isByScore ? rankByScore(ofPairs.view(), ranks.view(), ids) : Int32Array.from(ranks.view()),
        lines: lines.view().slice(),
        columns: new Map(columns.map(({ name, cells }) => [name, cells])),
      };
    },
  };
}
