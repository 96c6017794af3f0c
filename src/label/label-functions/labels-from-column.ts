/** Which label does a column of the reference give each of its rows? */
import { SemqrelError } from "../../core/errors.ts";
import { quoted } from "../../core/text/wording.ts";
import type { ResultLists } from "../../core/types.ts";

export interface ColumnLabels {
  /** By row, each >= 0; 0 where the cell is empty. */
  readonly labels: Float64Array;
  /** Rows whose cell is empty. */
  readonly emptyRows: readonly number[];
}

/** @throws SemqrelError INVALID_LABEL  a cell that is no number >= 0   details: { source, line, column, value } */
export function labelsFromColumn(
  cells: readonly string[],
  where: Pick<ResultLists, "source" | "lines" | "origins"> & { readonly column: string },
): ColumnLabels {
  const emptyRows: number[] = [];
  const labels = Float64Array.from(cells, (cell, row) => {
    const value = cell.trim();
    if (value === "") {
      emptyRows.push(row);
      return 0;
    }
    const label = Number(value);
    if (Number.isFinite(label) && label >= 0) return label;
    const line = where.lines[row];
    const source = where.origins?.[row]?.source ?? where.source;
    throw new SemqrelError(
      "INVALID_LABEL",
      `Reading labels from ${source}:${line}: column "${where.column}" holds ${quoted(cell)}, which is no number >= 0. ` +
        "Correct the cell or choose another --label-column.",
      { details: { source, column: where.column, line, value: cell } },
    );
  });
  return { labels, emptyRows };
}
