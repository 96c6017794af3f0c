/** What do labels and people say about the same results? Everything in `trust/` starts here. */
import { at } from "../core/at.ts";
import type { ResultLists, StoredLabels } from "../core/types.ts";
import { documentsOfLists, NO_DOCUMENT } from "../lists/documents.ts";
import { pointLabels } from "../lists/group-judgments.ts";
import { rowsOfQuery } from "../lists/group-results.ts";

/** Labels of `label`, under any policy, or of any other file. */
export interface LabelSource {
  readonly name: string;
  /** The label of a row of an engine's lists, >= 0; NaN without one, which counts 0 in a measure. */
  labelOf(engine: number, row: number): number;
  /** Labels that an ideal list of the query could have; null if the query cannot be measured. */
  idealOf(query: number): Float64Array | null;
}

/** By document key. */
export type QueryGrades = ReadonlyMap<string, number>;

export interface ListsToJudge {
  readonly queries: number;
  readonly engines: readonly {
    readonly lists: ResultLists;
    /** By row: what judgments call the document. */
    readonly documentKeys: readonly string[];
  }[];
  /** By query; null if people judged nothing. */
  readonly grades: readonly (QueryGrades | null)[];
}

/** @param gold as `readGoldGrades` returns it */
export function listsToJudge(
  { queries, engines }: Pick<StoredLabels, "queries" | "engines">,
  gold: { readonly documentKeys: readonly (readonly string[])[]; readonly grades: ListsToJudge["grades"] },
): ListsToJudge {
  const judged = engines.map(({ lists }, engine) => ({ lists, documentKeys: at(gold.documentKeys, engine) }));
  return { queries: queries.length, engines: judged, grades: gold.grades };
}

/** One query that both labels and people can measure. */
export interface JudgedQuery {
  readonly query: number;
  /** Distinct documents over all engines' lists. */
  readonly titles: number;
  /** By engine, then rank: the document's place in the pool, 0..titles - 1. */
  readonly lists: readonly Int32Array[];
  /** By engine, then rank: the label; 0 without one. */
  readonly labels: readonly Float64Array[];
  /** Labels of an ideal list, largest first. */
  readonly ideal: Float64Array;
  /** By engine, then rank: the grade; NaN of an unjudged document. */
  readonly grades: readonly Float64Array[];
  /** Grades of all judged documents, largest first. */
  readonly judged: Float64Array;
}

export interface JudgedLists {
  readonly engines: readonly string[];
  readonly queries: readonly JudgedQuery[];
  /** Queries left out, by the first reason that applies. */
  readonly leftOut: {
    /** Not in the judgments. */
    readonly unjudged: number;
    /** Judged, but no document is relevant. */
    readonly nothingRelevant: number;
    /** Without reference, so labels cannot measure them. */
    readonly unlabelled: number;
  };
}

export function judgedLists(lists: ListsToJudge, source: LabelSource): JudgedLists {
  const { queries, engines, grades } = lists;
  const documentsOf = documentsOfLists(engines.map((engine) => engine.lists));
  const found: JudgedQuery[] = [];
  const leftOut = { unjudged: 0, nothingRelevant: 0, unlabelled: 0 };
  for (let query = 0; query < queries; query++) {
    const gradeOf = at(grades, query);
    const ideal = source.idealOf(query);
    const judged = judgedGrades(gradeOf);
    if (gradeOf === null) leftOut.unjudged++;
    else if (!((judged[0] ?? 0) > 0)) leftOut.nothingRelevant++;
    else if (ideal === null || !ideal.some((label) => label > 0)) leftOut.unlabelled++;
    else
      found.push({
        query,
        judged,
        ideal: ideal.toSorted().reverse(),
        ...listsOf(query, lists, source, documentsOf(query)),
      });
  }
  return { engines: engines.map((engine) => engine.lists.engine), queries: found, leftOut };
}

/** Of all judged documents of a query, largest first; a negative grade means unjudged. */
export function judgedGrades(grades: QueryGrades | null): Float64Array {
  return Float64Array.from(grades?.values() ?? [])
    .filter((grade) => grade >= 0)
    .sort()
    .reverse();
}

/** People's grade of a result, >= 0; NaN if its document is unjudged or the row does not exist. */
export function gradeOfRow({ engines, grades }: Pick<ListsToJudge, "engines" | "grades">, engine: number, row: number) {
  const { lists, documentKeys } = engines[engine] ?? {};
  const grade = grades[lists?.queryOfRow[row] ?? -1]?.get(documentKeys?.[row] ?? "") ?? Number.NaN;
  return grade >= 0 ? grade : Number.NaN;
}

function listsOf(query: number, judged: ListsToJudge, source: LabelSource, documents: readonly Int32Array[]) {
  const rows = judged.engines.map(({ lists }) => rowsOfQuery(lists, query));
  const count = documents.reduce((most, list) => list.reduce((own, one) => Math.max(own, one + 1), most), 0);
  // Results without a title are one more document.
  const hasUntitled = documents.some((list) => list.includes(NO_DOCUMENT));
  return {
    lists: documents.map((list) => list.map((document) => (document === NO_DOCUMENT ? count : document))),
    titles: hasUntitled ? count + 1 : count,
    labels: rows.map((ofEngine, engine) => Float64Array.from(ofEngine, (row) => source.labelOf(engine, row) || 0)),
    grades: rows.map((ofEngine, engine) => Float64Array.from(ofEngine, (row) => gradeOfRow(judged, engine, row))),
  };
}

/** Labels of a folder of `label`. The ideal has the label of every distinct reference title once. */
export function storedLabelSource({ engines, reference }: StoredLabels, name: string): LabelSource {
  return {
    name,
    labelOf: (engine, row) => engines[engine]?.labels[row] ?? Number.NaN,
    idealOf(query) {
      const labels = reference === null ? new Float64Array(0) : pointLabels(reference, query);
      return labels.length === 0 ? null : labels;
    },
  };
}

/** Labels by document, such as a language model's or clicks. The ideal is all labels of the query. */
export function documentLabelSource(judged: Pick<ListsToJudge, "engines" | "grades">, name: string): LabelSource {
  return {
    name,
    labelOf: (engine, row) => gradeOfRow(judged, engine, row),
    idealOf(query) {
      const labels = judgedGrades(judged.grades[query] ?? null);
      return labels.length === 0 ? null : labels;
    },
  };
}
