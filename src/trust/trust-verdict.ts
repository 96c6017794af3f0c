/** What may these labels be used for? */
import { sayShare } from "../core/text/say-numbers.ts";
import { counted } from "../core/text/wording.ts";
import { roundScore } from "../maths/classification/round-score.ts";
import { FEWEST_ENGINES } from "../maths/correlation/order-agreement.ts";
import { FEWEST_QUERIES } from "../maths/significance/significance-verdict.ts";
import type { NullOrder } from "./null-orders.ts";
import { saySameEmbedder } from "./say.ts";
import { type BaselineName, type BaselineTaus, baselineNames, type Validation } from "./validate-labels.ts";
import type { WrongConclusions } from "./wrong-conclusions.ts";

/** Below, engines are ordered too loosely to choose one. A convention of ours, as are the other bounds here. */
const WEAK_TAU = 0.4;
/** From here on people's own order is in doubt. */
const MANY_UNJUDGED = 0.5;

export interface EvidenceOfTrust {
  readonly validation: Validation;
  readonly baselines: BaselineTaus;
  /** Of all engines' first results, 0..1; null without results. */
  readonly unjudgedShare: number | null;
  /** Engines whose results look retrieved by the model that labels. */
  readonly sameEmbedder: readonly string[];
}

export interface TrustVerdict {
  /** One plain sentence of at most some 45 words. */
  readonly verdict: string;
  /** A clause each, the most serious first. */
  readonly limits: readonly string[];
}

/** One of: too little to judge by; no better than chance; no better than a free baseline; weak; mostly wrong; usable. */
export function trustVerdict(evidence: EvidenceOfTrust): TrustVerdict {
  const { order } = evidence.validation;
  if (order.queries < FEWEST_QUERIES) {
    const queries = counted(order.queries, "rated query", "rated queries");
    return {
      verdict: `Too little to judge these labels by: ${queries} that the labels can measure, where ${FEWEST_QUERIES} are the least.`,
      limits: [],
    };
  }
  const verdict = order.pairs === null ? sayOrder(evidence) : sayPairs(order.engines, order.pairs);
  return { verdict, limits: limitsOf(evidence) };
}

export const baselineTitles: { readonly [name in BaselineName]: string } = {
  exact: "counting exact titles alone",
  "overlap@10": "the overlap of the first ten",
  popularity: "counting how many engines return a title",
  queryTitleCosine: "the cosine of query and title",
};

function sayOrder({ validation, baselines }: EvidenceOfTrust): string {
  const { tauB } = validation.order;
  if (tauB?.observed == null) {
    return "These labels do not order the engines: all of them tie, by labels or by people.";
  }
  const { observed, nullTitle } = tauB;
  const tau = `τ ${observed.toFixed(2)}`;
  if (!nullTitle.isExceeded) {
    const reach = nullTitle.interval === null ? "" : ` (up to ${nullTitle.interval[1].toFixed(2)})`;
    return `Do not compare engines by these labels: their order agrees with people's (${tau}) no better than labels dealt out at random may${reach}.`;
  }
  const [best] = baselineNames
    .flatMap((name) => (baselines[name] === null ? [] : [{ name, tau: baselines[name] }]))
    .sort((one, other) => other.tau - one.tau);
  if (best !== undefined && best.tau >= observed) {
    return `Do not rely on these labels alone: they order the engines better than chance (${tau}), but no better than ${baselineTitles[best.name]} does (τ ${best.tau.toFixed(2)}), which costs nothing.`;
  }
  if (observed < WEAK_TAU) {
    return `Do not choose an engine by these labels: they order the engines better than chance and than what costs nothing, but weakly (${tau}).`;
  }
  const { conclusions } = validation;
  // "Engines that differ clearly" are those that labels call so: where people seldom agree, this must not be said.
  if (conclusions !== null && conclusions.agree * 2 < claimedBy(conclusions)) {
    return `Do not take a difference by these labels for real: they order the engines (${tau}), but people confirm fewer than half of the differences that they call significant.`;
  }
  const margin = best === undefined ? "" : `; the best that costs nothing has ${best.tau.toFixed(2)}`;
  return `These labels may be used to tell engines apart that differ clearly (${tau}${margin}).`;
}

function sayPairs(engines: number, pairs: NonNullable<Validation["order"]["pairs"]>): string {
  if (pairs.length === 0) return "These labels cannot be judged by one engine: give labels of two or more.";
  const known = pairs.filter(({ signsAgree }) => signsAgree !== null);
  const agree = known.filter(({ signsAgree }) => signsAgree).length;
  // Of all orders of the engines one is that of people.
  const orders = Array.from({ length: engines }, (_, place) => place + 1).reduce((all, one) => all * one, 1);
  const luck = agree === pairs.length ? `, as one of the ${orders} possible orders does by luck` : "";
  return `Too few engines (${engines}, where ${FEWEST_ENGINES} are the least) to tell agreement from chance: labels and people prefer the same one in ${agree} of ${counted(pairs.length, "pair")}${luck}, so look at each pair's intervals.`;
}

function limitsOf({ validation, unjudgedShare, sameEmbedder }: EvidenceOfTrust): string[] {
  const { order, conclusions } = validation;
  const half = order.upperHalfTauB;
  const claimed = conclusions === null ? 0 : claimedBy(conclusions);
  return [
    ...(sameEmbedder.length > 0 ? [saySameEmbedder(sameEmbedder)] : []),
    // Half of fewer engines is too few for any τ.
    ...(half !== null && half < WEAK_TAU && order.engines / 2 >= FEWEST_ENGINES
      ? [`hardly for choosing among the better half of the engines (τ ${half.toFixed(2)} there)`]
      : []),
    ...(conclusions !== null && conclusions.agree < claimed
      ? [
          `of ${counted(claimed, "difference")} between engines that labels call significant, people confirm ${conclusions.agree} and turn round ${conclusions.reversed}`,
        ]
      : []),
    ...(order.tauB?.nullTitle.isExceeded && addNothing(order.tauB.nullList)
      ? ["the signal is in which titles an engine returns: that their ranks in the list add any cannot be shown"]
      : []),
    ...(unjudgedShare !== null && unjudgedShare >= MANY_UNJUDGED
      ? [`people judged ${sayShare(1 - unjudgedShare)} of the first results; the others count as not relevant`]
      : []),
  ];
}

/** Differences that labels call significant. */
function claimedBy({ agree, reversed, invented }: WrongConclusions): number {
  return agree + reversed + invented;
}

/** A null that reaches 1 cannot be exceeded, so it says nothing. */
function addNothing({ interval, isExceeded }: NullOrder): boolean {
  return interval !== null && roundScore(interval[1]) < 1 && !isExceeded;
}
