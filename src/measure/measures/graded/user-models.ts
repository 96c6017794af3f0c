/** Measures that model a user who may stop after any result. */
import { at } from "../../../core/at.ts";
import { SemqrelError } from "../../../core/errors.ts";
import {
  type CutoffOptions,
  checkCutoff,
  checkOption,
  defineMeasure,
  optionalRelParameter,
  type ParameterRule,
  relParameter,
} from "../define-measure.ts";
import { hasRelevant, type RankedList } from "../ranked-list.ts";

/** Parameters of RBPresidual. */
export interface RankBiasedPrecisionResidualOptions extends CutoffOptions {
  /** Probability of continuing to the next position, between 0 and 1. @default 0.8 */
  readonly p?: number;
}

/** Parameters of RBP. */
export interface RankBiasedPrecisionOptions extends RankBiasedPrecisionResidualOptions {
  /** The smallest label that counts as relevant. If null, the gain is label / `max`. @default null */
  readonly rel?: number | null;
  /** If `rel` is null, this label has gain 1. Null means the largest label in the query's judgments. @default null */
  readonly max?: number | null;
}

/**
 * Rank-biased precision: (1 - p) x the sum of gain x p^rank (ranks from 0). With `rel`, the gain is 0 or 1.
 * Without `rel`, the gain is label / max; no provider of ir_measures computes this form. Cost O(n). Source: Moffat &
 * Zobel 2008 (TOIS 27(1), 2).
 * @returns 0..1; NaN if no document is relevant
 * @throws SemqrelError INVALID_LABEL  a judged label is above `max`   details: { label, max }
 * @throws SemqrelError INVALID_CUTOFF  the cutoff is not a whole number >= 1
 * @throws SemqrelError INVALID_OPTION  `p` is not between 0 and 1, or `rel` or `max` is not a number > 0
 */
export function rankBiasedPrecision(list: RankedList, options: RankBiasedPrecisionOptions = {}): number {
  const { p = 0.8, rel = null, max: given = null, cutoff = Number.POSITIVE_INFINITY } = options;
  checkCutoff("RBP", cutoff);
  checkOption("RBP", "p", p, persistenceParameter);
  if (rel !== null) checkOption("RBP", "rel", rel, relParameter);
  if (given !== null) checkOption("RBP", "max", given, relParameter);
  if (!hasRelevant(list, rel)) return Number.NaN;
  const { labels } = list;
  const largest = at(list.judgedLabels, 0);
  const max = given ?? largest;
  if (rel === null && largest > max) throw aboveMax("RBP", largest, max);
  const depth = Math.min(labels.length, cutoff);
  let weight = 1 - p;
  let sum = 0;
  for (let rank = 0; rank < depth; rank++, weight *= p) {
    const label = labels[rank] as number;
    if (rel === null) sum += label > 0 ? (weight * label) / max : 0;
    else if (label >= rel) sum += weight;
  }
  return sum;
}

function aboveMax(measure: string, label: number, max: number, most = Number.POSITIVE_INFINITY): SemqrelError {
  const remedy =
    label <= most
      ? `Name the largest label, such as ${measure}(max=${Math.ceil(label)}).`
      : `${measure} accepts labels up to ${most}, because its gain doubles with each step. Rescale the labels, for example to 0 to 4.`;
  return new SemqrelError(
    "INVALID_LABEL",
    `Computing ${measure}: the judgments contain label ${label}, which is above ${max}, the largest label that ${measure} assumes. ${remedy}`,
    { details: { label, max } },
  );
}

export const persistenceParameter: ParameterRule<number> = {
  default: 0.8,
  meaning: "the probability of continuing to the next position",
  takes: "a number between 0 and 1",
  accepts: (value) => typeof value === "number" && value > 0 && value < 1,
};

export const rankBiasedPrecisionMeasure = defineMeasure({
  name: "RBP",
  summary: "Expected gain of a reader who continues to the next result with probability p.",
  citation: "Moffat & Zobel 2008",
  at: "cutoff",
  parameters: {
    p: persistenceParameter,
    rel: optionalRelParameter("the smallest label that counts as relevant; without it, the gain is label / max"),
    max: optionalRelParameter("the label with gain 1; without it, the largest label among the query's judgments"),
  },
  refuses: ({ rel, max }) =>
    rel !== null && max !== null ? '"max" is for graded gains, "rel" for gains of 0 or 1. Give only one' : null,
  compute: (list, { p, rel, max, at }) => rankBiasedPrecision(list, { p, rel, max, cutoff: at }),
});

/**
 * Residual of rank-biased precision: the weight of unjudged results and of positions after the list. The true value is
 * between RBP and RBP + residual. trec_eval's rbp_resid leaves out the positions after the list if all results are
 * judged, and only has p = 0.9. Cost O(n). Source: Moffat & Zobel 2008 (TOIS 27(1), 2), section 5.
 * @returns 0..1, 1 for an empty list
 * @throws SemqrelError INVALID_CUTOFF  the cutoff is not a whole number >= 1
 * @throws SemqrelError INVALID_OPTION  `p` is not between 0 and 1
 */
export function rankBiasedPrecisionResidual(
  list: RankedList,
  options: RankBiasedPrecisionResidualOptions = {},
): number {
  const { p = 0.8, cutoff = Number.POSITIVE_INFINITY } = options;
  checkCutoff("RBPresidual", cutoff);
  checkOption("RBPresidual", "p", p, persistenceParameter);
  const depth = Math.min(list.labels.length, cutoff);
  let unseen = 1;
  let unjudged = 0;
  for (let rank = 0; rank < depth; rank++, unseen *= p) {
    if (!((list.labels[rank] as number) >= 0)) unjudged += (1 - p) * unseen;
  }
  return unjudged + unseen;
}

export const rankBiasedPrecisionResidualMeasure = defineMeasure({
  name: "RBPresidual",
  summary: "What unjudged and unseen positions could add to RBP.",
  citation: "Moffat & Zobel 2008",
  at: "cutoff",
  // A large residual is not an advantage.
  lowerIsBetter: true,
  whenMissing: 1,
  needsRelevant: false,
  parameters: { p: persistenceParameter },
  compute: (list, { p, at }) => rankBiasedPrecisionResidual(list, { p, cutoff: at }),
});

/** Parameters of ERR. */
export interface ExpectedReciprocalRankOptions extends CutoffOptions {
  /** Largest label of the scale. @default 4, as in gdeval */
  readonly max?: number;
}

/**
 * Expected reciprocal rank: the mean of 1 / position of the result that satisfies the reader. Each result does so with
 * probability (2^label - 1) / 2^max. Cost O(n). Source: Chapelle et al. 2009 (CIKM, 621-630), as in TREC's gdeval.
 * @returns 0..1; NaN if no document is relevant
 * @throws SemqrelError INVALID_LABEL  a judged label is above `max`   details: { label, max }
 * @throws SemqrelError INVALID_CUTOFF  the cutoff is not a whole number >= 1
 * @throws SemqrelError INVALID_OPTION  `max` is not a number above 0 and up to 50
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
  let reaches = 1;
  let sum = 0;
  for (let rank = 0; rank < depth; rank++) {
    const label = labels[rank] as number;
    if (!(label > 0)) continue;
    const satisfies = (2 ** label - 1) / 2 ** max;
    sum += (reaches * satisfies) / (rank + 1);
    reaches *= 1 - satisfies;
  }
  return sum;
}

/** With larger labels, 2^label - 1 would lose digits. */
const LARGEST_MAX = 50;

const maxParameter: ParameterRule<number> = {
  default: 4,
  meaning: "the largest label of the scale",
  takes: `a number above 0, at most ${LARGEST_MAX}`,
  accepts: (value) => typeof value === "number" && value > 0 && value <= LARGEST_MAX,
};

export const expectedReciprocalRankMeasure = defineMeasure({
  name: "ERR",
  summary: "Expected value of 1 / position of the result that satisfies the reader.",
  citation: "Chapelle et al. 2009",
  at: "cutoff",
  parameters: { max: maxParameter },
  compute: (list, { max, at }) => expectedReciprocalRank(list, { max, cutoff: at }),
});
