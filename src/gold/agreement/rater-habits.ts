/** Which grades did each rater give: strict or mild, quick or slow, and the same twice? */
import { at, atKey } from "../../core/at.ts";
import type { RatingSet } from "../../core/types.ts";
import { cohenKappa } from "../../maths/agreement/cohen-kappa.ts";
import { rawAgreement } from "../../maths/agreement/fleiss-kappa.ts";
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
  const sums = new Float64Array(set.pairs.length);
  const counts = new Int32Array(set.pairs.length);
  for (const grades of first) {
    for (const [item, grade] of grades.entries()) {
      if (Number.isNaN(grade)) continue;
      sums[item] = at(sums, item) + grade;
      counts[item] = at(counts, item) + 1;
    }
  }
  return raters.map((rater, number) => {
    const own = at(first, number);
    const repeated = at(again, number);
    const ratings = set.ratings.filter((rating) => rating.rater === rater);
    const differences = Array.from(own, (grade, item) => {
      const others = at(counts, item) - 1;
      return others > 0 ? grade - (at(sums, item) - grade) / others : Number.NaN;
    }).filter((difference) => !Number.isNaN(difference));
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
