/** Who grades against the others, as somebody does who reads the scale the other way round? */
import { at } from "../../core/at.ts";
import type { RatingSet } from "../../core/types.ts";
import type { Warning } from "../../core/warnings.ts";
import { pearson } from "../../maths/correlation/pearson-spearman.ts";
import { gradesByRater } from "./rater-habits.ts";

/** Fewer shared results tell nothing. */
const FEWEST_SHARED = 10;

/** Of two raters both are named. Cost O(raters pairs). */
export function opposedRaters(set: RatingSet): Warning[] {
  const { raters, first } = gradesByRater(set);
  const graded = (place: number) => first.filter((grades) => !Number.isNaN(at(grades, place)));
  const counts = Int32Array.from(set.pairs, (_, place) => graded(place).length);
  const sums = Float64Array.from(set.pairs, (_, place) => graded(place).reduce((sum, own) => sum + at(own, place), 0));
  return raters.flatMap((rater, number): Warning[] => {
    const own = at(first, number);
    const shared = [...own.keys()].filter((place) => !Number.isNaN(at(own, place)) && at(counts, place) > 1);
    if (shared.length < FEWEST_SHARED) return [];
    const grades = shared.map((place) => at(own, place));
    const ofOthers = shared.map((place) => (at(sums, place) - at(own, place)) / (at(counts, place) - 1));
    const correlation = pearson(grades, ofOthers);
    // Two standard errors below 0: beyond chance.
    if (correlation === null || correlation > -2 / Math.sqrt(shared.length)) return [];
    return [{ kind: "rater-opposed", source: set.source, rater, count: shared.length, correlation }];
  });
}
