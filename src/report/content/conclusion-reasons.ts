/** The sentences below a verdict: how far ahead the first engine is, how sure that is, and what the verdict rests on. */
import type { Interval } from "../../core/document/blocks.ts";
import { counted, sayMeasure, sayNames } from "../../core/text/wording.ts";
import { noRatings } from "../../gold/known-ratings.ts";
import { HINT } from "../../measure/comparison-blocks.ts";
import type { AnsweredQueries } from "./compare-engines.ts";
import { sayUnrated } from "./next-step.ts";
import {
  differInAnswers,
  type Evidence,
  isByAnswersAlone,
  type Lead,
  type LeadByAnswers,
  type MatchCounts,
  manyUnrated,
  nearestLead,
  OTHER_QUERIES,
  type Standing,
  standingOf,
} from "./standing.ts";

/** There, 96 % of the leads that enough references confirmed were right. */
const CONFIRMED = "On public collections that was right in 19 of 20 cases.";

/** Engines that answer 5 % more of the queries have an advantage that should be known. */
const NAMED_SHARE = 0.05;

export function sayAnswers(
  { leads, order }: Pick<Standing, "leads" | "order">,
  byAnswers: LeadByAnswers | null,
  answered: AnsweredQueries | null = null,
): string[] {
  const lead = byAnswers?.lead ?? nearestLead(leads, order[0] ?? "");
  if (answered === null || lead === null || !differInAnswers(lead, answered)) return [];
  const { better, worse } = lead;
  const count = (engine: string) => answered.countOf.get(engine) ?? 0;
  const isLarge = Math.abs(count(better) - count(worse)) >= NAMED_SHARE * answered.queries;
  if (!isLarge && !(lead.isShown && byAnswers !== null && isByAnswersAlone(byAnswers))) return [];
  const counts = `${better} has results for ${count(better)} of ${counted(answered.queries, "query", "queries")}, ${worse} for ${count(worse)}. A query without results counts 0.`;
  return [byAnswers === null ? counts : `${counts} ${sayOverBoth(byAnswers)}`];
}

function sayOverBoth({ lead, overBoth }: LeadByAnswers): string {
  if (overBoth === null) return "No query has results of both.";
  const { better, worse, queries, difference, interval, verdict } = overBoth;
  const where = `On the ${counted(queries, "query", "queries")} that both answer`;
  const reach = interval === null ? "" : ` (${interval.map(sayMeasure).join(" to ")})`;
  const leads = better === lead.better && verdict === "better" ? "also leads" : "leads";
  const ahead = `${better} ${leads} ${worse} by ${sayMeasure(difference)}${reach}`;
  return `${where}, ${ahead}.${verdict === "better" ? "" : ` ${sayChance(interval)}`}`;
}

/** An interval is of one difference, a verdict of all that were tested. */
function sayChance(interval: Interval | null): string {
  return interval !== null && interval[0] > 0
    ? "With all differences tested together, that may be chance."
    : "That may be chance.";
}

export function sayPredicted(
  { measure, first }: NonNullable<Standing["predicted"]>,
  differencesBy: string,
  best: string,
) {
  const unlike = `Differences are in ${differencesBy}, because those in ${measure} need all results rated.`;
  return first === best ? unlike : `${unlike} Predictions of ${measure} do not put ${best} first.`;
}

/** Of the engine that comes nearest. */
export function sayLead(
  { by, measure, isAllRated, isHeldOpen, isStrained, isEnough, chance }: Standing,
  nearest: Lead | null,
  isByAnswers: boolean,
): string {
  if (nearest === null) return "";
  const { better, worse, difference, interval, isShown, isLikeMoved = false, ofRatings, confirmedBy } = nearest;
  if (difference === 0) return `${better} and ${worse} have the same mean ${measure}.`;
  const isKnown = interval !== null && interval[0] !== interval[1];
  const reach = isKnown ? ` (95 % interval: ${interval.map(sayMeasure).join(" to ")})` : "";
  const lead = `${better} leads ${worse} by ${sayMeasure(difference)} in ${measure}${reach}.`;
  const movedLead = isLikeMoved ? nearest.movedLead : undefined;
  if (movedLead !== undefined && !isShown) {
    const moved = movedLead > 0 ? `also lead by ${sayMeasure(movedLead)}` : "are too uneven to tell";
    return `${lead} On unrelated queries the same lists ${moved}, so the lead may not come from relevance.`;
  }
  if (!isEnough) return lead;
  if (!isShown) return [lead, ...(isKnown || nearest.unrated ? [whyOpen()] : [])].join(" ").trim();
  const moved =
    movedLead !== undefined && movedLead > 0
      ? ` On unrelated queries the same lists also lead by ${sayMeasure(movedLead)}.`
      : "";
  return `${lead}${moved} ${howSure()}`.trim();

  function howSure(): string {
    if (by === "labels") return confirmedBy === undefined ? HINT : CONFIRMED;
    // The next sentences say more.
    if (!isKnown || isStrained || isByAnswers) return "";
    if (ofRatings) {
      return `The ratings alone leave it open (${ofRatings.map(sayMeasure).join(" to ")}); the predictions decide.`;
    }
    return `${chance.startsWith(OTHER_QUERIES) ? "Other queries" : "More ratings"} are unlikely to change this.`;
  }

  function whyOpen(): string {
    if (nearest?.unrated) return `${sayUnrated(nearest.unrated)} not rated, and could turn this round.`;
    if (ofRatings && interval !== null && ofRatings[1] < interval[0]) {
      return `The ratings alone say the contrary (${ofRatings.map(sayMeasure).join(" to ")}), so the predictions cannot be trusted here.`;
    }
    // The next sentence says why it is open.
    if (isHeldOpen && interval !== null && interval[0] > 0) return "";
    if (isAllRated) return "For these queries that is known. For others it may be chance.";
    return sayChance(interval);
  }
}

export function sayDoubted({ by }: Standing, { estimate, doubted = [] }: Evidence): string[] {
  if (by === "estimate" && estimate) {
    if (estimate.movedPairs !== undefined) {
      return ["The lists have changed since results were drawn, so what tells the engines apart may not be rated."];
    }
    const unrated = manyUnrated(estimate);
    const where = `${unrated} of ${estimate.ratings + unrated} drawn results are not rated`;
    return unrated === 0 ? [] : [`${where}. The verdict assumes that they were left out by chance.`];
  }
  if (by !== "labels" || doubted.length === 0) return [];
  return [`The results of ${sayNames(doubted)} look wrong. Read the warnings and fix that first.`];
}

/** Ratings that are there, and that the labels know nothing of. */
export function sayUnused({ by }: Standing, { gold, hasStale }: Evidence): string[] {
  if (by !== "labels" || (gold == null && !hasStale)) return [];
  const ratings =
    gold == null ? "The ratings are" : `${counted(gold.ratings, "rating")} ${gold.ratings === 1 ? "is" : "are"}`;
  return [`${ratings} not used yet; the next step uses them.`];
}

export function sayLabels(
  chosen: Standing,
  labels: Standing | null,
  { hasStale, gold, ratings = noRatings, matches = [], unrelated }: Evidence,
): string[] {
  if (chosen.by === "labels") {
    const guess = "Labels are guesses from the reference's order.";
    const alike = unrelated?.engines.filter(({ low }) => low <= 0).map(({ engine }) => engine) ?? [];
    const isRated = gold != null || hasStale || ratings.judgments !== null || ratings.database !== null;
    return [
      isRated ? guess : `${guess} Nobody has rated a result yet.`,
      ...sayNearest(matches),
      ...(alike.length === 0 || alike.length === labels?.order.length
        ? []
        : [
            `${sayNames(alike)} may do no better than results for other queries: either the engine is poor, its results stand under the wrong queries, or the labels are worth little here.`,
          ]),
    ];
  }
  const [first] = labels?.order ?? [];
  if (first === undefined || chosen.order.length < 2 || labels?.order.length === 1) return [];
  if (labels?.isLikeUnrelated) return ["The labels alone do not tell these engines from lists for other queries."];
  const unsure = labels?.leads.find((lead) => lead.better === first && !lead.isShown);
  const may = unsure === undefined ? "" : `, but their lead over ${unsure.worse} may be chance`;
  return [
    first === chosen.order[0]
      ? `The labels alone put the same engine first${may}.`
      : `The labels alone put ${first} first${may}. Ratings count more.`,
  ];
}

/** A language model is no person: it agrees or not, and decides nothing. */
export function sayModel({ by, order }: Standing, { judging, engines }: Evidence): string | null {
  if (judging?.comparison == null || order.length < 2) return null;
  const { llm, judged, existing, pairs, sameAs, comparison } = judging;
  const model = standingOf("labels", "", comparison, engines);
  const [[first = ""], [best]] = [order, model.order];
  const others = existing === 0 ? "" : `, and ${existing} from other files`;
  const who = `The language model ${llm} (${judged} of ${counted(pairs, "result")} judged${others})`;
  if (best === undefined || !model.isEnough) return `${who} has judged too few queries to order the engines.`;
  const isClear = model.leads.some(({ better, worse, isShown }) => isShown && better === best && worse === first);
  const isAlike = order.length === model.order.length && order.every((engine, place) => engine === model.order[place]);
  const says = isAlike
    ? "orders the engines in the same way"
    : best === first
      ? `also puts ${first} first, and orders others differently`
      : `puts ${best} first${isClear ? "" : ", but the lead may be chance"}`;
  const kin = sameAs.includes(best) ? ` ${best} uses a model of its family, so it is not an independent witness.` : "";
  const weight = by === "labels" ? " It guesses, as labels do." : best === first ? "" : " Ratings count more.";
  return `${who} ${says}.${weight}${kin}`;
}

/** How many results are in the reference's lists, how many are only similar to one of its titles, and how many are neither. */
function sayNearest(matches: readonly MatchCounts[]): string[] {
  const same = matches.reduce((sum, { exact }) => sum + exact, 0);
  const near = matches.reduce((sum, { semantic }) => sum + semantic, 0);
  const none = matches.reduce((sum, one) => sum + one.none, 0);
  if (near + none === 0) return [];
  const are = (count: number, one: string, several: string) => `${count} ${count === 1 ? one : several}`;
  const guessed = near === 0 ? "" : ` ${are(near, "was", "were")} matched to the most similar title, which is a guess.`;
  const far = none === 0 ? "" : ` ${are(none, "has", "have")} no similar title.`;
  const all = same + near + none;
  return [
    `${same} of ${all} results ${same === 1 ? "is" : "are"} in the reference's lists under the same title.${guessed}${far}`,
  ];
}
