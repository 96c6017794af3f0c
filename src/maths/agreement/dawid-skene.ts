import { at } from "../../core/at.ts";
import { invalidOption, SemqrelError } from "../../core/errors.ts";
import { requireCount } from "../numbers.ts";
import { sumOf } from "../summary.ts";

/** Settings of the fit. */
export interface DawidSkeneOptions {
  /** Maximum number of iterations, >= 1. @default 1000 */
  readonly maxIterations?: number;
  /** The fit stops when no posterior changes by more than this in one iteration. @default 1e-6 */
  readonly tolerance?: number;
  /** Pseudo-count added to each class and each confusion cell. 0 allows probabilities of 0. @default 0.01 */
  readonly smoothing?: number;
}

/** Probabilities of the true grades, and the errors of each rater. */
export interface DawidSkene {
  /** Items x classes: probability that an item truly has a class. Items without ratings have the priors. */
  readonly posteriors: Float64Array;
  /** Estimated share of items of each class. */
  readonly priors: Float64Array;
  /** For each rater, classes x classes: probability of each grade (column) for a true class (row). Rows sum to 1. */
  readonly confusion: readonly Float64Array[];
  readonly iterations: number;
  /** False if `maxIterations` was reached. The result is then that of the last iteration. */
  readonly converged: boolean;
  /** Natural logarithm of the likelihood of the ratings. */
  readonly logLikelihood: number;
  /** `logLikelihood` + smoothing · Σ log p over all p in `priors` and `confusion`. An iteration never lowers it. */
  readonly objective: number;
}

/**
 * Fits Dawid and Skene's model: each item has one true class, and the probability that a rater gives it a grade depends
 * only on this class. Expectation maximisation starts from the share of each grade among an item's ratings. This start
 * makes class c mean grade c, if grade c is the most frequent rating of items of class c. With few ratings per
 * rater, the probabilities are inexact, and smoothing pulls them towards equal shares. Cost O(raters items + iterations
 * ratings classes). Source: Dawid and Skene 1979 (Applied Statistics 28, 20-28), formulas 2.3-2.5 and 3.1; with
 * smoothing, the maximum a posteriori estimate under Dirichlet(1 + smoothing) priors.
 * @param grades  - raters x items: index of the grade, 0..classes - 1, or -1 for none
 * @throws SemqrelError INVALID_OPTION  raters' lists differ in length, an option is out of range
 * @throws SemqrelError INVALID_RATING  an index out of range   details: { rater, item, grade }
 */
export function dawidSkene(
  grades: readonly Int32Array[],
  classes: number,
  options: DawidSkeneOptions = {},
): DawidSkene {
  const { maxIterations = 1000, tolerance = 1e-6, smoothing = 0.01 } = options;
  requireCount("classes", classes);
  requireCount("maxIterations", maxIterations);
  requireNotNegative("tolerance", tolerance);
  requireNotNegative("smoothing", smoothing);
  requireGradeIndexes(grades, classes);
  const items = grades[0]?.length ?? 0;
  const given = grades.map(givenBy);
  // Items without ratings do not count for the shares of the classes.
  const rated = Uint8Array.from({ length: items });
  for (const ofRater of given) for (const item of ofRater.items) rated[item] = 1;
  let posteriors = shares(given, items, classes);
  for (let iteration = 1; ; iteration++) {
    const rates = fitRates(given, rated, posteriors, classes, smoothing);
    const expected = expectClasses(given, rates, items, classes);
    const before = posteriors;
    posteriors = expected.posteriors;
    const converged = posteriors.every((after, cell) => Math.abs(after - (before[cell] as number)) <= tolerance);
    if (!converged && iteration < maxIterations) continue;
    const { logLikelihood } = expected;
    const objective = logLikelihood + penalty(rates, smoothing);
    return { ...rates, posteriors, iterations: iteration, converged, logLikelihood, objective };
  }
}

type Rates = Pick<DawidSkene, "priors" | "confusion">;

type Given = ReturnType<typeof givenBy>;

function givenBy(ofRater: Int32Array) {
  const items = Int32Array.from(ofRater.keys()).filter((item) => (ofRater[item] as number) >= 0);
  return { items, grades: items.map((item) => ofRater[item] as number) };
}

function shares(given: readonly Given[], items: number, classes: number): Float64Array {
  const counts = new Float64Array(items * classes);
  for (const ofRater of given) {
    for (const [place, item] of ofRater.items.entries()) {
      const cell = item * classes + (ofRater.grades[place] as number);
      counts[cell] = (counts[cell] as number) + 1;
    }
  }
  for (let start = 0; start < counts.length; start += classes) normalise(counts.subarray(start, start + classes), 0);
  return counts;
}

function fitRates(
  given: readonly Given[],
  rated: Uint8Array,
  posteriors: Float64Array,
  classes: number,
  smoothing: number,
): Rates {
  const confusion = given.map(({ items, grades }) => {
    const table = new Float64Array(classes * classes);
    for (let place = 0; place < items.length; place++) {
      const item = items[place] as number;
      const grade = grades[place] as number;
      for (let truth = 0; truth < classes; truth++) {
        const cell = truth * classes + grade;
        table[cell] = (table[cell] as number) + (posteriors[item * classes + truth] as number);
      }
    }
    for (let start = 0; start < table.length; start += classes) {
      normalise(table.subarray(start, start + classes), smoothing);
    }
    return table;
  });
  const priors = new Float64Array(classes);
  for (let item = 0; item < rated.length; item++) {
    if (rated[item] === 0) continue;
    for (let truth = 0; truth < classes; truth++) {
      priors[truth] = (priors[truth] as number) + (posteriors[item * classes + truth] as number);
    }
  }
  normalise(priors, smoothing);
  return { priors, confusion };
}

/** Adds logarithms, because products over many raters would underflow. */
function expectClasses(given: readonly Given[], { priors, confusion }: Rates, items: number, classes: number) {
  const logPriors = priors.map(Math.log);
  const posteriors = new Float64Array(items * classes);
  for (let start = 0; start < posteriors.length; start += classes) posteriors.set(logPriors, start);
  for (const [rater, { items: ofRater, grades }] of given.entries()) {
    const table = at(confusion, rater).map(Math.log);
    for (let place = 0; place < ofRater.length; place++) {
      const start = (ofRater[place] as number) * classes;
      const grade = grades[place] as number;
      for (let truth = 0; truth < classes; truth++) {
        posteriors[start + truth] = (posteriors[start + truth] as number) + (table[truth * classes + grade] as number);
      }
    }
  }
  let logLikelihood = 0;
  for (let start = 0; start < posteriors.length; start += classes) {
    let largest = Number.NEGATIVE_INFINITY;
    for (let cell = start; cell < start + classes; cell++) largest = Math.max(largest, posteriors[cell] as number);
    let sum = 0;
    for (let cell = start; cell < start + classes; cell++) {
      const likelihood = Math.exp((posteriors[cell] as number) - largest);
      posteriors[cell] = likelihood;
      sum += likelihood;
    }
    for (let cell = start; cell < start + classes; cell++) posteriors[cell] = (posteriors[cell] as number) / sum;
    logLikelihood += largest + Math.log(sum);
  }
  return { posteriors, logLikelihood };
}

function normalise(counts: Float64Array, added: number): void {
  const sum = sumOf(counts) + added * counts.length;
  for (const [place, count] of counts.entries()) counts[place] = sum > 0 ? (count + added) / sum : 1 / counts.length;
}

function penalty({ priors, confusion }: Rates, smoothing: number): number {
  if (smoothing === 0) return 0;
  const logs = (shares: Float64Array) => shares.reduce((sum, share) => sum + Math.log(share), 0);
  return smoothing * confusion.reduce((sum, table) => sum + logs(table), logs(priors));
}

function requireNotNegative(name: string, value: number): void {
  if (value >= 0 && Number.isFinite(value)) return;
  throw invalidOption(`Estimating true grades: ${name} ${value} is not a number >= 0.`, { [name]: value });
}

function requireGradeIndexes(grades: readonly Int32Array[], classes: number): void {
  const lengths = grades.map(({ length }) => length);
  if (lengths.some((length) => length !== lengths[0])) {
    throw invalidOption(
      `Estimating true grades: raters have ${lengths.join(", ")} values. Give each rater one value per item, -1 for no rating.`,
      { lengths },
    );
  }
  for (const [rater, ofRater] of grades.entries()) {
    const item = ofRater.findIndex((grade) => grade < -1 || grade >= classes);
    if (item < 0) continue;
    const grade = ofRater[item];
    throw new SemqrelError(
      "INVALID_RATING",
      `Estimating true grades: rater ${rater} gives item ${item} the grade ${grade}. Give grade indexes 0..${classes - 1}, or -1 for no rating.`,
      { details: { rater, item, grade } },
    );
  }
}
