/** Sentences that say which engine is better, how certain that is, and whether labels can be trusted. */
import type { Interval } from "../core/document/blocks.ts";
import { counted, sayMeasure, sayNames, sayShare, someOf, textsOf } from "../core/text/wording.ts";
import { SHOWN_EXAMPLES } from "../core/warnings.ts";
import { FEWEST_ENGINES } from "../maths/correlation/rank-correlation.ts";
import { roundScore } from "../maths/numbers.ts";
import { FEWEST_QUERIES } from "../maths/significance/corrections.ts";
import { HINT } from "../measure/comparison-report.ts";
import type { RandomOrder } from "./order-trust.ts";
import { areAlike, type Lead, nearestLead, OTHER_QUERIES, type Standing } from "./standing.ts";
import {
  type BaselineName,
  type BaselineTaus,
  baselineNames,
  type Validation,
  type WrongConclusions,
} from "./validate-labels.ts";

export const FEW_ENGINES = `With fewer than ${FEWEST_ENGINES} engines, a rank correlation is not meaningful.`;
/** Of the leads that enough references confirmed, 96 % were right. */
const CONFIRMED = "On public collections, that was right in 19 of 20 cases.";

export interface Verdict extends Pick<Standing, "by" | "measure" | "chance" | "order"> {
  /** A hint is a lead that only the labels of one reference show. */
  readonly state: "decided" | "partly decided" | "hint" | "open" | "too few queries" | "nothing to compare";
  /** Which engine is better, and what shows it, in one sentence. */
  readonly verdict: string;
  /** How far ahead the best engine is, and how certain that is, on one line; "" if there is nothing to say. */
  readonly sure: string;
  readonly reasons: readonly string[];
  /** Leads of the first engine over others, and of others over the first engine. */
  readonly leads: readonly Lead[];
}

/** @param isByAnswers - whether the best engine comes first only because it answers more queries */
export function sayVerdict(standing: Standing, isByAnswers = false): Verdict {
  const { by, word, measure, predicted, chance, order, queries, isEnough } = standing;
  const [best = "", ...others] = order;
  const leads = standing.leads.filter(({ better, worse }) => better === best || worse === best);
  const conclusion = (state: Verdict["state"], verdict: string, sure = "", reasons: readonly string[] = []) => {
    return { by, measure, chance, order, leads, state, verdict, sure, reasons };
  };
  if (others.length === 0) {
    return conclusion("nothing to compare", `Only one engine was measured, ${best}, so there is nothing to compare.`);
  }
  if (leads.length === 0 && by !== "estimate") {
    return conclusion(
      "nothing to compare",
      `${sayNames(order)} cannot be compared, because they have no measured query in common.`,
    );
  }
  if (leads.length > 0 && areAlike(leads)) {
    const verdict = `${word} do not tell ${sayNames(order)} apart: each query gives them the same ${measure}.`;
    return conclusion("open", verdict);
  }
  const lead = sayLead(standing, nearestLead(leads, best), isByAnswers);
  const reasons = [...(predicted === undefined ? [] : [sayPredicted(predicted, measure, best)])];
  if (!isEnough) {
    const are = by === "labels" ? "can be measured" : queries === 1 ? "has ratings" : "have ratings";
    const few = `Only ${counted(queries, "query", "queries")} ${are}`;
    return conclusion("too few queries", `${few}, too few for a verdict; at least ten are needed.`, lead, reasons);
  }
  if (standing.isLikeUnrelated) {
    const verdict =
      "The labels do not show which engine is better, because the same lists are hardly worse when measured against other queries.";
    return conclusion("open", verdict, lead, reasons);
  }
  const { state, verdict } = (by === "labels" ? sayByLabels : sayByPeople)(standing, leads, isByAnswers);
  return conclusion(state, verdict, lead, reasons);
}

type StateAndVerdict = Pick<Verdict, "state" | "verdict">;

function sayByPeople(standing: Standing, leads: readonly Lead[], isByAnswers: boolean): StateAndVerdict {
  const { word, order } = standing;
  const [best = "", ...others] = order;
  const ahead = leads.filter(({ better, isShown }) => better === best && isShown).map(({ worse }) => worse);
  const rivals = others.filter((engine) => !ahead.includes(engine));
  const isPair = order.length === 2;
  const here = standing.isOfThese ? " for these queries" : "";
  if (rivals.length === 0) {
    const why = isByAnswers ? ", because it answers more queries" : "";
    const better = isPair ? `${best} is better than ${others[0]}` : `${best} is the best of ${order.length} engines`;
    return { state: "decided", verdict: `${word} show that ${better}${here}${why}.` };
  }
  const state = ahead.length > 0 ? "partly decided" : "open";
  if (
    leads.some(({ needsQueries }) => needsQueries) &&
    leads.every(({ isShown, needsQueries }) => isShown || needsQueries)
  ) {
    return { state, verdict: `${word} put ${best} first. For other queries ${sayNames(rivals)} may be as good.` };
  }
  if (ahead.length > 0) {
    const better = `${best} is better than ${sayNames(ahead)}${here}`;
    return { state, verdict: `${word} show that ${better}. ${sayNames(rivals)} may be as good.` };
  }
  return { state, verdict: sayOpen(standing, here) };
}

function sayByLabels(standing: Standing, leads: readonly Lead[], isByAnswers: boolean): StateAndVerdict {
  const { order } = standing;
  const [best = "", ...others] = order;
  const shown = leads.filter(({ better, isShown }) => better === best && isShown);
  const confirmed = shown.filter(({ confirmedBy }) => confirmedBy !== undefined);
  const namesOf = (some: readonly Lead[]) => sayNames(some.map(({ worse }) => worse));
  const count = Math.min(...confirmed.map(({ confirmedBy = 0 }) => confirmedBy));
  const agree = `The labels of ${count} references agree`;
  if (confirmed.length === others.length) {
    const better = others.length === 1 ? `better than ${others[0]}` : `the best of ${order.length} engines`;
    return { state: "decided", verdict: `${agree} that ${best} is ${better}.` };
  }
  if (confirmed.length > 0) {
    const rest = leads.filter((lead) => !confirmed.includes(lead));
    const verdict = `${agree} that ${best} is better than ${namesOf(confirmed)}. They do not decide between it and ${namesOf(rest)}.`;
    return { state: "partly decided", verdict };
  }
  if (shown.length === 0) return { state: "open", verdict: sayOpen(standing, "") };
  const rivals = others.filter((engine) => !shown.some(({ worse }) => worse === engine));
  const why = isByAnswers ? ", because it answers more queries" : "";
  const asBest = rivals.length === 0 && others.length > 1 ? ` as the best of ${order.length} engines` : "";
  const may = rivals.length === 0 ? "" : ` ${sayNames(rivals)} may be as good.`;
  return { state: "hint", verdict: `The labels point to ${best}${asBest}${why}.${may}` };
}

function sayOpen({ word, order }: Standing, here: string): string {
  const [best = "", second = ""] = order;
  if (order.length === 2) return `${word} do not show which is better${here}, ${best} or ${second}.`;
  return `${word} do not show which of ${order.length} engines is best${here}. ${best} comes first.`;
}

/** Says that a lead may be chance. If its interval is above 0, names the stricter test that allows for chance. */
export function sayChance(interval: Interval | null, isOnlyTest: boolean): string {
  if (interval === null || interval[0] <= 0) return "That may be chance.";
  return isOnlyTest
    ? "According to a randomisation test, that may be chance."
    : "After correction for all tests, that may be chance.";
}

function sayPredicted({ measure, first }: NonNullable<Standing["predicted"]>, differencesBy: string, best: string) {
  const unlike = `Differences are in ${differencesBy}. ${measure} can only be predicted, because not all results are rated.`;
  return first === best ? unlike : `${unlike} Predictions of ${measure} do not put ${best} first.`;
}

function sayLead(
  { by, measure, order, isStrained, isEnough, chance }: Standing,
  nearest: Lead | null,
  isByAnswers: boolean,
): string {
  if (nearest === null) return "";
  const { better, worse, difference, interval, isShown, isLikeUnrelated = false, ofRatings, confirmedBy } = nearest;
  if (difference === 0) return `${better} and ${worse} have the same mean ${measure}.`;
  const isKnown = interval !== null && interval[0] !== interval[1];
  const reach = isKnown ? ` (95 % interval: ${interval.map(sayMeasure).join(" to ")})` : "";
  const lead = `${better} leads ${worse} by ${sayMeasure(difference)} in ${measure}${reach}.`;
  const unrelatedLead = isLikeUnrelated ? nearest.unrelatedLead : undefined;
  if (unrelatedLead !== undefined && !isShown) {
    const moved = unrelatedLead > 0 ? `still lead by ${sayMeasure(unrelatedLead)}` : "are too uneven to tell";
    return `${lead} Measured against other queries, the same lists ${moved}, so the lead may not come from relevance.`;
  }
  if (!isEnough) return lead;
  if (!isShown) return [lead, ...(isKnown || nearest.unrated ? [whyOpen()] : [])].join(" ").trim();
  const moved =
    unrelatedLead !== undefined && unrelatedLead > 0
      ? ` Measured against other queries, the same lists still lead by ${sayMeasure(unrelatedLead)}.`
      : "";
  return `${lead}${moved} ${howSure()}`.trim();

  function howSure(): string {
    if (by === "labels") return confirmedBy === undefined ? HINT : CONFIRMED;
    // Says nothing without an interval, or if later sentences explain why the lead is doubtful.
    if (!isKnown || isStrained || isByAnswers) return "";
    if (ofRatings) {
      return `Without predictions for unrated results, the interval would be ${ofRatings.map(sayMeasure).join(" to ")}.`;
    }
    return `${chance.startsWith(OTHER_QUERIES) ? "Other queries" : "More ratings"} are unlikely to change this.`;
  }

  function whyOpen(): string {
    if (nearest?.unrated) return `${sayUnrated(nearest.unrated)} not rated and could reverse this.`;
    if (ofRatings && interval !== null && ofRatings[1] < interval[0]) {
      return `The ratings alone show the opposite (${ofRatings.map(sayMeasure).join(" to ")}), so the predictions cannot be trusted here.`;
    }
    if (nearest?.needsQueries)
      return "For other queries that may be chance. More ratings of these queries cannot decide it, so add queries.";
    return sayChance(interval, by !== "estimate" && order.length === 2);
  }
}

function sayUnrated(unrated: NonNullable<Lead["unrated"]>): string {
  const each = unrated.map(({ engine, count }) => `${count} of ${engine}`);
  const isOne = unrated.length === 1 && unrated[0]?.count === 1;
  return `Of the first results, ${sayNames(each)} ${isOne ? "is" : "are"}`;
}

export function saySameEmbedder(names: readonly string[]): string {
  const [seem, them] = names.length === 1 ? ["seems", "it"] : ["seem", "them"];
  return `${someOf(names, SHOWN_EXAMPLES)} ${seem} to use the same model as these labels, so the labels favour ${them}. This is a hint, not proof.`;
}

/** With a smaller τ-b, engines should not be chosen by labels. This limit is a convention, like `MANY_UNJUDGED`. */
const WEAK_TAU = 0.4;
/** If at least this share of the results is unjudged, the order by people's grades is doubtful. */
const MANY_UNJUDGED = 0.5;

export interface EvidenceOfTrust {
  readonly validation: Validation;
  readonly baselines: BaselineTaus;
  /** Share of unjudged results within the cutoff, over all engines, 0..1; null without results. */
  readonly unjudgedShare: number | null;
  readonly sameEmbedder: readonly string[];
}

export interface TrustVerdict {
  readonly verdict: string;
  /** Clauses, most serious first. */
  readonly limits: readonly string[];
}

export function trustVerdict(evidence: EvidenceOfTrust): TrustVerdict {
  const { order } = evidence.validation;
  if (order.queries < FEWEST_QUERIES) {
    const queries = counted(order.queries, "rated query", "rated queries");
    return {
      verdict: `There are too few queries to evaluate these labels: only ${queries} ${order.queries === 1 ? "has" : "have"} labels, and at least ${FEWEST_QUERIES} are needed.`,
      limits: [],
    };
  }
  const verdict = order.pairs === null ? sayOrder(evidence) : sayPairs(order.engines, order.pairs);
  return { verdict, limits: limitsOf(evidence) };
}

export const baselineTitles: { readonly [name in BaselineName]: string } = {
  exact: "counting equal titles only",
  "overlap@10": "the overlap of the first ten",
  popularity: "counting how many engines return a title",
  queryTitleCosine: "the cosine of query and title",
};

function sayOrder({ validation, baselines }: EvidenceOfTrust): string {
  const { tauB } = validation.order;
  if (tauB?.observed == null) {
    return "These labels cannot rank the engines, because all of them tie by labels or by people's grades.";
  }
  const { observed, nullTitle } = tauB;
  const tau = `τ ${observed.toFixed(2)}`;
  if (!nullTitle.isExceeded) {
    const reach = nullTitle.interval === null ? "" : `; random labels: up to ${nullTitle.interval[1].toFixed(2)}`;
    return `Do not compare engines by these labels: random labels may agree with people's order just as well (${tau}${reach}).`;
  }
  const [best] = baselineNames
    .flatMap((name) => (baselines[name] === null ? [] : [{ name, tau: baselines[name] }]))
    .sort((one, other) => other.tau - one.tau);
  if (best !== undefined && best.tau >= observed) {
    return `Do not rely on these labels alone: they order the engines better than chance (${tau}), but no better than ${baselineTitles[best.name]} does (τ ${best.tau.toFixed(2)}), which needs no labels.`;
  }
  if (observed < WEAK_TAU) {
    return `Do not choose an engine by these labels: they order the engines better than chance and than the baselines, but weakly (${tau}).`;
  }
  const { conclusions } = validation;
  // If people confirm fewer than half of the significant differences, the last verdict below would mislead.
  if (conclusions !== null && conclusions.agree * 2 < claimedBy(conclusions)) {
    return `Do not trust a difference that these labels show: they order the engines (${tau}), but people confirm fewer than half of the differences that they call significant.`;
  }
  const margin = best === undefined ? "" : `; the best baseline has ${best.tau.toFixed(2)}`;
  return `These labels can tell engines apart that differ clearly (${tau}${margin}).`;
}

function sayPairs(engines: number, pairs: NonNullable<Validation["order"]["pairs"]>): string {
  if (pairs.length === 0) return "One engine is too few to evaluate these labels. Give labels of two or more.";
  const known = pairs.filter(({ signsAgree }) => signsAgree !== null);
  const agree = known.filter(({ signsAgree }) => signsAgree).length;
  // Of all n! orders of n engines, one is the order by people.
  const orders = Array.from({ length: engines }, (_, place) => place + 1).reduce((all, one) => all * one, 1);
  const luck = agree === pairs.length ? `; by chance, this happens in 1 of ${orders} cases` : "";
  return `${engines} engines are too few to tell agreement from chance; at least ${FEWEST_ENGINES} are needed. Labels and people prefer the same engine in ${agree} of ${counted(pairs.length, "pair")}${luck}. Look at the interval of each pair.`;
}

function limitsOf({ validation, unjudgedShare, sameEmbedder }: EvidenceOfTrust): string[] {
  const { order, conclusions } = validation;
  const half = order.upperHalfTauB;
  const claimed = conclusions === null ? 0 : claimedBy(conclusions);
  return textsOf(
    sameEmbedder.length > 0 && saySameEmbedder(sameEmbedder),
    // Half of the engines must also be enough for a τ-b.
    half !== null &&
      half < WEAK_TAU &&
      order.engines / 2 >= FEWEST_ENGINES &&
      `less reliable among the better half of the engines (τ ${half.toFixed(2)} there)`,
    conclusions !== null &&
      conclusions.agree < claimed &&
      `labels find ${counted(claimed, "significant difference")} between engines, of which people confirm ${conclusions.agree} and reverse ${conclusions.reversed}`,
    order.tauB?.nullTitle.isExceeded === true &&
      addNothing(order.tauB.nullList) &&
      "the labels depend on which titles an engine returns; whether ranks matter cannot be shown",
    unjudgedShare !== null &&
      unjudgedShare >= MANY_UNJUDGED &&
      `people judged ${sayShare(1 - unjudgedShare)} of the first results; the others count as not relevant`,
  );
}

function claimedBy({ agree, reversed, invented }: WrongConclusions): number {
  return agree + reversed + invented;
}

/** Returns whether τ-b could exceed the interval of random orders, which ends below 1, but does not exceed it. */
function addNothing({ interval, isExceeded }: RandomOrder): boolean {
  return interval !== null && roundScore(interval[1]) < 1 && !isExceeded;
}

export interface TaughtQueries {
  readonly queries: number;
  /** True if validation uses these queries, because no other queries are rated; false if it leaves them out. */
  readonly areJudged: boolean;
  /** Share of the rated results of these queries whose label is a person's grade, 0..1; null without such results. */
  readonly humanShare: number | null;
}

/** Returns what changes in the verdict if the labels of rated queries are people's grades. */
export function correctForTaught({ limits }: TrustVerdict, taught: TaughtQueries): Partial<TrustVerdict> {
  const { queries, areJudged, humanShare } = taught;
  if (areJudged) {
    const shown = humanShare === null ? "" : ` (${sayShare(humanShare)} of the rated results)`;
    return {
      verdict: `These ratings cannot judge these labels: in ${queries === 1 ? "the rated query" : `all ${queries} rated queries`}, the labels are people's own grades${shown}. Rate other queries.`,
      limits: [
        "the agreement shown here means nothing, because the labels repeat the ratings that they are compared with",
      ],
    };
  }
  const left = counted(queries, "rated query is", "rated queries are");
  return { limits: [...limits, `${left} left out, because their labels are people's own grades`] };
}

/** @param areScored - whether any engine could be compared with the model */
export function verdictWithoutGold(sameEmbedder: readonly string[], areScored: boolean): TrustVerdict {
  return {
    verdict:
      "Without people's judgments of whole queries, it is unknown how far these labels can be trusted. To draw queries to rate, run semqrel pool on this folder with --sample 10.",
    limits: textsOf(
      sameEmbedder.length > 0 && saySameEmbedder(sameEmbedder),
      sameEmbedder.length === 0 &&
        !areScored &&
        "there are too few queries to show whether an engine uses the labels' model",
    ),
  };
}
