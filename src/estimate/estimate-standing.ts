/** Decides which engines an estimate calls better, and whether rating can end. */
import type { Interval } from "../core/document/blocks.ts";
import { counted, textsOf } from "../core/text/wording.ts";
import { priceOfLook } from "../maths/sampling/simultaneous-intervals.ts";
import { FEWEST_QUERIES } from "../maths/significance/corrections.ts";
import { sayVerdict } from "../trust/say.ts";
import { type Lead, OTHER_QUERIES, type Standing, standingOf } from "../trust/standing.ts";
import {
  type EstimateReport,
  type EstimatesToReport,
  type EstimateWithoutVerdict,
  estimateReport,
  isEnough,
  orderedByDifferences,
} from "./estimate-report.ts";

export function concludedEstimate(found: EstimatesToReport): EstimateReport {
  const report = estimateReport(found);
  const { verdict, sure } = sayVerdict(standingOfEstimate(report, found.engines));
  return { ...report, verdict, sure };
}

export function standingOfEstimate(estimate: EstimateWithoutVerdict, engines: readonly string[]): Standing {
  const { measure, differencesBy, order, pairs, ratedQueries, overQueries, target, weightOfLabels } = estimate;
  const { ratings, minutes, sample } = estimate;
  const word =
    sample?.of === "pairs"
      ? `${counted(ratings, "rating")} (about ${counted(Math.ceil(minutes), "minute")})`
      : `People's ratings of ${counted(ratedQueries, "query", "queries")}`;
  const usesLabels = weightOfLabels > 0 || Object.values(estimate.engines).some(({ lambda }) => (lambda ?? 0) > 0);
  if (overQueries) {
    const standing = standingOf("estimate", word, overQueries, engines);
    const pairOf = ({ better, worse }: Lead) =>
      pairs.find(({ a, b }) => (a === better && b === worse) || (a === worse && b === better));
    return {
      ...standing,
      leads: standing.leads.map((lead) => {
        const { decided = true, unrated, state } = pairOf(lead) ?? {};
        const haveAll = [lead.better, lead.worse].every((name) => estimate.engines[name]?.unrated === 0);
        const needsQueries = decided || state === "no difference" || haveAll;
        return { ...lead, isShown: lead.isShown && decided, needsQueries, ...(unrated && { unrated }) };
      }),
    };
  }
  // If all differences over these queries are known exactly, the verdict is about other queries instead.
  const isExact = pairs.length > 0 && pairs.every(({ otherQueries }) => otherQueries !== undefined);
  const isOfThese = target === "these" && !isExact;
  return {
    by: "estimate",
    word: `${word}${usesLabels ? ", with predictions for unrated results," : ""}`,
    queries: ratedQueries,
    measure: differencesBy,
    order: orderedByDifferences(order, pairs),
    ...(measure !== differencesBy && { predicted: { measure, first: order[0] ?? "" } }),
    isOfThese,
    isStrained: haveListsChanged(estimate) || manyUnrated(estimate) > 0,
    chance: isOfThese ? "if every result were rated" : OTHER_QUERIES,
    isEnough: isExact ? ratedQueries >= FEWEST_QUERIES : isEnough(estimate, estimate.queries, pairs),
    leads: pairs.flatMap(({ a, b, difference, human, unrated, otherQueries, ...ofThese }): Lead[] => {
      if (difference === null) return [];
      const { interval, decided } = otherQueries ?? ofThese;
      const turned = (given: Interval | null): Interval | null =>
        difference >= 0 ? given : given && [-given[1], -given[0]];
      const ofRatings = turned(human.interval);
      const saysMore =
        ofRatings !== null && (decided ? ofRatings[0] <= 0 : ofRatings[1] < (turned(interval)?.[0] ?? 0));
      const [better, worse] = difference >= 0 ? [a, b] : [b, a];
      return [
        {
          better,
          worse,
          difference: Math.abs(difference),
          interval: turned(interval),
          isShown: decided,
          needsQueries: otherQueries !== undefined && unrated === undefined,
          ...(saysMore && { ofRatings }),
          ...(unrated && { unrated }),
        },
      ];
    }),
  };
}

/** Returns whether queries were added, or results have other positions, since pairs were drawn. */
export function haveListsChanged({
  movedPairs,
  newQueries,
}: Pick<EstimateReport, "movedPairs" | "newQueries">): boolean {
  return (movedPairs ?? newQueries) !== undefined;
}

/** Smallest share of unrated results that leads to a warning. Raters may have good reasons to skip a smaller share. */
const MANY_UNRATED = 0.1;

/** Number of drawn pairs without a rating; 0 if their share is below `MANY_UNRATED`, or if no pairs were drawn. */
export function manyUnrated({ ratings, sample }: EstimateWithoutVerdict): number {
  if (sample?.of !== "pairs") return 0;
  const unrated = unratedOf(sample);
  return unrated < MANY_UNRATED * (ratings + unrated) ? 0 : unrated;
}

/** Returns the number of drawn results without a rating. For a draw of pairs, returns 0 if few are unrated. */
export function leftToRate(estimate: EstimateWithoutVerdict): number {
  return estimate.sample?.of === "queries" ? unratedOf(estimate.sample) : manyUnrated(estimate);
}

export function unratedOf({ pools }: { readonly pools: readonly { readonly unjudgedPairs: number }[] }): number {
  return pools.reduce((sum, { unjudgedPairs }) => sum + unjudgedPairs, 0);
}

export function isAllRated({ pairs }: Pick<EstimateReport, "pairs">): boolean {
  return pairs.every(({ simultaneous, unrated }) => unrated === undefined && simultaneous?.[0] === simultaneous?.[1]);
}

export function hasTooFewQueries({ ratedQueries, queries }: Pick<EstimateReport, "ratedQueries" | "queries">): boolean {
  return ratedQueries >= queries && queries < FEWEST_QUERIES;
}

/** Says whether to keep rating, and how earlier interim analyses change the p-values; "" for a single engine. */
export function sayStop(report: EstimateReport): string {
  const { pairs, look, correction } = report;
  if (pairs.length === 0) return "";
  if (hasTooFewQueries(report)) return `Add queries: a verdict needs ${FEWEST_QUERIES}.`;
  const isAnyDecided = pairs.some(({ decided }) => decided);
  const wrong =
    correction === "fdr"
      ? "On average, at most 5 % of such decisions are wrong."
      : "With 95 % confidence, no such decision is wrong.";
  return textsOf(
    sayAdvice(report),
    isAnyDecided && wrong,
    look > 1 &&
      `This is check ${look} of the ratings. p-values are multiplied by ${priceOfLook(look)}, so repeated checks do not cause false verdicts.`,
  ).join(" ");
}

/** Returns whether the estimate, or one of its pairs, is for other queries than the rated ones. */
export function isOverQueries({ overQueries, pairs }: EstimateReport): boolean {
  return overQueries !== undefined || pairs.some(({ otherQueries }) => otherQueries !== undefined);
}

function sayAdvice(report: EstimateReport): string {
  const { pairs, open, stop } = report;
  const left =
    pairs.length === 1
      ? "it is not yet decided which engine is better"
      : `${open} of ${pairs.length} pairs of engines ${open === 1 ? "is" : "are"} not yet decided`;
  if (!stop && report.left === 0) return "Add queries: every result of these queries is rated.";
  if (!stop) return `Keep rating: ${left}.`;
  const unrated = leftToRate(report);
  if (unrated > 0) {
    const decided = open === 0 ? "Every pair of engines is decided" : "The best engine is decided";
    const rest = counted(unrated, "drawn result is", "drawn results are");
    return `${decided}, but ${rest} not rated. Rate ${unrated === 1 ? "it" : "them"} to be sure.`;
  }
  if (open === 0) {
    return `Stop rating: every pair of engines is decided${isOverQueries(report) ? " for these queries" : ""}.`;
  }
  return `Stop rating if you only need to know which engine is best: ${left}.`;
}
