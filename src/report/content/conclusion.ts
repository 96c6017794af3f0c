/**
 * Which engine is better by all that is known of a folder of labels, and what should be done next?
 * The one place that says so: the page, and what commands print at their end. People's word counts before labels.
 */
import type { Interval } from "../../core/document/blocks.ts";
import { sayMeasure, sayNames } from "../../core/text/say-numbers.ts";
import { counted } from "../../core/text/wording.ts";
import { isGrave } from "../../core/warnings.ts";
import {
  type EstimateReport,
  FEWEST_RATED,
  orderedByDifferences,
  type PairEstimate,
} from "../../estimate/estimate-report.ts";
import type { SuggestReport } from "../../estimate/suggest-report.ts";
import type { JudgingReport } from "../../gold/judge/judging-report.ts";
import type { EngineSummary, LabelSummary } from "../../label/folder/label-summary.ts";
import type { Placebo } from "../../label/folder/placebo.ts";
import type { EngineComparison, EnginePair } from "../../measure/measures/compare-engines.ts";
import type { ValidationReport } from "../../trust/validation-report.ts";
import type { AnsweredQueries } from "./compare-engines.ts";
import { isAllRated, nextStep, noRatings, type Step, type StepFacts } from "./next-step.ts";

type MatchCounts = Pick<EngineSummary["matches"], "exact" | "semantic" | "none">;

/** What is known of the engines of a folder. */
export interface Evidence extends StepFacts {
  /** Whether something was found about other labels or ratings, and is left out. @default false */
  readonly hasStale?: boolean;
  /** Engines of the folder: of others nothing is concluded. */
  readonly engines: readonly string[];
  /** By the labels; null where nothing is measured, and for calibrated labels, whose means are no measure. */
  readonly labels: EngineComparison | null;
  /** Engines whose lists are so odd that all their labels are in doubt. @default none */
  readonly doubted?: readonly string[];
  /** By engine: its labelled results by kind of match. @default none: not known */
  readonly matches?: readonly MatchCounts[];
  /** How many queries each engine answers. @default null: not known */
  readonly answered?: AnsweredQueries | null;
  /** What the labels give lists of other queries. @default null: not known */
  readonly placebo?: Placebo | null;
  /** What a language model says, which decides nothing. */
  readonly judging?: JudgingReport | null;
  readonly validation?: ValidationReport | null;
}

/** `better` is ahead by `difference`, which is >= 0. */
export interface Lead {
  readonly better: string;
  readonly worse: string;
  readonly difference: number;
  /** 95 %; null where none is known. */
  readonly interval: Interval | null;
  /** Whether neither chance, all pairs of engines considered, nor lists of other queries would give it. */
  readonly isShown: boolean;
  /** By how much the same lists lead at other queries. Absent where nothing is known of those. */
  readonly movedLead?: number;
  /** Lists of other queries lead as much, or labels cannot tell one engine's lists from those. @default false */
  readonly isLikeMoved?: boolean;
  /** Of people's ratings alone, 95 %. Absent where they say as much, and where nobody rated. */
  readonly ofRatings?: Interval;
}

export interface Conclusion {
  /** Whose word it is. `nothing` where no query is measured. */
  readonly by: "estimate" | "gold" | "validation" | "labels" | "nothing";
  readonly state: "decided" | "partly decided" | "open" | "too few queries" | "nothing to compare";
  /** Whether `suggest`, which counts every look at the ratings, holds open what the estimate would call decided. */
  readonly isHeldOpen: boolean;
  /** One sentence: who is better, and by whose word. */
  readonly verdict: string;
  /** Sentences: how far ahead, how sure that is, and what speaks against it. */
  readonly reasons: readonly string[];
  /** Of them the one about a language model. Absent without one. */
  readonly model?: string;
  readonly measure: string;
  /** Under which chance the intervals are meant, as a part of a sentence. */
  readonly chance: string;
  /** Best first. */
  readonly order: readonly string[];
  /** Of the first engine with each other one that it was compared with. */
  readonly leads: readonly Lead[];
  /** One step, and the command for it; null where none helps. */
  readonly next: Step | null;
}

interface Standing extends Pick<Conclusion, "by" | "measure" | "chance" | "order" | "isHeldOpen"> {
  /** As the beginning of a sentence. */
  readonly word: string;
  /** Whether there are enough queries to say anything. */
  readonly isEnough: boolean;
  /** Of all pairs that were compared. */
  readonly leads: readonly Lead[];
  /** What is asked for, where the differences are of another measure, and which engine comes first by it. */
  readonly predicted?: { readonly measure: string; readonly first: string };
  /** Whether chance lies in what is not rated, so that nothing is said of other queries. @default false */
  readonly isOfThese?: boolean;
  /** Whether all that counts of these queries is rated. @default false */
  readonly isAllRated?: boolean;
  /** Whether lists have changed since results were drawn, or many of those have no rating. @default false */
  readonly isStrained?: boolean;
  /** Whether labels give lists of other queries as much as any engine's own. @default false */
  readonly isLikePlacebo?: boolean;
}

const OTHER_QUERIES = "over queries";
const OF_UNRATED = "for what all ratings would give";

/** The first of people's sources with enough queries, else the labels; people's too few queries leave all open. */
export function concludeFrom(evidence: Evidence): Conclusion {
  const { engines, labels, estimate, gold, validation } = evidence;
  const ofPeople = (by: Standing["by"], found: EngineComparison) => standingOf(by, peopleWord(found), found, engines);
  const people = [
    ...(estimate ? [standingOfEstimate(estimate, evidence.suggestion ?? null, engines)] : []),
    ...(gold?.comparison ? [ofPeople("gold", gold.comparison)] : []),
    ...(validation?.people ? [ofPeople("validation", validation.people)] : []),
  ].filter(({ order }) => order.length > 1);
  const ofLabels =
    labels && againstPlacebo(standingOf("labels", labelsWord(evidence), labels, engines), evidence.placebo);
  const chosen = people.find(({ isEnough }) => isEnough) ?? people[0] ?? ofLabels;
  if (chosen === null) {
    return {
      isHeldOpen: false,
      by: "nothing",
      state: "nothing to compare",
      measure: "",
      chance: OTHER_QUERIES,
      order: [],
      leads: [],
      reasons: [],
      verdict: "No query could be measured: nothing can be said of the engines.",
      next: null,
    };
  }
  const byAnswers = chosen.by === "labels" ? leadByAnswers(chosen, evidence.answered) : null;
  const found = conclude(chosen, byAnswers);
  const open = found.state === "decided" ? null : nearestLead(found.leads, found.order[0] ?? "");
  const model = sayModel(chosen, evidence);
  return {
    ...found,
    reasons: [
      ...sayDoubted(chosen, evidence),
      ...found.reasons,
      ...sayAnswers(found, byAnswers, evidence.answered),
      ...sayLabels(chosen, ofLabels, evidence),
      ...(model === null ? [] : [model]),
    ],
    ...(model !== null && { model }),
    next: found.state === "nothing to compare" || areAlike(found.leads) ? null : nextStep(found.by, open, evidence),
  };
}

function peopleWord({ order }: EngineComparison): string {
  const queries = Math.max(0, ...order.map((engine) => engine.queries));
  return `By people's ratings of ${counted(queries, "query", "queries")}`;
}

function standingOf(
  by: Standing["by"],
  word: string,
  { measure, order, pairs }: EngineComparison,
  engines: readonly string[],
): Standing {
  const isOurs = (engine: string) => engines.includes(engine);
  const ours = pairs.filter(({ better, worse }) => isOurs(better) && isOurs(worse));
  return {
    ...{ by, word, measure, chance: OTHER_QUERIES, isHeldOpen: false },
    order: order.map(({ engine }) => engine).filter(isOurs),
    isEnough: ours.some(({ verdict }) => verdict !== "too few queries"),
    leads: ours.map(({ better, worse, difference, interval, verdict }) => {
      return { better, worse, difference, interval, isShown: verdict === "better" };
    }),
  };
}

function labelsWord({ gold, hasStale }: Evidence): string {
  if (gold != null) return `By these labels alone, without the ${counted(gold.ratings, "rating")} that people gave`;
  return hasStale ? "Before people's ratings are asked again, by these labels alone" : "By these labels";
}

/** Whether every query gives all of them the same. */
function areAlike(leads: readonly Lead[]): boolean {
  return leads.every(({ difference, interval }) => difference === 0 && interval?.every((end) => end === 0));
}

/** Labels that give lists of other queries as much do not show a lead. */
function againstPlacebo(standing: Standing, placebo: Placebo | null = null): Standing {
  if (placebo === null) return standing;
  const meanOf = (name: string) => placebo.engines.find(({ engine }) => engine === name)?.mean ?? 0;
  const alike = placebo.engines.filter(({ low }) => low <= 0).map(({ engine }) => engine);
  const isAlike = alike.length === placebo.engines.length;
  const leads = standing.leads.map((lead): Lead => {
    const { better, worse, isShown } = lead;
    const isHeld = placebo.pairs.every(({ a, b, low, high }) => {
      if (a === better && b === worse) return low > 0;
      return a !== worse || b !== better || high < 0;
    });
    const movedLead = meanOf(better) - meanOf(worse);
    const isLikeMoved = isShown && !(isHeld && ![better, worse].some((engine) => alike.includes(engine)));
    return { ...lead, isShown: isShown && isHeld && !isAlike, movedLead, isLikeMoved };
  });
  return { ...standing, leads, isLikePlacebo: isAlike };
}

/** Where ratings are looked at again and again, `suggest` alone knows what chance is left: what it holds open is open. */
function standingOfEstimate(
  estimate: EstimateReport,
  suggestion: SuggestReport | null,
  engines: readonly string[],
): Standing {
  const { measure, differencesBy, order, pairs, ratedQueries, overQueries, target, weightOfLabels } = estimate;
  const word = `By ${whatPeopleGave(estimate)}`;
  const isOpen = (a: string, b: string) =>
    suggestion?.pairs.some((pair) => pair.state === "open" && [a, b].includes(pair.a) && [a, b].includes(pair.b));
  const isApart = ({ simultaneous }: PairEstimate) =>
    simultaneous !== null && (simultaneous[0] > 0 || simultaneous[1] < 0);
  if (overQueries) {
    const standing = standingOf("estimate", word, overQueries, engines);
    const mayTurn = ({ better, worse }: Lead) =>
      pairs.some((pair) => [better, worse].includes(pair.a) && [better, worse].includes(pair.b) && !isApart(pair));
    return {
      ...standing,
      leads: standing.leads.map((lead) => ({ ...lead, isShown: lead.isShown && !mayTurn(lead) })),
      isAllRated: isAllRated(estimate),
    };
  }
  const chance = target === "these" ? OF_UNRATED : OTHER_QUERIES;
  return {
    by: "estimate",
    word: `${word}${weightOfLabels > 0 ? ", and labels that learned from them" : ""}`,
    measure: differencesBy,
    order: orderedByDifferences(order, pairs),
    ...(measure !== differencesBy && { predicted: { measure, first: order[0] ?? "" } }),
    isOfThese: target === "these",
    isStrained: estimate.movedPairs !== undefined || manyUnrated(estimate) > 0,
    chance: `${chance}${pairs.length > 1 ? ", all pairs together" : ""}`,
    isEnough: ratedQueries >= Math.min(FEWEST_RATED, estimate.queries),
    isHeldOpen: pairs.some((pair) => isApart(pair) && isOpen(pair.a, pair.b)),
    leads: pairs.flatMap((pair): Lead[] => {
      const { a, b, difference, interval, simultaneous, human } = pair;
      if (difference === null) return [];
      const turned = (given: Interval | null): Interval | null =>
        difference >= 0 ? given : given && [-given[1], -given[0]];
      const ofRatings = turned(human.interval);
      // Predictions that ratings contradict decide nothing.
      const isContradicted = ofRatings !== null && ofRatings[1] < (turned(interval)?.[0] ?? 0);
      const isShown = isApart(pair) && !isOpen(a, b) && !isContradicted;
      const [better, worse] = difference >= 0 ? [a, b] : [b, a];
      return [
        {
          ...{ better, worse, difference: Math.abs(difference), interval: turned(simultaneous ?? interval), isShown },
          ...(isApart(pair) && ofRatings !== null && ofRatings[0] <= 0 && { ofRatings }),
        },
      ];
    }),
  };
}

function whatPeopleGave({ sample, ratings, minutes, ratedQueries }: EstimateReport): string {
  const queries = counted(ratedQueries, "query", "queries");
  if (sample?.of !== "pairs") return `people's ratings of ${queries}`;
  return `${counted(ratings, "rating")} of people in ${queries} (about ${counted(Math.ceil(minutes), "minute")})`;
}

/** The lead that is nearest, and what remains of it where both engines answer. */
interface LeadByAnswers {
  readonly lead: Lead;
  /** Null where no query has results of both. */
  readonly overBoth: EnginePair | null;
}

/** Null where both engines answer as many queries. */
function leadByAnswers(standing: Standing, answered: AnsweredQueries | null = null): LeadByAnswers | null {
  const [best = ""] = standing.order;
  const lead = nearestLead(standing.leads, best);
  if (answered === null || lead === null || !differInAnswers(lead, answered)) return null;
  return { lead, overBoth: answered.compareOverBoth(lead.better, lead.worse) };
}

function differInAnswers({ better, worse }: Lead, { countOf }: AnsweredQueries): boolean {
  return countOf.has(better) && countOf.has(worse) && countOf.get(better) !== countOf.get(worse);
}

/**
 * Of those with the best engine: the nearest of the ones that show little, else of all. One that it does not have is the
 * nearest of all.
 */
function nearestLead(leads: readonly Lead[], best: string): Lead | null {
  const ahead = ({ better, difference }: Lead) => (better === best ? difference : -difference);
  const own = leads.filter(({ better, worse }) => better === best || worse === best);
  const isOpen = ({ better, isShown }: Lead) => better !== best || !isShown;
  const byDistance = own.toSorted((one, other) => ahead(one) - ahead(other));
  return byDistance.find(isOpen) ?? byDistance[0] ?? null;
}

function isByAnswersAlone({ lead, overBoth }: LeadByAnswers): boolean {
  return overBoth === null || overBoth.better !== lead.better || overBoth.verdict !== "better";
}

/** Engines that answer 5 % more of the queries have an advantage that should be known. */
const NAMED_SHARE = 0.05;

function sayAnswers(
  { leads, order }: Pick<Conclusion, "leads" | "order">,
  byAnswers: LeadByAnswers | null,
  answered: AnsweredQueries | null = null,
): string[] {
  const lead = byAnswers?.lead ?? nearestLead(leads, order[0] ?? "");
  if (answered === null || lead === null || !differInAnswers(lead, answered)) return [];
  const { better, worse } = lead;
  const count = (engine: string) => answered.countOf.get(engine) ?? 0;
  const isLarge = Math.abs(count(better) - count(worse)) >= NAMED_SHARE * answered.queries;
  if (!isLarge && !(lead.isShown && byAnswers !== null && isByAnswersAlone(byAnswers))) return [];
  const counts = `${better} has results for ${count(better)} of ${counted(answered.queries, "query", "queries")}, ${worse} for ${count(worse)}; a query without results counts 0.`;
  return [byAnswers === null ? counts : `${counts} ${sayOverBoth(byAnswers)}`];
}

function sayOverBoth({ lead, overBoth }: LeadByAnswers): string {
  if (overBoth === null) return "No query has results of both.";
  const { better, queries, difference, interval, verdict } = overBoth;
  const where = `Over the ${counted(queries, "query", "queries")} that both answer`;
  const reach = interval === null ? "" : ` (${interval.map(sayMeasure).join(" to ")})`;
  const ahead = `${better} is ahead${better === lead.better && verdict === "better" ? ", too," : ""} by ${sayMeasure(difference)}${reach}`;
  return `${where}, ${ahead}.${verdict === "better" ? "" : ` ${sayChance(interval)}.`}`;
}

/** An interval is of one difference, a verdict of all that were tested. */
function sayChance(interval: Interval | null): string {
  return interval !== null && interval[0] > 0
    ? "By the test of all differences, that may be chance"
    : "That may be chance";
}

function conclude(standing: Standing, byAnswers: LeadByAnswers | null): Omit<Conclusion, "next"> {
  const { by, word, measure, predicted, chance, order, isEnough, isHeldOpen } = standing;
  const [best = "", ...others] = order;
  const leads = standing.leads.filter(({ better, worse }) => better === best || worse === best);
  const conclusion = (state: Conclusion["state"], verdict: string, reasons: readonly string[]) => {
    return { by, measure, chance, order, leads, isHeldOpen, state, verdict, reasons };
  };
  if (others.length === 0) {
    const verdict = `Only one engine is measured, ${best}: there is nothing to compare it with.`;
    return conclusion("nothing to compare", verdict, []);
  }
  if (leads.length === 0) {
    const verdict = `No query is measured for ${best} and another engine: they cannot be compared.`;
    return conclusion("nothing to compare", verdict, []);
  }
  if (areAlike(leads)) {
    const verdict = `${word}, nothing tells ${sayNames(order)} apart: each query gives them the same ${measure}.`;
    return conclusion("open", verdict, []);
  }
  const isByAnswers = byAnswers !== null && isByAnswersAlone(byAnswers);
  const reasons = [
    sayLead(standing, nearestLead(leads, best), isByAnswers),
    ...(predicted === undefined ? [] : [sayPredicted(predicted, measure, best)]),
    ...(isHeldOpen ? ["Counting every look at the ratings, semqrel suggest holds it open."] : []),
  ];
  if (!isEnough) {
    return conclusion("too few queries", `${word}, nothing can be said yet: ten queries are the least.`, reasons);
  }
  if (standing.isLikePlacebo) {
    const verdict = `${word}, nothing can be said: lists that answer other queries may do as well.`;
    return conclusion("open", verdict, reasons);
  }
  const ahead = leads.filter(({ better, isShown }) => better === best && isShown).map(({ worse }) => worse);
  const rivals = others.filter((engine) => !ahead.includes(engine));
  const isPair = order.length === 2;
  const here = standing.isOfThese ? " for these queries" : "";
  if (rivals.length === 0) {
    const verdict = isPair
      ? `${best} is better than ${others[0]}${here}${isByAnswers ? ", because it answers more queries" : ""}`
      : `${best} is the best of ${order.length} engines${here}`;
    return conclusion("decided", `${word}, ${verdict}.`, reasons);
  }
  const state = ahead.length > 0 ? "partly decided" : "open";
  if (standing.isAllRated) {
    const verdict = `${best} comes first for these queries; for other queries ${sayNames(rivals)} may be as good`;
    return conclusion(state, `${word}, ${verdict}.`, reasons);
  }
  if (ahead.length > 0) {
    const verdict = `${best} comes first${here} and is better than ${sayNames(ahead)}; ${sayRivals(rivals, leads)}`;
    return conclusion(state, `${word}, ${verdict}.`, reasons);
  }
  const verdict = isPair
    ? `whether ${best} or ${others[0]} is better${here}`
    : `which of ${order.length} engines is the best${here}; ${best} comes first`;
  return conclusion(state, `${word}, it is open ${verdict}.`, reasons);
}

/** A lead that other queries' lists have, too, is beyond chance, and yet says nothing. */
function sayRivals(rivals: readonly string[], leads: readonly Lead[]): string {
  const isLikeMoved = (rival: string) => leads.some(({ worse, isLikeMoved }) => worse === rival && isLikeMoved);
  return rivals.some(isLikeMoved) ? `labels leave ${sayNames(rivals)} open` : `${sayNames(rivals)} may be as good`;
}

function sayPredicted({ measure, first }: NonNullable<Standing["predicted"]>, differencesBy: string, best: string) {
  const unlike = `Differences are in ${differencesBy}: those in ${measure} need all results rated.`;
  return first === best ? unlike : `${unlike} By ${measure}, as predicted, ${first} comes first.`;
}

/** Of the engine that comes nearest. */
function sayLead(
  { by, measure, chance, isAllRated, isHeldOpen, isStrained }: Standing,
  nearest: Lead | null,
  isByAnswers: boolean,
): string {
  if (nearest === null) return "";
  const { better, worse, difference, interval, isShown, isLikeMoved = false, ofRatings } = nearest;
  const movedLead = isLikeMoved ? nearest.movedLead : undefined;
  if (difference === 0) return `${better} and ${worse} have the same mean ${measure}.`;
  const lead = `${better} is ahead of ${worse} by ${sayMeasure(difference)} in ${measure}`;
  const isKnown = interval !== null && interval[0] !== interval[1];
  const reach = isKnown ? ` (95 % interval ${chance}: ${interval.map(sayMeasure).join(" to ")})` : "";
  // The next sentence says more.
  if (isByAnswers && isShown) return `${lead}${reach}.`;
  if (movedLead !== undefined && !isShown) {
    const moved = movedLead > 0 ? `lead by ${sayMeasure(movedLead)}, too` : "are too uneven to tell";
    return `${lead}${reach}. Put under queries that they do not answer, the same lists ${moved}: the lead may come from something other than relevance.`;
  }
  const moved =
    movedLead !== undefined && movedLead > 0
      ? ` Put under queries that they do not answer, the same lists lead by ${sayMeasure(movedLead)}, too: only the rest of the lead tells of relevance.`
      : "";
  if (!isKnown) return `${lead}.${moved}`;
  if (isShown) {
    if (ofRatings) {
      const alone = `The ratings alone leave it open (${ofRatings.map(sayMeasure).join(" to ")})`;
      return `${lead}${reach}.${moved} ${alone}: what is predicted decides.`;
    }
    if (isStrained) return `${lead}${reach}.`;
    const others = chance.startsWith(OTHER_QUERIES) ? "Other queries" : "More ratings";
    const sure = `${others} would hardly turn this round${by === "labels" ? "; wrong labels could" : ""}.`;
    return `${lead}${reach}.${moved} ${sure}`;
  }
  if (ofRatings && ofRatings[1] < (interval[0] ?? 0)) {
    return `${lead}${reach}. The ratings alone say otherwise (${ofRatings.map(sayMeasure).join(" to ")}): what is predicted cannot be trusted here.`;
  }
  // The next sentence says why it is open.
  if (isHeldOpen && interval[0] > 0) return `${lead}${reach}.`;
  if (isAllRated) return `${lead}${reach}. For these queries that is known; for others it may be chance.`;
  return `${lead}${reach}. ${sayChance(interval)}.`;
}

function sayDoubted({ by }: Standing, { estimate, doubted = [] }: Evidence): string[] {
  if (by === "estimate" && estimate) {
    if (estimate.movedPairs !== undefined) {
      return ["The lists have changed since results were drawn: what tells the engines apart now may not be rated."];
    }
    const unrated = manyUnrated(estimate);
    const where = `${unrated} of ${estimate.ratings + unrated} results that were drawn have no rating here`;
    return unrated === 0 ? [] : [`${where}: all that is said supposes that chance left them out.`];
  }
  if (by !== "labels" || doubted.length === 0) return [];
  return [`Look first at what was odd about ${sayNames(doubted)}: it throws doubt on all that is said here.`];
}

/** A tenth may be skipped for good reasons. */
const NAMED_UNRATED = 0.1;

/** Drawn pairs without a rating; 0 where they are few. */
function manyUnrated({ ratings, sample }: EstimateReport): number {
  if (sample?.of !== "pairs") return 0;
  const unrated = sample.pools.reduce((sum, { unjudgedPairs }) => sum + unjudgedPairs, 0);
  return unrated < NAMED_UNRATED * (ratings + unrated) ? 0 : unrated;
}

function sayLabels(
  chosen: Standing,
  labels: Standing | null,
  { hasStale, gold, ratings = noRatings, matches = [], placebo }: Evidence,
): string[] {
  if (chosen.by === "labels") {
    const guess = "Labels are guesses from the reference's order";
    const alike = placebo?.engines.filter(({ low }) => low <= 0).map(({ engine }) => engine) ?? [];
    const isRated = gold != null || hasStale || ratings.judgments !== null || ratings.database !== null;
    return [
      isRated ? `${guess}.` : `${guess}: nobody has rated a result yet.`,
      ...sayNearest(matches),
      ...(alike.length === 0 || alike.length === labels?.order.length
        ? []
        : [
            `By these labels ${sayNames(alike)} may do no better than results for other queries: either that is so, or results stand under wrong queries, or the labels say little here.`,
          ]),
    ];
  }
  const [first] = labels?.order ?? [];
  if (first === undefined || chosen.order.length < 2) return [];
  if (labels?.isLikePlacebo) return ["Labels that learned from no rating say nothing of these engines."];
  const unsure = labels?.leads.find((lead) => lead.better === first && !lead.isShown);
  const may = unsure === undefined ? "" : `, by a lead over ${unsure.worse} that says little`;
  return first === chosen.order[0]
    ? [`The labels alone put the same engine first${may}.`]
    : [`The labels alone put ${first} first${may}: people's ratings count.`];
}

/** A model is no person: it agrees or not, and decides nothing. */
function sayModel({ by, order }: Standing, { judging, engines }: Evidence): string | null {
  if (judging?.comparison == null || order.length < 2) return null;
  const { llm, judged, existing, pairs, sameAs, comparison } = judging;
  const model = standingOf("labels", "", comparison, engines);
  const [[first = ""], [best]] = [order, model.order];
  const others = existing === 0 ? "" : `, and ${existing} from other files`;
  const who = `A language model, ${llm} (${judged} of ${counted(pairs, "result")} judged${others}),`;
  if (best === undefined || !model.isEnough) return `${who} has judged too few queries to order the engines.`;
  const isClear = model.leads.some(({ better, worse, isShown }) => isShown && better === best && worse === first);
  const isAlike = order.length === model.order.length && order.every((engine, place) => engine === model.order[place]);
  const says = isAlike
    ? "orders the engines alike"
    : best === first
      ? `puts ${first} first, too, and orders others differently`
      : `puts ${best} first instead${isClear ? "" : ", by a lead that may be chance"}`;
  const kin = sameAs.includes(best) ? ` ${best} uses a model of its family: it is no witness there.` : "";
  const weight =
    by === "labels" ? ": a guess, too, until people rate" : best === first ? "" : ": people's ratings count";
  return `${who} ${says}${weight}.${kin}`;
}

/** What a summary says of how far its labels can be trusted. */
export function labelEvidence(summary: LabelSummary | null): Pick<Evidence, "matches" | "placebo" | "doubted"> {
  const matches = Object.values(summary?.engines ?? {}).map((engine) => engine.matches);
  const doubted = new Set(
    (summary?.warnings ?? []).flatMap((one) => (isGrave(one) && "engine" in one ? one.engine : [])),
  );
  return { matches, placebo: summary?.placebo ?? null, doubted: [...doubted] };
}

/** How many results are in the reference's lists, how many are merely similar to one of its titles, and how many are neither. */
function sayNearest(matches: readonly MatchCounts[]): string[] {
  const same = matches.reduce((sum, { exact }) => sum + exact, 0);
  const near = matches.reduce((sum, { semantic }) => sum + semantic, 0);
  const none = matches.reduce((sum, one) => sum + one.none, 0);
  if (near + none === 0) return [];
  const are = (count: number) => (count === 1 ? "is" : "are");
  const guessed =
    near === 0 ? "" : `; ${near} ${near === 1 ? "was" : "were"} matched to the most similar title, which is a guess`;
  const far = none === 0 ? "" : `; ${none} ${none === 1 ? "has" : "have"} no title near enough`;
  return [
    `${same} of ${same + near + none} results ${are(same)} in the reference's lists under the same title${guessed}${far}.`,
  ];
}
