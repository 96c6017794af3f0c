/**
 * What may these labels be used for?
 */
import { FEWEST_ENGINES } from "./order-trust.ts";
import { type BaselineName, type BaselineTaus, baselineNames, type Validation } from "./validate-labels.ts";

/** Below so many rated queries an order of engines says more about the queries. */
export const FEWEST_QUERIES = 10;

export interface EvidenceOfTrust {
  readonly validation: Validation;
  readonly baselines: BaselineTaus;
  /** Engines whose results look retrieved by the model that labels. */
  readonly sameEmbedder: readonly string[];
}

/**
 * One plain sentence. In this order: too little to judge by; an order no better than that of labels dealt out at random;
 * one that a free baseline reaches as well; one that may be used, and where it ends.
 */
export function trustVerdict({ validation, baselines, sameEmbedder }: EvidenceOfTrust): string {
  const { order, conclusions } = validation;
  if (order.queries < FEWEST_QUERIES) {
    return `Too little to judge these labels by: ${order.queries} rated queries that the labels can measure, where ${FEWEST_QUERIES} are the least.`;
  }
  if (order.pairs !== null) return sayPairs(order.engines, order.pairs);
  const { tauB } = order;
  if (tauB?.observed == null) {
    return "These labels do not order the engines: all of them tie, by labels or by people.";
  }
  const { observed, nullTitle, nullList } = tauB;
  const tau = observed.toFixed(2);
  if (!nullTitle.isExceeded) {
    return `Do not compare engines by these labels: their order agrees with people's no better (τ ${tau}) than labels dealt out at random do (up to ${shown(nullTitle.interval?.[1])}).`;
  }
  const [best] = baselineNames
    .flatMap((name) => (baselines[name] === null ? [] : [{ name, tau: baselines[name] }]))
    .sort((one, other) => other.tau - one.tau);
  const limits = [
    ...(sameEmbedder.length > 0
      ? [`not for ${sameEmbedder.join(", ")}, which seem to retrieve with the model that labels`]
      : []),
    ...(nullList.isExceeded ? [] : ["by which titles the engines return, as ranks inside the lists add nothing"]),
    ...(order.upperHalfTauB !== null && order.upperHalfTauB < 0.4
      ? [`hardly among the better half of the engines (τ ${order.upperHalfTauB.toFixed(2)})`]
      : []),
    ...((conclusions?.reversed ?? 0) > 0
      ? [
          `knowing that ${conclusions?.reversed} of ${conclusions?.pairs} pairs come out significantly the wrong way round`,
        ]
      : []),
  ];
  if (best !== undefined && best.tau >= observed) {
    return `${sentence(`These labels order the engines better than chance (τ ${tau}), but ${baselineTitles[best.name]}, which costs nothing, does as well (τ ${best.tau.toFixed(2)}): use it beside them`, limits)}`;
  }
  return sentence(`These labels may be used to tell engines apart that differ clearly (τ ${tau})`, limits);
}

/** How the free baselines are called in a sentence. */
export const baselineTitles: { readonly [name in BaselineName]: string } = {
  exact: "counting exact titles alone",
  "overlap@10": "the overlap of the first ten",
  popularity: "counting how many engines return a title",
  queryTitleCosine: "the cosine of query and title",
};

function sayPairs(engines: number, pairs: NonNullable<Validation["order"]["pairs"]>): string {
  const known = pairs.filter(({ signsAgree }) => signsAgree !== null);
  const agree = known.filter(({ signsAgree }) => signsAgree).length;
  return `With ${engines} engines (below ${FEWEST_ENGINES}) no rank correlation can be told from chance: labels and people prefer the same engine in ${agree} of ${known.length} ${known.length === 1 ? "pair" : "pairs"}; look at the intervals of each.`;
}

function sentence(start: string, limits: readonly string[]): string {
  return `${[start, ...limits].join("; ")}.`;
}

function shown(value: number | undefined): string {
  return value === undefined ? "-" : value.toFixed(2);
}
