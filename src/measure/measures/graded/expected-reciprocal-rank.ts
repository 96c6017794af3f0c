/** How far does a reader go who stops at the first satisfying result? */
import { at } from "../../../core/at.ts";
import { type CutoffOptions, checkCutoff, checkOption } from "../check-option.ts";
import { defineMeasure, type ParameterRule } from "../define-measure.ts";
import { hasRelevant, type RankedList } from "../ranked-list.ts";
import { aboveMax } from "./rank-biased-precision.ts";

/** Parameters of ERR. */
export interface ExpectedReciprocalRankOptions extends CutoffOptions {
  /** Largest label of the scale. @default 4, as in gdeval */
  readonly max?: number;
}

/**
 * Expected reciprocal rank: a result satisfies with probability (2^label - 1) / 2^max; the mean of 1 / position over
 * the positions where the reader may stop. Cost O(n). Source: Chapelle et al. 2009 (CIKM, 621-630), in the form of
 * TREC's gdeval.
 *
 * @returns 0..1; NaN where no document is relevant
 * @throws SemqrelError INVALID_LABEL  a judged label above `max`   details: { label, max }
 * @throws SemqrelError INVALID_CUTOFF  the cutoff is no whole number >= 1
 * @throws SemqrelError INVALID_OPTION  `max` is no number above 0, at most 50
 */
export function expectedReciprocalRank(list: RankedList, options: ExpectedReciprocalRankOptions = {}): number {
  const { cutoff = Number.POSITIVE_INFINITY, max = 4 } = options;
  checkCutoff("ERR", cutoff);
  checkOption("ERR", "max", max, maxParameter);
  if (!hasRelevant(list, null)) return Number.NaN;
  const largest = at(list.judgedLabels, 0);
  if (largest > max) throw aboveMax("ERR", largest, max, LARGEST_MAX);
  const { labels } = list;
  const depth = Math.min(labels.length, cutoff);
  let goesOn = 1;
  let sum = 0;
  for (let rank = 0; rank < depth; rank++) {
    const label = labels[rank] as number;
    if (!(label > 0)) continue;
    const satisfies = (2 ** label - 1) / 2 ** max;
    sum += (goesOn * satisfies) / (rank + 1);
    goesOn *= 1 - satisfies;
  }
  return sum;
}

/** Beyond it powers of two lose digits. */
const LARGEST_MAX = 50;

const maxParameter: ParameterRule<number> = {
  default: 4,
  meaning: "the largest label of the scale",
  takes: `a number above 0, at most ${LARGEST_MAX}`,
  accepts: (value) => typeof value === "number" && value > 0 && value <= LARGEST_MAX,
};

export const expectedReciprocalRankMeasure = defineMeasure({
  name: "ERR",
  summary: "Mean of 1 / position over the positions where a satisfied reader stops.",
  citation: "Chapelle et al. 2009",
  at: "cutoff",
  parameters: { max: maxParameter },
  compute: (list, { max, at }) => expectedReciprocalRank(list, { max, cutoff: at }),
});
