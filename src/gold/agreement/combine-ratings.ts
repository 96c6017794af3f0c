/** Which grade do several raters give a pair together? */
import { at, atKey } from "../../core/at.ts";
import { SemqrelError } from "../../core/errors.ts";
import { quoted } from "../../core/text/wording.ts";
import type { Rating, RatingSet } from "../../core/types.ts";
import { dawidSkene } from "../../maths/agreement/dawid-skene.ts";
import { requireCount } from "../../maths/require.ts";

/**
 * `median`: of an even number the mean of the two middle ones. `majority`: the most frequent grade, of several the
 * lowest. `strictest`: the lowest. `dawid-skene`: the most probable grade, raters weighed by how they err.
 */
export const combiningRules = ["median", "mean", "majority", "strictest", "dawid-skene"] as const;
/** Name of a way to combine raters. */
export type CombiningRule = (typeof combiningRules)[number];

/** How the grades of several raters become one. */
export interface CombineOptions {
  readonly by: CombiningRule;
  /** Grades that a pair needs, >= 1. */
  readonly minRaters: number;
  /** A pair is out when one rater flagged it, or more than half of those who saw it. */
  readonly flagged: "any" | "majority";
  /** Rounds of `dawid-skene` at most, >= 1. @default 1000 */
  readonly maxIterations?: number;
}

/** `unrated`: nobody has seen the pair. */
export type PairState = "graded" | "unrated" | "flagged" | "below-minimum";

export interface CombinedRatings {
  /** By pair: on the scale, perhaps between two grades; NaN unless its state is `graded`. */
  readonly grades: Float64Array;
  /** By pair. */
  readonly states: readonly PairState[];
  /** By pair: the first rating of every rater. */
  readonly ratings: readonly (readonly Rating[])[];
  /** Everybody who rated or flagged a pair, by name. */
  readonly raters: readonly string[];
  /** Null unless it was asked for. */
  readonly dawidSkene: RaterModel | null;
}

export interface RaterModel {
  readonly converged: boolean;
  readonly iterations: number;
  readonly logLikelihood: number;
  /** By grade of the scale, lowest first: how frequent it is. */
  readonly priors: readonly number[];
  readonly raters: readonly {
    readonly rater: string;
    /** Chance that the rater gives a pair its true grade, 0..1. */
    readonly accuracy: number;
    /** Row: true grade, column: grade given, both lowest first; a row sums to 1. */
    readonly confusion: readonly (readonly number[])[];
  }[];
}

/** Probabilities nearer than this are equal. */
const EQUAL = 1e-9;

/**
 * One grade a pair. A rater who saw a pair again counts once, with the first rating. Dawid and Skene's model learns from
 * every grade of pairs that are not flagged, also of those with fewer than `minRaters`.
 *
 * @throws SemqrelError INVALID_OPTION  `minRaters` or `maxIterations` is no count; fewer than three raters for `dawid-skene`
 * @throws SemqrelError INVALID_RATING  a grade is not on the scale   details: { rater, grade, query, id }
 *
 * Cost O(ratings), of `dawid-skene` O(iterations x ratings x grades). Source: Dawid & Skene 1979 (Applied Statistics
 * 28(1), 20-28).
 */
export function combineRatings(set: RatingSet, options: CombineOptions): CombinedRatings {
  requireCount("minRaters", options.minRaters);
  requireGradesOfScale(set);
  const ratings = firstRatings(set);
  const raters = [...new Set(ratings.flatMap((ofPair) => ofPair.map(({ rater }) => rater)))].sort();
  const states = ratings.map((ofPair) => stateOf(ofPair, options));
  const model = options.by === "dawid-skene" ? fitModel(set, ratings, states, options) : null;
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
  const message = `Combining ratings of ${source}: ${given}, and the scale is ${scale.name}. Rate the pair again.`;
  throw new SemqrelError("INVALID_RATING", message, { details: { rater, grade, query, id } });
}

/** By pair; of each rater the earliest occasion. */
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

/** @param ofPair with at least one grade */
function combine(ofPair: readonly Rating[], by: CombiningRule): number {
  const grades = ofPair.flatMap(({ grade }) => grade ?? []).sort((one, other) => one - other);
  if (by === "strictest") return at(grades, 0);
  if (by === "mean") return grades.reduce((sum, grade) => sum + grade, 0) / grades.length;
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
    const problem = `dawid-skene learns how raters err from three raters on, and ${there}`;
    const message = `Combining ratings of ${source}: ${problem}. Use --by median, majority or strictest.`;
    throw new SemqrelError("INVALID_OPTION", message, { details: { raters: graders } });
  }
  const placeOf = new Map([...new Set(graded.map(({ pair }) => pair))].map((pair, place) => [pair, place]));
  const classes = scale.grades.length;
  const classOf = new Map(scale.grades.map(({ grade }, place) => [grade, place]));
  const given = new Map(graders.map((name) => [name, new Int32Array(placeOf.size).fill(-1)]));
  for (const { pair, rater, grade } of graded) given.get(rater)?.set([atKey(classOf, grade)], placeOf.get(pair));
  const limit = maxIterations === undefined ? {} : { maxIterations };
  const fitted = dawidSkene([...given.values()], classes, limit);
  const { posteriors, priors, confusion, iterations, converged, logLikelihood } = fitted;
  const gradeOf = (pair: number) => {
    const begin = atKey(placeOf, pair) * classes;
    return at(scale.grades, mostProbable(posteriors.subarray(begin, begin + classes))).grade;
  };
  const models = graders.map((rater, place) => {
    const cells = at(confusion, place);
    const rows = scale.grades.map((_, row) => [...cells.subarray(row * classes, (row + 1) * classes)]);
    const accuracy = rows.reduce((sum, row, grade) => sum + at(priors, grade) * at(row, grade), 0);
    return { rater, accuracy, confusion: rows };
  });
  const summary: RaterModel = { converged, iterations, logLikelihood, priors: [...priors], raters: models };
  return { gradeOf, summary };
}

/** The first place of the largest: of equally probable grades the lowest. */
function mostProbable(probabilities: Float64Array): number {
  const largest = probabilities.reduce((one, other) => Math.max(one, other), 0);
  return probabilities.findIndex((probability) => probability > largest - EQUAL);
}
