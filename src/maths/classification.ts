/** How well does a score separate two classes, and which threshold is best? */
import { at, atKey } from "../core/at.ts";
import { cohenKappa } from "./agreement/coefficients.ts";
import { midRanks } from "./correlation/rank-correlation.ts";
import {
  distinctNumbers,
  numbersAt,
  numbersOf,
  orderOf,
  requireBinary,
  requireCount,
  requirePaired,
} from "./numbers.ts";
import { seededRandom, shuffle } from "./random.ts";
import { quantile, sumOf } from "./summary.ts";

/**
 * Returns the area under the ROC curve: the share of pairs of a relevant and an irrelevant item in which the relevant
 * one scores higher. Equal scores (to the last bit) count one half. Cost O(n log n). Source: Hanley & McNeil 1982
 * (Radiology 143, 29-36).
 * @param truth  0 or 1 for each score
 * @returns 0..1, 0.5 expected for random scores; null if all truth values are equal
 * @throws SemqrelError INVALID_OPTION as `requirePaired` and `requireBinary`
 */
export function areaUnderCurve(scores: ArrayLike<number>, truth: ArrayLike<number>): number | null {
  requirePaired(scores, truth);
  requireBinary(truth);
  let [relevant, rankSum] = [0, 0];
  midRanks(scores).forEach((rank, index) => {
    relevant += at(truth, index);
    rankSum += rank * at(truth, index);
  });
  const pairs = relevant * (scores.length - relevant);
  return pairs === 0 ? null : (rankSum - (relevant * (relevant + 1)) / 2) / pairs;
}

/** Average precision, and its value for random scores. */
export interface ScoredPrecision {
  /** Above 0, up to 1; null if nothing is relevant. */
  readonly averagePrecision: number | null;
  /** Share of relevant items, 0..1, which is about the average precision of random scores. Null for no items. */
  readonly prevalence: number | null;
}

/**
 * Returns the average precision of one sample of scored items, such as pairs of query and title: Σ (R_i - R_i-1) P_i
 * over the distinct scores in descending order. P_i and R_i are precision and recall of all items that score at least
 * as high. Equal scores are one step, as in scikit-learn's `average_precision_score`; the measure `AP`, for ranked
 * lists, breaks ties instead. Cost O(n log n). Source: Davis & Goadrich 2006 (ICML), on why not to interpolate.
 * @param truth  0 or 1 for each score
 * @throws SemqrelError INVALID_OPTION as `requirePaired` and `requireBinary`
 */
export function averagePrecisionOfScores(scores: ArrayLike<number>, truth: ArrayLike<number>): ScoredPrecision {
  requirePaired(scores, truth);
  requireBinary(truth);
  const order = orderOf(scores, (one, other) => other - one);
  let [found, before, sum] = [0, 0, 0];
  order.forEach((index, rank) => {
    found += at(truth, index);
    const next = order[rank + 1];
    if (next !== undefined && scores[next] === scores[index]) return;
    sum += (found - before) * (found / (rank + 1));
    before = found;
  });
  return {
    averagePrecision: found === 0 ? null : sum / found,
    prevalence: order.length === 0 ? null : found / order.length,
  };
}

/**
 * Returns the cut points of the scores that give grades with the highest quadratic weighted κ with the true grades. Let
 * u and v be the true and the given grade minus the mean true grade. Then κ = 2 Σ u v / Σ (u² + v²), and 2 Σ u v - λ Σ
 * v² is a sum over items, which one pass over the sorted scores maximises for a given λ. λ is set to the κ reached
 * until κ stops rising (Dinkelbach 1967, Management Science 13, 492-498). With two grades, the result is the threshold
 * with the best plain κ. κ is optimistic, because the cut points were chosen on the same items. Cost O(n log n + n
 * grades²); memory 4 n grades bytes.
 * @returns the grades that occur, ascending; cut points, never falling: a score >= `cutPoints[i]` gets at least
 * `grades[i + 1]`, and a cut point is Infinity if no score reaches its grade; κ, 0..1, null for fewer than two grades
 */
export function bestCutPoints(scores: ArrayLike<number>, truth: ArrayLike<number>) {
  requirePaired(scores, truth);
  const grades = distinctNumbers(truth);
  if (grades.length < 2) return { grades, cutPoints: new Float64Array(0), kappa: null };
  const steps = stepsOf(scores, truth);
  let best = bestPlaces(steps, grades, 0);
  let next = bestPlaces(steps, grades, best.kappa);
  while (next.kappa > best.kappa) {
    best = next;
    next = bestPlaces(steps, grades, best.kappa);
  }
  const cutPoints = Float64Array.from(grades.subarray(1), (_, below) => {
    return steps.scores[best.places.findIndex((place) => place > below)] ?? Number.POSITIVE_INFINITY;
  });
  return { grades, cutPoints, kappa: cohenKappa(truth, gradesOfScores(scores, { grades, cutPoints }), "quadratic") };
}

/** Returns NaN for each score that is NaN, and for all scores if there is no grade. */
export function gradesOfScores(
  scores: ArrayLike<number>,
  { grades, cutPoints }: { readonly grades: Float64Array; readonly cutPoints: Float64Array },
): Float64Array {
  return numbersOf(scores, (score) => {
    if (Number.isNaN(score)) return Number.NaN;
    const place = cutPoints.findIndex((cutPoint) => score < cutPoint);
    return grades[place === -1 ? cutPoints.length : place] as number;
  });
}

/**
 * Returns, by distinct score in ascending order, the count and Σ u (u as in `bestCutPoints`, times the number of items,
 * so that whole grades give whole numbers). `squares` is Σ u² of all items, `total` Σ of the true grades.
 */
function stepsOf(scores: ArrayLike<number>, truth: ArrayLike<number>) {
  const items = scores.length;
  const distinct = distinctNumbers(scores);
  const stepOf = new Map(Array.from(distinct, (score, step) => [score, step]));
  const counts = new Float64Array(distinct.length);
  const sums = new Float64Array(distinct.length);
  const total = sumOf(truth);
  let squares = 0;
  for (let item = 0; item < items; item++) {
    const step = atKey(stepOf, scores[item] as number);
    const deviation = items * (truth[item] as number) - total;
    counts[step] = (counts[step] as number) + 1;
    sums[step] = (sums[step] as number) + deviation;
    squares += deviation ** 2;
  }
  return { scores: distinct, counts, sums, squares, items, total };
}

/** Returns, by step, the grade indexes (never falling) that maximise 2 Σ u v - λ Σ v², and their κ. */
function bestPlaces(steps: ReturnType<typeof stepsOf>, grades: Float64Array, lambda: number) {
  const { counts, sums, squares, items, total } = steps;
  const classes = grades.length;
  const deviations = grades.map((grade) => items * grade - total);
  /** Best sum so far, by the grade index of the last step. */
  let best = new Float64Array(classes);
  const placeBefore = new Int32Array(counts.length * classes);
  for (let step = 0; step < counts.length; step++) {
    let lower = 0;
    best = best.map((_, place) => {
      if ((best[place] as number) > (best[lower] as number)) lower = place;
      placeBefore[step * classes + place] = lower;
      const v = deviations[place] as number;
      return (best[lower] as number) + 2 * v * (sums[step] as number) - lambda * (counts[step] as number) * v ** 2;
    });
  }
  const places = new Int32Array(counts.length);
  let [products, ownSquares] = [0, 0];
  let place = best.indexOf(Math.max(...best));
  for (let step = counts.length - 1; step >= 0; step--) {
    const v = deviations[place] as number;
    products += v * (sums[step] as number);
    ownSquares += (counts[step] as number) * v ** 2;
    places[step] = place;
    place = placeBefore[step * classes + place] as number;
  }
  return { places, kappa: (2 * products) / (squares + ownSquares) };
}

/**
 * Returns the threshold with the highest Cohen's κ (0..1) of "score >= threshold" and the truth, Infinity if none beats
 * chance, and its F1, 2 TP / (2 TP + FP + FN), which need not be the highest. κ is optimistic, because it is measured
 * on the same items; see `crossFittedKappa`. Null if all truth values are equal.
 */
export function bestThreshold(scores: ArrayLike<number>, truth: ArrayLike<number>) {
  requireBinary(truth);
  const { cutPoints, kappa } = bestCutPoints(scores, truth);
  if (kappa === null) return null;
  const [threshold = Number.POSITIVE_INFINITY] = cutPoints;
  let [both, either] = [0, 0];
  for (let item = 0; item < scores.length; item++) {
    const given = Number((scores[item] as number) >= threshold);
    both += given * (truth[item] as number);
    either += given + (truth[item] as number);
  }
  return { threshold, kappa, f1: (2 * both) / either };
}

/** Similar predictions, and how often they came true. */
export interface ReliabilityBin {
  readonly count: number;
  readonly predicted: number;
  /** Mean of the observations; for 0 and 1, the share of relevant items. */
  readonly observed: number;
}

/**
 * Groups predictions into bins of about equal count, cut at their quantiles (type 7), like scikit-learn's
 * `calibration_curve(strategy="quantile")`. Equal predictions share a bin, so the order of the items does not matter,
 * and many equal ones give fewer, larger bins. Cost O(n log n + n bins).
 * @param bins maximum number, >= 1
 * @returns the bins that are not empty, by ascending prediction
 * @throws SemqrelError INVALID_OPTION as `requirePaired`; bins out of range
 */
export function reliabilityCurve(
  predicted: ArrayLike<number>,
  observed: ArrayLike<number>,
  bins = 10,
): readonly ReliabilityBin[] {
  requirePaired(predicted, observed);
  requireCount("bins", bins);
  const sorted = Float64Array.from(predicted).sort();
  const edges = Array.from({ length: bins - 1 }, (_, inner) => quantile(sorted, (inner + 1) / bins));
  const sums = Array.from({ length: bins }, () => ({ count: 0, predicted: 0, observed: 0 }));
  for (let item = 0; item < predicted.length; item++) {
    const value = predicted[item] as number;
    const above = edges.findIndex((edge) => value <= edge);
    const bin = at(sums, above === -1 ? bins - 1 : above);
    bin.count++;
    bin.predicted += value;
    bin.observed += observed[item] as number;
  }
  return sums
    .filter(({ count }) => count > 0)
    .map((bin) => ({ count: bin.count, predicted: bin.predicted / bin.count, observed: bin.observed / bin.count }));
}

/**
 * Returns Σ count / n |predicted - observed| over the bins, in the unit of the predictions; null for no items. Fewer
 * bins hide errors that cancel out. More bins count noise as error, so even perfect predictions do not reach 0. Source:
 * Naeini, Cooper & Hauskrecht 2015 (AAAI); bins of equal count: Nguyen & O'Connor 2015 (EMNLP).
 */
export function expectedCalibrationError(curve: readonly ReliabilityBin[]): number | null {
  const items = curve.reduce((sum, { count }) => sum + count, 0);
  if (items === 0) return null;
  return curve.reduce((sum, bin) => sum + bin.count * Math.abs(bin.predicted - bin.observed), 0) / items;
}

/** Cut points are chosen on all folds but one, and measured on that one. */
export interface CrossFitOptions {
  /** Group of each score, such as the number of its query. A group is never split. */
  readonly groups: Int32Array;
  /** Maximum number of folds, >= 1. There are never more folds than groups. */
  readonly folds: number;
  /** Any 32-bit whole number. */
  readonly seed: number;
}

/**
 * Returns the quadratic weighted κ of the true grades and the grades that each fold gets from the cut points of all
 * other folds, over all items together; with two grades, the plain κ. Costs as much as `bestCutPoints` per fold.
 * @returns up to 1, 0 for chance; null if fewer than two folds have a group, or if all grades are equal
 * @throws SemqrelError INVALID_OPTION as `requirePaired`; `groups` has another length; folds out of range
 */
export function crossFittedKappa(
  scores: ArrayLike<number>,
  truth: ArrayLike<number>,
  { groups, folds, seed }: CrossFitOptions,
): number | null {
  requirePaired(scores, truth);
  requirePaired(scores, groups);
  requireCount("folds", folds);
  if (Math.min(folds, new Set(groups).size) < 2) return null;
  // Sorts first, so that the order of the items does not matter. Sizes of folds differ by at most one group.
  const shuffled = shuffle([...new Set(groups.toSorted())], seededRandom(seed));
  const foldOfGroup = new Map(shuffled.map((group, turn) => [group, turn % folds]));
  const items = groups.map((_, item) => item);
  const given = new Float64Array(scores.length);
  for (const fold of new Set(foldOfGroup.values())) {
    const isHeldOut = (item: number) => foldOfGroup.get(at(groups, item)) === fold;
    const fitted = items.filter((item) => !isHeldOut(item));
    const heldOut = items.filter(isHeldOut);
    const cut = bestCutPoints(numbersAt(scores, fitted), numbersAt(truth, fitted));
    gradesOfScores(numbersAt(scores, heldOut), cut).forEach((grade, place) => {
      given[at(heldOut, place)] = grade;
    });
  }
  return cohenKappa(truth, given, "quadratic");
}
