/**
 * How far do raters agree, and how sure is that?
 * Flagged pairs and repeats are not compared between raters; repeats compare a rater with the same rater.
 */
import { cohenKappaOfTable } from "../statistics/cohen-kappa.ts";
import { coincidences } from "../statistics/coincidences.ts";
import { confusionTable } from "../statistics/confusion-table.ts";
import { distinctPatterns } from "../statistics/distinct-patterns.ts";
import { fleissKappaOfVotes } from "../statistics/fleiss-kappa.ts";
import { gradeVotes } from "../statistics/grade-votes.ts";
import { krippendorffAlphaOf } from "../statistics/krippendorff-alpha.ts";
import { percentileInterval } from "../statistics/percentile-interval.ts";
import { rawAgreementOfVotes } from "../statistics/raw-agreement.ts";
import { type ResampleOptions, resampleCounts } from "../statistics/resample-counts.ts";
import type { RatingSet } from "../types.ts";
import { type Disagreement, disagreements } from "./disagreements.ts";
import { gradesByRater } from "./grades-by-rater.ts";
import { type RaterHabits, raterHabits } from "./rater-habits.ts";

export interface RaterAgreementOptions {
  /** Of the bootstrap; any 32-bit whole number. */
  readonly seed: number;
  /** Resamples of the items, >= 1. @default 2000 */
  readonly samples?: number;
  /** Disagreements to list, >= 0. @default 10 */
  readonly show?: number;
}

export type Interval = readonly [low: number, high: number];

/** Why a number is null: nobody to compare with, nothing to compare, or no variation that chance could be told from. */
export type UndefinedReason = "no-ratings" | "one-rater" | "no-shared-item" | "no-item-of-all" | "all-equal";

/** Every kappa and the share of equal grades of two raters, over the items that both rated. */
export interface PairAgreement {
  readonly raters: readonly [string, string];
  readonly items: number;
  readonly raw: number | null;
  readonly rawInterval: Interval | null;
  readonly plain: number | null;
  readonly plainInterval: Interval | null;
  readonly linear: number | null;
  readonly linearInterval: Interval | null;
  readonly quadratic: number | null;
  readonly quadraticInterval: Interval | null;
  /** Resamples without a kappa. */
  readonly leftOut: number;
  readonly reason: UndefinedReason | null;
}

/** How often two raters gave which grades. */
export interface PairConfusion {
  readonly raters: readonly [string, string];
  readonly grades: readonly number[];
  /** Row = grade of the first rater, column = of the second. */
  readonly counts: readonly (readonly number[])[];
}

/** What is to be known before the numbers are believed. */
export type AgreementNote =
  | { readonly kind: "few-shared-items"; readonly rater: string; readonly items: number }
  | { readonly kind: "without-grades"; readonly rater: string };

/** What `semqrel agree --json` prints. Intervals are 95 %, percentile bootstrap over items with two ratings or more. */
export interface AgreementReport {
  readonly schema: "semqrel.agree/1";
  /** Name of the scale. */
  readonly scale: string;
  /** Items with a grade of anybody. */
  readonly items: number;
  /** Items with a grade of at least two raters. */
  readonly sharedItems: number;
  readonly raters: readonly string[];
  readonly bootstrap: { readonly seed: number; readonly samples: number; readonly level: number };
  /** Mean over items of the share of pairs of raters that agree. */
  readonly raw: number | null;
  readonly rawInterval: Interval | null;
  readonly rawReason: UndefinedReason | null;
  readonly cohen: readonly PairAgreement[];
  readonly fleiss: number | null;
  readonly fleissInterval: Interval | null;
  /** Items that every rater rated. */
  readonly fleissItems: number;
  readonly fleissLeftOut: number;
  readonly fleissReason: UndefinedReason | null;
  readonly krippendorff: {
    readonly nominal: number | null;
    readonly nominalInterval: Interval | null;
    readonly ordinal: number | null;
    readonly ordinalInterval: Interval | null;
    readonly interval: number | null;
    readonly intervalInterval: Interval | null;
    readonly leftOut: number;
    readonly reason: UndefinedReason | null;
  };
  readonly confusion: readonly PairConfusion[];
  readonly habits: readonly RaterHabits[];
  /** Items with unequal grades. */
  readonly disagreeing: number;
  /** The worst of them. */
  readonly disagreements: readonly Disagreement[];
  readonly notes: readonly AgreementNote[];
}

/** Below this many shared items a rater's numbers say little. */
const fewItems = 10;

/**
 * Everything there is to say of how a set of ratings agrees. Odd states (one rater, no shared item, all grades equal)
 * are nulls with reasons and notes, never errors. The same set, seed and samples give the same report.
 *
 * @throws SemqrelError INVALID_OPTION  samples out of range
 *
 * Cost O(samples (items + pairs of raters × distinct combinations of grades)).
 */
export function raterAgreement(set: RatingSet, options: RaterAgreementOptions): AgreementReport {
  const { seed, samples = 2000, show = 10 } = options;
  const { raters, first } = gradesByRater(set);
  const graders = first.flatMap((grades, place) =>
    grades.some(isGrade) ? [{ name: raters[place] ?? "", grades }] : [],
  );
  const voters = set.pairs.map((_, item) => graders.filter(({ grades }) => isGrade(grades[item])).length);
  const shared = graders.map(({ grades }) => grades.filter((_, item) => (voters[item] ?? 0) >= 2));
  const { patterns, patternOfItem } = distinctPatterns(shared);
  const votes = gradeVotes(patterns);
  const estimate = estimator(patternOfItem, votes.voters.length, { seed, samples });

  const sharedItems = patternOfItem.length;
  const fleissItems = graders.length < 2 ? 0 : voters.filter((count) => count === graders.length).length;
  const reasonOf = (value: number | null, items: number, lacking: UndefinedReason): UndefinedReason | null => {
    if (value !== null) return null;
    if (graders.length < 2) return graders.length === 0 ? "no-ratings" : "one-rater";
    return items === 0 ? lacking : "all-equal";
  };
  const overall = estimate((counts) => {
    const met = coincidences(votes, counts);
    return {
      raw: rawAgreementOfVotes(votes, counts),
      fleiss: fleissKappaOfVotes(votes, counts),
      nominal: krippendorffAlphaOf(met, "nominal"),
      ordinal: krippendorffAlphaOf(met, "ordinal"),
      interval: krippendorffAlphaOf(met, "interval"),
    };
  });
  const [raw, fleiss] = [overall("raw"), overall("fleiss")];
  const [nominal, ordinal, interval] = [overall("nominal"), overall("ordinal"), overall("interval")];
  const grades = [...new Set([...set.scale.grades.map(({ grade }) => grade), ...first.flatMap(gradesOf)])];
  grades.sort((one, other) => one - other);
  const pairs = graders.flatMap((one, place) =>
    graders.slice(place + 1).map((other, further) => ({
      raters: [one.name, other.name] as const,
      grades: [one.grades, other.grades] as const,
      places: [votes.places[place] ?? none, votes.places[place + 1 + further] ?? none] as const,
    })),
  );
  const habits = raterHabits(set);
  const worst = disagreements(set);
  return {
    schema: "semqrel.agree/1",
    scale: set.scale.name,
    items: voters.filter((count) => count > 0).length,
    sharedItems,
    raters,
    bootstrap: { seed, samples, level: 0.95 },
    raw: raw.value,
    rawInterval: raw.interval,
    rawReason: reasonOf(raw.value, sharedItems, "no-shared-item"),
    cohen: pairs.map(({ raters, grades: [one, other], places }): PairAgreement => {
      const items = one.filter((grade, item) => isGrade(grade) && isGrade(other[item])).length;
      const ofPair = estimate((counts) => {
        const table = confusionTable(...places, votes.grades.length, counts);
        return {
          raw: shareOfEqual(table, votes.grades.length),
          plain: cohenKappaOfTable(table, votes.grades, "plain"),
          linear: cohenKappaOfTable(table, votes.grades, "linear"),
          quadratic: cohenKappaOfTable(table, votes.grades, "quadratic"),
        };
      });
      const [raw, plain] = [ofPair("raw"), ofPair("plain")];
      const [linear, quadratic] = [ofPair("linear"), ofPair("quadratic")];
      return {
        raters,
        items,
        raw: raw.value,
        rawInterval: raw.interval,
        plain: plain.value,
        plainInterval: plain.interval,
        linear: linear.value,
        linearInterval: linear.interval,
        quadratic: quadratic.value,
        quadraticInterval: quadratic.interval,
        leftOut: plain.leftOut,
        reason: reasonOf(plain.value, items, "no-shared-item"),
      };
    }),
    fleiss: fleiss.value,
    fleissInterval: fleiss.interval,
    fleissItems,
    fleissLeftOut: fleiss.leftOut,
    fleissReason: reasonOf(fleiss.value, fleissItems, sharedItems === 0 ? "no-shared-item" : "no-item-of-all"),
    krippendorff: {
      nominal: nominal.value,
      nominalInterval: nominal.interval,
      ordinal: ordinal.value,
      ordinalInterval: ordinal.interval,
      interval: interval.value,
      intervalInterval: interval.interval,
      leftOut: nominal.leftOut,
      reason: reasonOf(nominal.value, sharedItems, "no-shared-item"),
    },
    confusion: pairs.map(({ raters, grades: [one, other] }) => ({
      raters,
      grades,
      counts: tableOf(one, other, grades),
    })),
    habits,
    disagreeing: worst.length,
    disagreements: worst.slice(0, show),
    notes: habits.flatMap(({ rater, rated, shared: items }): AgreementNote[] => {
      if (rated === 0) return [{ kind: "without-grades", rater }];
      return graders.length > 1 && items < fewItems ? [{ kind: "few-shared-items", rater, items }] : [];
    }),
  };
}

const none = new Int32Array(0);

interface Estimate {
  readonly value: number | null;
  readonly interval: Interval | null;
  readonly leftOut: number;
}

/**
 * Values and intervals of statistics that depend on how often each combination of grades occurs. All are of the same
 * resamples.
 */
function estimator(patternOfItem: Int32Array, patterns: number, options: ResampleOptions) {
  const resamples = resampleCounts(patternOfItem, patterns, options);
  const occurring = new Uint32Array(patterns);
  for (const pattern of patternOfItem) occurring[pattern] = (occurring[pattern] ?? 0) + 1;
  return <Name extends string>(statistics: (counts: Uint32Array) => Readonly<Record<Name, number | null>>) => {
    const values = statistics(occurring);
    const resampled = resamples.map(statistics);
    return (name: Name): Estimate => {
      const value = values[name];
      if (value === null) return { value, interval: null, leftOut: options.samples };
      return { value, ...percentileInterval(resampled.map((ofResample) => ofResample[name])) };
    };
  };
}

function shareOfEqual(table: Float64Array, classes: number): number | null {
  const items = table.reduce((sum, count) => sum + count, 0);
  const equal = table.reduce((sum, count, cell) => (cell % (classes + 1) === 0 ? sum + count : sum), 0);
  return items > 0 ? equal / items : null;
}

function tableOf(one: Float64Array, other: Float64Array, grades: readonly number[]): number[][] {
  const placesOf = (ofRater: Float64Array) => Int32Array.from(ofRater, (grade) => grades.indexOf(grade));
  const table = confusionTable(placesOf(one), placesOf(other), grades.length);
  return grades.map((_, row) => [...table.subarray(row * grades.length, (row + 1) * grades.length)]);
}

function gradesOf(ofRater: Float64Array): number[] {
  return [...ofRater].filter(isGrade);
}

function isGrade(grade: number | undefined): boolean {
  return grade !== undefined && !Number.isNaN(grade);
}
