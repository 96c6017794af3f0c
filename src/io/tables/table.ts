/** Defines tables in memory, and formats of files with rows. */
import { growingInts } from "../../core/growing-column.ts";
import type { Warning } from "../../core/warnings.ts";
import type { ColumnChoice } from "./recognise-columns.ts";

/** Returns whether a column is needed. The cells of a column that is not needed may be "". */
export type Wants = (name: string) => boolean;

/** Remembers the result for each name, because readers of JSON check all names of each line. */
export function once(is: Wants): Wants {
  const known = new Map<string, boolean>();
  return (name) => {
    const answer = known.get(name) ?? is(name);
    known.set(name, answer);
    return answer;
  };
}

/** `names` is the same array until columns change. `cells` may be reused. `line` is the row's first line, from 1. */
export type OnRow = (names: readonly string[], cells: readonly string[], line: number) => void;

/** Remembers what `make` returned for the row before, because most rows have the same array of names. */
export function perNames<Made>(make: (names: readonly string[]) => Made): (names: readonly string[]) => Made {
  let known: readonly string[] | null = null;
  let made: Made;
  return (names) => {
    if (names !== known) {
      known = names;
      made = make(names);
    }
    return made;
  };
}

export interface TitleChoice {
  readonly field?: string | null;
  readonly isRequired?: boolean;
  readonly columns?: ColumnChoice;
  /** Whether the command has --input-format. If so, errors may say how the file is read without it. @default false */
  readonly hasInputFormat?: boolean;
  /** Whether a row of a delimited table may have a single cell, with a query. @default false */
  readonly hasLoneQueries?: boolean;
}

/** A format of files with rows. To add one, write a file and add a line to `read-table.ts`. */
export interface TableFormat {
  readonly name: string;
  detect(head: string): boolean;
  read(
    pieces: AsyncIterable<string>,
    source: string,
    wants: Wants,
    onRow: OnRow,
    titles?: TitleChoice,
  ): Promise<readonly Warning[]>;
}

export interface ScannedTable {
  readonly source: string;
  readonly format: string;
  readonly rows: number;
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly warnings: readonly Warning[];
}

export interface Table extends ScannedTable {
  /** The cells of each wanted column, by column name; "" if a row lacks the cell. */
  readonly columns: ReadonlyMap<string, readonly string[]>;
  readonly names: readonly string[];
  /** Number of non-empty cells that are not read, because an earlier column has the same name. */
  readonly hiddenCells?: number;
  /** First line of each row, or of its JSON document, from 1. For Parquet, the number of the row. */
  readonly lines: Int32Array;
}

export function eachRow({ columns, lines }: Pick<Table, "columns" | "lines">, onRow: OnRow): void {
  const names = [...columns.keys()];
  const wanted = [...columns.values()];
  const cells = wanted.map(() => "");
  for (let row = 0; row < lines.length; row++) {
    for (let column = 0; column < wanted.length; column++) cells[column] = wanted[column]?.[row] as string;
    onRow(names, cells, lines[row] as number);
  }
}

/** Collects rows into columns. If a column appears late (JSONL), earlier rows have "" in it. */
export function tableBuilder(wants: Wants) {
  const columns = new Map<string, string[]>();
  const seen = new Set<string>();
  const lines = growingInts();
  let hiddenCells = 0;
  const indexesOf = perNames((names) => {
    const taken = new Set<string>();
    const hidden: number[] = [];
    const kept = names.flatMap((name, cell) => {
      if (taken.has(name)) {
        hidden.push(cell);
        return [];
      }
      taken.add(name);
      seen.add(name);
      if (!wants(name)) return [];
      const column = columns.get(name) ?? new Array<string>(lines.length).fill("");
      columns.set(name, column);
      return [{ column, cell }];
    });
    return { kept, hidden };
  });
  return {
    onRow(names: readonly string[], cells: readonly string[], line: number): void {
      const { kept, hidden } = indexesOf(names);
      for (const { column, cell } of kept) {
        while (column.length < lines.length) column.push("");
        column.push(cells[cell] ?? "");
      }
      for (const cell of hidden) if (cells[cell]?.trim()) hiddenCells++;
      lines.push(line);
    },
    finish(): Pick<Table, "columns" | "names" | "hiddenCells" | "lines"> {
      for (const column of columns.values()) while (column.length < lines.length) column.push("");
      return { columns, names: [...seen], hiddenCells, lines: lines.view().slice() };
    },
  };
}
