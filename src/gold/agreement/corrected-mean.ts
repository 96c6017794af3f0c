/** What would the mean grade of a model, or of any rater, be if people had graded all of its items? */
import { at } from "../../core/at.ts";
import { invalidOption } from "../../core/errors.ts";
import { suggestion } from "../../core/text/suggestion.ts";
import { quoted } from "../../core/text/wording.ts";
import type { RatingSet } from "../../core/types.ts";
import { intervalEstimate, ratingsToHalve } from "../../maths/sampling/interval-estimate.ts";
import { meanOf } from "../../maths/summary.ts";
import { gradesByRater } from "./combine-ratings.ts";

export type CorrectedMean = ReturnType<typeof correctedMeans>[number];

/**
 * The mean grade of each judge, corrected by what people say of some of its items: the prediction-powered (difference)
 * estimate. It needs items with human grades that were chosen at random. Formula and source: `intervalEstimate`, with items
 * in place of queries.
 *
 * @param human raters whose mean grade of an item counts as right, the others being judges; null for all raters
 * @param proxies judges that are not in the set, with their grades by pair, NaN for none
 */
export function correctedMeans(
  set: RatingSet,
  human: readonly string[] | null,
  proxies: readonly { readonly name: string; readonly grades: Float64Array }[],
) {
  const { raters, first } = gradesByRater(set);
  const unknown = human?.find((name) => !raters.includes(name));
  if (unknown !== undefined) {
    const known = `${suggestion(unknown, raters)} The raters are ${raters.join(", ")}.`;
    throw invalidOption(`Correcting a mean: ${quoted(unknown)} rated nothing in ${set.source}.${known}`, { raters });
  }
  const all = raters.map((name, place) => ({ name, grades: at(first, place) }));
  const people = all.filter(({ name }) => human === null || human.includes(name));
  const right = Float64Array.from(set.pairs, (_, pair) => {
    const grades = people.map(({ grades }) => at(grades, pair)).filter((grade) => !Number.isNaN(grade));
    return grades.length === 0 ? Number.NaN : meanOf(grades);
  });
  const judges = [...all.filter((rater) => !people.includes(rater)), ...proxies];
  if (judges.length === 0) {
    const remedy = "Name only those whose grades count as right, or give a model's judgments with --proxy.";
    throw invalidOption(`Correcting a mean: --human names every rater of ${set.source}. ${remedy}`, { raters });
  }
  return judges.map(({ name, grades }) => {
    const isJudged = (_: number, pair: number) => !Number.isNaN(at(grades, pair));
    const values = { human: right.filter(isJudged), proxy: grades.filter(isJudged) };
    const mean = intervalEstimate(values, { target: "these" });
    return {
      judge: name,
      human: people.map(({ name }) => name),
      items: mean.queries,
      /** Of the items, those with a human grade. */
      rated: mean.rated,
      judgeMean: mean.proxyOnly,
      humanMean: mean.rated === 0 ? null : meanOf(values.human.filter((grade) => !Number.isNaN(grade))),
      estimate: mean.estimate,
      interval: mean.interval,
      /** How much the judge's grades count, 0..1: 0 if the human grades stand alone. */
      lambda: mean.lambda,
      /** Correlation of the judge's and the human grades of the same items. */
      rho: mean.rho,
      /** Human grades to add, after which the interval is half as wide. Null if there is nothing to halve. */
      gradesToHalve: ratingsToHalve(mean),
      reason: mean.reason?.replace("queries", "items") ?? null,
    };
  });
}
