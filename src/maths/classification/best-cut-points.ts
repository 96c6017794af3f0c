/** From which scores on do grades change, or does an item count as relevant, as well as scores can say? */
import { atKey } from "../../core/at.ts";
import { cohenKappa } from "../agreement/cohen-kappa.ts";
import { distinctNumbers, numbersOf } from "../many-numbers.ts";
import { requireBinary, requirePaired } from "../require.ts";

interface CutPoints {
  /** Each grade that occurs, ascending. */
  readonly grades: Float64Array;
  /**
   * One less than grades, not falling: a score gets at least `grades[i + 1]` where it is >= `cutPoints[i]`. Each is one
   * of the scores, or Infinity where no score gets the grade.
   */
  readonly cutPoints: Float64Array;
  /** Quadratic weighted κ of the scores cut so, 0..1; null where there are fewer than two grades. */
  readonly kappa: number | null;
}

/**
 * The cut points at which grades read off the scores reach the highest quadratic weighted κ with the true grades, of all
 * ways to cut. With u and v the true and the given grade less the mean of the true ones,
 *
 *   κ = 2 Σ u v / Σ (u² + v²)
 *
 * and 2 Σ u v - λ Σ v² is a sum over items, so that a walk over the sorted scores finds its maximum for one λ; λ then
 * becomes the κ reached, until that is λ itself (Dinkelbach 1967, Management Science 13, 492-498). With two grades κ is
 * the same for all weights, and this is the threshold of the best plain κ. κ is of the items the cut points were chosen
 * on, hence optimistic: `crossFittedKappa` is not. Cost O(n log n + n grades²); memory 4 n grades bytes.
 * @param scores finite, on any scale; equal ones get the same grade
 * @param truth  finite, a grade for each score
 * @throws SemqrelError INVALID_OPTION as `requirePaired`
 */
export function bestCutPoints(scores: ArrayLike<number>, truth: ArrayLike<number>): CutPoints {
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

/** The grades that cut points give to scores; NaN where a score is NaN or there is no grade at all. */
export function gradesOfScores(
  scores: ArrayLike<number>,
  { grades, cutPoints }: Pick<CutPoints, "grades" | "cutPoints">,
): Float64Array {
  return numbersOf(scores, (score) => {
    if (Number.isNaN(score)) return Number.NaN;
    const place = cutPoints.findIndex((cutPoint) => score < cutPoint);
    return grades[place === -1 ? cutPoints.length : place] as number;
  });
}

/** The distinct scores, ascending. */
interface Steps {
  readonly scores: Float64Array;
  /** Items of each score. */
  readonly counts: Float64Array;
  /** Σ u of each score; all u and v are times the number of items, so that whole grades stay whole numbers. */
  readonly sums: Float64Array;
  /** Σ u² of all items. */
  readonly squares: number;
  readonly items: number;
  /** Σ of the true grades. */
  readonly total: number;
}

function stepsOf(scores: ArrayLike<number>, truth: ArrayLike<number>): Steps {
  const items = scores.length;
  const distinct = distinctNumbers(scores);
  const stepOf = new Map(Array.from(distinct, (score, step) => [score, step]));
  const counts = new Float64Array(distinct.length);
  const sums = new Float64Array(distinct.length);
  let total = 0;
  for (let item = 0; item < items; item++) total += truth[item] as number;
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

/** By step the place of its grade (these do not fall) that maximises 2 Σ u v - λ Σ v², and their κ. */
function bestPlaces(steps: Steps, grades: Float64Array, lambda: number): { places: Int32Array; kappa: number } {
  const { counts, sums, squares, items, total } = steps;
  const classes = grades.length;
  const deviations = grades.map((grade) => items * grade - total);
  /** The best sum so far where the last step has this place. */
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

interface BestThreshold {
  /** A score >= this counts as relevant. One of the scores; Infinity where no threshold does better than chance. */
  readonly threshold: number;
  /** Cohen's κ at this threshold, 0..1. */
  readonly kappa: number;
  /** 2 TP / (2 TP + FP + FN) at this threshold, 0..1; it is not the highest F1. */
  readonly f1: number;
}

/**
 * The threshold with the highest Cohen's κ of "score >= threshold" and the truth, chosen on the items it is measured on:
 * κ is optimistic, see `crossFittedKappa`.
 * @param scores finite, on any scale
 * @param truth  0 or 1 for each score
 * @returns null where all of the truth is 0, or all is 1
 */
export function bestThreshold(scores: ArrayLike<number>, truth: ArrayLike<number>): BestThreshold | null {
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
