/** How often does a relevant document stand above one judged irrelevant? */
import { checkOption, type RelevanceOptions } from "../check-option.ts";
import { defineMeasure, relParameter } from "../define-measure.ts";
import { countRelevant, type RankedList } from "../ranked-list.ts";
import { flooredLogarithm } from "./average-precision.ts";

/**
 * Binary preference: with R relevant and N judged irrelevant documents, the mean over the relevant ones of 1 - min(n,
 * R) / min(N, R), where n irrelevant ones stand above; relevant ones not retrieved add 0. Results without a judgment
 * are passed over. Cost O(n + relevant). Source: Buckley & Voorhees 2004 (SIGIR, 25-32), in trec_eval's form.
 *
 * @returns 0..1; NaN where no document is relevant
 * @throws SemqrelError INVALID_OPTION  `rel` is no number > 0
 */
export function bpref(list: RankedList, { rel = 1 }: RelevanceOptions = {}): number {
  checkOption("Bpref", "rel", rel, relParameter);
  const { labels } = list;
  const relevant = countRelevant(list, rel);
  const comparable = Math.min(list.judgedLabels.length - relevant, relevant);
  let irrelevantAbove = 0;
  let sum = 0;
  for (let rank = 0; rank < labels.length; rank++) {
    const label = labels[rank] as number;
    // Without an irrelevant document `comparable` may be 0.
    if (label >= rel) sum += irrelevantAbove === 0 ? 1 : 1 - Math.min(irrelevantAbove, relevant) / comparable;
    else if (label >= 0) irrelevantAbove++;
  }
  return sum / relevant;
}

export const bprefMeasure = defineMeasure({
  name: "Bpref",
  aliases: ["BPref"],
  summary: "How often relevant documents stand above documents judged irrelevant.",
  citation: "Buckley & Voorhees 2004",
  parameters: { rel: relParameter },
  trecInput: { bpref: "Bpref" },
  compute: (list, { rel }) => bpref(list, { rel }),
});

/** ln(max(bpref, 0.00001)) by query; the geometric mean of bpref over queries. */
export const geometricMeanBprefMeasure = defineMeasure({
  name: "gm_bpref",
  summary: "Geometric mean of Bpref over queries; by query its natural logarithm, at least ln 0.00001.",
  citation: "Buckley & Voorhees 2004",
  range: [flooredLogarithm(0), 0],
  aggregate: "geometric mean",
  whenMissing: flooredLogarithm(0),
  parameters: { rel: relParameter },
  onlyOfAll: true,
  trecInput: { gm_bpref: "gm_bpref" },
  compute: (list, { rel }) => flooredLogarithm(bpref(list, { rel })),
});
