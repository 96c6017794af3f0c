/** What does a reader of runs give, and what does a writer get? */
import { rowsByKey } from "../../core/rows-by-key.ts";
import type { Names, RawRun } from "../../core/types.ts";
import type { Warning } from "../../core/warnings.ts";
import type { RunCapabilities, WriteOptions } from "../fit.ts";
import type { InputText } from "../open-input.ts";
import { growingInts, growingNumbers } from "../tables/table.ts";
import type { TableColumns } from "../tables/table-roles.ts";
import type { RanksOfRows } from "../trec-lines.ts";

/** One format of files with a run. A new one is one object, and one line in `read-run.ts`. */
export interface RunFormat {
  readonly name: string;
  /** @param head the beginning of the text, at least one line; "" for Parquet */
  detect(head: string, names: TableColumns): boolean;
  read(input: InputText, columns: RunColumns, names: TableColumns): Promise<void>;
  /** Endings of files that get this format. @default its name */
  readonly endings?: readonly string[];
  /** Absent for a format that is only read. */
  readonly holds?: RunCapabilities;
  /** @param runs one, unless the format holds several */
  write?(runs: readonly RawRun[], options: WriteOptions): Iterable<string>;
}
export type RunWriter = Required<Pick<RunFormat, "name" | "holds" | "write">>;

export interface RunRow {
  /** Id of the query; its text where the format has no ids. */
  readonly query: string;
  readonly document: string;
  /** Larger is better. */
  readonly score: number;
  readonly queryText?: string | undefined;
  readonly title?: string | undefined;
  /** Where scores decide, and ranks stand beside them; -1 for what is not a whole number. Given in all rows or in none. */
  readonly rank?: number | undefined;
}

const MOST_TAGS = 10;

/** Takes a run row by row. */
export class RunColumns {
  readonly names: Names;
  readonly keepsFurther: boolean;
  /** As `RawRun` has it, for readers of tables. */
  further: ReadonlyMap<string, readonly string[]> | undefined;
  /** What was odd about the file. */
  readonly warnings: Warning[] = [];
  readonly #queries = growingInts();
  readonly #documents = growingInts();
  readonly #scores = growingNumbers();
  readonly #ranks = growingInts();
  readonly #titles: string[] = [];
  readonly #queryTexts = new Map<number, string>();
  readonly #engines = new Map<string, RunColumns>();
  readonly #partialQueries = new Set<number>();
  /** What the last line calls the run, where the format has such a field. */
  tag: string | null = null;
  /** What lines call the run; of very many names the first. */
  readonly tags = new Set<string>();
  /** As `RawRun` has it. */
  unusedScores = 0;
  isByTitle = false;

  constructor(names: Names, keepsFurther = false) {
    this.names = names;
    this.keepsFurther = keepsFurther;
  }

  /** Rows of this run alone. */
  get length(): number {
    return this.#queries.length;
  }

  /** In order of appearance; empty where the file names no engines. */
  get engines(): ReadonlyMap<string, RunColumns> {
    return this.#engines;
  }

  ofEngine(engine: string): RunColumns {
    const known = this.#engines.get(engine) ?? new RunColumns(this.names, this.keepsFurther);
    this.#engines.set(engine, known);
    return known;
  }

  /** Rows of a format whose lines name the run, by numbers of `names`. */
  addRows(
    queries: Int32Array,
    documents: Int32Array,
    scores: Float64Array,
    tagOf: (row: number) => string,
    beside: RanksOfRows | null,
  ): void {
    this.#queries.append(queries);
    this.#documents.append(documents);
    this.#scores.append(scores);
    this.tag = tagOf(documents.length - 1);
    if (beside === null) return;
    this.#ranks.append(beside.ranks);
    for (const row of beside.keptChanged) if (this.tags.size < MOST_TAGS) this.tags.add(tagOf(row));
  }

  addRow(row: RunRow): void {
    const query = this.names.queries.add(row.query);
    this.#queries.push(query);
    this.#documents.push(this.names.documents.add(row.document));
    this.#scores.push(row.score);
    // A text that is the name says nothing.
    if (row.queryText !== undefined && row.queryText !== row.query) this.#queryTexts.set(query, row.queryText);
    if (row.title !== undefined) this.#titles.push(row.title);
    if (row.rank !== undefined) this.#ranks.push(row.rank);
  }

  /** The engine did not look everywhere for this query. */
  markPartial(query: string): void {
    this.#partialQueries.add(this.names.queries.add(query));
  }

  finish(name: string, source: string): RawRun {
    return {
      name,
      tag: this.tag,
      source,
      names: this.names,
      queries: this.#queries.view(),
      documents: this.#documents.view(),
      scores: this.#scores.view(),
      titles: this.#titles.length === this.length && this.length > 0 ? this.#titles : null,
      queryTexts: this.#queryTexts,
      ...(this.#ranks.length === this.length && this.length > 0 ? { ranks: this.#ranks.view() } : {}),
      ...(this.further === undefined ? {} : { further: this.further }),
      ...(this.isByTitle ? { isByTitle: true } : {}),
      ...(this.unusedScores > 0 ? { unusedScores: this.unusedScores } : {}),
      ...(this.#partialQueries.size > 0 ? { partialQueries: [...this.#partialQueries] } : {}),
    };
  }
}

/**
 * 0-based ranks by score, and among equal scores by document id, both descending, as trec_eval sorts.
 * @param queries by row: equal for rows of one query
 */
export function rankByScore(queries: Int32Array, scores: ArrayLike<number>, ids: readonly string[]): Int32Array {
  const ranks = new Int32Array(queries.length);
  const compareRows = (one: number, other: number) =>
    (scores[other] as number) - (scores[one] as number) || compare(ids[other] as string, ids[one] as string);
  for (const rows of rowsByKey(queries).values()) {
    rows.sort(compareRows).forEach((row, rank) => {
      ranks[row] = rank;
    });
  }
  return ranks;
}

/** By bytes, as C's strcmp does; UTF-16 order differs from it beyond the basic plane. */
function compare(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}
