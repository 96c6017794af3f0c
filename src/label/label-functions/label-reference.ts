/** Which label would a result get that matches a given row of the reference? */
import { SemqrelError } from "../../core/errors.ts";
import { suggestion } from "../../core/text/suggestion.ts";
import type { ResultLists } from "../../core/types.ts";
import { SHOWN_EXAMPLES, type Warning } from "../../core/warnings.ts";
import type { LabelFunction } from "./label-function.ts";
import { labelsFromColumn } from "./labels-from-column.ts";

export interface ReferenceLabels {
  /** By reference row, each >= 0. */
  readonly labels: Float64Array;
  /** The rule in words: a label function's printed form, or `column NAME`. */
  readonly rule: string;
  /** Cells that are empty, with a count of 0 where there are none. */
  readonly warnings: readonly Warning[];
}

/** @throws SemqrelError MISSING_COLUMN, INVALID_LABEL where labels come from a column */
export function labelReference(
  reference: ResultLists,
  options: { readonly labelFunction: LabelFunction; readonly labelColumn: string | null },
): ReferenceLabels {
  const { labelFunction, labelColumn } = options;
  if (labelColumn === null) {
    return {
      labels: Float64Array.from(reference.ranks, labelFunction.labelOf),
      rule: labelFunction.name,
      warnings: [],
    };
  }
  const cells = reference.columns.get(labelColumn);
  if (cells === undefined) {
    throw new SemqrelError(
      "MISSING_COLUMN",
      `Reading ${reference.source}: column "${labelColumn}" is missing.${suggestion(labelColumn, reference.columnNames ?? [])} Name a column of the reference with --label-column.`,
      { details: { file: reference.source, column: labelColumn } },
    );
  }
  const { labels, emptyRows } = labelsFromColumn(cells, { ...reference, column: labelColumn });
  const placeOf = (row: number) => `${reference.origins?.[row]?.source ?? reference.source}:${reference.lines[row]}`;
  const isEmpty = new Set(emptyRows);
  const examples = [...reference.rowsInOrder]
    .filter((row) => isEmpty.has(row))
    .slice(0, SHOWN_EXAMPLES)
    .map(placeOf);
  const missing: Warning = { kind: "missing-labels", column: labelColumn, count: emptyRows.length, examples };
  return { labels, rule: `column ${labelColumn}`, warnings: [missing] };
}
