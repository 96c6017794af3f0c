/** What does a reader of judgments give, what does a writer get, and what have most writers in common? */
import type { Names, RawJudgments } from "../../core/types.ts";
import type { Warning } from "../../core/warnings.ts";
import type { JudgmentCapabilities, WriteOptions } from "../fit.ts";
import type { InputText } from "../open-input.ts";
import { growingInts, growingNumbers } from "../tables/table.ts";
import type { TableColumns } from "../tables/table-roles.ts";

/** One format of files with judgments. A new one is one object, and one line in `read-judgments.ts`. */
export interface JudgmentFormat {
  readonly name: string;
  /** @param head the beginning of the text, at least one line; "" for Parquet */
  detect(head: string, names: TableColumns): boolean;
  read(input: InputText, columns: JudgmentColumns, names: TableColumns): Promise<void>;
  /** Endings of files that get this format. @default its name */
  readonly endings?: readonly string[];
  /** Absent for a format that is only read. */
  readonly holds?: JudgmentCapabilities;
  /** @param judgments have nothing that the format cannot hold */
  write?(judgments: RawJudgments, options: WriteOptions): Iterable<string>;
}
export type JudgmentWriter = Required<Pick<JudgmentFormat, "name" | "holds" | "write">>;

/** Of most formats with white space between fields. */
export const lineHolds: JudgmentCapabilities = {
  queryIds: "any",
  queryTexts: false,
  titles: false,
  whiteSpace: false,
  repeats: true,
  fractions: true,
  negatives: true,
  unrated: false,
  raters: false,
  iterations: false,
};

/** Of most JSON documents, and of Quepid's tables: they name queries by their texts. */
export const textHolds: JudgmentCapabilities = { ...lineHolds, queryIds: "none", queryTexts: true, whiteSpace: true };

/** @param line without its end, from the names of query and document, the label, and the row */
export function* judgmentLines(
  { names, queries, documents, labels }: RawJudgments,
  line: (query: string, document: string, label: number, row: number) => string,
): Iterable<string> {
  for (let row = 0; row < queries.length; row++) {
    const query = names.queries.nameOf(queries[row] ?? 0);
    const document = names.documents.nameOf(documents[row] ?? 0);
    yield `${line(query, document, labels[row] ?? Number.NaN, row)}\n`;
  }
}

export interface JudgmentRow {
  /** Id of the query; its text where the format has no ids. */
  readonly query: string;
  readonly document: string;
  /** Negative: in the pool but not judged; NaN: listed without a rating. */
  readonly label: number;
  /** Where the format has ids, too. */
  readonly queryText?: string | undefined;
  /** Given in all rows or in none, as the two below; "" where the file names no rater. */
  readonly rater?: string | undefined;
  readonly iteration?: string | undefined;
  readonly title?: string | undefined;
  /** Cells of columns that have no meaning here, by name; given where `keepsFurther`. */
  readonly further?: Iterable<readonly [name: string, cell: string]>;
}

/** Takes judgments row by row. */
export class JudgmentColumns {
  readonly names: Names;
  readonly keepsIterations: boolean;
  readonly keepsFurther: boolean;
  /** As `RawJudgments` has it, for readers of tables. */
  further: ReadonlyMap<string, readonly string[]> | undefined;
  /** As `RawJudgments` has it. */
  isByTitle = false;
  /** What was odd about the file. */
  readonly warnings: Warning[] = [];
  readonly #queries = growingInts();
  readonly #documents = growingInts();
  readonly #labels = growingNumbers();
  readonly #raters: string[] = [];
  readonly #iterations: string[] = [];
  readonly #titles: string[] = [];
  readonly #queryTexts = new Map<number, string>();
  readonly #further = new Map<string, string[]>();

  constructor(names: Names, keepsIterations: boolean, keepsFurther = false) {
    this.names = names;
    this.keepsIterations = keepsIterations;
    this.keepsFurther = keepsFurther;
  }

  get length(): number {
    return this.#queries.length;
  }

  /** Rows of a format with iterations, by numbers of `names`. */
  addRows(
    queries: Int32Array,
    documents: Int32Array,
    labels: Float64Array,
    iterationOf: (row: number) => string,
  ): void {
    this.#queries.append(queries);
    this.#documents.append(documents);
    this.#labels.append(labels);
    for (let row = 0; row < documents.length && this.keepsIterations; row++) this.#iterations.push(iterationOf(row));
  }

  addRow(row: JudgmentRow): void {
    const query = this.names.queries.add(row.query);
    if (row.further !== undefined) this.#addFurther(row.further);
    this.#queries.push(query);
    this.#documents.push(this.names.documents.add(row.document));
    this.#labels.push(row.label);
    // A text that is the name says nothing.
    if (row.queryText !== undefined && row.queryText !== row.query) this.#queryTexts.set(query, row.queryText);
    if (row.rater !== undefined) this.#raters.push(row.rater);
    if (row.title !== undefined) this.#titles.push(row.title);
    if (row.iteration !== undefined && this.keepsIterations) this.#iterations.push(row.iteration);
  }

  /** A row may lack a column that others have. */
  #addFurther(further: Iterable<readonly [string, string]>): void {
    for (const [name, cell] of further) {
      const cells = this.#further.get(name) ?? [];
      this.#further.set(name, cells);
      while (cells.length < this.length) cells.push("");
      // A name that stands there twice has one column.
      cells[this.length] ||= cell;
    }
  }

  finish(source: string): RawJudgments {
    for (const cells of this.#further.values()) while (cells.length < this.length) cells.push("");
    const further = this.further ?? (this.#further.size > 0 ? this.#further : undefined);
    const whole = (column: readonly string[]) => (column.length === this.length && this.length > 0 ? column : null);
    return {
      source,
      names: this.names,
      queries: this.#queries.view(),
      documents: this.#documents.view(),
      labels: this.#labels.view(),
      raters: whole(this.#raters),
      iterations: whole(this.#iterations),
      titles: whole(this.#titles),
      queryTexts: this.#queryTexts,
      ...(further === undefined ? {} : { further }),
      ...(this.isByTitle ? { isByTitle: true } : {}),
      ...(this.warnings.length > 0 ? { warnings: this.warnings } : {}),
    };
  }
}
