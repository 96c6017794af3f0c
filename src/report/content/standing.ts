/** How do the engines of a folder stand, by each source: labels, people's ratings, an estimate? */
import type { Interval } from "../../core/document/blocks.ts";
import { counted } from "../../core/text/wording.ts";
import { type EstimateReport, FEWEST_RATED, orderedByDifferences } from "../../estimate/estimate-report.ts";
import type { SuggestReport } from "../../estimate/suggest-report.ts";
import type { JudgingReport } from "../../gold/judge/judging-report.ts";
import { type Holes, unratedThatMayTurn } from "../../gold/unrated-results.ts";
import type { OnlyChange } from "../../label/changes/change-blocks.ts";
import type { EngineSummary } from "../../label/folder/label-summary.ts";
import { isConfirmed, type ReferencesInTurn } from "../../label/folder/references-in-turn.ts";
import type { Unrelated } from "../../label/folder/unrelated.ts";
import type { EngineComparison, EnginePair } from "../../measure/measures/compare-engines.ts";
import type { ValidationReport } from "../../trust/validation-report.ts";
import type { AnsweredQueries } from "./compare-engines.ts";
import { isAllRated, type StepFacts } from "./next-step.ts";

export type MatchCounts = Pick<EngineSummary["matches"], "exact" | "semantic" | "none">;

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

export interface Standing {
  /** Who says so. `nothing` if no query is measured. */
  readonly by: "estimate" | "gold" | "validation" | "labels" | "nothing";
  readonly measure: string;
  /** Under which chance the intervals are meant, as a part of a sentence. */
  readonly chance: string;
  /** Best first. */
  readonly order: readonly string[];
  /** Whether `suggest`, which counts every look at the ratings, holds open what the estimate would call decided. */
  readonly isHeldOpen: boolean;
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

export const OTHER_QUERIES = "over queries";

const OF_UNRATED = "for what all ratings would give";

export function queriesOf({ order }: EngineComparison): string {
  return counted(Math.max(0, ...order.map((engine) => engine.queries)), "query", "queries");
}

export function standingOf(
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

/** A lead does not count if unrated results let the bounds of the two engines overlap. */
export function againstHoles(standing: Standing, holes: Holes): Standing {
  const leads = standing.leads.map((lead): Lead => {
    const unrated = lead.isShown ? unratedThatMayTurn(lead, holes) : [];
    return unrated.length === 0 ? lead : { ...lead, isShown: false, unrated };
  });
  return { ...standing, leads };
}

/** Whether every query gives all of them the same. */
export function areAlike(leads: readonly Lead[]): boolean {
  return leads.every(({ difference, interval }) => difference === 0 && interval?.every((end) => end === 0));
}

/** Labels that give lists of other queries as much do not show a lead. */
export function againstUnrelated(standing: Standing, unrelated: Unrelated | null = null): Standing {
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
export function againstOtherReferences(standing: Standing, inTurn: ReferencesInTurn | null = null): Standing {
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
export function standingOfEstimate(
  estimate: EstimateReport,
  suggestion: SuggestReport | null,
  engines: readonly string[],
): Standing {
  const { measure, differencesBy, order, pairs, ratedQueries, overQueries, target, weightOfLabels } = estimate;
  const word = whatPeopleGave(estimate);
  const usesLabels = weightOfLabels > 0 || Object.values(estimate.engines).some(({ lambda }) => (lambda ?? 0) > 0);
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
    word: `${word}${usesLabels ? ", with labels that learned from them," : ""}`,
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
  if (sample?.of !== "pairs") return `People's ratings of ${counted(ratedQueries, "query", "queries")}`;
  return `${counted(ratings, "rating")} (about ${counted(Math.ceil(minutes), "minute")})`;
}

/** The lead that is nearest, and what remains of it where both engines answer. */
export interface LeadByAnswers {
  readonly lead: Lead;
  /** Null where no query has results of both. */
  readonly overBoth: EnginePair | null;
}

/** Null where both engines answer as many queries. */
export function leadByAnswers(standing: Standing, answered: AnsweredQueries | null = null): LeadByAnswers | null {
  const [best = ""] = standing.order;
  const lead = nearestLead(standing.leads, best);
  if (answered === null || lead === null || !differInAnswers(lead, answered)) return null;
  return { lead, overBoth: answered.compareOverBoth(lead.better, lead.worse) };
}

export function differInAnswers({ better, worse }: Lead, { countOf }: AnsweredQueries): boolean {
  return countOf.has(better) && countOf.has(worse) && countOf.get(better) !== countOf.get(worse);
}

/**
 * Of those with the best engine: the nearest of the ones that show little, else of all. One that it does not have is the
 * nearest of all.
 */
export function nearestLead(leads: readonly Lead[], best: string): Lead | null {
  const ahead = ({ better, difference }: Lead) => (better === best ? difference : -difference);
  const own = leads.filter(({ better, worse }) => better === best || worse === best);
  const isOpen = ({ better, isShown }: Lead) => better !== best || !isShown;
  const byDistance = own.toSorted((one, other) => ahead(one) - ahead(other));
  return byDistance.find(isOpen) ?? byDistance[0] ?? null;
}

export function isByAnswersAlone({ lead, overBoth }: LeadByAnswers): boolean {
  return overBoth === null || overBoth.better !== lead.better || overBoth.verdict !== "better";
}

/** A tenth may be skipped for good reasons. */
const NAMED_UNRATED = 0.1;

/** Drawn pairs without a rating; 0 where they are few. */
export function manyUnrated({ ratings, sample }: EstimateReport): number {
  if (sample?.of !== "pairs") return 0;
  const unrated = sample.pools.reduce((sum, { unjudgedPairs }) => sum + unjudgedPairs, 0);
  return unrated < NAMED_UNRATED * (ratings + unrated) ? 0 : unrated;
}
