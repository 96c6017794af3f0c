/** How high do the relevant documents stand, all of them taken together? */
import { type CutoffOptions, checkCutoff, checkOption, type RelevanceOptions } from "../check-option.ts";
import { defineMeasure, judgedOnlyParameter, type ParameterRule, relParameter } from "../define-measure.ts";
import { countRelevant, type RankedList } from "../ranked-list.ts";

/** Parameters of AP. */
export interface AveragePrecisionOptions extends RelevanceOptions, CutoffOptions {
  /**
   * What the sum is divided by: `m` all relevant documents, as trec_eval does; `min(m,N)` no more of them than fit
   * above the cutoff, so that a perfect list reaches 1. @default "m"
   */
  readonly norm?: "m" | "min(m,N)";
}

/**
 * Average precision: the sum over relevant results of the precision at their position, divided by the number of
 * relevant documents. Cost O(n). Source: Buckley & Voorhees 2005, ch. 3 of TREC: Experiment and Evaluation in
 * Information Retrieval.
 *
 * @returns 0..1; NaN where no document is relevant
 * @throws SemqrelError INVALID_CUTOFF  the cutoff is no whole number >= 1
 * @throws SemqrelError INVALID_OPTION  `rel` is no number > 0, or `norm` neither of the two
 */
export function averagePrecision(list: RankedList, options: AveragePrecisionOptions = {}): number {
  const { rel = 1, cutoff = Number.POSITIVE_INFINITY, norm = "m" } = options;
  checkCutoff("AP", cutoff);
  checkOption("AP", "rel", rel, relParameter);
  checkOption("AP", "norm", norm, normParameter);
  const depth = Math.min(list.labels.length, cutoff);
  let relevant = 0;
  let sum = 0;
  for (let rank = 0; rank < depth; rank++) {
    if ((list.labels[rank] as number) >= rel) sum += ++relevant / (rank + 1);
  }
  const all = countRelevant(list, rel);
  return all === 0 ? Number.NaN : sum / (norm === "m" ? all : Math.min(all, cutoff));
}

const normParameter: ParameterRule<"m" | "min(m,N)"> = {
  default: "m",
  meaning: "divide by all relevant documents, or by as many as fit above the cutoff",
  takes: "'m' or 'min(m,N)'",
  accepts: (value) => value === "m" || value === "min(m,N)",
};

export const averagePrecisionMeasure = defineMeasure({
  name: "AP",
  aliases: ["MAP"],
  summary: "Mean of the precisions at the positions of the relevant documents.",
  citation: "Buckley & Voorhees 2005",
  at: "cutoff",
  parameters: { rel: relParameter, judged_only: judgedOnlyParameter, norm: normParameter },
  trecInput: { map: "AP", "map_cut_#": "AP@#" },
  compute: (list, { rel, norm, at }) => averagePrecision(list, { rel, norm, cutoff: at }),
});

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
  range: [Math.log(FLOOR), 0],
  aggregate: "geometric mean",
  whenMissing: Math.log(FLOOR),
  parameters: { rel: relParameter, judged_only: judgedOnlyParameter },
  onlyOfAll: true,
  trecInput: { gm_map: "gm_map" },
  compute: (list, { rel }) => flooredLogarithm(averagePrecision(list, { rel })),
});

/** Keeps the share of relevant documents above from being 0 / 0. */
const EPSILON = 0.00001;

/**
 * Inferred average precision. Documents of the pool without a judgment (negative labels) are taken to be relevant in
 * the same share as the judged ones above; results outside the pool are taken to be irrelevant. Cost O(n + relevant).
 * Source: Yilmaz & Aslam 2006 (CIKM, 102-111), in trec_eval's form with epsilon 0.00001.
 *
 * @returns 0..1; NaN where no document is relevant
 * @throws SemqrelError INVALID_OPTION  `rel` is no number > 0
 */
export function inferredAveragePrecision(list: RankedList, { rel = 1 }: RelevanceOptions = {}): number {
  checkOption("infAP", "rel", rel, relParameter);
  const { labels } = list;
  let relevant = 0;
  let irrelevant = 0;
  let unjudged = 0;
  let sum = 0;
  for (let rank = 0; rank < labels.length; rank++) {
    const label = labels[rank] as number;
    if (label < 0) unjudged++;
    else if (label >= rel) {
      const inPool = relevant + irrelevant + unjudged;
      const share = (relevant + EPSILON) / (relevant + irrelevant + 2 * EPSILON);
      sum += (1 + inPool * share) / (rank + 1);
      relevant++;
    } else if (label >= 0) irrelevant++;
  }
  return sum / countRelevant(list, rel);
}

export const inferredAveragePrecisionMeasure = defineMeasure({
  name: "infAP",
  summary: "Average precision estimated from a pool judged in part.",
  citation: "Yilmaz & Aslam 2006",
  parameters: { rel: relParameter },
  trecInput: { infAP: "infAP" },
  compute: (list, { rel }) => inferredAveragePrecision(list, { rel }),
});
