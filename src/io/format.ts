/** Defines formats of judgments and runs, and collects the rows that are read. */

import { at } from "../core/at.ts";
import { growingInts, growingNumbers } from "../core/growing-column.ts";
import { rowsByKey } from "../core/rows-by-key.ts";
import type { Names, RawJudgments, RawRun } from "../core/types.ts";
import type { Warning } from "../core/warnings.ts";
import type { JudgmentCapabilities, NamedRows, RunCapabilities, WriteOptions } from "./fit.ts";
import type { InputText } from "./open-input.ts";
import { textOfQuery } from "./query-sets/join-query-texts.ts";
import type { TableColumns } from "./tables/table-roles.ts";
import type { WrittenColumn } from "./tables/write-csv.ts";
import { MOST_TAGS, type RanksOfRows } from "./trec-lines.ts";

/** A file format. To add one, write an object and add it to `formats.ts`. */
interface Format<Rows, Written, Holds> {
  readonly name: string;
  /** @param head - the start of the text, at least one line; "" for Parquet */
  detect(head: string, names: TableColumns): boolean;
  read(input: InputText, rows: Rows, names: TableColumns): Promise<void>;
  /** File name extensions. @default the format's name */
  readonly endings?: readonly string[];
  readonly holds?: Holds;
  /** @param written - rows that `fitJudgments` or `fitRun` adapted to the format */
  write?(written: Written, options: WriteOptions): Iterable<string>;
}
export type JudgmentFormat = Format<JudgmentColumns, RawJudgments, JudgmentCapabilities>;
export type JudgmentWriter = Required<Pick<JudgmentFormat, "name" | "holds" | "write">>;
export type RunFormat = Format<RunColumns, readonly RawRun[], RunCapabilities>;
export type RunWriter = Required<Pick<RunFormat, "name" | "holds" | "write">>;

interface NamedRow {
  /** The id of the query, or its text if the format has no ids. */
  readonly query: string;
  readonly document: string;
  /** The query's text, present if `query` is an id. */
  readonly queryText?: string | undefined;
  /** Present in all rows or in none. */
  readonly title?: string | undefined;
}

export interface JudgmentRow extends NamedRow {
  /** NaN if the file lists the pair without a rating. A negative label means pooled but not judged. */
  readonly label: number;
  /** "" if the row does not name its rater. Like `iteration`, present in all rows or in none. */
  readonly rater?: string | undefined;
  readonly iteration?: string | undefined;
  /** Name and cell of each column without a role, if `keepsFurther`. */
  readonly further?: Iterable<readonly [name: string, cell: string]>;
}

export interface RunRow extends NamedRow {
  readonly score: number;
  /** The file's rank, to warn if it contradicts the score; -1 if not a whole number. Present in all rows or in none. */
  readonly rank?: number | undefined;
}

abstract class NamedColumns {
  readonly names: Names;
  readonly keepsFurther: boolean;
  /** Columns without a role. Set by formats that read whole columns, otherwise collected from the rows. */
  further: ReadonlyMap<string, readonly string[]> | undefined;
  isByTitle = false;
  readonly warnings: Warning[] = [];
  readonly #queries = growingInts();
  readonly #documents = growingInts();
  readonly #numbers = growingNumbers();
  readonly #titles: string[] = [];
  readonly #queryTexts = new Map<number, string>();

  constructor(names: Names, keepsFurther = false) {
    this.names = names;
    this.keepsFurther = keepsFurther;
  }

  get length(): number {
    return this.#queries.length;
  }

  protected append(queries: Int32Array, documents: Int32Array, numbers: Float64Array): void {
    this.#queries.append(queries);
    this.#documents.append(documents);
    this.#numbers.append(numbers);
  }

  protected push(row: NamedRow, number: number): void {
    const query = this.names.queries.add(row.query);
    this.#queries.push(query);
    this.#documents.push(this.names.documents.add(row.document));
    this.#numbers.push(number);
    // A text that equals the name need not be stored.
    if (row.queryText !== undefined && row.queryText !== row.query) this.#queryTexts.set(query, row.queryText);
    if (row.title !== undefined) this.#titles.push(row.title);
  }

  protected whole<Column extends { readonly length: number }>(column: Column): Column | null {
    return column.length === this.length && this.length > 0 ? column : null;
  }

  protected finished(source: string) {
    const rows = {
      source,
      names: this.names,
      queries: this.#queries.view(),
      documents: this.#documents.view(),
      titles: this.whole(this.#titles),
      queryTexts: this.#queryTexts,
      ...(this.further === undefined ? {} : { further: this.further }),
      ...(this.isByTitle ? ({ isByTitle: true } as const) : {}),
    };
    return { rows, numbers: this.#numbers.view() };
  }
}

export class JudgmentColumns extends NamedColumns {
  readonly #keepsIterations: boolean;
  readonly #raters: string[] = [];
  readonly #iterations: string[] = [];
  readonly #further = new Map<string, string[]>();

  constructor(names: Names, keepsIterations: boolean, keepsFurther?: boolean) {
    super(names, keepsFurther);
    this.#keepsIterations = keepsIterations;
  }

  /** Adds rows of a format with iterations. Each query and document is given by its number in `names`. */
  addRows(
    queries: Int32Array,
    documents: Int32Array,
    labels: Float64Array,
    iterationOf: (row: number) => string,
  ): void {
    this.append(queries, documents, labels);
    for (let row = 0; row < documents.length && this.#keepsIterations; row++) this.#iterations.push(iterationOf(row));
  }

  addRow(row: JudgmentRow): void {
    for (const [name, cell] of row.further ?? []) {
      const cells = this.#further.get(name) ?? [];
      this.#further.set(name, cells);
      while (cells.length < this.length) cells.push("");
      // Two columns with the same name become one.
      cells[this.length] ||= cell;
    }
    this.push(row, row.label);
    if (row.rater !== undefined) this.#raters.push(row.rater);
    if (row.iteration !== undefined && this.#keepsIterations) this.#iterations.push(row.iteration);
  }

  finish(source: string): RawJudgments {
    for (const cells of this.#further.values()) while (cells.length < this.length) cells.push("");
    if (this.#further.size > 0) this.further ??= this.#further;
    const { rows, numbers } = this.finished(source);
    return {
      ...rows,
      labels: numbers,
      raters: this.whole(this.#raters),
      iterations: this.whole(this.#iterations),
      ...(this.warnings.length > 0 ? { warnings: this.warnings } : {}),
    };
  }
}

export class RunColumns extends NamedColumns {
  readonly engines = new Map<string, RunColumns>();
  /** The run's name, taken from the last line; null if lines contain no name. */
  tag: string | null = null;
  readonly tags = new Set<string>();
  unusedScores = 0;
  keepsUntitled = false;
  /** Places (file:line) of results with neither title nor id. */
  readonly untitled: string[] = [];
  readonly #ranks = growingInts();
  readonly #partialQueries = new Set<number>();

  ofEngine(engine: string): RunColumns {
    const known = this.engines.get(engine) ?? new RunColumns(this.names, this.keepsFurther);
    this.engines.set(engine, known);
    return known;
  }

  addRows(
    queries: Int32Array,
    documents: Int32Array,
    scores: Float64Array,
    tagOf: (row: number) => string,
    beside: RanksOfRows | null,
  ): void {
    this.append(queries, documents, scores);
    this.tag = tagOf(documents.length - 1);
    if (beside === null) return;
    this.#ranks.append(beside.ranks);
    for (const row of beside.keptChanged) if (this.tags.size < MOST_TAGS) this.tags.add(tagOf(row));
  }

  addRow(row: RunRow): void {
    this.push(row, row.score);
    if (row.rank !== undefined) this.#ranks.push(row.rank);
  }

  markPartial(query: string): void {
    this.#partialQueries.add(this.names.queries.add(query));
  }

  finish(name: string, source: string): RawRun {
    const { rows, numbers } = this.finished(source);
    const ranks = this.whole(this.#ranks);
    return {
      ...rows,
      name,
      tag: this.tag,
      scores: numbers,
      ...(ranks === null ? {} : { ranks: ranks.view() }),
      ...(this.unusedScores > 0 ? { unusedScores: this.unusedScores } : {}),
      ...(this.#partialQueries.size > 0 ? { partialQueries: [...this.#partialQueries] } : {}),
    };
  }
}

/**
 * Returns each row's rank in its list (from 0), by descending score, then by descending id.
 * @param queries - for each row, the number of its list
 */
export function rankByScore(queries: Int32Array, scores: ArrayLike<number>, ids: readonly string[]): Int32Array {
  const ranks = new Int32Array(queries.length);
  // Compares bytes, like C's strcmp. UTF-16 order differs beyond the Basic Multilingual Plane.
  const compare = (one: string, other: string) => Buffer.compare(Buffer.from(one), Buffer.from(other));
  const compareRows = (one: number, other: number) =>
    (scores[other] as number) - (scores[one] as number) || compare(ids[other] as string, ids[one] as string);
  for (const rows of rowsByKey(queries).values()) {
    rows.sort(compareRows).forEach((row, rank) => {
      ranks[row] = rank;
    });
  }
  return ranks;
}

export function* judgmentLines(
  { names, queries, documents, labels }: RawJudgments,
  line: (query: string, document: string, label: number, row: number) => string,
): Iterable<string> {
  for (let row = 0; row < queries.length; row++) {
    const query = names.queries.nameOf(at(queries, row));
    yield `${line(query, names.documents.nameOf(at(documents, row)), at(labels, row), row)}\n`;
  }
}

export function* jsonList<Item>(
  begin: string,
  items: Iterable<Item>,
  end: string,
  entry: (item: Item) => string,
): Iterable<string> {
  yield begin;
  let before = "\n";
  for (const item of items) {
    yield `${before}${entry(item)}`;
    before = ",\n";
  }
  yield end;
}

export function jsonByQuery(
  begin: string,
  { names, queries, documents }: NamedRows,
  end: string,
  entry: (query: number, rows: readonly number[], documentOf: (row: number) => string) => string,
): Iterable<string> {
  const documentOf = (row: number) => names.documents.nameOf(at(documents, row));
  return jsonList(begin, rowsByKey(queries), end, ([query, rows]) => entry(query, rows, documentOf));
}

export function ranxText(rows: NamedRows, numberOf: (row: number) => string): Iterable<string> {
  return jsonByQuery("{", rows, "\n}\n", (query, ofQuery, documentOf) => {
    const entries = ofQuery.map((row) => `${JSON.stringify(documentOf(row))}:${numberOf(row)}`);
    return `${JSON.stringify(rows.names.queries.nameOf(query))}:{${entries.join(",")}}`;
  });
}

export function namedColumns(rows: NamedRows, hasTexts: boolean, hasTitles: boolean): WrittenColumn[] {
  const { names, queries, documents, titles, queryTexts } = rows;
  const queryOf = (row: number) => at(queries, row);
  const columns: WrittenColumn[] = hasTexts
    ? [
        ["query_id", (row) => names.queries.nameOf(queryOf(row))],
        ["query", (row) => queryTexts.get(queryOf(row)) ?? ""],
      ]
    : [["query", (row) => textOfQuery(rows, queryOf(row))]];
  columns.push(["id", (row) => names.documents.nameOf(at(documents, row))]);
  if (hasTitles) columns.push(["title", (row) => titles?.[row] ?? ""]);
  return columns;
}

export function keptColumns(further: ReadonlyMap<string, readonly string[]> = new Map()): WrittenColumn[] {
  return [...further].map(([name, cells]) => [name, (row) => at(cells, row)]);
}
