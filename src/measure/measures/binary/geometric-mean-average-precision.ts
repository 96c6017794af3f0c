/**
 * What is average precision in a mean that the worst queries decide?
 */
import { defineMeasure, judgedOnlyParameter, relParameter } from "../define-measure.ts";
import { averagePrecision } from "./average-precision.ts";

/** trec_eval's floor of a query's value: a single 0 would make every geometric mean 0. */
const FLOOR = 0.00001;

/** The logarithm of a value, not below trec_eval's floor; NaN stays NaN. The mean of them goes through exp. */
export function flooredLogarithm(value: number): number {
  return Math.log(Math.max(value, FLOOR));
}

/** ln(max(AP, 0.00001)) by query, as trec_eval shows it; the geometric mean of AP over queries. */
export const geometricMeanAveragePrecisionMeasure = defineMeasure({
  name: "gm_map",
  aliases: ["GMAP"],
  summary: "Geometric mean of AP over queries; by query its natural logarithm, at least ln 0.00001.",
  citation: "Robertson 2006",
  at: "nothing",
  range: [Math.log(FLOOR), 0],
  aggregate: "geometric mean",
  whenMissing: Math.log(FLOOR),
  needsRelevant: true,
  parameters: { rel: relParameter, judged_only: judgedOnlyParameter },
  onlyOfAll: true,
  trecName: ({ rel, judged_only }) => (rel === 1 && !judged_only ? "gm_map" : null),
  compute: (list, { rel }) => flooredLogarithm(averagePrecision(list, { rel })),
});
