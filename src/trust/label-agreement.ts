/** How well do labels tell what people find relevant? Each title of a query counts once. */
import { at } from "../core/at.ts";
import {
  areaUnderCurve,
  averagePrecisionOfScores,
  bestThreshold,
  crossFittedKappa,
  expectedCalibrationError,
  type ReliabilityBin,
  reliabilityCurve,
  type ScoredPrecision,
} from "../maths/classification.ts";
import type { JudgedLists, JudgedQuery } from "./judged-lists.ts";

export interface LabelAgreementOptions {
  /** The smallest relevant grade; null for every one above 0. */
  readonly relevanceLevel: number | null;
  /** Unjudged results: left out, or not relevant as in a measure. */
  readonly unjudged: "skip" | "nonrelevant";
  /** Of the folds. Any 32-bit whole number. */
  readonly seed: number;
}

export interface LabelAgreement {
  /** Pairs of a query and a returned title. */
  readonly pairs: number;
  /** Those that nobody judged, whether they count or not. */
  readonly unjudged: number;
  /** Null where no pair counts, or all are relevant, or none. */
  readonly auc: number | null;
  /** Null where none is relevant. */
  readonly averagePrecision: number | null;
  /** Share of relevant pairs: the average precision of random labels. */
  readonly prevalence: number | null;
  /** Cohen's, at a threshold chosen on the other queries; null below two queries. */
  readonly kappa: number | null;
  /** Quadratic weighted, of grades by cut points chosen on the other queries. */
  readonly weightedKappa: number | null;
  /** The best one on all queries; null where none does better than chance. */
  readonly threshold: number | null;
  /** Mean label, divided by the largest of the ideals, against the share of relevant pairs. */
  readonly reliability: readonly ReliabilityBin[];
  /** Of that curve, were the divided label a probability. */
  readonly calibrationError: number | null;
}

const FOLDS = 5;

/** Cost O(pairs log pairs). */
export function labelAgreement({ queries }: JudgedLists, options: LabelAgreementOptions): LabelAgreement {
  const pairs = queries.reduce((sum, { titles }) => sum + titles, 0);
  const ofPairs = { labels: new Float64Array(pairs), grades: new Float64Array(pairs), groups: new Int32Array(pairs) };
  let [counted, unjudged] = [0, 0];
  for (const [place, query] of queries.entries()) {
    const { labels: labelOf, grades: gradeOf } = labelsByTitle(query, query.labels);
    for (const [title, grade] of gradeOf.entries()) {
      if (Number.isNaN(grade)) unjudged++;
      if (Number.isNaN(grade) && options.unjudged === "skip") continue;
      ofPairs.labels[counted] = at(labelOf, title);
      ofPairs.grades[counted] = grade || 0;
      ofPairs.groups[counted] = place;
      counted++;
    }
  }
  const [labels, grades] = [ofPairs.labels.subarray(0, counted), ofPairs.grades.subarray(0, counted)];
  const { relevanceLevel, seed } = options;
  const relevant = grades.map((grade) => Number(isRelevant(grade, relevanceLevel)));
  const { averagePrecision, prevalence } = averagePrecisionOfScores(labels, relevant);
  const crossFit = { groups: ofPairs.groups.subarray(0, counted), folds: FOLDS, seed };
  const top = queries.reduce((most, { ideal }) => Math.max(most, ideal[0] ?? 0), 0);
  const shares = labels.map((label) => Math.min(1, label / (top || 1)));
  const reliability = reliabilityCurve(shares, relevant);
  const threshold = bestThreshold(labels, relevant)?.threshold ?? Number.POSITIVE_INFINITY;
  return {
    pairs,
    unjudged,
    auc: areaUnderCurve(labels, relevant),
    averagePrecision,
    prevalence: labels.length === 0 ? null : prevalence,
    kappa: crossFittedKappa(labels, relevant, crossFit),
    weightedKappa: crossFittedKappa(labels, grades, crossFit),
    threshold: Number.isFinite(threshold) ? threshold : null,
    reliability,
    calibrationError: expectedCalibrationError(reliability),
  };
}

/**
 * Average precision of labels over all pairs of a query and a returned title; unjudged titles count as not relevant.
 * @param labels         by query, engine and rank, as `queries`
 * @param relevanceLevel as in `LabelAgreementOptions`
 *
 * Cost O(pairs log pairs).
 */
export function labelPrecision(
  queries: readonly JudgedQuery[],
  labels: readonly (readonly Float64Array[])[],
  relevanceLevel: number | null,
): ScoredPrecision {
  const pairs = queries.reduce((sum, { titles }) => sum + titles, 0);
  const scores = new Float64Array(pairs);
  const relevant = new Float64Array(pairs);
  let first = 0;
  for (const [place, query] of queries.entries()) {
    const found = labelsByTitle(query, at(labels, place));
    scores.set(found.labels, first);
    for (const [title, grade] of found.grades.entries()) {
      if (isRelevant(grade, relevanceLevel)) relevant[first + title] = 1;
    }
    first += query.titles;
  }
  return averagePrecisionOfScores(scores, relevant);
}

function isRelevant(grade: number, relevanceLevel: number | null): boolean {
  return relevanceLevel === null ? grade > 0 : grade >= relevanceLevel;
}

/** By title: its place in the query's pool. */
interface LabelsByTitle {
  readonly labels: Float64Array;
  /** The best; NaN where nobody judged it. */
  readonly grades: Float64Array;
}

/** @param labels by engine and rank. Cost O(results). */
export function labelsByTitle(
  { titles, lists, grades: given }: Pick<JudgedQuery, "titles" | "lists" | "grades">,
  labels: readonly Float64Array[],
): LabelsByTitle {
  const found = { labels: new Float64Array(titles), grades: new Float64Array(titles).fill(Number.NaN) };
  for (const [engine, list] of lists.entries()) {
    for (const [rank, title] of list.entries()) {
      found.labels[title] = Math.max(at(found.labels, title), at(at(labels, engine), rank));
      const grade = at(at(given, engine), rank);
      if (grade >= 0 && !(at(found.grades, title) >= grade)) found.grades[title] = grade;
    }
  }
  return found;
}
