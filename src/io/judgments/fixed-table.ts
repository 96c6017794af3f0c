/** How are judgments read from a table whose columns have fixed names? */
import { ratingCell, rowError } from "../input-error.ts";
import type { InputText } from "../open-input.ts";
import { type DelimitedText, readDelimited } from "../tables/read-csv.ts";
import { columnKey } from "../tables/recognise-columns.ts";
import type { JudgmentColumns, JudgmentRow } from "./judgment-format.ts";

/** One row of such a table. */
interface FixedRow {
  readonly names: readonly string[];
  readonly cells: readonly string[];
  /** @param key as `columnKey` makes it; "" where there is no such column */
  cell(key: string): string;
  /** NaN for a cell without a rating. @throws SemqrelError INVALID_ROW for anything else that is not a number */
  rating(cell: string, role: string): number;
  /** @throws SemqrelError INVALID_ROW always */
  refuse(what: string): never;
}

/**
 * @param expected the columns, as messages name them
 * @param rowsOf   the judgments of one row
 * @throws SemqrelError as `readDelimited`; INVALID_ROW for a row without query, or with a rating of no document
 */
export async function readFixedTable(
  { pieces, source }: InputText,
  columns: JudgmentColumns,
  expected: string,
  rowsOf: (row: FixedRow) => readonly JudgmentRow[],
  options: DelimitedText = {},
): Promise<void> {
  let keys: readonly string[] = [];
  const row = {
    names: [] as readonly string[],
    cells: [] as readonly string[],
    line: 0,
    cell: (key: string) => row.cells[keys.indexOf(key)] ?? "",
    rating: (cell: string, role: string) => ratingCell(cell, role, source, row.line),
    refuse(what: string): never {
      throw rowError(source, row.line, what);
    },
  };
  const onRow = (names: readonly string[], cells: readonly string[], line: number) => {
    if (names !== row.names) keys = names.map(columnKey);
    Object.assign(row, { names, cells, line });
    for (const judgment of rowsOf(row)) {
      if (judgment.query === "") row.refuse(`the row names no query. Expected: ${expected}.`);
      if (judgment.document === "" && !Number.isNaN(judgment.label)) {
        row.refuse(`the row has a rating and no docid. Expected: ${expected}.`);
      }
      columns.addRow(judgment);
    }
  };
  columns.warnings.push(...(await readDelimited(pieces, source, options, onRow)));
}

/** The cells of a row that have no meaning here, by name. */
export function furtherCells(
  { names, cells }: FixedRow,
  { keepsFurther }: JudgmentColumns,
  isRead: (name: string) => boolean,
): [name: string, cell: string][] {
  if (!keepsFurther) return [];
  return names.flatMap((name, place) => (isRead(name) ? [] : [[name, cells[place] ?? ""] as [string, string]]));
}
