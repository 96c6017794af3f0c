/** Compares scores with true grades: separation of two classes, best thresholds, and calibration. */
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
 * one scores higher. Equal scores count half. Cost O(n log n). Source: Hanley & McNeil 1982 (Radiology 143, 29-36).
 * @param truth  - for each score, 1 if the item is relevant, otherwise 0
 * @returns 0..1, on average 0.5 for random scores; null if all truth values are equal
 * @throws SemqrelError INVALID_OPTION  lengths differ; a score is not finite; a truth value is not 0 or 1
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

/** Average precision, and what random scores reach. */
export interface ScoredPrecision {
  /** Average precision, above 0 and at most 1; null if no item is relevant. */
  readonly averagePrecision: number | null;
  /** Share of relevant items, 0..1. Random scores have about this average precision. Null if there are no items. */
  readonly prevalence: number | null;
}

/**
 * Returns the average precision of one sample of scored items, such as pairs of query and title: Σ (R_i - R_i-1) P_i
 * over the distinct scores in descending order. P_i and R_i are the precision and recall of all items with at least the
 * i-th score. Items with equal scores count together, like in scikit-learn's `average_precision_score`, but the
 * measure `AP` of ranked lists breaks ties. Cost O(n log n). Source: Davis & Goadrich 2006 (ICML), on why not to
 * interpolate.
 * @param truth  - for each score, 1 if the item is relevant, otherwise 0
 * @throws SemqrelError INVALID_OPTION  lengths differ; a score is not finite; a truth value is not 0 or 1
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
 * Finds the cut points that turn scores into grades with the highest quadratic weighted κ with the true grades. Let u
 * be an item's true grade and v its assigned grade, both minus the mean true grade. Then κ = 2 Σ u v / Σ (u² + v²). For
 * a given λ, one pass over the sorted scores maximises 2 Σ u v - λ Σ v². The pass is repeated with the last κ as λ
 * until κ stops rising (Dinkelbach 1967, Management Science 13, 492-498). For two grades, this is plain κ. κ is
 * optimistic, because the cut points are chosen on the same items. Cost O(n log n + passes · n · grades).
 * @returns `grades`: the grades that occur, ascending. `cutPoints`, non-decreasing: a score >= `cutPoints[i]` gets at
 * least `grades[i + 1]`; Infinity if no score reaches that grade. `kappa`: 0..1; null for fewer than two grades.
 */
export function bestCutPoints(scores: ArrayLike<number>, truth: ArrayLike<number>) {
  requirePaired(scores, truth);
  const grades = distinctNumbers(truth);
  if (grades.length < 2) return { grades, cutPoints: new Float64Array(0), kappa: null };
  const steps = stepsOf(scores, truth);
  let best = bestGrades(steps, grades, 0);
  let next = bestGrades(steps, grades, best.kappa);
  while (next.kappa > best.kappa) {
    best = next;
    next = bestGrades(steps, grades, best.kappa);
  }
  const cutPoints = Float64Array.from(grades.subarray(1), (_, below) => {
    return steps.scores[best.gradeOfStep.findIndex((grade) => grade > below)] ?? Number.POSITIVE_INFINITY;
  });
  return { grades, cutPoints, kappa: cohenKappa(truth, gradesOfScores(scores, { grades, cutPoints }), "quadratic") };
}

/** Returns NaN for scores of NaN, and for all scores if there are no grades. */
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
 * Groups items by score. `scores` are distinct and ascending, and `sums` has Σ u for each score. `squares` is Σ u² over
 * all items. Here, u is the u of `bestCutPoints`, multiplied by the number of items, so that whole grades give whole u.
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

/**
 * Chooses a grade for each distinct score, so that grades never fall as scores rise, and 2 Σ u v - λ Σ v² is largest.
 * Returns the indexes of these grades, and their κ. u, v and λ are as in `bestCutPoints`.
 */
function bestGrades(steps: ReturnType<typeof stepsOf>, grades: Float64Array, lambda: number) {
  const { counts, sums, squares, items, total } = steps;
  const classes = grades.length;
  const deviations = grades.map((grade) => items * grade - total);
  /** Entry g: the largest sum over the scores so far, if the last of them gets the grade with index g. */
  let best = new Float64Array(classes);
  const gradeBefore = new Int32Array(counts.length * classes);
  for (let step = 0; step < counts.length; step++) {
    let lower = 0;
    best = best.map((_, grade) => {
      if ((best[grade] as number) > (best[lower] as number)) lower = grade;
      gradeBefore[step * classes + grade] = lower;
      const v = deviations[grade] as number;
      return (best[lower] as number) + 2 * v * (sums[step] as number) - lambda * (counts[step] as number) * v ** 2;
    });
  }
  const gradeOfStep = new Int32Array(counts.length);
  let [products, assignedSquares] = [0, 0];
  let grade = best.indexOf(Math.max(...best));
  for (let step = counts.length - 1; step >= 0; step--) {
    const v = deviations[grade] as number;
    products += v * (sums[step] as number);
    assignedSquares += (counts[step] as number) * v ** 2;
    gradeOfStep[step] = grade;
    grade = gradeBefore[step * classes + grade] as number;
  }
  return { gradeOfStep, kappa: (2 * products) / (squares + assignedSquares) };
}

/**
 * Returns the threshold with the highest Cohen's κ (0..1) of "score >= threshold" and the truth; Infinity if none is
 * better than chance. Also returns its F1, 2 TP / (2 TP + FP + FN), which may not be the highest. κ is optimistic,
 * because the threshold is chosen on the same items; see `crossFittedKappa`. Null if all truth values are equal.
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

/** A bin of similar predictions, and what was observed. */
export interface ReliabilityBin {
  readonly count: number;
  /** Mean of the predictions. */
  readonly predicted: number;
  /** Mean of the observations. If they are 0 and 1, this is the share of relevant items. */
  readonly observed: number;
}

/**
 * Groups predictions into bins of similar counts, cut at quantiles (type 7), like scikit-learn's
 * `calibration_curve(strategy="quantile")`. Equal predictions are in one bin. Cost O(n log n + n bins).
 * @param bins - maximum number of bins, >= 1
 * @returns the bins that are not empty, by ascending prediction
 * @throws SemqrelError INVALID_OPTION  lengths differ; a value is not finite; bins out of range
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
 * Returns Σ (count / n) |predicted - observed| over bins with n items in total, in the unit of the predictions; null
 * for no items. In large bins, errors cancel out. In small bins, noise counts as error, so even perfect predictions do
 * not reach 0. Source: Naeini, Cooper & Hauskrecht 2015 (AAAI); bins of equal count: Nguyen & O'Connor 2015 (EMNLP).
 */
export function expectedCalibrationError(curve: readonly ReliabilityBin[]): number | null {
  const items = curve.reduce((sum, { count }) => sum + count, 0);
  if (items === 0) return null;
  return curve.reduce((sum, bin) => sum + bin.count * Math.abs(bin.predicted - bin.observed), 0) / items;
}

/** Settings of cross-fitting, which chooses cut points on all folds but one, and measures them on the fold left out. */
export interface CrossFitOptions {
  /** Group of each score, such as the number of its query. All scores of a group are in the same fold. */
  readonly groups: Int32Array;
  /** Maximum number of folds, >= 1. There are never more folds than groups. */
  readonly folds: number;
  /** Seed of the random folds: any 32-bit whole number. */
  readonly seed: number;
}

/**
 * Returns the quadratic weighted κ of the true grades and the grades from cut points, over all items. The cut points
 * for a fold are chosen on all other folds. For two grades, this is plain κ. Cost: one `bestCutPoints` per fold.
 * @returns at most 1, 0 for chance; null if fewer than two folds have a group, or if all grades are equal
 * @throws SemqrelError INVALID_OPTION  lengths differ; a number is not finite; folds out of range
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
  // Sorts the groups first, so that the order of the items does not matter. Sizes of folds differ by at most one group.
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
