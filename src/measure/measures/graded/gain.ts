/** What does a result gain in DCG and nDCG, and what does its position leave of it? */
import { invalidOption, SemqrelError } from "../../../core/errors.ts";
import {
  type CutoffOptions,
  checkCutoff,
  checkOption,
  type Gains,
  judgedOnlyParameter,
  type ParameterRule,
  type ParameterValue,
} from "../define-measure.ts";

/**
 * `log2`: gain label, discount log2(position + 1). `exp-log2`: gain 2^label - 1, the same discount. `jk2002`: gain
 * label, no discount above position `base`, log_base(position) from there on.
 */
type DcgForm = "log2" | "exp-log2" | "jk2002";

/** What labels gain. */
export interface GainOptions extends CutoffOptions {
  /** @default "log2" */
  readonly dcg?: DcgForm;
  /** Base of the logarithm of `jk2002`, > 1. @default 2 */
  readonly base?: number;
  /** Gains to take in place of labels; other labels are their own gain. Not for `exp-log2`. @default null */
  readonly gains?: Gains | null;
  /** `average`: results of equal score share their gains evenly, as in scikit-learn. @default "ranked" */
  readonly ties?: "ranked" | "average";
}

/** An unjudged label (negative or NaN) gains 0. */
export function gainOf(label: number, { dcg = "log2", gains = null }: GainOptions): number {
  // Also false for NaN.
  if (!(label >= 0)) return 0;
  if (gains !== null) return gains.get(label) ?? label;
  return dcg === "exp-log2" ? exponentialGain(label) : label;
}

function exponentialGain(label: number): number {
  const gain = 2 ** label - 1;
  // Above that, two neighbouring gains may be the same double.
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
    meaning: "base of the logarithm of dcg='jk2002'; positions above it are not discounted",
    takes: "a number > 1",
    accepts: (value) => typeof value === "number" && value > 1 && value < Number.POSITIVE_INFINITY,
  } as ParameterRule<number>,
  gains: {
    default: null,
    meaning: "gains in place of labels; labels it does not name are their own gain",
    takes: "pairs such as {1:2,2:5}, all numbers >= 0",
    accepts: isGains,
  } as ParameterRule<Gains | null>,
  ties: {
    default: "ranked",
    meaning: "results of equal score keep their order, or share their gains evenly as in scikit-learn",
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
  if (values.dcg !== "jk2002" && values.base !== 2) return `"base" goes with dcg='jk2002' only`;
  if (values.dcg === "exp-log2" && values.gains !== null) return `"gains" are gains already: leave dcg='exp-log2' out`;
  return null;
}

function isGains(value: ParameterValue): boolean {
  if (!(value instanceof Map)) return false;
  return [...value].flat().every((number) => number >= 0 && number < Number.POSITIVE_INFINITY);
}
