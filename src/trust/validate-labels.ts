/** Measures how far labels from one source agree with people's grades. The verdict is in `say.ts`. */
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
import { FEWEST_ENGINES, kendallTauB } from "../maths/correlation/rank-correlation.ts";
import { everyPair } from "../maths/numbers.ts";
import { holm, SIGNIFICANCE } from "../maths/significance/corrections.ts";
import { pairedTTest } from "../maths/significance/paired-tests.ts";
import { compareEngines } from "../measure/measures/compare-engines.ts";
import type { Measure } from "../measure/measures/define-measure.ts";
import { baselineValues, type TitleLists } from "./baselines.ts";
import {
  type EngineValues,
  engineMeans,
  gradeValues,
  type JudgedLists,
  type JudgedQuery,
  labelValues,
  unjudgedResults,
} from "./engine-values.ts";
import { orderTrust } from "./order-trust.ts";

export interface LabelAgreementOptions {
  /** The smallest relevant grade; null if every grade above 0 is relevant. */
  readonly relevanceLevel: number | null;
  /** Whether unjudged results are left out, or count as not relevant, as in a measure. */
  readonly unjudged: "skip" | "nonrelevant";
  readonly seed: number;
}

interface LabelAgreement {
  /** Number of pairs of query and returned title. */
  readonly pairs: number;
  /** Number of unjudged pairs, whether they count or not. */
  readonly unjudged: number;
  /** Area under the ROC curve; null if no pair counts, or if all or none are relevant. */
  readonly auc: number | null;
  /** Average precision of the labels; null if no pair is relevant. */
  readonly averagePrecision: number | null;
  /** Share of relevant pairs, which is the average precision of random labels. */
  readonly prevalence: number | null;
  /** Cohen's kappa at a threshold chosen on other queries; null for fewer than two queries. */
  readonly kappa: number | null;
  /** Quadratic weighted kappa of grades, with cut points chosen on other queries. */
  readonly weightedKappa: number | null;
  /** The best threshold on all queries; null if none is better than chance. */
  readonly threshold: number | null;
  /** Groups of pairs with similar labels. `observed`: relevant share; `predicted`: mean of label / best ideal label. */
  readonly reliability: readonly ReliabilityBin[];
  /** Calibration error of `reliability`, if the mean labels are taken as probabilities. */
  readonly calibrationError: number | null;
}

const FOLDS = 5;

/** Compares the labels of single results with their grades. Cost O(pairs log pairs). */
export function labelAgreement({ queries }: JudgedLists, options: LabelAgreementOptions): LabelAgreement {
  const all = queries.map((query) => labelsByTitle(query, query.labels));
  const pairs = all.reduce((sum, { grades }) => sum + grades.length, 0);
  const unjudged = all.reduce((sum, own) => sum + own.grades.filter(Number.isNaN).length, 0);
  const size = options.unjudged === "skip" ? pairs - unjudged : pairs;
  const [labels, grades, groups] = [new Float64Array(size), new Float64Array(size), new Int32Array(size)];
  let counted = 0;
  for (const [place, own] of all.entries()) {
    for (const [title, grade] of own.grades.entries()) {
      if (Number.isNaN(grade) && options.unjudged === "skip") continue;
      labels[counted] = at(own.labels, title);
      grades[counted] = grade || 0;
      groups[counted] = place;
      counted++;
    }
  }
  const { relevanceLevel, seed } = options;
  const relevant = grades.map((grade) => Number(isRelevant(grade, relevanceLevel)));
  const { averagePrecision, prevalence } = averagePrecisionOfScores(labels, relevant);
  const crossFit = { groups, folds: FOLDS, seed };
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
 * Returns the average precision of `labels` ([query][engine][rank]) over all pairs of query and returned title.
 * Unjudged titles count as not relevant. Cost O(pairs log pairs).
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

/** Returns the best label and the best grade of each title; NaN without a grade. @param labels - as [engine][rank] */
export function labelsByTitle(
  { titles, lists, grades: given }: Pick<JudgedQuery, "titles" | "lists" | "grades">,
  labels: readonly Float64Array[],
) {
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

export const baselineNames = ["exact", "overlap@10", "popularity", "queryTitleCosine"] as const;
export type BaselineName = (typeof baselineNames)[number];
/** Kendall's τ-b of each baseline with people's order; null if it is undefined. */
export type BaselineTaus = { readonly [name in BaselineName]: number | null };

export interface ValidateOptions extends Omit<LabelAgreementOptions, "relevanceLevel"> {
  readonly measure: Measure;
  /** Number of random orders of each kind, and of resamples of the queries, >= 1. */
  readonly draws: number;
  readonly onDraw?: (drawn: number) => void;
}

export type Validation = ReturnType<typeof validateLabels>;
export type ValidationGround = ReturnType<typeof validationGround>;

/** Compares the engines' order, single labels and conclusions with people's. Same cost as `randomOrders`. */
export function validateLabels(judged: JudgedLists, options: ValidateOptions) {
  const { measure, seed, draws, onDraw } = options;
  const cutoff = measure.at;
  const grades = signedGrades(judged, measure);
  return {
    leftOut: judged.leftOut,
    order: orderTrust(judged, grades, { cutoff, seed, draws, ...(onDraw && { onDraw }) }),
    labels: labelAgreement(judged, { ...options, relevanceLevel: measure.relevanceLevel }),
    conclusions: wrongConclusions(judged.engines, labelValues(judged, cutoff), grades),
  };
}

/** Returns what does not depend on the labels: baselines, unjudged results, and people's comparison of the engines. */
export function validationGround(judged: JudgedLists, titles: TitleLists, measure: Measure, seed: number) {
  const grades = signedGrades(judged, measure);
  const truth = engineMeans(grades);
  const found = baselineValues(judged, titles, measure.at);
  const tauOf = (values: EngineValues | null) =>
    values === null || judged.engines.length < FEWEST_ENGINES || judged.queries.length === 0
      ? null
      : (kendallTauB(engineMeans(values), truth)?.tau ?? null);
  const baselines = Object.fromEntries(baselineNames.map((name) => [name, tauOf(found[name])])) as BaselineTaus;
  const values = judged.engines.map((engine, place) => ({ engine, values: at(grades, place) }));
  const people = compareEngines(measure.name, values, seed);
  return { baselines, unjudged: unjudgedResults(judged, measure.at), people };
}

/** Returns values of the measure by people's grades, negated if a lower value is better. */
function signedGrades(judged: JudgedLists, measure: Measure): EngineValues {
  const values = gradeValues(judged, measure);
  return measure.kind.lowerIsBetter ? values.map((ofEngine) => ofEngine.map((value) => -value)) : values;
}

/** Each pair of engines counts once: pairs = agree + agreeNot + missed + reversed + invented. */
export interface WrongConclusions {
  readonly pairs: number;
  /** Number of pairs that are significant by labels and by grades, with the same sign. */
  readonly agree: number;
  /** Number of pairs that are significant neither by labels nor by grades. */
  readonly agreeNot: number;
  /** Number of pairs that are significant by grades alone. */
  readonly missed: number;
  /** Number of pairs that are significant by labels and by grades, with opposite signs. */
  readonly reversed: number;
  /** Number of pairs that are significant by labels alone. */
  readonly invented: number;
  /** The reversed pairs, then the invented ones, each in the order of engines. */
  readonly wrong: readonly WrongConclusion[];
}

/** By labels, `better` is better than `worse`. */
interface WrongConclusion {
  readonly kind: "reversed" | "invented";
  readonly better: string;
  readonly worse: string;
  /** Mean differences `better` - `worse`. `byLabels` is always above 0. */
  readonly byLabels: number;
  readonly byGrades: number;
}

/**
 * Runs Student's paired t test for every pair of engines, once on values by labels and once on values by grades. Larger
 * values are better. Each time, Holm's correction covers all pairs. Returns null for fewer than two queries. Cost
 * O(engines² x queries). Source of the classes: Urbano, Marrero & Martín 2013 (SIGIR, 925-928), who compare two halves
 * of the queries. They call the classes success (agree), lack of power (missed) and major error (reversed). Here grades
 * are the truth, so differences that only labels show are invented.
 */
export function wrongConclusions(
  engines: readonly string[],
  labels: EngineValues,
  grades: EngineValues,
): WrongConclusions | null {
  if ((grades[0]?.length ?? 0) < 2) return null;
  const pairs = everyPair(engines, (_, __, one, other) => [one, other] as const);
  const byLabels = compare(pairs, labels);
  const byGrades = compare(pairs, grades);
  const counts = { agree: 0, agreeNot: 0, missed: 0, reversed: 0, invented: 0 };
  const wrong: WrongConclusion[] = [];
  pairs.forEach(([one, other], pair) => {
    const [labelled, graded] = [at(byLabels, pair), at(byGrades, pair)];
    const kind = kindOf(labelled.shown, graded.shown);
    counts[kind]++;
    if (kind !== "reversed" && kind !== "invented") return;
    const [better, worse] = labelled.shown > 0 ? [one, other] : [other, one];
    wrong.push({
      kind,
      better: at(engines, better),
      worse: at(engines, worse),
      byLabels: labelled.shown * labelled.mean,
      byGrades: labelled.shown * graded.mean,
    });
  });
  const ofKind = (kind: WrongConclusion["kind"]) => wrong.filter((conclusion) => conclusion.kind === kind);
  return { pairs: pairs.length, ...counts, wrong: [...ofKind("reversed"), ...ofKind("invented")] };
}

/** Returns each pair's mean difference (first - second), and `shown`: its sign if it is significant, otherwise 0. */
function compare(pairs: readonly (readonly [number, number])[], values: EngineValues) {
  const tests = pairs.map(([one, other]) => pairedTTest(at(values, one), at(values, other)));
  const adjusted = holm(tests.map((test) => test?.p ?? 1));
  return tests.map((test, pair) => {
    const mean = test?.mean ?? 0;
    return { mean, shown: at(adjusted, pair) < SIGNIFICANCE ? Math.sign(mean) : 0 };
  });
}

function kindOf(byLabels: number, byGrades: number) {
  if (byLabels === 0) return byGrades === 0 ? "agreeNot" : "missed";
  if (byGrades === 0) return "invented";
  return byLabels === byGrades ? "agree" : "reversed";
}
