import { at, atKey } from "../../core/at.ts";
import { invalidOption, SemqrelError } from "../../core/errors.ts";
import { quoted } from "../../core/text/wording.ts";
import type { Rating, RatingScale, RatingSet } from "../../core/types.ts";
import type { Warning } from "../../core/warnings.ts";
import { chanceAgreement, lightKappa, rawAgreement } from "../../maths/agreement/coefficients.ts";
import { dawidSkene } from "../../maths/agreement/dawid-skene.ts";
import { pearson } from "../../maths/correlation/rank-correlation.ts";
import { requireCount } from "../../maths/numbers.ts";
import { meanOf, quantile } from "../../maths/summary.ts";

/**
 * `median`: the middle grade, or the mean of the two middle grades. `majority`: the most frequent grade; on a tie, the
 * lowest. `strictest`: the lowest grade. `dawid-skene`: the most probable grade, with raters weighted by their errors.
 */
export const combiningRules = ["median", "mean", "majority", "strictest", "dawid-skene"] as const;
export type CombiningRule = (typeof combiningRules)[number];

export interface CombineOptions {
  readonly by: CombiningRule;
  /** Minimum number of grades of a pair, >= 1. */
  readonly minRaters: number;
  /** `any`: one flag is enough to leave out a pair. `majority`: more than half of its raters must flag it. */
  readonly flagged: "any" | "majority";
  /** Maximum number of rounds of `dawid-skene`, >= 1. @default 1000 */
  readonly maxIterations?: number;
}

/** `unrated`: the pair has no ratings and no flags. */
export type PairState = "graded" | "unrated" | "flagged" | "below-minimum";

/** Probabilities count as equal if they differ by less than this. */
const EQUAL = 1e-9;

/**
 * Combines the ratings of each pair. If a rater saw a pair twice, the first rating counts. The model of Dawid and Skene
 * also learns from pairs with fewer than `minRaters` grades, but not from flagged pairs. Cost O(ratings), for
 * `dawid-skene` O(iterations x ratings x grades). Source: Dawid & Skene 1979 (Applied Statistics 28(1), 20-28).
 */
export function combineRatings(set: RatingSet, options: CombineOptions) {
  requireCount("minRaters", options.minRaters);
  requireGradesOfScale(set);
  const ratings = firstRatings(set);
  const raters = [...new Set(ratings.flatMap((ofPair) => ofPair.map(({ rater }) => rater)))].sort();
  const states = ratings.map((ofPair) => stateOf(ofPair, options));
  const model = options.by === "dawid-skene" ? fitModel(set, ratings, states, options) : null;
  // Grade of each pair, possibly between two grades of the scale; NaN unless the pair's state is `graded`.
  const grades = Float64Array.from(states, (state, pair) => {
    if (state !== "graded") return Number.NaN;
    return model === null ? combine(at(ratings, pair), options.by) : model.gradeOf(pair);
  });
  return { grades, states, ratings, raters, dawidSkene: model?.summary ?? null };
}

function requireGradesOfScale({ source, scale, pairs, ratings }: RatingSet): void {
  const known = new Set<number | null>([null, ...scale.grades.map(({ grade }) => grade)]);
  const wrong = ratings.find(({ grade }) => !known.has(grade));
  if (wrong === undefined) return;
  const { rater, grade } = wrong;
  const { query, id } = at(pairs, wrong.pair);
  const given = `${rater} gave document ${id} of query ${quoted(query)} the grade ${grade}`;
  const message = `Combining ratings of ${source}: ${given}, but the scale is ${scale.name}. Rate the pair again.`;
  throw new SemqrelError("INVALID_RATING", message, { details: { rater, grade, query, id } });
}

function firstRatings({ pairs, ratings }: RatingSet): Rating[][] {
  const first = pairs.map(() => new Map<string, Rating>());
  for (const rating of ratings) {
    const known = first[rating.pair]?.get(rating.rater);
    if (known === undefined || rating.occasion < known.occasion) first[rating.pair]?.set(rating.rater, rating);
  }
  return first.map((ofPair) => [...ofPair.values()]);
}

function stateOf(ofPair: readonly Rating[], { flagged, minRaters }: CombineOptions): PairState {
  const flags = ofPair.filter(({ grade }) => grade === null).length;
  if (ofPair.length === 0) return "unrated";
  if (flagged === "any" ? flags > 0 : flags > ofPair.length / 2) return "flagged";
  return ofPair.length - flags < minRaters ? "below-minimum" : "graded";
}

function combine(ofPair: readonly Rating[], by: CombiningRule): number {
  const grades = ofPair.flatMap(({ grade }) => grade ?? []).sort((one, other) => one - other);
  if (by === "strictest") return at(grades, 0);
  if (by === "mean") return meanOf(grades);
  const middle = (grades.length - 1) / 2;
  if (by === "median") return (at(grades, Math.floor(middle)) + at(grades, Math.ceil(middle))) / 2;
  const timesOf = (grade: number) => grades.lastIndexOf(grade) - grades.indexOf(grade);
  return grades.reduce((best, grade) => (timesOf(grade) > timesOf(best) ? grade : best));
}

function fitModel(
  { source, scale }: RatingSet,
  ratings: readonly (readonly Rating[])[],
  states: readonly PairState[],
  { maxIterations }: CombineOptions,
) {
  const used = ratings.flatMap((ofPair, pair) => (states[pair] === "flagged" ? [] : ofPair));
  const graded = used.flatMap(({ pair, rater, grade }) => (grade === null ? [] : [{ pair, rater, grade }]));
  const graders = [...new Set(graded.map(({ rater }) => rater))].sort();
  if (graders.length < 3) {
    const there = graders.length === 1 ? "there is 1" : `there are ${graders.length}`;
    const problem = `dawid-skene needs three raters to learn their errors, but ${there}`;
    const message = `Combining ratings of ${source}: ${problem}. Use --by median, majority or strictest.`;
    throw invalidOption(message, { raters: graders });
  }
  const placeOf = new Map([...new Set(graded.map(({ pair }) => pair))].map((pair, place) => [pair, place]));
  const classes = scale.grades.length;
  const classOf = new Map(scale.grades.map(({ grade }, place) => [grade, place]));
  const given = new Map(graders.map((name) => [name, new Int32Array(placeOf.size).fill(-1)]));
  for (const { pair, rater, grade } of graded) given.get(rater)?.set([atKey(classOf, grade)], placeOf.get(pair));
  const limit = maxIterations === undefined ? {} : { maxIterations };
  const fitted = dawidSkene([...given.values()], classes, limit);
  const { posteriors, priors, confusion, iterations, converged, logLikelihood } = fitted;
  // Returns the most probable grade; on a tie, the lowest.
  const gradeOf = (pair: number) => {
    const begin = atKey(placeOf, pair) * classes;
    const probabilities = posteriors.subarray(begin, begin + classes);
    const largest = Math.max(...probabilities);
    return at(
      scale.grades,
      probabilities.findIndex((probability) => probability > largest - EQUAL),
    ).grade;
  };
  const models = graders.map((rater, place) => {
    const cells = at(confusion, place);
    const rows = scale.grades.map((_, row) => [...cells.subarray(row * classes, (row + 1) * classes)]);
    // Row: true grade. Column: grade that the rater gives. `accuracy`: the probability that both are equal.
    const accuracy = rows.reduce((sum, row, grade) => sum + at(priors, grade) * at(row, grade), 0);
    return { rater, accuracy, confusion: rows };
  });
  return { gradeOf, summary: { converged, iterations, logLikelihood, priors: [...priors], raters: models } };
}

const LARGEST_GRADE = 100;
/** Highest grade that the rating page accepts, because a rater gives a grade with a single digit key. */
const LARGEST_KEY = 9;

export function requireKeys({ name, grades }: RatingScale): void {
  requireWholeGrades({ name, grades }, "Serving the rating page");
  if (grades.every(({ grade }) => grade <= LARGEST_KEY)) return;
  const message = `Serving the rating page: the scale ${name} has grades above ${LARGEST_KEY}, which have no key. Ratings with these grades can be imported, but not given on the page.`;
  throw new SemqrelError("INVALID_SCALE", message, { details: { scale: name } });
}

export function requireWholeGrades({ name, grades }: RatingScale, task: string): void {
  if (grades.every(({ grade }) => Number.isInteger(grade))) return;
  const message = `${task}: the scale ${name} has fractional grades. They can be imported, but only whole grades can be given on the page. Pass a scale such as ${name.replace(/:.*/, "")}.`;
  throw new SemqrelError("INVALID_SCALE", message, { details: { scale: name } });
}

const STEPS = [1, 0.5, 0.25, 0.2, 0.1];

/** Returns the largest usual step of which all grades are multiples; null if there is none. */
export function stepOf(grades: readonly number[]): number | null {
  const isMultiple = (grade: number, step: number) => Math.abs(grade / step - Math.round(grade / step)) < 1e-9;
  return STEPS.find((step) => grades.every((grade) => isMultiple(grade, step))) ?? null;
}

const usualLabels: Readonly<Record<string, readonly string[]>> = {
  "0-1": ["irrelevant", "relevant"],
  "0-2": ["irrelevant", "partly relevant", "relevant"],
  "0-3": ["irrelevant", "marginally relevant", "relevant", "highly relevant"],
  "0-4": ["irrelevant", "marginally relevant", "moderately relevant", "relevant", "highly relevant"],
  "1-5": ["irrelevant", "marginally relevant", "moderately relevant", "relevant", "highly relevant"],
};

/** Parses `1-5`, or `0-3:0.5` with a step (0.5, 0.25, 0.2 or 0.1). The lowest grade is 0 or 1, the highest <= 100. */
export function parseRatingScale(name: string, labels?: readonly string[]): RatingScale {
  const [, lowest = "", highest = "", between = "1"] =
    /^\s*(\d)\s*-\s*(\d{1,3})\s*(?::\s*(0?\.\d+)\s*)?$/.exec(name) ?? [];
  const first = Number(lowest);
  const last = Number(highest);
  const step = Number(between);
  if (lowest === "" || first > 1 || last <= first || last > LARGEST_GRADE || !STEPS.includes(step)) {
    const rule =
      "a scale is LOWEST-HIGHEST, such as 1-5 or 0-3. The lowest is 0 or 1, the highest at most 100. For half grades, write 0-3:0.5.";
    throw new SemqrelError("INVALID_SCALE", `Reading the scale "${name}": ${rule}`, { details: { scale: name } });
  }
  const count = Math.round((last - first) / step) + 1;
  // Rounded, because 3 * 0.1 is not 0.3.
  const grades = Array.from({ length: count }, (_, place) => Number((first + place * step).toFixed(2)));
  const trimmedName = `${first}-${last}${step === 1 ? "" : `:${step}`}`;
  const texts = labels?.map((label) => label.trim()) ?? usualLabels[trimmedName] ?? grades.map(String);
  if (texts.length !== grades.length || texts.includes("")) {
    const found = texts.includes("") ? "one label is empty" : `${texts.length} labels were given`;
    const message = `Naming the grades of the scale ${trimmedName}: ${found}. Give ${grades.length}, lowest first: "irrelevant|…".`;
    throw new SemqrelError("INVALID_SCALE", message, { details: { scale: name, labels } });
  }
  return { name: trimmedName, grades: grades.map((grade, place) => ({ grade, label: at(texts, place) })) };
}

/** Describes how each rater rates. Only `self` and `medianSeconds` also use repeated ratings. */
export function raterHabits(set: RatingSet) {
  const { raters, first, again } = gradesByRater(set);
  const shared = sharedGrades(first, set.pairs.length);
  return raters.map((rater, number) => {
    const own = at(first, number);
    const occasions = [own, ...at(again, number)];
    const ratings = set.ratings.filter((rating) => rating.rater === rater);
    const { grades, ofOthers } = at(shared, number);
    const differences = grades.map((grade, place) => grade - at(ofOthers, place));
    const seconds = Float64Array.from(ratings.flatMap(({ seconds }) => seconds ?? [])).sort();
    return {
      rater,
      rated: own.filter((grade) => !Number.isNaN(grade)).length,
      flagged: ratings.filter(({ grade, occasion }) => grade === null && occasion === 0).length,
      shared: differences.length,
      // Mean difference on shared items: this rater's grade minus the other raters' mean grade; above 0 if lenient.
      bias: differences.length === 0 ? null : meanOf(differences),
      // Median time from the appearance of an item to its rating or flag, including repeats.
      medianSeconds: seconds.length === 0 ? null : quantile(seconds, 0.5),
      self: {
        items: own.filter((_, item) => occasions.filter((grades) => !Number.isNaN(grades[item])).length > 1).length,
        raw: rawAgreement(occasions),
        chance: chanceAgreement(occasions),
        quadratic: lightKappa(occasions, "quadratic"),
      },
    };
  });
}

/** Minimum number of shared items for a warning, because a correlation of fewer items means little. */
const FEWEST_SHARED = 10;

/** Warns about each rater whose grades correlate negatively with the mean grades of the other raters. */
export function opposedRaters(set: RatingSet): Warning[] {
  const { raters, first } = gradesByRater(set);
  const shared = sharedGrades(first, set.pairs.length);
  return raters.flatMap((rater, number): Warning[] => {
    const { grades, ofOthers } = at(shared, number);
    const count = grades.length;
    if (count < FEWEST_SHARED) return [];
    const correlation = pearson(grades, ofOthers);
    // A correlation at least two standard errors below 0 is unlikely by chance.
    if (correlation === null || correlation > -2 / Math.sqrt(count)) return [];
    return [{ kind: "rater-opposed", source: set.source, rater, count, correlation }];
  });
}

function sharedGrades(first: readonly Float64Array[], pairs: number) {
  const sums = new Float64Array(pairs);
  const counts = new Int32Array(pairs);
  for (const grades of first) {
    for (const [item, grade] of grades.entries()) {
      if (Number.isNaN(grade)) continue;
      sums[item] = at(sums, item) + grade;
      counts[item] = at(counts, item) + 1;
    }
  }
  return first.map((own) => {
    const shared = [...own.keys()].filter((item) => !Number.isNaN(at(own, item)) && at(counts, item) > 1);
    return {
      grades: shared.map((item) => at(own, item)),
      ofOthers: shared.map((item) => (at(sums, item) - at(own, item)) / (at(counts, item) - 1)),
    };
  });
}

/**
 * Returns each rater's grade of each pair; NaN if the rater did not rate the pair, or flagged it. `first` has the first
 * ratings; `again` has one array for each repetition. Cost O(raters x occasions x pairs).
 */
export function gradesByRater({ pairs, ratings }: RatingSet) {
  const raters = [...new Set(ratings.map(({ rater }) => rater))].sort();
  const numbers = new Map(raters.map((rater, number) => [rater, number]));
  const first = raters.map(() => new Float64Array(pairs.length).fill(Number.NaN));
  const again = raters.map((): Float64Array[] => []);
  for (const { rater, pair, occasion, grade } of ratings) {
    if (grade === null) continue;
    const number = atKey(numbers, rater);
    const further = at(again, number);
    while (further.length < occasion) further.push(new Float64Array(pairs.length).fill(Number.NaN));
    at([at(first, number), ...further], occasion)[pair] = grade;
  }
  return { raters, first, again };
}
