/** What does a reader of rows give? */
import { growingInts } from "../../core/growing-column.ts";
import type { Warning } from "../../core/warnings.ts";

/** Whether a column matters; cells of others may be left out. */
export type Wants = (name: string) => boolean;

/** `names` is the same array while the columns are; `cells` may be used again; `line` is where a row begins. */
export type OnRow = (names: readonly string[], cells: readonly string[], line: number) => void;

/** Where saved search responses have their titles. */
export interface TitleChoice {
  readonly field: string | null;
  readonly isRequired: boolean;
}

/** One format of files with rows. A new one is one file and one line in `read-table.ts`. */
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
  /** The wanted columns by name; "" where a row lacks a cell. */
  readonly columns: ReadonlyMap<string, readonly string[]>;
  readonly names: readonly string[];
  /** By row, 1-based: where it begins, or its JSON document; for Parquet, the row number. */
  readonly lines: Int32Array;
}

/** Gives the rows of a table in memory as a reader of its file does. */
export function eachRow({ columns, lines }: Pick<Table, "columns" | "lines">, onRow: OnRow): void {
  const names = [...columns.keys()];
  const wanted = [...columns.values()];
  const cells = wanted.map(() => "");
  for (let row = 0; row < lines.length; row++) {
    for (let column = 0; column < wanted.length; column++) cells[column] = wanted[column]?.[row] as string;
    onRow(names, cells, lines[row] as number);
  }
}

/** Gathers rows into columns. Where a column appears late (JSONL), earlier rows have "" there. */
export function tableBuilder(wants: Wants) {
  const columns = new Map<string, string[]>();
  const seen = new Set<string>();
  const lines = growingInts();
  let known: readonly string[] | null = null;
  let kept: { column: string[]; cell: number }[] = [];
  return {
    onRow(names: readonly string[], cells: readonly string[], line: number): void {
      if (names !== known) {
        known = names;
        const taken = new Set<string>();
        kept = names.flatMap((name, cell) => {
          // Of two columns with one name the first is read.
          if (taken.has(name)) return [];
          taken.add(name);
          seen.add(name);
          if (!wants(name)) return [];
          const column = columns.get(name) ?? new Array<string>(lines.length).fill("");
          columns.set(name, column);
          return [{ column, cell }];
        });
      }
      for (const { column, cell } of kept) {
        while (column.length < lines.length) column.push("");
        column.push(cells[cell] ?? "");
      }
      lines.push(line);
    },
    finish(): Pick<Table, "columns" | "names" | "lines"> {
      for (const column of columns.values()) while (column.length < lines.length) column.push("");
      return { columns, names: [...seen], lines: lines.view().slice() };
    },
  };
}
