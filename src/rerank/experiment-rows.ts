import { at } from "../core/at.ts";
import { invalidOption } from "../core/errors.ts";
import { quoted } from "../core/text/wording.ts";
import { filledCell } from "../core/titles/keys.ts";
import type { LabelledLists, ReferenceLists } from "../core/types.ts";
import { pointLabels } from "../lists/group-judgments.ts";
import { rowsOfQuery } from "../lists/group-results.ts";
import type { FeatureColumns } from "../maths/regression/prepare-features.ts";

export interface DocumentFeatures {
  readonly ids: readonly string[];
  /** Columns by name, each with its values in the order of `ids`. */
  readonly columns: ReadonlyMap<string, Float64Array>;
}

/** Labelled results, query by query, in the candidate's order. Each document of a list has one row. */
export interface ExperimentRows {
  /** `candidate_rank` (from 0), then the given features, which are NaN for unknown documents. */
  readonly features: FeatureColumns;
  readonly targets: Float64Array;
  /** Index of each row in the candidate's lists. */
  readonly sources: Int32Array;
  readonly queryOfRow: Int32Array;
  /** Query q has the rows offsets[q] to offsets[q + 1] - 1. */
  readonly offsets: Int32Array;
  /** For each query, the labels of the reference's distinct titles; null if there is no reference. */
  readonly idealLabels: readonly Float64Array[] | null;
  /** Number of queries with rows. */
  readonly queries: number;
  /** Number of results that repeat a document of their list. */
  readonly repeats: number;
  /** Number of results without a label, because their query has no reference. */
  readonly unlabelled: number;
  readonly documents: number;
  /** Number of documents with features. */
  readonly known: number;
  readonly withoutId: number;
}

export const rankFeature = "candidate_rank";
export const baselineName = "mean-baseline";
export const orderMeasures = ["ndcg_returned", "ndcg_returned@10", "ndcg_reference", "ndcg_reference@10"] as const;

/** @param documentKeys - key of each row of the lists; rows of the same document have equal keys */
export function experimentRows(
  { lists, labels }: LabelledLists,
  reference: ReferenceLists | null,
  given: DocumentFeatures,
  documentKeys: readonly string[],
): ExperimentRows {
  if (given.columns.has(rankFeature))
    throw invalidOption(
      `Reranking: the features have a column "${rankFeature}", but this name is for the rank in the candidate's list. Rename the column.`,
      { column: rankFeature },
    );
  // Results without an id must not get the features of a row without an id.
  const placeOf = new Map([...given.ids.entries()].flatMap(([place, id]) => (id === "" ? [] : [[id, place]])));
  const queries = lists.offsets.length - 1;
  const sources: number[] = [];
  const offsets = new Int32Array(queries + 1);
  let [repeats, unlabelled] = [0, 0];
  for (let query = 0; query < queries; query++) {
    const seen = new Set<string>();
    for (const row of rowsOfQuery(lists, query)) {
      const key = at(documentKeys, row);
      if (Number.isNaN(labels[row])) unlabelled++;
      else if (seen.has(key)) repeats++;
      else sources.push(row);
      seen.add(key);
    }
    offsets[query + 1] = sources.length;
  }
  const ids = sources.map((row) => filledCell(lists.ids?.[row] ?? ""));
  const documents = new Map(sources.map((row, place) => [at(documentKeys, row), at(ids, place)]));
  const withoutId = [...documents.values()].filter((id) => id === "").length;
  const known = [...documents.values()].filter((id) => placeOf.has(id)).length;
  const { engine, source } = lists;
  const refuse = (what: string) =>
    invalidOption(`Reranking ${engine}: ${what}`, { engine, rows: sources.length, documents: documents.size });
  if (sources.length === 0)
    throw refuse(`none of its results in ${source} has a label. Label queries for which the reference has results.`);
  if (known === 0) {
    const id = [...documents.values()].find((one) => one !== "");
    throw refuse(
      id === undefined
        ? `its results in ${source} have no ids, but features are joined by id. Label results that have ids, or choose another engine with --engine NAME.`
        : `none of its ${documents.size} documents (such as ${quoted(id)}) is among the ${given.ids.length} documents with features (such as ${quoted(given.ids[0] ?? "")}). Spell the ids as in the results.`,
    );
  }
  const places = ids.map((id) => placeOf.get(id) ?? -1);
  const columns = [...given.columns.values()].map((values) =>
    Float64Array.from(places, (place) => values[place] ?? Number.NaN),
  );
  const ranks = Float64Array.from(sources, (row) => at(lists.ranks, row));
  return {
    features: { names: [rankFeature, ...given.columns.keys()], columns: [ranks, ...columns] },
    targets: Float64Array.from(sources, (row) => at(labels, row)),
    sources: Int32Array.from(sources),
    queryOfRow: Int32Array.from(sources, (row) => at(lists.queryOfRow, row)),
    offsets,
    idealLabels: reference && Array.from({ length: queries }, (_, query) => pointLabels(reference, query)),
    queries: new Set(sources.map((row) => lists.queryOfRow[row])).size,
    repeats,
    unlabelled,
    documents: documents.size,
    known,
    withoutId,
  };
}
