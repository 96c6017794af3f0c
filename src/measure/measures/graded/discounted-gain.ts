import { invalidOption, SemqrelError } from "../../../core/errors.ts";
import {
  type CutoffOptions,
  checkCutoff,
  checkOption,
  defineMeasure,
  type Gains,
  judgedOnlyParameter,
  type ParameterRule,
  type ParameterValue,
} from "../define-measure.ts";
import { hasRelevant, type RankedList } from "../ranked-list.ts";

/**
 * `log2`: the gain is the label, the discount is log2(position + 1). `exp-log2`: the gain is 2^label - 1, the discount
 * is the same. `jk2002`: the gain is the label; from position `base` on, the discount is log_base(position).
 */
type DcgForm = "log2" | "exp-log2" | "jk2002";

/** How labels become gains, and how gains are discounted. */
export interface GainOptions extends CutoffOptions {
  /** Formula of gain and discount. @default "log2" */
  readonly dcg?: DcgForm;
  /** Base of the logarithm of `jk2002`, > 1. @default 2 */
  readonly base?: number;
  /** Maps labels to gains. The gain of a label outside the map is the label. Not for `exp-log2`. @default null */
  readonly gains?: Gains | null;
  /** `average`: results with equal scores share their gains evenly, as in scikit-learn. @default "ranked" */
  readonly ties?: "ranked" | "average";
}

export function gainOf(label: number, { dcg = "log2", gains = null }: GainOptions): number {
  if (!(label >= 0)) return 0;
  if (gains !== null) return gains.get(label) ?? label;
  return dcg === "exp-log2" ? exponentialGain(label) : label;
}

function exponentialGain(label: number): number {
  const gain = 2 ** label - 1;
  // Above 2^53 - 1, two different gains may be the same double.
  if (gain <= Number.MAX_SAFE_INTEGER) return gain;
  throw new SemqrelError(
    "INVALID_LABEL",
    `Computing DCG: the exponential gain of label ${label}, 2^${label} - 1, exceeds 2^53 and would drown all others. ` +
      "Use linear gain (dcg='log2') or gains={…}.",
    { details: { label } },
  );
}

export function discountedSum(gains: Float64Array, options: GainOptions): number {
  const { cutoff = Number.POSITIVE_INFINITY, dcg = "log2", base = 2 } = options;
  const depth = Math.min(gains.length, cutoff);
  let sum = 0;
  for (let rank = 0; rank < depth; rank++) {
    const gain = gains[rank] as number;
    // Most results gain nothing, and logarithms are slow.
    if (gain === 0) continue;
    sum += dcg === "jk2002" ? gain / discountFrom(rank + 1, base) : gain / Math.log2(rank + 2);
  }
  return sum;
}

function discountFrom(position: number, base: number): number {
  return position < base ? 1 : Math.log2(position) / Math.log2(base);
}

export const gainParameters = {
  dcg: {
    default: "log2",
    meaning:
      "gain and discount: label / log2(position + 1); (2^label - 1) / log2(position + 1); or as Järvelin & Kekäläinen",
    takes: "'log2', 'exp-log2' or 'jk2002'",
    accepts: (value) => value === "log2" || value === "exp-log2" || value === "jk2002",
  } as ParameterRule<DcgForm>,
  base: {
    default: 2,
    meaning: "base of the logarithm of dcg='jk2002'; positions smaller than the base are not discounted",
    takes: "a number > 1",
    accepts: (value) => typeof value === "number" && value > 1 && value < Number.POSITIVE_INFINITY,
  } as ParameterRule<number>,
  gains: {
    default: null,
    meaning: "gain of each label; a label that is not named is its own gain",
    takes: "pairs such as {1:2,2:5}, all numbers >= 0",
    accepts: isGains,
  } as ParameterRule<Gains | null>,
  ties: {
    default: "ranked",
    meaning: "results with equal scores keep their order, or share their gains evenly as in scikit-learn",
    takes: "'ranked' or 'average'",
    accepts: (value) => value === "ranked" || value === "average",
  } as ParameterRule<"ranked" | "average">,
  judged_only: judgedOnlyParameter,
};

export function checkGainOptions(options: GainOptions): void {
  const { cutoff = Number.POSITIVE_INFINITY, dcg = "log2", base = 2, gains = null, ties = "ranked" } = options;
  checkCutoff("DCG", cutoff);
  checkOption("DCG", "dcg", dcg, gainParameters.dcg);
  checkOption("DCG", "base", base, gainParameters.base);
  if (gains !== null) checkOption("DCG", "gains", gains, gainParameters.gains);
  checkOption("DCG", "ties", ties, gainParameters.ties);
  const refusal = refusesGain({ dcg, base, gains });
  if (refusal !== null) throw invalidOption(`Computing DCG: ${refusal}.`, { ...options });
}

export function refusesGain(values: { dcg: DcgForm; base: number; gains: Gains | null }): string | null {
  if (values.dcg !== "jk2002" && values.base !== 2) return `"base" only works with dcg='jk2002'`;
  if (values.dcg === "exp-log2" && values.gains !== null)
    return `"gains" cannot be combined with dcg='exp-log2'. Leave one of them out`;
  return null;
}

function isGains(value: ParameterValue): boolean {
  if (!(value instanceof Map)) return false;
  return [...value].flat().every((number) => number >= 0 && number < Number.POSITIVE_INFINITY);
}

/**
 * Discounted cumulated gain: Σ gain / discount. Unjudged results gain 0. Cost O(n + judged). Source: Järvelin &
 * Kekäläinen 2002 (TOIS 20(4), 422-446); log2 discount, exponential gain: Burges et al. 2005 (ICML); ties: McSherry &
 * Najork 2008 (ECIR).
 * @returns >= 0; NaN if no judged document has a gain
 * @throws SemqrelError INVALID_CUTOFF, INVALID_OPTION  an option is not allowed, or not in combination with another
 * @throws SemqrelError INVALID_LABEL  the exponential gain of a judged label exceeds 2^53   details: { label }
 */
export function discountedGain(list: RankedList, options: GainOptions = {}): number {
  checkGainOptions(options);
  if (!list.judgedLabels.some((label) => gainOf(label, options) > 0)) return Number.NaN;
  const isShared = options.ties === "average";
  // Results below the cutoff only matter if they tie with a result above it.
  const labels = isShared ? list.labels : list.labels.subarray(0, options.cutoff);
  const gains = labels.map((label) => gainOf(label, options));
  if (isShared) shareTies(gains, list.scores);
  return discountedSum(gains, options);
}

/** Discounted cumulated gain of the judged documents in their best order. Cost and errors: see `discountedGain`. */
export function idealDiscountedGain(list: RankedList, options: GainOptions = {}): number {
  checkGainOptions(options);
  // `judgedLabels` are sorted by label, but `gains` may order them differently.
  const labels = options.gains ? list.judgedLabels : list.judgedLabels.subarray(0, options.cutoff);
  const gains = labels.map((label) => gainOf(label, options));
  if (options.gains) gains.sort().reverse();
  return discountedSum(gains, options);
}

function shareTies(gains: Float64Array, scores: Float64Array): void {
  for (let begin = 0, end = 0; begin < gains.length; begin = end) {
    let sum = gains[begin] as number;
    for (end = begin + 1; end < gains.length && scores[end] === scores[begin]; end++) sum += gains[end] as number;
    gains.fill(sum / (end - begin), begin, end);
  }
}

/** If `gains` are 0 for all relevant documents of a query, the query counts as 0, as in trec_eval. */
function zeroIfRelevant(list: RankedList, value: number): number {
  return Number.isNaN(value) && hasRelevant(list, null) ? 0 : value;
}

export const discountedGainMeasure = defineMeasure({
  name: "DCG",
  summary: "Sum of the gains, each divided by the discount of its position.",
  citation: "Järvelin & Kekäläinen 2002",
  at: "cutoff",
  range: [0, Number.POSITIVE_INFINITY],
  parameters: gainParameters,
  refuses: refusesGain,
  compute: (list, { at, ...values }) => zeroIfRelevant(list, discountedGain(list, { ...values, cutoff: at })),
});

/**
 * Normalised discounted cumulated gain: DCG of the list / DCG of all judged documents in their best order, both up to
 * the cutoff. Cost O(n + judged). Source: see `discountedGain`.
 * @returns 0..1; NaN if no judged document has a gain
 * @throws SemqrelError INVALID_CUTOFF, INVALID_OPTION, INVALID_LABEL  see `discountedGain`
 */
export function normalisedDiscountedGain(list: RankedList, options: GainOptions = {}): number {
  return discountedGain(list, options) / idealDiscountedGain(list, options);
}

export const normalisedDiscountedGainMeasure = defineMeasure({
  name: "nDCG",
  aliases: ["NDCG"],
  summary: "DCG divided by the DCG of the best possible order of all judged documents.",
  citation: "Järvelin & Kekäläinen 2002",
  at: "cutoff",
  parameters: gainParameters,
  refuses: refusesGain,
  trecInput: { ndcg: "nDCG", "ndcg_cut_#": "nDCG@#" },
  compute: (list, { at, ...values }) => zeroIfRelevant(list, normalisedDiscountedGain(list, { ...values, cutoff: at })),
});

/** Parameters of CG. */
export type CumulatedGainOptions = CutoffOptions;

/**
 * Cumulated gain: the sum of the labels up to the cutoff; unjudged results add 0. Cost O(n). Source: Järvelin &
 * Kekäläinen 2002 (TOIS 20(4), 422-446).
 * @returns >= 0; NaN if no document is relevant
 * @throws SemqrelError INVALID_CUTOFF  the cutoff is not a whole number >= 1
 */
export function cumulatedGain(list: RankedList, options: CumulatedGainOptions = {}): number {
  const { cutoff = Number.POSITIVE_INFINITY } = options;
  checkCutoff("CG", cutoff);
  if (!hasRelevant(list, null)) return Number.NaN;
  const depth = Math.min(list.labels.length, cutoff);
  let sum = 0;
  for (let rank = 0; rank < depth; rank++) {
    const label = list.labels[rank] as number;
    if (label > 0) sum += label;
  }
  return sum;
}

export const cumulatedGainMeasure = defineMeasure({
  name: "CG",
  summary: "Sum of the labels of the first k positions, without a discount.",
  citation: "Järvelin & Kekäläinen 2002",
  at: "cutoff",
  range: [0, Number.POSITIVE_INFINITY],
  compute: (list, { at }) => cumulatedGain(list, { cutoff: at }),
});

/** Which positions count, and how a label becomes a gain. */
export interface DcgOptions extends CutoffOptions {
  /** `linear`: the gain is the label. `exponential`: the gain is 2^label - 1. @default "linear" */
  readonly gain?: "linear" | "exponential";
}

/** Returns the factor by which a gain at this rank is multiplied. Ranks count from 0. */
export function rankDiscount(rank: number): number {
  return 1 / Math.log2(rank + 2);
}

/**
 * Discounted cumulative gain: sum over i = 0..n-1 of gain(labels[i]) / log2(i + 2). Cost O(n). Source: Järvelin &
 * Kekäläinen 2002 (TOIS 20(4), 422-446) in the now usual log2(i + 2) form; exponential gain: Burges et al. 2005 (ICML).
 * @param labels - graded relevance in ranked order, each finite and >= 0; not modified
 * @returns >= 0; 0 for an empty list
 * @throws SemqrelError INVALID_CUTOFF  cutoff is not a whole number >= 1   details: { cutoff }
 * @throws SemqrelError INVALID_LABEL   a label is negative or not finite   details: { index, label }
 * @example dcg([2, 4, 5, 3, 1, 1]) // 9.05880868…
 */
export function dcg(labels: ArrayLike<number>, options: DcgOptions = {}): number {
  const cutoff = options.cutoff ?? Number.POSITIVE_INFINITY;
  checkCutoff("DCG", cutoff);
  let sum = 0;
  for (let index = 0; index < labels.length; index++) {
    const label = labels[index] as number;
    if (!(label >= 0 && label < Number.POSITIVE_INFINITY)) {
      throw new SemqrelError(
        "INVALID_LABEL",
        `Computing DCG: label ${label} at index ${index} is negative or not finite. Labels are numbers >= 0.`,
        { details: { index, label } },
      );
    }
    if (index < cutoff) sum += (options.gain === "exponential" ? 2 ** label - 1 : label) / Math.log2(index + 2);
  }
  return sum;
}

/**
 * Normalised DCG: DCG / DCG of the ideal order, both up to `cutoff`. Cost O(n log n). Source: see `dcg`.
 * @param labels      - graded relevance in ranked order, each finite and >= 0; not modified
 * @param idealLabels - labels that an ideal ranking could use, in any order; not modified. Pass `labels` again to
 *                      compare a list with its own best order, as in the original notebook.
 * @returns 0..1, or above 1 if `idealLabels` lacks some of `labels`; NaN if no ideal label is > 0 (trec_eval, ranx: 0)
 * @throws SemqrelError INVALID_CUTOFF, INVALID_LABEL see `dcg`
 * @example ndcg([2, 4, 5, 3, 1, 1], [2, 4, 5, 3, 1, 1]) // 0.852342…
 */
export function ndcg(labels: ArrayLike<number>, idealLabels: ArrayLike<number>, options: DcgOptions = {}): number {
  const ideal = dcg(Float64Array.from(idealLabels).sort().reverse(), options);
  const reached = dcg(labels, options);
  return ideal > 0 ? reached / ideal : Number.NaN;
}
