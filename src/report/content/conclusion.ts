/**
 * Which engine is better, how sure is that, and what is the next step? The one place that says so, for the report and for
 * what commands print at their end. People's ratings count before labels.
 */
import type { Interval } from "../../core/document/blocks.ts";
import { sayMeasure, sayNames } from "../../core/text/say-numbers.ts";
import { counted } from "../../core/text/wording.ts";
import { isGrave } from "../../core/warnings.ts";
import { type EstimateReport, FEWEST_RATED, orderedByDifferences } from "../../estimate/estimate-report.ts";
import type { SuggestReport } from "../../estimate/suggest-report.ts";
import type { GoldDocument } from "../../gold/gold-report.ts";
import type { JudgingReport } from "../../gold/judge/judging-report.ts";
import { explainChange, type OnlyChange, onlyChange, sayChange } from "../../label/changes/change-blocks.ts";
import type { EngineSummary, LabelSummary } from "../../label/folder/label-summary.ts";
import { isConfirmed, type ReferencesInTurn } from "../../label/folder/references-in-turn.ts";
import type { Unrelated } from "../../label/folder/unrelated.ts";
import type { EngineComparison, EnginePair } from "../../measure/measures/compare-engines.ts";
import type { ValidationReport } from "../../trust/validation-report.ts";
import type { AnsweredQueries } from "./compare-engines.ts";
import { isAllRated, nextStep, noRatings, type Step, type StepFacts, sayUnrated } from "./next-step.ts";

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
  readonly unrelated?: Unrelated | null;
  /** What the labels of other references say. @default null: not known */
  readonly inTurn?: ReferencesInTurn | null;
  /** What changed from the reference to the only engine; null for several engines. */
  readonly change?: OnlyChange | null;
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
  /** Of labels: how many references confirm the lead. Absent if they do not, or are too few. */
  readonly confirmedBy?: number;
  /** Unrated results by engine. Absent unless their ratings could turn the lead round. */
  readonly unrated?: readonly { readonly engine: string; readonly count: number }[];
  /** Of people's ratings alone, 95 %. Absent where they say as much, and where nobody rated. */
  readonly ofRatings?: Interval;
}

export interface Conclusion {
  /** Whose word it is. `nothing` where no query is measured. */
  readonly by: "estimate" | "gold" | "validation" | "labels" | "nothing";
  /** A hint is a lead that only the labels of one reference show. */
  readonly state: "decided" | "partly decided" | "hint" | "open" | "too few queries" | "nothing to compare";
  /** Whether `suggest`, which counts every look at the ratings, holds open what the estimate would call decided. */
  readonly isHeldOpen: boolean;
  /** One sentence: which engine is better, and who says so. */
  readonly verdict: string;
  /** How far ahead it is, and how sure that is, on one line; "" if there is nothing to say. */
  readonly sure: string;
  /** Further sentences: what the verdict rests on, and what speaks against it. */
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
  /** What shows it: the subject of a sentence, in the plural. */
  readonly word: string;
  /** Most queries of an engine. */
  readonly queries: number;
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
  readonly isLikeUnrelated?: boolean;
}

const OTHER_QUERIES = "over queries";
const OF_UNRATED = "for what all ratings would give";
/** On public collections, 72 % of the leads that one reference's labels showed were right (docs/trust.md). */
const HINT = "On public collections such a hint was right in 7 of 10 cases.";
/** There, 96 % of the leads that enough references confirmed were right. */
const CONFIRMED = "On public collections that was right in 19 of 20 cases.";

/** The first of people's sources with enough queries, else the labels; people's too few queries leave all open. */
export function concludeFrom(evidence: Evidence): Conclusion {
  const { engines, labels, estimate, gold, validation } = evidence;
  const isAlone = engines.length === 1;
  const ofPeople = (by: Standing["by"], found: EngineComparison, holes: Holes) => {
    // People compare a single engine with its reference.
    const compared = isAlone ? found.order.map(({ engine }) => engine) : engines;
    return againstHoles(standingOf(by, `People's ratings of ${queriesOf(found)}`, found, compared), holes);
  };
  const ofGold = gold?.comparison ? holesOfGold(gold) : {};
  const ofValidation = validation?.holes ?? {};
  // Pools leave out what is not rated; without them it counts as not relevant.
  const ofEstimate = estimate?.sample === null ? { ...ofValidation, ...ofGold } : {};
  const people = [
    ...(estimate ? [againstHoles(standingOfEstimate(estimate, evidence.suggestion ?? null, engines), ofEstimate)] : []),
    ...(gold?.comparison ? [ofPeople("gold", gold.comparison, ofGold)] : []),
    ...(validation?.people ? [ofPeople("validation", validation.people, ofValidation)] : []),
  ].filter(({ order }) => order.length > 1);
  const ofLabels =
    labels &&
    againstOtherReferences(
      againstUnrelated(standingOf("labels", "The labels", labels, engines), evidence.unrelated),
      evidence.inTurn,
    );
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
      sure: "",
      verdict: "No query could be measured, so the engines cannot be compared.",
      next: null,
    };
  }
  if (chosen.by === "labels" && evidence.change) return concludeChange(chosen, evidence.change, evidence);
  const byAnswers = chosen.by === "labels" ? leadByAnswers(chosen, evidence.answered) : null;
  const found = conclude(chosen, byAnswers);
  const open = found.state === "decided" ? null : nearestLead(found.leads, found.order[0] ?? "");
  const model = sayModel(chosen, evidence);
  return {
    ...found,
    sure: [...sayDoubted(chosen, evidence), found.sure, ...sayUnused(chosen, evidence)].join(" ").trim(),
    reasons: [
      ...found.reasons,
      ...sayAnswers(found, byAnswers, evidence.answered),
      ...sayLabels(chosen, ofLabels, evidence),
      ...(model === null ? [] : [model]),
    ],
    ...(model !== null && { model }),
    next:
      found.state === "nothing to compare" || areAlike(found.leads)
        ? null
        : nextStep(found.by, open, { ...evidence, isAlone }),
  };
}

/** Without a second engine, labels do not say which is better: they say what changed. */
function concludeChange(standing: Standing, change: OnlyChange, evidence: Evidence): Conclusion {
  const { by, measure, chance, order } = standing;
  const rate = nextStep(
    by,
    { better: change.engine, worse: change.reference, difference: 0, interval: null },
    { ...evidence, isAlone: true },
  );
  const undecided = "A third list, or ratings, decides which is better.";
  return {
    ...{ by, state: "nothing to compare", isHeldOpen: false, measure, chance, order, leads: [] },
    verdict: sayChange(change),
    sure: [...sayDoubted(standing, evidence), ...explainChange(change)].join(" "),
    reasons: [],
    next: rate && { ...rate, text: `${undecided} ${rate.text}` },
  };
}

function queriesOf({ order }: EngineComparison): string {
  return counted(Math.max(0, ...order.map((engine) => engine.queries)), "query", "queries");
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
    queries: Math.max(0, ...order.map((engine) => engine.queries)),
    isEnough: ours.some(({ verdict }) => verdict !== "too few queries"),
    leads: ours.map(({ better, worse, difference, interval, verdict }) => {
      return { better, worse, difference, interval, isShown: verdict === "better" };
    }),
  };
}

/** By engine: unrated first results of rated queries, and the smallest and the largest mean that their ratings could give. */
type Holes = Readonly<Record<string, { readonly count: number; readonly lower: number; readonly upper: number }>>;

function holesOfGold({ engines, comparison }: GoldDocument): Holes {
  const found = Object.entries(engines).flatMap(([name, engine]) => {
    const bounds = engine[comparison?.measure ?? ""];
    if (typeof bounds !== "object" || !("lower" in bounds)) return [];
    return [[name, { count: engine.holes.count, lower: bounds.lower, upper: bounds.upper }] as const];
  });
  return Object.fromEntries(found);
}

/** A lead does not count if unrated results let the bounds of the two engines overlap. */
function againstHoles(standing: Standing, holes: Holes): Standing {
  const leads = standing.leads.map((lead): Lead => {
    const [better, worse] = [holes[lead.better], holes[lead.worse]];
    if (!lead.isShown || !better || !worse || better.lower > worse.upper) return lead;
    const unrated = [lead.worse, lead.better].flatMap((engine) => {
      const count = holes[engine]?.count ?? 0;
      return count > 0 ? [{ engine, count }] : [];
    });
    return unrated.length === 0 ? lead : { ...lead, isShown: false, unrated };
  });
  return { ...standing, leads };
}

/** Whether every query gives all of them the same. */
function areAlike(leads: readonly Lead[]): boolean {
  return leads.every(({ difference, interval }) => difference === 0 && interval?.every((end) => end === 0));
}

/** Labels that give lists of other queries as much do not show a lead. */
function againstUnrelated(standing: Standing, unrelated: Unrelated | null = null): Standing {
  if (unrelated === null) return standing;
  const meanOf = (name: string) => unrelated.engines.find(({ engine }) => engine === name)?.mean ?? 0;
  const alike = unrelated.engines.filter(({ low }) => low <= 0).map(({ engine }) => engine);
  const isAlike = alike.length === unrelated.engines.length;
  const leads = standing.leads.map((lead): Lead => {
    const { better, worse, isShown } = lead;
    const isHeld = unrelated.pairs.every(({ a, b, low, high }) => {
      if (a === better && b === worse) return low > 0;
      return a !== worse || b !== better || high < 0;
    });
    const movedLead = meanOf(better) - meanOf(worse);
    const isLikeMoved = isShown && !(isHeld && ![better, worse].some((engine) => alike.includes(engine)));
    return { ...lead, isShown: isShown && isHeld && !isAlike, movedLead, isLikeMoved };
  });
  return { ...standing, leads, isLikeUnrelated: isAlike };
}

/** Labels of one reference decide nothing, so that other references must confirm a lead. */
function againstOtherReferences(standing: Standing, inTurn: ReferencesInTurn | null = null): Standing {
  const leads = standing.leads.map((lead): Lead => {
    const { better, worse, isShown } = lead;
    const pair = inTurn?.pairs.find(({ a, b }) => (a === better && b === worse) || (a === worse && b === better));
    return pair !== undefined && isShown && isConfirmed(pair, better)
      ? { ...lead, confirmedBy: pair.references }
      : lead;
  });
  return { ...standing, leads };
}

/** Where ratings are looked at again and again, `suggest` alone knows what chance is left: what it holds open is open. */
function standingOfEstimate(
  estimate: EstimateReport,
  suggestion: SuggestReport | null,
  engines: readonly string[],
): Standing {
  const { measure, differencesBy, order, pairs, ratedQueries, overQueries, target, weightOfLabels } = estimate;
  const word = whatPeopleGave(estimate);
  const isOpen = (a: string, b: string) =>
    suggestion?.pairs.some((pair) => pair.state === "open" && [a, b].includes(pair.a) && [a, b].includes(pair.b));
  if (overQueries) {
    const standing = standingOf("estimate", word, overQueries, engines);
    const mayTurn = ({ better, worse }: Lead) =>
      pairs.some((pair) => [better, worse].includes(pair.a) && [better, worse].includes(pair.b) && !pair.decided);
    return {
      ...standing,
      leads: standing.leads.map((lead) => ({ ...lead, isShown: lead.isShown && !mayTurn(lead) })),
      isAllRated: isAllRated(estimate),
    };
  }
  const chance = target === "these" ? OF_UNRATED : OTHER_QUERIES;
  return {
    by: "estimate",
    word: `${word}${weightOfLabels > 0 ? ", with labels that learned from them," : ""}`,
    queries: ratedQueries,
    measure: differencesBy,
    order: orderedByDifferences(order, pairs),
    ...(measure !== differencesBy && { predicted: { measure, first: order[0] ?? "" } }),
    isOfThese: target === "these",
    isStrained: estimate.movedPairs !== undefined || manyUnrated(estimate) > 0,
    chance,
    isEnough: ratedQueries >= Math.min(FEWEST_RATED, estimate.queries),
    isHeldOpen: pairs.some(({ a, b, decided }) => decided && isOpen(a, b)),
    leads: pairs.flatMap(({ a, b, difference, interval, human, decided }): Lead[] => {
      if (difference === null) return [];
      const turned = (given: Interval | null): Interval | null =>
        difference >= 0 ? given : given && [-given[1], -given[0]];
      const ofRatings = turned(human.interval);
      // Predictions that ratings contradict decide nothing.
      const isContradicted = ofRatings !== null && ofRatings[1] < (turned(interval)?.[0] ?? 0);
      const isShown = decided && !isOpen(a, b) && !isContradicted;
      const [better, worse] = difference >= 0 ? [a, b] : [b, a];
      return [
        {
          ...{ better, worse, difference: Math.abs(difference), interval: turned(interval), isShown },
          ...(decided && ofRatings !== null && ofRatings[0] <= 0 && { ofRatings }),
        },
      ];
    }),
  };
}

function whatPeopleGave({ sample, ratings, minutes, ratedQueries }: EstimateReport): string {
  const queries = counted(ratedQueries, "query", "queries");
  if (sample?.of !== "pairs") return `People's ratings of ${queries}`;
  return `${counted(ratings, "rating")} in ${queries} (about ${counted(Math.ceil(minutes), "minute")})`;
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

function conclude(standing: Standing, byAnswers: LeadByAnswers | null): Omit<Conclusion, "next"> {
  const { by, word, measure, predicted, chance, order, queries, isEnough, isHeldOpen } = standing;
  const [best = "", ...others] = order;
  const leads = standing.leads.filter(({ better, worse }) => better === best || worse === best);
  const isByAnswers = byAnswers !== null && isByAnswersAlone(byAnswers);
  const conclusion = (state: Conclusion["state"], verdict: string, sure = "", reasons: readonly string[] = []) => {
    return { by, measure, chance, order, leads, isHeldOpen, state, verdict, sure, reasons };
  };
  if (others.length === 0) {
    return conclusion("nothing to compare", `Only one engine was measured, ${best}, so there is nothing to compare.`);
  }
  if (leads.length === 0) {
    return conclusion("nothing to compare", `${sayNames(order)} cannot be compared: they share no measured query.`);
  }
  if (areAlike(leads)) {
    const verdict = `${word} do not tell ${sayNames(order)} apart: each query gives them the same ${measure}.`;
    return conclusion("open", verdict);
  }
  const lead = sayLead(standing, nearestLead(leads, best), isByAnswers);
  const reasons = [
    ...(predicted === undefined ? [] : [sayPredicted(predicted, measure, best)]),
    ...(isHeldOpen ? ["semqrel suggest, which counts every look at the ratings, holds it open."] : []),
  ];
  if (!isEnough) {
    const are = by === "labels" ? "can be measured" : queries === 1 ? "has ratings" : "have ratings";
    const few = `Only ${counted(queries, "query", "queries")} ${are}`;
    return conclusion("too few queries", `${few}, too few for a verdict: ten are the minimum.`, lead, reasons);
  }
  if (standing.isLikeUnrelated) {
    const verdict = "The labels do not show which engine is better: lists for other queries may do as well.";
    return conclusion("open", verdict, lead, reasons);
  }
  const { state, verdict } = (by === "labels" ? sayByLabels : sayByPeople)({ standing, leads, isByAnswers });
  return conclusion(state, verdict, lead, reasons);
}

interface Said {
  readonly standing: Standing;
  /** Of the first engine with each other one. */
  readonly leads: readonly Lead[];
  readonly isByAnswers: boolean;
}

function sayByPeople({ standing, leads, isByAnswers }: Said): Pick<Conclusion, "state" | "verdict"> {
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
  if (standing.isAllRated) {
    return { state, verdict: `${word} put ${best} first. For other queries ${sayNames(rivals)} may be as good.` };
  }
  if (ahead.length > 0) {
    const better = `${best} is better than ${sayNames(ahead)}${here}`;
    return { state, verdict: `${word} show that ${better}. ${sayNames(rivals)} may be as good.` };
  }
  return { state, verdict: sayOpen(standing, here) };
}

/** Labels of one reference give a hint; only other references that agree decide. */
function sayByLabels({ standing, leads, isByAnswers }: Said): Pick<Conclusion, "state" | "verdict"> {
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
    const verdict = `${agree} that ${best} is better than ${namesOf(confirmed)}. They do not decide about ${namesOf(rest)}.`;
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

function sayPredicted({ measure, first }: NonNullable<Standing["predicted"]>, differencesBy: string, best: string) {
  const unlike = `Differences are in ${differencesBy}, because those in ${measure} need all results rated.`;
  return first === best ? unlike : `${unlike} Predictions of ${measure} do not put ${best} first.`;
}

/** Of the engine that comes nearest. */
function sayLead(
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

function sayDoubted({ by }: Standing, { estimate, doubted = [] }: Evidence): string[] {
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
function sayUnused({ by }: Standing, { gold, hasStale }: Evidence): string[] {
  if (by !== "labels" || (gold == null && !hasStale)) return [];
  const ratings =
    gold == null ? "The ratings are" : `${counted(gold.ratings, "rating")} ${gold.ratings === 1 ? "is" : "are"}`;
  return [`${ratings} not used yet; the next step uses them.`];
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
function sayModel({ by, order }: Standing, { judging, engines }: Evidence): string | null {
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

/** What a summary says of how far its labels can be trusted. */
export function labelEvidence(
  summary: LabelSummary | null,
): Pick<Evidence, "matches" | "unrelated" | "inTurn" | "change" | "doubted"> {
  const matches = Object.values(summary?.engines ?? {}).map((engine) => engine.matches);
  const doubted = new Set(
    (summary?.warnings ?? []).flatMap((one) => (isGrave(one) && "engine" in one ? one.engine : [])),
  );
  const { unrelated = null, references_in_turn: inTurn = null } = summary ?? {};
  return { matches, unrelated, inTurn, change: summary && onlyChange(summary), doubted: [...doubted] };
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
