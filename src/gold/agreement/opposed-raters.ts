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
  const counts = new Int32Array(set.pairs.length);
  const sums = new Float64Array(set.pairs.length);
  for (const grades of first) {
    for (const [place, grade] of grades.entries()) {
      if (Number.isNaN(grade)) continue;
      counts[place] = at(counts, place) + 1;
      sums[place] = at(sums, place) + grade;
    }
  }
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
