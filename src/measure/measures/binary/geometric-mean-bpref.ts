/**
 * What is bpref in a mean that the worst queries decide?
 */
import { defineMeasure, relParameter } from "../define-measure.ts";
import { bpref } from "./bpref.ts";
import { flooredLogarithm } from "./geometric-mean-average-precision.ts";

/** ln(max(bpref, 0.00001)) by query; the geometric mean of bpref over queries. */
export const geometricMeanBprefMeasure = defineMeasure({
  name: "gm_bpref",
  summary: "Geometric mean of Bpref over queries; by query its natural logarithm, at least ln 0.00001.",
  citation: "Buckley & Voorhees 2004",
  at: "nothing",
  range: [flooredLogarithm(0), 0],
  aggregate: "geometric mean",
  whenMissing: flooredLogarithm(0),
  needsRelevant: true,
  parameters: { rel: relParameter },
  onlyOfAll: true,
  trecName: ({ rel }) => (rel === 1 ? "gm_bpref" : null),
  compute: (list, { rel }) => flooredLogarithm(bpref(list, { rel })),
});
