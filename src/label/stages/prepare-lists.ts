/** Prepares the lists of a run: numbers their queries and fuses several references into one list. */
import { at } from "../../core/at.ts";
import { SemqrelError } from "../../core/errors.ts";
import { suggestion } from "../../core/text/suggestion.ts";
import { quoted } from "../../core/text/wording.ts";
import { identifierKind } from "../../core/titles/identifiers.ts";
import type { Query, ResultLists } from "../../core/types.ts";
import { SHOWN_EXAMPLES, type Warning } from "../../core/warnings.ts";
import { referenceSubsets } from "../../lists/fuse-references.ts";
import { groupResults, rowOrigin, rowPlace } from "../../lists/group-results.ts";
import { joinQueries, requireListedQueries, requireSharedQueries } from "../../lists/join-queries.ts";
import type { LabelFunction } from "../label-functions/label-function.ts";
import {
  decidingColumns,
  identifiersOf,
  keptColumns,
  type LabelInput,
  type LabelOptions,
  requireLabelOptions,
} from "../label-options.ts";
import { missingIdentifiers, vetoColumns } from "../match/shared-columns.ts";

/** Groups all rows by query. @returns `queryOfRow`: per list, the query index of each row; references come first */
export function joinLists(input: LabelInput, options: LabelOptions) {
  requireLabelOptions(options);
  const raw = [...input.references, ...input.candidates];
  const tables = raw.map(({ source, queryIds: ids, queryTexts: texts, lines }) => ({ source, ids, texts, lines }));
  const joined = joinQueries(input.queries === null ? tables : [input.queries, ...tables]);
  const { queries } = joined;
  const queryOfRow = joined.queryOfRow.slice(input.queries === null ? 0 : 1);
  const lists = raw.map((results, place) => {
    const depth = place < input.references.length ? options.referenceDepth : options.depth;
    return groupResults(results, at(queryOfRow, place), queries.length, depth);
  });
  const grouped = {
    queries,
    references: lists.slice(0, input.references.length),
    candidates: lists.slice(input.references.length),
  };
  const [intended] = joined.queryOfRow;
  if (input.queries && intended) requireListedQueries(input.queries.source, intended, lists, queries);
  const { whole } = referenceSubsets(withoutKept(grouped.references, options), options.fusionK);
  const file = input.queries?.source ?? null;
  for (const candidate of grouped.candidates) if (whole) requireSharedQueries(whole, candidate, queries, file);
  return { lists: grouped, queryOfRow, warnings: joined.warnings };
}

export interface GroupedLists {
  readonly queries: readonly Query[];
  readonly references: readonly ResultLists[];
  readonly candidates: readonly ResultLists[];
}

export function prepareReferences({ references: all, candidates }: GroupedLists, options: LabelOptions) {
  keptColumns(options, candidates);
  const references = withoutKept(all, options);
  const { whole, subsets } = referenceSubsets(references, options.fusionK, identifiersOf(options));
  if (whole === undefined) throw new SemqrelError("AMBIGUOUS_ENGINE", "Labelling: there is no reference.");
  // Prepares each reference alone before the fused list, so that an error names one file instead of all files.
  const prepared = subsets.map((subset) => prepareReference(subset.lists, [subset.lists], candidates, options));
  return { whole, main: prepareReference(whole, references, candidates, options), subsets, prepared };
}

/** Removes columns that were only read for --keep, because fusing fails if some references lack a column. */
function withoutKept(references: readonly ResultLists[], options: LabelOptions): ResultLists[] {
  const deciding = decidingColumns(options);
  return references.map((lists) => ({
    ...lists,
    columns: new Map([...lists.columns].filter(([name]) => deciding.includes(name) || identifierKind(name) !== null)),
  }));
}

function prepareReference(
  reference: ResultLists,
  references: readonly ResultLists[],
  candidates: readonly ResultLists[],
  options: LabelOptions,
) {
  return {
    reference,
    references,
    referenceLabels: labelReference(reference, options),
    missing: missingIdentifiers(identifiersOf(options), reference, candidates),
    vetoes: vetoColumns(options.veto, reference, candidates),
  };
}

export type PreparedReference = ReturnType<typeof prepareReference>;

export function labelReference(
  reference: ResultLists,
  options: { readonly labelFunction: LabelFunction; readonly labelColumn: string | null },
) {
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
  const labels = Float64Array.from(cells, (cell, row) => {
    const label = Number(cell);
    if (Number.isFinite(label) && label >= 0) return label;
    const { source } = rowOrigin(reference, row);
    const line = reference.lines[row];
    throw new SemqrelError(
      "INVALID_LABEL",
      `Reading labels from ${source}:${line}: column "${column}" contains ${quoted(cell)}, which is not a number >= 0. ` +
        "Correct the cell or choose another --label-column.",
      { details: { source, column, line, value: cell } },
    );
  });
  const empty = [...reference.rowsInOrder].filter((row) => cells[row]?.trim() === "");
  const examples = empty.slice(0, SHOWN_EXAMPLES).map((row) => rowPlace(reference, row));
  const missing: Warning = { kind: "missing-labels", column, count: empty.length, examples };
  return { labels, rule: `column ${column}`, warnings: [missing] };
}
