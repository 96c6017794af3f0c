/** Which lists does a run compare? Rows become lists over one numbering of queries, and references one list. */
import { at } from "../../core/at.ts";
import { SemqrelError } from "../../core/errors.ts";
import { isIdentifierColumn } from "../../core/titles/identifiers.ts";
import type { Query, ResultLists } from "../../core/types.ts";
import type { Warning } from "../../core/warnings.ts";
import { referenceSubsets } from "../../lists/fuse-references.ts";
import { groupResults } from "../../lists/group-results.ts";
import { joinQueries, requireListedQueries, requireSharedQueries } from "../../lists/join-queries.ts";
import { labelReference } from "../label-functions/label-reference.ts";
import {
  decidingColumns,
  identifiersOf,
  keptColumns,
  type LabelInput,
  type LabelOptions,
  requireLabelOptions,
} from "../label-options.ts";
import { missingIdentifiers, vetoColumns } from "../match/shared-columns.ts";

/**
 * Rows as lists over one numbering of queries.
 *
 * @returns also, by reference, then candidate, and row: the number of its query
 * @throws SemqrelError INVALID_OPTION, AMBIGUOUS_QUERY, NO_COMMON_QUERY; MISSING_COLUMN where one of several references
 *         lacks a column
 */
export function joinLists(
  input: LabelInput,
  options: LabelOptions,
): {
  readonly lists: GroupedLists;
  readonly queryOfRow: readonly Int32Array[];
  readonly warnings: readonly Warning[];
} {
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
  for (const candidate of grouped.candidates) if (whole) requireSharedQueries(whole, candidate, queries);
  return { lists: grouped, queryOfRow, warnings: joined.warnings };
}

/** Lists over one numbering of queries. */
export interface GroupedLists {
  readonly queries: readonly Query[];
  /** One or more. */
  readonly references: readonly ResultLists[];
  readonly candidates: readonly ResultLists[];
}

/**
 * The references together, and each subset of them.
 *
 * @throws SemqrelError MISSING_COLUMN, INVALID_LABEL for a column that is missing, or holds no label
 */
export function prepareReferences({ references: all, candidates }: GroupedLists, options: LabelOptions) {
  keptColumns(options, candidates);
  const references = withoutKept(all, options);
  const { whole, subsets } = referenceSubsets(references, options.fusionK, identifiersOf(options));
  if (whole === undefined) throw new SemqrelError("AMBIGUOUS_ENGINE", "Labelling: there is no reference.");
  // Each by itself first: an error then names the file, not the fused list. All of them before the model is loaded.
  const prepared = subsets.map((subset) => prepareReference(subset.lists, [subset.lists], candidates, options));
  return { whole, main: prepareReference(whole, references, candidates, options), subsets, prepared };
}

/** Columns that are only kept: one of several references may lack them. */
function withoutKept(references: readonly ResultLists[], options: LabelOptions): ResultLists[] {
  const deciding = decidingColumns(options);
  return references.map((lists) => ({
    ...lists,
    columns: new Map([...lists.columns].filter(([name]) => deciding.includes(name) || isIdentifierColumn(name))),
  }));
}

/** @param references the lists that `reference` was made of */
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
