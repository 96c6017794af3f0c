/** Which label would a result get that matches a given row of the reference? */
import { SemqrelError } from "../../core/errors.ts";
import { suggestion } from "../../core/text/suggestion.ts";
import { quoted } from "../../core/text/wording.ts";
import type { ResultLists } from "../../core/types.ts";
import { SHOWN_EXAMPLES, type Warning } from "../../core/warnings.ts";
import type { LabelFunction } from "./label-function.ts";

export interface ReferenceLabels {
  /** By reference row, each >= 0; 0 where a cell is empty. */
  readonly labels: Float64Array;
  /** The rule in words: a label function's printed form, or `column NAME`. */
  readonly rule: string;
  /** Cells that are empty, with a count of 0 if there are none. */
  readonly warnings: readonly Warning[];
}

/**
 * @throws SemqrelError MISSING_COLUMN  the reference lacks the column of labels   details: { file, column }
 * @throws SemqrelError INVALID_LABEL   a cell of it is not a number >= 0   details: { source, line, column, value }
 */
export function labelReference(
  reference: ResultLists,
  options: { readonly labelFunction: LabelFunction; readonly labelColumn: string | null },
): ReferenceLabels {
  const { labelFunction, labelColumn: column } = options;
  if (column === null) {
    const labels = Float64Array.from(reference.ranks, labelFunction.labelOf);
    return { labels, rule: labelFunction.name, warnings: [] };
  }
  const cells = reference.columns.get(column);
  if (cells === undefined) {
    throw new SemqrelError(
      "MISSING_COLUMN",
      `Reading ${reference.source}: column "${column}" is missing.${suggestion(column, reference.columnNames ?? [])} Name a column of the reference with --label-column.`,
      { details: { file: reference.source, column } },
    );
  }
  const sourceOf = (row: number) => reference.origins?.[row]?.source ?? reference.source;
  const labels = Float64Array.from(cells, (cell, row) => {
    const label = Number(cell);
    if (Number.isFinite(label) && label >= 0) return label;
    const [source, line] = [sourceOf(row), reference.lines[row]];
    throw new SemqrelError(
      "INVALID_LABEL",
      `Reading labels from ${source}:${line}: column "${column}" holds ${quoted(cell)}, which is not a number >= 0. ` +
        "Correct the cell or choose another --label-column.",
      { details: { source, column, line, value: cell } },
    );
  });
  const empty = [...reference.rowsInOrder].filter((row) => cells[row]?.trim() === "");
  const examples = empty.slice(0, SHOWN_EXAMPLES).map((row) => `${sourceOf(row)}:${reference.lines[row]}`);
  const missing: Warning = { kind: "missing-labels", column, count: empty.length, examples };
  return { labels, rule: `column ${column}`, warnings: [missing] };
}
