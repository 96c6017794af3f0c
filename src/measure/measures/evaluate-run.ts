/** Measures a run: the value of each query, means over queries, and curves of precision and recall. */
import { at } from "../../core/at.ts";
import { SemqrelError } from "../../core/errors.ts";
import {
  byMeasure,
  type Judgments,
  type MeasureName,
  measureNames,
  type QueryMeasures,
  type Run,
} from "../../core/types.ts";
import { requireOneOf } from "../../maths/numbers.ts";
import { type Aggregate, checkOption, type Measure, relParameter } from "./define-measure.ts";
import { fMeasure, precision, recall, type SetOverlap } from "./graded/compatibility.ts";
import { dcg, ndcg } from "./graded/discounted-gain.ts";
import {
  countRelevant,
  hasRelevant,
  onlyJudged,
  type RankedList,
  type RunContext,
  rankedLists,
} from "./ranked-list.ts";

/** Why a query cannot be measured. */
export type Gap = "query-missing" | "no-relevant-document" | "undefined";
/** All gaps. `gapOfQuery` contains indexes of this list, plus 1. */
export const gaps: readonly Gap[] = ["query-missing", "no-relevant-document", "undefined"];
export const QUERY_MISSING = gaps.indexOf("query-missing") + 1;

/** How missing queries, results and judgments count. */
export interface EvaluateOptions {
  /** How to count a query that the run lacks: as an empty list (`zero`), or not at all (`skip`). */
  readonly missingQueries: "zero" | "skip";
  /** How to count a query without relevant documents: as 0, like trec_eval (`zero`), or not at all (`skip`). */
  readonly undefinedQueries: "zero" | "skip";
  /** Number of results used from each list, >= 1; Infinity for all. */
  readonly depth: number;
  /** Leaves results without a judgment out of the lists, for every measure. */
  readonly judgedOnly: boolean;
  /** Weight of each query in means, in the order of the judgments; null for equal weights. */
  readonly weights: Float64Array | null;
  readonly context: RunContext;
}

/** One measure of one run. */
export interface MeasuredQueries {
  readonly measure: Measure;
  /** Value of each query, in the order of the judgments; NaN if the query is left out. */
  readonly values: Float64Array;
  /**
   * 0 for no gap, else 1 + index in `gaps`. A missing query without a relevant document has two gaps. If only one of
   * them leaves the query out, this gap is stored; otherwise "query-missing".
   */
  readonly gapOfQuery: Uint8Array;
  /** Number of queries with a value. */
  readonly count: number;
  /** Mean, sum or geometric mean of the values, depending on the measure; NaN if there are none. */
  readonly value: number;
}

/** A run and its measures. */
export interface EvaluatedRun {
  readonly run: Run;
  readonly measured: readonly MeasuredQueries[];
}

export const defaultEvaluateOptions: EvaluateOptions = {
  missingQueries: "zero",
  undefinedQueries: "zero",
  depth: Number.POSITIVE_INFINITY,
  judgedOnly: false,
  weights: null,
  context: { catalogueSize: null, similarity: null },
};

function withDefaults<Options extends Partial<EvaluateOptions>>(options: Options) {
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  return { ...defaultEvaluateOptions, ...(Object.fromEntries(given) as Options) };
}

/**
 * Computes every measure for every judged query. Cost O(results + judgments) for each measure.
 * @param run - shares its table of names with the judgments; queries without judgments are ignored
 * @throws SemqrelError INVALID_LABEL   a label is too large for a measure   details: { source, query, document, label }
 * @throws SemqrelError INVALID_OPTION  an option has a wrong value
 */
export function evaluateRun(
  judgments: Judgments,
  run: Run,
  measures: readonly Measure[],
  options: Partial<EvaluateOptions> = {},
): EvaluatedRun {
  const { missingQueries, undefinedQueries, depth, judgedOnly, weights, context } = withDefaults(options);
  requireOneOf("Measuring", "missingQueries", missingQueries, ["zero", "skip"]);
  requireOneOf("Measuring", "undefinedQueries", undefinedQueries, ["zero", "skip"]);
  requireOneOf("Measuring", "judgedOnly", judgedOnly, [true, false]);
  const queryCount = judgments.queries.length;
  const values = measures.map(() => new Float64Array(queryCount).fill(Number.NaN));
  const gapOfQuery = measures.map(() => new Uint8Array(queryCount));
  const anyJudgedOnly = judgedOnly || measures.some((measure) => measure.judgedOnly);
  // True if missing queries without relevant documents are left out, because runs that have them leave them out.
  const isDecisive = undefinedQueries === "skip" && missingQueries === "zero";
  for (const { query, list, isMissing } of rankedLists(judgments, run, depth, context)) {
    const judged = anyJudgedOnly ? onlyJudged(list) : list;
    measures.forEach((measure, index) => {
      const value = computed(measure, judgedOnly || measure.judgedOnly ? judged : list, judgments, query);
      const gap = gapOf(measure, list, isMissing, value, isDecisive);
      const isSkipped = gap === "query-missing" ? missingQueries === "skip" : undefinedQueries === "skip";
      const ofMeasure = at(values, index);
      if (gap === null) ofMeasure[query] = value;
      else if (gap !== "undefined" && !isSkipped)
        ofMeasure[query] = Number.isNaN(value) ? measure.kind.whenMissing : value;
      at(gapOfQuery, index)[query] = gap === null ? 0 : gaps.indexOf(gap) + 1;
    });
  }
  function* listsOf(measure: Measure) {
    for (const { list } of rankedLists(judgments, run, depth, context)) {
      yield judgedOnly || measure.judgedOnly ? onlyJudged(list) : list;
    }
  }
  const measured = measures.map((measure, index) => ({
    measure,
    values: at(values, index),
    gapOfQuery: at(gapOfQuery, index),
    ...aggregate(measure.kind.aggregate, at(values, index), weights),
    ...(measure.computeRun && { value: measure.computeRun(listsOf(measure)) }),
  }));
  return { run, measured };
}

/** If the measure refuses a label, adds query and document to the error, because the measure does not know them. */
function computed(measure: Measure, list: RankedList, judgments: Judgments, query: number): number {
  try {
    return measure.compute(list);
  } catch (error) {
    if (!(error instanceof SemqrelError) || error.code !== "INVALID_LABEL") throw error;
    const { names, queries, offsets, documents, labels, source } = judgments;
    const at = labels.subarray(0, offsets[query + 1]).indexOf(Number(error.details["label"]), offsets[query]);
    const details = {
      source,
      query: names.queries.nameOf(queries[query] as number),
      document: at < 0 ? null : names.documents.nameOf(documents[at] as number),
    };
    const where = `query "${details.query}"${at < 0 ? "" : `, document "${details.document}"`}`;
    const message = `Measuring against ${source}, ${where}. ${error.message}`;
    throw new SemqrelError(error.code, message, { details: { ...error.details, ...details }, cause: error });
  }
}

function gapOf(measure: Measure, list: RankedList, isMissing: boolean, value: number, isDecisive: boolean): Gap | null {
  const isWithoutRelevant = measure.kind.needsRelevant && !hasRelevant(list, measure.relevanceLevel);
  if (isMissing && !(isWithoutRelevant && isDecisive)) return "query-missing";
  if (isWithoutRelevant) return "no-relevant-document";
  return Number.isNaN(value) ? "undefined" : null;
}

export interface QueryToMeasure {
  /** Counts of the candidate's results, of the reference's distinct titles, and of matched titles. */
  readonly overlap: SetOverlap;
  readonly exactOverlap: SetOverlap;
  readonly labels: Float64Array;
  readonly idealLabels: Float64Array;
}

/** Recall and `ndcg_reference` only need reference results; the other measures also need results of the candidate. */
export function measureQueries(queries: readonly QueryToMeasure[]): QueryMeasures {
  const values = byMeasure(() => new Float64Array(queries.length).fill(Number.NaN));
  const reasons = queries.map((query, index) => {
    const { values: reached, reason } = measureQuery(query);
    for (const name of measureNames) values[name][index] = reached[name] as number;
    return reason;
  });
  return { values, reasons };
}

function measureQuery({ overlap, exactOverlap, labels, idealLabels }: QueryToMeasure) {
  let values: Partial<Record<MeasureName, number>> = {};
  if (overlap.reference === 0) return { values, reason: "no-reference" as const };
  const [p, r] = [precision(overlap), recall(overlap)];
  const [exactP, exactR] = [precision(exactOverlap), recall(exactOverlap)];
  values = {
    precision: p,
    recall: r,
    f1: fMeasure(p, r),
    precision_exact: exactP,
    recall_exact: exactR,
    f1_exact: fMeasure(exactP, exactR),
    // An engine without results gets 0, so that it has no advantage from answering only easy queries.
    ndcg_reference: ndcg(labels, idealLabels),
    "ndcg_reference@10": ndcg(labels, idealLabels, { cutoff: 10 }),
  };
  if (overlap.candidate === 0) return { values, reason: "no-candidate-results" as const };
  values.dcg = dcg(labels);
  values.idcg = dcg(Float64Array.from(labels).sort().reverse());
  values.ndcg_returned = ndcg(labels, labels);
  values["ndcg_returned@10"] = ndcg(labels, labels, { cutoff: 10 });
  return { values, reason: values.idcg > 0 ? null : ("no-positive-label" as const) };
}

/** The aggregate of a measure over queries. */
export interface Aggregated {
  /** Number of queries with a value (and, if there are weights, with a weight above 0). */
  readonly count: number;
  /** Mean, sum or geometric mean; NaN if `count` is 0. */
  readonly value: number;
}

/**
 * Combines the values of queries. Sums ignore weights, because sums are counts.
 * @param values  - value of each query, or its logarithm for a geometric mean; NaN is left out
 * @param weights - weight of each query, >= 0; null for equal weights
 */
export function aggregate(how: Aggregate, values: Float64Array, weights: Float64Array | null): Aggregated {
  let count = 0;
  let sum = 0;
  let weight = 0;
  for (let query = 0; query < values.length; query++) {
    const value = values[query] as number;
    if (Number.isNaN(value)) continue;
    const share = weights === null || how === "sum" ? 1 : (weights[query] as number);
    if (share === 0) continue;
    count++;
    sum += share * value;
    weight += share;
  }
  if (how === "sum") return { count, value: count === 0 ? Number.NaN : sum };
  const mean = weight > 0 ? sum / weight : Number.NaN;
  return { count, value: how === "geometric mean" ? Math.exp(mean) : mean };
}

/** Returns null for NaN, which JSON does not have. */
export function orNull(value: number): number | null {
  return Number.isNaN(value) ? null : value;
}

/** Precision and recall at each position of a list. */
export interface PrecisionRecallCurve {
  readonly precision: readonly number[];
  /** Never decreases; NaN if no document is relevant. */
  readonly recall: readonly number[];
}

/**
 * Returns precision and recall at every position of a list. Cost O(n + relevant). Source: Manning, Raghavan & Schütze
 * 2008, Introduction to Information Retrieval, 8.4.
 * @param rel - the smallest label that counts as relevant
 * @throws SemqrelError INVALID_OPTION  `rel` is not a number > 0
 */
export function precisionRecallCurve(list: RankedList, rel: number): PrecisionRecallCurve {
  checkOption("a curve", "rel", rel, relParameter);
  const all = countRelevant(list, rel);
  const precision: number[] = [];
  const recall: number[] = [];
  let relevant = 0;
  for (let rank = 0; rank < list.labels.length; rank++) {
    if ((list.labels[rank] as number) >= rel) relevant++;
    precision.push(relevant / (rank + 1));
    recall.push(relevant / all);
  }
  return { precision, recall };
}

/**
 * Returns the largest precision at each given recall or beyond: 0 if the recall is not reached or the list is empty,
 * NaN if no document is relevant. Unlike trec_eval and `interpolatedPrecision`, does not round recalls to whole
 * documents. Cost O(n x recalls). Source: see `precisionRecallCurve`.
 */
export function interpolatePrecision(curve: PrecisionRecallCurve, recalls: readonly number[]): number[] {
  const { precision, recall } = curve;
  if (Number.isNaN(recall[0])) return recalls.map(() => Number.NaN);
  return recalls.map((wanted) =>
    precision.reduce((best, reached, rank) => ((recall[rank] as number) >= wanted ? Math.max(best, reached) : best), 0),
  );
}

/** The recalls 0, 0.1, … 1. */
export const elevenRecalls: readonly number[] = Array.from({ length: 11 }, (_, step) => step / 10);

const curveRule = "largest precision at this recall or beyond";

/** Precision-recall curves of all queries, and their mean. */
export interface RunCurves {
  /** How precision is interpolated. Recalls are not rounded to whole documents, unlike in the measure `IPrec`. */
  readonly rule: typeof curveRule;
  /** For each query with a relevant document: its curve, and the precision interpolated at `elevenRecalls`. */
  readonly perQuery: Readonly<Record<string, PrecisionRecallCurve & { readonly interpolated: readonly number[] }>>;
  /** Mean of `interpolated` over the queries in `perQuery`; NaN if there are none. */
  readonly average: readonly number[];
  /** Number of queries in `perQuery`. */
  readonly queries: number;
}

interface CurveOptions extends Partial<Pick<EvaluateOptions, "missingQueries" | "depth" | "judgedOnly">> {
  readonly rel: number;
}

/**
 * Returns the curves of all queries and their mean. A missing query counts 0, unless `missingQueries` is `skip`.
 * @throws SemqrelError INVALID_OPTION  `rel` is not a number > 0, or the depth is not a whole number >= 1
 */
export function runCurves(judgments: Judgments, run: Run, options: CurveOptions): RunCurves {
  const { depth, judgedOnly, missingQueries, rel } = withDefaults(options);
  checkOption("curves", "rel", rel, relParameter);
  const perQuery: [query: string, curve: RunCurves["perQuery"][string]][] = [];
  for (const { query, list, isMissing } of rankedLists(judgments, run, depth)) {
    if (!hasRelevant(list, rel) || (isMissing && missingQueries === "skip")) continue;
    const curve = precisionRecallCurve(judgedOnly ? onlyJudged(list) : list, rel);
    const interpolated = interpolatePrecision(curve, elevenRecalls);
    perQuery.push([judgments.names.queries.nameOf(judgments.queries[query] as number), { ...curve, interpolated }]);
  }
  const queries = perQuery.length;
  const sumAt = (step: number) => perQuery.reduce((sum, [, { interpolated }]) => sum + at(interpolated, step), 0);
  const average = elevenRecalls.map((_, step) => sumAt(step) / queries);
  return { rule: curveRule, perQuery: Object.fromEntries(perQuery), average, queries };
}
