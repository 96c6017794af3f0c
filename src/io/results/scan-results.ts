/**
 * Which engines' results does a file hold that may be larger than memory?
 * What `readResults` does, row by row: a first pass keeps what grows with queries, a second one gives the rows.
 */
import { SemqrelError } from "../../core/errors.ts";
import type { RawResults } from "../../core/types.ts";
import type { Warning } from "../../core/warnings.ts";
import { closing } from "../open-input.ts";
import { responseFormats, scanOpenedTable } from "../tables/read-table.ts";
import type { OnRow } from "../tables/table.ts";
import type { KeptInput } from "./keep-input.ts";
import { type ResultChecks, type ResultRow, resultChecks } from "./result-checks.ts";
import { isResultColumn, type ResultColumns, resultColumns } from "./result-columns.ts";
import type { InputFile, ReadResultsOptions, ResultsFile } from "./results-file.ts";

/** What is known of an engine after the first pass. */
export interface ScannedEngine {
  /** One row for each distinct pair of query id and text, the first; it has no title, id or further cell. */
  readonly pairs: RawResults;
  /** By pair. */
  readonly rowsOfPair: readonly number[];
  /** Whether `ScannedRow.rank` is a score, by which each query's rows go as `rankByScore` says. */
  readonly isByScore: boolean;
}

export interface ScannedRow {
  /** Place of the engine in the file. */
  readonly engine: number;
  /** 0-based, among the engine's rows. */
  readonly row: number;
  readonly pair: number;
  /** 0-based; a score where the engine goes by these. */
  readonly rank: number;
  /** 1-based. */
  readonly line: number;
  readonly title: string;
  /** "" where the engine has no ids. */
  readonly id: string;
  /** In the order of the engine's columns. */
  readonly cells: readonly string[];
}

export interface ScannedResults {
  /** In order of first appearance. */
  readonly engines: readonly ScannedEngine[];
  readonly file: InputFile;
  readonly warnings: readonly Warning[];
  /**
   * Reads the file again and gives each row, in the order of the file.
   *
   * @throws SemqrelError FILE_UNREADABLE where it is no longer the file of the first pass   details: { file }
   */
  rows(onRow: (row: ScannedRow) => void): Promise<void>;
}

/** Formats whose rows may bring further columns at any time: their names are read before anything else. */
const formatsWithLateNames: readonly string[] = ["jsonl", ...responseFormats];

/**
 * Memory grows with the distinct queries of each engine, not with rows; of Parquet a group of rows is in memory.
 *
 * @param input the bytes of the file, as often as they are asked for
 * @throws SemqrelError as `readResults`, the same for the same file
 */
export async function scanResults(
  file: ResultsFile,
  options: ReadResultsOptions,
  input: KeptInput,
): Promise<ScannedResults> {
  const first = await scanOnce(file, options, input, null);
  const { scanned, columns, tally } = first.tally === null ? await scanOnce(file, options, input, first.names) : first;
  if (columns === null || tally === null) throw new RangeError(`Reading ${file.path}: it has no rows.`);
  const { checked, engines } = tally.finish();
  const { source, format, rows, sizeBytes, sha256 } = scanned;
  return {
    engines: engines.map(({ pairs, isByScore }, place) => {
      const ofPair = <Cell>(cellOf: (pair: Pair) => Cell) => pairs.map(cellOf);
      const none = ofPair(() => "");
      return {
        isByScore,
        rowsOfPair: ofPair(({ rows: count }) => count),
        pairs: {
          engine: [...checked.engines.values()][place] ?? "",
          source,
          queryIds: columns.queryId === null ? null : ofPair(({ queryId }) => queryId),
          queryTexts: columns.query === null ? null : ofPair(({ query }) => query),
          titles: none,
          ids: columns.id === null ? null : none,
          ranks: new Int32Array(pairs.length),
          lines: Int32Array.from(ofPair(({ line }) => line)),
          columns: new Map(columns.further.map(({ name }) => [name, none])),
          columnNames: columns.names,
        },
      };
    }),
    file: { path: source, format, rows, sizeBytes, sha256 },
    warnings: [...columns.warnings, ...checked.warnings],
    async rows(onRow) {
      const give = rowGiver(columns, options, checked.firstRank, tally, onRow);
      const again = await scanTable(options, input, () => cellReader(columns, give));
      if (again.sha256 === sha256) return;
      throw new SemqrelError(
        "FILE_UNREADABLE",
        `Reading ${source}: it was changed while it was read. Wait until it is complete, and run again.`,
        { details: { file: source } },
      );
    },
  };
}

/** A row of the table as results see it. */
interface CellsOfRow extends ResultRow {
  readonly title: string;
  readonly score: string;
  readonly cells: readonly string[];
}

/** A query as the rows of an engine name it. */
interface Pair {
  readonly queryId: string;
  readonly query: string;
  readonly line: number;
  /** Rows of one list are those with the same id, else with the same text: ranks by order count within it. */
  readonly list: number;
  rows: number;
}

interface EngineTally {
  readonly place: number;
  readonly isByScore: boolean;
  readonly placeOfPair: Map<string, number>;
  readonly lists: Map<string, number>;
  readonly pairs: Pair[];
}

interface Tally {
  add(row: CellsOfRow): void;
  /** Engine and pair of a row that was added. */
  find(row: CellsOfRow): { readonly engine: EngineTally; readonly pair: number };
  /** @throws SemqrelError as `resultChecks` */
  finish(): { readonly checked: ReturnType<ResultChecks["finish"]>; readonly engines: readonly EngineTally[] };
}

/** @param names all of the table; null where they are those of the first row, or have to be gathered first */
async function scanOnce(
  file: ResultsFile,
  options: ReadResultsOptions,
  input: KeptInput,
  names: readonly string[] | null,
) {
  const seen = new Set<string>();
  // What is wrong with the columns is said when the whole file was readable.
  const found: { columns: ResultColumns | null; tally: Tally | null; failure: unknown } = {
    ...{ columns: null, tally: null, failure: null },
  };
  const scanned = await scanTable(options, input, (format, source) => {
    let read: OnRow | null = null;
    let known: readonly string[] | null = null;
    return (ofRow, cells, line) => {
      if (names === null && ofRow !== known) {
        known = ofRow;
        for (const name of ofRow) seen.add(name);
      }
      if (found.failure !== null || (names === null && formatsWithLateNames.includes(format))) return;
      if (read === null) {
        try {
          const columns = resultColumns(names ?? [...seen], { format, source }, options);
          const tally = tallyRows(resultChecks(file, source, columns, options), columns, source);
          Object.assign(found, { columns, tally });
          read = cellReader(columns, tally.add);
        } catch (failure) {
          found.failure = failure;
          return;
        }
      }
      read(ofRow, cells, line);
    };
  });
  if (found.failure !== null) throw found.failure;
  return { scanned, names: [...seen], columns: found.columns, tally: found.tally };
}

async function scanTable(
  options: ReadResultsOptions,
  input: KeptInput,
  rowsTo: (format: string, source: string) => OnRow,
) {
  const opened = await input.open();
  return closing(opened, () =>
    scanOpenedTable(
      opened,
      (name) => isResultColumn(name, options),
      options.format,
      (format) => rowsTo(format, opened.source),
      { field: options.titleField ?? null, isRequired: options.titles === null },
    ),
  );
}

/** Finds the cells of a row by the names of its columns, which few rows change. */
function cellReader(columns: ResultColumns, onRow: (row: CellsOfRow) => void): OnRow {
  let known: readonly string[] | null = null;
  // Of two columns with one name the first is read.
  const placeOf = (name: string | null) => (name === null ? -1 : (known?.indexOf(name) ?? -1));
  let places = { queryId: -1, query: -1, title: -1, id: -1, rank: -1, engine: -1, score: -1, partial: -1 };
  let further: readonly number[] = [];
  return (names, cells, line) => {
    if (names !== known) {
      known = names;
      const { queryId, query, title, id, rank, engine, score, partial } = columns;
      places = {
        ...{ queryId: placeOf(queryId), query: placeOf(query), title: placeOf(title), id: placeOf(id) },
        ...{ rank: placeOf(rank), engine: placeOf(engine), score: placeOf(score), partial: placeOf(partial) },
      };
      further = columns.further.map(({ column }) => placeOf(column));
    }
    onRow({
      line,
      queryId: cells[places.queryId] ?? "",
      query: cells[places.query] ?? "",
      title: cells[places.title] ?? "",
      id: cells[places.id] ?? "",
      rank: cells[places.rank] ?? "",
      engine: cells[places.engine] ?? "",
      score: cells[places.score] ?? "",
      partial: cells[places.partial] ?? "",
      cells: further.map((place) => cells[place] ?? ""),
    });
  };
}

function tallyRows(checks: ResultChecks, columns: ResultColumns, source: string): Tally {
  const engines = new Map<string, EngineTally>();
  // The length tells where the id ends.
  const pairKey = ({ queryId, query }: CellsOfRow) => `${queryId.length} ${queryId}${query}`;
  return {
    add(row) {
      checks.add(row);
      const name = checks.engineOf(row);
      let engine = engines.get(name);
      if (engine === undefined) {
        const isByScore = columns.score !== null;
        engine = { place: engines.size, isByScore, placeOfPair: new Map(), lists: new Map(), pairs: [] };
        engines.set(name, engine);
      }
      const key = pairKey(row);
      const pair = engine.pairs[engine.placeOfPair.get(key) ?? -1];
      if (pair !== undefined) {
        pair.rows++;
        return;
      }
      const { queryId, query, line } = row;
      const listKey = queryId === "" ? `text ${query}` : `id ${queryId}`;
      const list = engine.lists.get(listKey) ?? engine.lists.size;
      engine.lists.set(listKey, list);
      engine.placeOfPair.set(key, engine.pairs.length);
      engine.pairs.push({ queryId, query, line, list, rows: 1 });
    },
    find(row) {
      const engine = engines.get(checks.engineOf(row));
      const pair = engine?.placeOfPair.get(pairKey(row));
      if (engine !== undefined && pair !== undefined) return { engine, pair };
      throw new SemqrelError(
        "FILE_UNREADABLE",
        `Reading ${source}:${row.line} again: it was changed meanwhile. Wait until the file is complete, and run again.`,
        { details: { file: source, line: row.line } },
      );
    },
    finish: () => ({ checked: checks.finish(), engines: [...engines.values()] }),
  };
}

function rowGiver(
  columns: ResultColumns,
  options: ReadResultsOptions,
  firstRank: 0 | 1,
  tally: Tally,
  onRow: (row: ScannedRow) => void,
): (row: CellsOfRow) => void {
  const rowsSoFar: number[] = [];
  /** By engine and list: the next rank of those that go by the order of rows. */
  const nextRanks: number[][] = [];
  return (row) => {
    const { engine, pair } = tally.find(row);
    const { place } = engine;
    const number = rowsSoFar[place] ?? 0;
    rowsSoFar[place] = number + 1;
    const byOrder = () => {
      const { list = 0 } = engine.pairs[pair] ?? {};
      nextRanks[place] ??= [];
      const next = nextRanks[place];
      const rank = next[list] ?? 0;
      next[list] = rank + 1;
      return rank;
    };
    const rank =
      columns.score !== null ? Number(row.score) : columns.rank !== null ? Number(row.rank) - firstRank : byOrder();
    const title = columns.title === null ? (options.titles?.get(row.id) ?? "") : row.title;
    onRow({ engine: place, row: number, pair, rank, line: row.line, title, id: row.id, cells: row.cells });
  };
}
