/** What does a reader of rows return? */
import { growingInts } from "../../core/growing-column.ts";
import type { Warning } from "../../core/warnings.ts";

/** Whether a column is needed; cells of others may be empty. */
export type Wants = (name: string) => boolean;

/** `names` is the same array while columns are the same. `cells` may be reused. A row begins on `line`. */
export type OnRow = (names: readonly string[], cells: readonly string[], line: number) => void;

/** Where titles and engines are in answers, and which rows a table may have. */
export interface TitleChoice {
  readonly field: string | null;
  readonly isRequired: boolean;
  /** Names of columns of engines; null or absent for the usual names. */
  readonly engine?: readonly string[] | null | undefined;
  /** Whether a row of a delimited table may be a query alone, in one cell. @default false */
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
  /** The wanted columns by name; "" if a row lacks a cell. */
  readonly columns: ReadonlyMap<string, readonly string[]>;
  readonly names: readonly string[];
  /** Number of filled cells that are not read, because another column before theirs has the same name. */
  readonly hiddenCells?: number;
  /** Line by row, 1-based: where the row or its JSON document begins; for Parquet, the row number. */
  readonly lines: Int32Array;
}

/** Passes on the rows of a table in memory, like a reader of a file. */
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
  let known: readonly string[] | null = null;
  let kept: { column: string[]; cell: number }[] = [];
  let hidden: number[] = [];
  let hiddenCells = 0;
  return {
    onRow(names: readonly string[], cells: readonly string[], line: number): void {
      if (names !== known) {
        known = names;
        const taken = new Set<string>();
        hidden = [];
        kept = names.flatMap((name, cell) => {
          // If two columns have the same name, the first is read.
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
      }
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
