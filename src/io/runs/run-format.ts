/**
 * What has a reader of runs to give?
 */
import type { Names, RawRun } from "../../types.ts";
import type { FormatInput } from "../format-input.ts";
import { GrowingInts, GrowingNumbers } from "../growing-column.ts";

/** One format of files with a run. A new one is one file and one line in `read-run.ts`. */
export interface RunFormat {
  readonly name: string;
  /** @param head the first piece of the text, at least one line where the file has one */
  detect(head: string): boolean;
  /** @throws SemqrelError INVALID_FORMAT, INVALID_ROW with file and line */
  read(input: FormatInput, columns: RunColumns): Promise<void>;
}

export interface RunRow {
  /** Id of the query; its text where the format has no ids. */
  readonly query: string;
  readonly document: string;
  /** Larger is better. */
  readonly score: number;
  readonly queryText?: string;
  readonly title?: string;
}

/** Gathers a run row by row into columns. */
export class RunColumns {
  readonly names: Names;
  readonly #queries = new GrowingInts();
  readonly #documents = new GrowingInts();
  readonly #scores = new GrowingNumbers();
  readonly #titles: string[] = [];
  readonly #queryTexts = new Map<number, string>();

  constructor(names: Names) {
    this.names = names;
  }

  get length(): number {
    return this.#queries.length;
  }

  /** Numbers of names, for readers of bytes. */
  add(query: number, document: number, score: number): void {
    this.#queries.push(query);
    this.#documents.push(document);
    this.#scores.push(score);
  }

  addRow(row: RunRow): void {
    const query = this.names.queries.add(row.query);
    this.add(query, this.names.documents.add(row.document), row.score);
    if (row.queryText !== undefined) this.#queryTexts.set(query, row.queryText);
    if (row.title !== undefined) this.#titles.push(row.title);
  }

  finish(name: string, source: string): RawRun {
    return {
      name,
      source,
      names: this.names,
      queries: this.#queries.view(),
      documents: this.#documents.view(),
      scores: this.#scores.view(),
      titles: this.#titles.length === this.length && this.length > 0 ? this.#titles : null,
      queryTexts: this.#queryTexts,
    };
  }
}
