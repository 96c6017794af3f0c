/** Which grades did each rater give: strict or mild, quick or slow, the same twice, or against the others? */
import { at, atKey } from "../../core/at.ts";
import type { RatingSet } from "../../core/types.ts";
import type { Warning } from "../../core/warnings.ts";
import { cohenKappa } from "../../maths/agreement/cohen-kappa.ts";
import { rawAgreement } from "../../maths/agreement/fleiss-kappa.ts";
import { pearson } from "../../maths/correlation/pearson-spearman.ts";
import { quantile } from "../../maths/summary/quantiles.ts";

export interface RaterHabits {
  readonly rater: string;
  /** Pairs with a grade, the first time. */
  readonly rated: number;
  /** Pairs that the rater said cannot be rated, the first time. */
  readonly flagged: number;
  /** Of the rated ones, those that others rated too. */
  readonly shared: number;
  /** Mean of own grade - mean grade of the others, over shared items: above 0 is milder; null without any. */
  readonly bias: number | null;
  /** Median time from an item's appearance to its rating, flag or repeat; null where it was not measured. */
  readonly medianSeconds: number | null;
  /** The rater against the same rater, over items graded twice. */
  readonly self: {
    readonly items: number;
    /** Share of equal grades. */
    readonly raw: number | null;
    /** Cohen's kappa, quadratic weights; null also where all grades are equal. */
    readonly quadratic: number | null;
  };
}

/** One entry a rater, in the order of `gradesByRater`. Cost O(raters pairs). */
export function raterHabits(set: RatingSet): RaterHabits[] {
  const { raters, first, again } = gradesByRater(set);
  const shared = sharedGrades(first, set.pairs.length);
  return raters.map((rater, number) => {
    const own = at(first, number);
    const repeated = at(again, number);
    const ratings = set.ratings.filter((rating) => rating.rater === rater);
    const { grades, ofOthers } = at(shared, number);
    const differences = grades.map((grade, place) => grade - at(ofOthers, place));
    return {
      rater,
      rated: own.filter((grade) => !Number.isNaN(grade)).length,
      flagged: ratings.filter(({ grade, occasion }) => grade === null && occasion === 0).length,
      shared: differences.length,
      bias: differences.length === 0 ? null : differences.reduce((sum, value) => sum + value, 0) / differences.length,
      medianSeconds: median(ratings.flatMap(({ seconds }) => seconds ?? [])),
      self: {
        items: own.filter((grade, item) => !Number.isNaN(grade) && !Number.isNaN(repeated[item])).length,
        raw: rawAgreement([own, repeated]),
        quadratic: cohenKappa(own, repeated, "quadratic"),
      },
    };
  });
}

/** Fewer shared results tell nothing. */
const FEWEST_SHARED = 10;

/** Who grades against the others, as somebody does who reads the scale the other way round. Of two raters both are named. */
export function opposedRaters(set: RatingSet): Warning[] {
  const { raters, first } = gradesByRater(set);
  const shared = sharedGrades(first, set.pairs.length);
  return raters.flatMap((rater, number): Warning[] => {
    const { grades, ofOthers } = at(shared, number);
    const count = grades.length;
    if (count < FEWEST_SHARED) return [];
    const correlation = pearson(grades, ofOthers);
    // Two standard errors below 0: beyond chance.
    if (correlation === null || correlation > -2 / Math.sqrt(count)) return [];
    return [{ kind: "rater-opposed", source: set.source, rater, count, correlation }];
  });
}

/** By rater, of the items that others graded too: the own grades, and the means of the others'. Cost O(raters pairs). */
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

function median(values: readonly number[]): number | null {
  return values.length === 0 ? null : quantile(Float64Array.from(values).sort(), 0.5);
}

/**
 * Everybody who rated or flagged a pair, in the order of code units; by rater and place of the pair the first and the
 * second grade, NaN where it was not rated, or flagged. Cost O(raters pairs).
 */
export function gradesByRater({ pairs, ratings }: RatingSet) {
  const raters = [...new Set(ratings.map(({ rater }) => rater))].sort();
  const numbers = new Map(raters.map((rater, number) => [rater, number]));
  const first = raters.map(() => new Float64Array(pairs.length).fill(Number.NaN));
  const again = raters.map(() => new Float64Array(pairs.length).fill(Number.NaN));
  for (const { rater, pair, occasion, grade } of ratings) {
    if (grade !== null) at(occasion === 0 ? first : again, atKey(numbers, rater))[pair] = grade;
  }
  return { raters, first, again };
}
