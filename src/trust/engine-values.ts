/** Values of the engines by labels and by people's grades, and how unjudged results could change them. */
import { at } from "../core/at.ts";
import type { ResultLists, StoredLabels } from "../core/types.ts";
import { type NdcgBounds, ndcgBounds } from "../gold/measure-gold-engines.ts";
import { documentsOfLists, NO_DOCUMENT } from "../lists/documents.ts";
import { pointLabels } from "../lists/group-judgments.ts";
import { rowsOfQuery } from "../lists/group-results.ts";
import { numbersAt } from "../maths/numbers.ts";
import { sumOf } from "../maths/summary.ts";
import { checkCutoff, type Measure } from "../measure/measures/define-measure.ts";
import { dcg } from "../measure/measures/graded/discounted-gain.ts";

export interface LabelSource {
  /** Returns the label of a row of an engine's lists, >= 0; NaN if it has none, which counts as 0 in a measure. */
  labelOf(engine: number, row: number): number;
  /** Returns the labels for the ideal list of the query; null if the query cannot be measured. */
  idealOf(query: number): Float64Array | null;
}

export type QueryGrades = ReadonlyMap<string, number>;

export interface ListsToJudge {
  readonly queries: number;
  readonly engines: readonly {
    readonly lists: ResultLists;
    /** Name of each row's document in the judgments. */
    readonly documentKeys: readonly string[];
  }[];
  /** Grades of each query; null if people judged none of its results. */
  readonly grades: readonly (QueryGrades | null)[];
  /** Best possible grade. @default the highest one given */
  readonly topGrade?: number;
}

export function listsToJudge(
  { queries, engines }: Pick<StoredLabels, "queries" | "engines">,
  gold: Pick<ListsToJudge, "grades" | "topGrade"> & { readonly documentKeys: readonly (readonly string[])[] },
): ListsToJudge {
  const judged = engines.map(({ lists }, engine) => ({ lists, documentKeys: at(gold.documentKeys, engine) }));
  return { queries: queries.length, engines: judged, grades: gold.grades, topGrade: gold.topGrade ?? 0 };
}

export interface JudgedQuery {
  readonly query: number;
  /** Number of distinct documents in all engines' lists. */
  readonly titles: number;
  /** Index of each document, 0..titles - 1, as [engine][rank]. */
  readonly lists: readonly Int32Array[];
  /** Labels as [engine][rank]; 0 if there is none. */
  readonly labels: readonly Float64Array[];
  /** Labels of an ideal list, largest first. */
  readonly ideal: Float64Array;
  /** Grades as [engine][rank]; NaN for an unjudged document. */
  readonly grades: readonly Float64Array[];
  /** Grades of all judged documents, largest first. */
  readonly judged: Float64Array;
}

export interface JudgedLists {
  readonly engines: readonly string[];
  /** Best possible grade. @default the highest one given */
  readonly topGrade?: number;
  readonly queries: readonly JudgedQuery[];
  /** Number of queries left out for each reason. Only the first reason that applies counts. */
  readonly leftOut: {
    readonly unjudged: number;
    readonly nothingRelevant: number;
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
  const names = engines.map((engine) => engine.lists.engine);
  return { engines: names, topGrade: lists.topGrade ?? 0, queries: found, leftOut };
}

/** Returns the grades of all judged documents of a query, largest first. A negative grade means unjudged. */
export function judgedGrades(grades: QueryGrades | null): Float64Array {
  return Float64Array.from(grades?.values() ?? [])
    .filter((grade) => grade >= 0)
    .sort()
    .reverse();
}

/** Returns people's grade for a result, >= 0; NaN if its document is unjudged or the row does not exist. */
export function gradeOfRow({ engines, grades }: Pick<ListsToJudge, "engines" | "grades">, engine: number, row: number) {
  const { lists, documentKeys } = engines[engine] ?? {};
  const grade = grades[lists?.queryOfRow[row] ?? -1]?.get(documentKeys?.[row] ?? "") ?? Number.NaN;
  return grade >= 0 ? grade : Number.NaN;
}

function listsOf(query: number, judged: ListsToJudge, source: LabelSource, documents: readonly Int32Array[]) {
  const rows = judged.engines.map(({ lists }) => rowsOfQuery(lists, query));
  const count = documents.reduce((most, list) => list.reduce((own, one) => Math.max(own, one + 1), most), 0);
  // All results without a title count as one document.
  const hasUntitled = documents.some((list) => list.includes(NO_DOCUMENT));
  return {
    lists: documents.map((list) => list.map((document) => (document === NO_DOCUMENT ? count : document))),
    titles: hasUntitled ? count + 1 : count,
    labels: rows.map((ofEngine, engine) => Float64Array.from(ofEngine, (row) => source.labelOf(engine, row) || 0)),
    grades: rows.map((ofEngine, engine) => Float64Array.from(ofEngine, (row) => gradeOfRow(judged, engine, row))),
  };
}

/** Returns the labels of a folder. The ideal list has the label of each distinct reference title once. */
export function storedLabelSource({ engines, reference }: StoredLabels): LabelSource {
  return {
    labelOf: (engine, row) => engines[engine]?.labels[row] ?? Number.NaN,
    idealOf(query) {
      const labels = reference === null ? new Float64Array(0) : pointLabels(reference, query);
      return labels.length === 0 ? null : labels;
    },
  };
}

/** Returns document labels, such as clicks or a language model's labels. The ideal list has all labels of a query. */
export function documentLabelSource(judged: Pick<ListsToJudge, "engines" | "grades">): LabelSource {
  return {
    labelOf: (engine, row) => gradeOfRow(judged, engine, row),
    idealOf(query) {
      const labels = judgedGrades(judged.grades[query] ?? null);
      return labels.length === 0 ? null : labels;
    },
  };
}

/** Values as [engine][query]. */
export type EngineValues = readonly Float64Array[];

/** Returns nDCG by labels; 0 for an empty list. With `returned`, the ideal list is each list's own labels, sorted. */
export function labelValues(
  { engines, queries }: { engines: readonly string[]; queries: readonly Pick<JudgedQuery, "labels" | "ideal">[] },
  cutoff: number,
  ideal: "reference" | "returned" = "reference",
): EngineValues {
  const options = Number.isFinite(cutoff) ? { cutoff } : {};
  const best = queries.map((query) => dcg(query.ideal, options));
  return engines.map((_, engine) =>
    Float64Array.from(queries, ({ labels }, place) => {
      const list = at(labels, engine);
      const highest = ideal === "reference" ? at(best, place) : dcg(list.toSorted().reverse(), options);
      return highest > 0 ? dcg(list, options) / highest : 0;
    }),
  );
}

/** Returns the measure by people's grades; 0 if it is undefined. Unjudged results count as not relevant. */
export function gradeValues({ engines, queries }: JudgedLists, measure: Measure): EngineValues {
  return engines.map((_, engine) =>
    Float64Array.from(queries, ({ grades, judged, lists }) =>
      measureLabels(measure, at(lists, engine), at(grades, engine), judged),
    ),
  );
}

export function valuesOfQueries(values: EngineValues, queries: Iterable<number>): Float64Array[] {
  const places = Int32Array.from(queries);
  return values.map((ofEngine) => numbersAt(ofEngine, places));
}

export function engineMeans(values: EngineValues): Float64Array {
  return Float64Array.from(values, (ofEngine) => ofEngine.reduce((sum, value) => sum + value, 0) / ofEngine.length);
}

/** Returns the value for one list; 0 if it is undefined. @param labels - the label at each rank; NaN if unjudged */
export function measureLabels(
  measure: Measure,
  documents: Int32Array,
  labels: Float64Array,
  judgedLabels: Float64Array,
): number {
  const scores = labels.map((_, rank) => labels.length - rank);
  return measure.compute({ labels, judgedLabels, scores, documents }) || 0;
}

/**
 * Counts the unjudged results of each engine within the cutoff. The engine's mean nDCG (linear gain) is between `lower`
 * and `upper`, whatever grades these results would get. `value` is the mean if they gain nothing. Without queries, all
 * three are NaN. `shareByRank` has the share of unjudged results at each rank; null if the engine's lists are shorter.
 * The bounds assume grades of at most `topLabel`. The ideal list may contain every unjudged title that any engine
 * returned for the query, at any rank. A title that is twice in a list counts as two, which widens the bounds.
 * Cost O(engines x queries x unjudged x (cutoff + judged)): 1.4 s for 29 engines, 225 queries, cutoff 10, 2/3 unjudged.
 */
export function unjudgedResults({ engines, topGrade = 0, queries }: JudgedLists, cutoff: number) {
  checkCutoff("bounds of nDCG", cutoff);
  const topLabel = queries.reduce((top, { judged }) => Math.max(top, judged[0] ?? 0), topGrade);
  const unjudged = queries.map(unjudgedTitles);
  const longest = queries.reduce((most, { lists }) => Math.max(most, ...lists.map(({ length }) => length)), 0);
  const depth = Math.min(cutoff, longest);
  const found = engines.map((name, engine) => {
    const tops = queries.map(({ grades }) => at(grades, engine).slice(0, cutoff));
    const bounds = queries.map(({ lists, judged }, place) => {
      const outside = new Set(unjudged[place]);
      for (const title of at(lists, engine).subarray(0, cutoff)) outside.delete(title);
      const list = { labels: at(tops, place), ratedLabels: [...judged], unratedOutside: outside.size, topLabel };
      return ndcgBounds(list, { cutoff, gain: "linear" });
    });
    const mean = (key: keyof NdcgBounds) => bounds.reduce((sum, ofQuery) => sum + ofQuery[key], 0) / bounds.length;
    return {
      engine: name,
      ...countUnjudged(tops, depth),
      value: mean("value"),
      lower: mean("lower"),
      upper: mean("upper"),
    };
  });
  return { topLabel, engines: found };
}

function unjudgedTitles({ titles, lists, grades }: JudgedQuery): Set<number> {
  const unjudged = new Set(Array(titles).keys());
  for (const [engine, list] of lists.entries()) {
    for (const [rank, title] of list.entries()) if (!Number.isNaN(at(at(grades, engine), rank))) unjudged.delete(title);
  }
  return unjudged;
}

function countUnjudged(tops: readonly Float64Array[], depth: number) {
  const byRank = Array.from({ length: depth }, (_, rank) => {
    const there = tops.filter((top) => rank < top.length);
    return { results: there.length, unjudged: there.filter((top) => Number.isNaN(top[rank])).length };
  });
  const shareOf = (counts: (typeof byRank)[number]) => (counts.results === 0 ? null : counts.unjudged / counts.results);
  const results = sumOf(byRank.map((rank) => rank.results));
  const unjudged = sumOf(byRank.map((rank) => rank.unjudged));
  return { results, unjudged, share: shareOf({ results, unjudged }), shareByRank: byRank.map(shareOf) };
}
