/**
 * What would rating some of the queries of stored labels buy, or rating more of them?
 */

import { invalidOption } from "../../core/errors.ts";
import { counted } from "../../core/text/wording.ts";
import type { StoredLabels } from "../../core/types.ts";
import type { Warning } from "../../core/warnings.ts";
import { secondsPerQuery, secondsPerRating } from "../../gold/pools/order-for-rating.ts";
import { readStoredLabels } from "../../label/stored-labels.ts";
import { documentsOfLists, NO_DOCUMENT } from "../../lists/documents.ts";
import { FEWEST_FOR_SPREAD } from "../../maths/sampling/interval-estimate.ts";
import { planRatings, type RatingPlan } from "../../maths/sampling/plan.ts";
import { meanOf } from "../../maths/summary.ts";
import { parseOrderingMeasure } from "../../measure/measures/parse-measures.ts";
import type { TitleVectorTools } from "../../model/title-vectors.ts";
import { calibratedStudy, type StudyFiles, type StudyOptions } from "../calibrated-study.ts";
import { humanValues, labelledValues, measurableQueries } from "../calibration/calibrated-values.ts";
import { answeredQueries, titlePoolOf } from "../calibration/title-pool.ts";
import { estimatesOf } from "../estimate-files.ts";
import { type DesignOptions, plannedDesigns } from "./plan-designs.ts";
import { type PlanReport, planReport } from "./plan-report.ts";

/** How rating is planned for a folder of labels. */
export interface PlanFilesOptions {
  /** Numbers of rated queries, with those that are rated already; null for the usual ones up to all. */
  readonly queries: readonly number[] | null;
  readonly depths: readonly number[];
  readonly target: "these" | "future";
  /** Correlation of labels and ratings; null for what the ratings say, or a careful guess without any. */
  readonly rho: number | null;
  /** Null for the usual one. */
  readonly secondsPerRating: number | null;
  /** As `DesignOptions`. @default null */
  readonly ratings?: DesignOptions["ratings"];
  readonly minutes?: DesignOptions["minutes"];
  /** Reading a query. @default the usual one */
  readonly secondsPerQuery?: number;
}

/** Ratings that are there already, and what it takes to compare labels with them. */
export interface PilotRatings {
  readonly gold: string;
  readonly proxies: StudyFiles["proxies"];
  /** As `StudyFiles`. @default none */
  readonly pools?: readonly string[];
  readonly options: StudyOptions;
  readonly tools: TitleVectorTools;
}

const usualQueries = [10, 20, 30, 40, 60, 80, 120];
/** On two public collections calibrated labels and ratings of 20 queries had .3 to .6, query by query. */
const assumedRho = 0.4;

/**
 * Pairs by spread, and whole queries, from the same ratings; with a pool of pairs those two alone.
 * With ratings, ρ is the mean over engines of that which `estimate` has, for differences the mean over pairs, and the spread
 * is that of people's grades.
 */
export async function planFiles(
  labels: string,
  options: PlanFilesOptions,
  ratings: PilotRatings | null = null,
): Promise<{ readonly report: PlanReport; readonly warnings: readonly Warning[] }> {
  const pilot = ratings && (await readPilot(labels, ratings));
  const { stored, warnings } = pilot?.study ?? (await readStoredLabels(labels));
  const measurable = measurableQueries(stored);
  // Those that anybody answers, which `estimate` takes for all.
  const of = (pilot?.study.queries ?? answeredQueries(titlePoolOf(stored))).length;
  if (of < FEWEST_FOR_SPREAD) {
    throw invalidOption(
      `Planning ratings of ${labels}: the lists answer ${counted(of, "query", "queries")}, but intervals need three. Rate all of them.`,
      { labels, queries: of },
    );
  }
  const depths = options.depths.map((depth) => ({
    depth,
    ratingsPerQuery: sizesOfPool(stored, depth).reduce((sum, size) => sum + size, 0) / of,
    values: pilot?.valuesAt(depth) ?? labelledValues(stored.engines, measurable, depth),
  }));
  const seconds = options.secondsPerRating ?? secondsPerRating;
  const rated = pilot?.study.ratedQueries ?? 0;
  const few = pilot?.study.pairs ? undefined : options.queries?.find((count) => count < rated);
  if (few !== undefined) {
    throw invalidOption(
      `Planning ratings of ${labels}: --queries says ${few}, and ${rated} are rated already. Give numbers from ${rated} on: those that are rated count.`,
      { queries: few, ratedQueries: rated },
    );
  }
  const rho = options.rho ?? pilot?.rho ?? assumedRho;
  const designs = plannedDesigns(stored, pilot?.study ?? null, {
    ...{ target: options.target, rho, ratings: options.ratings ?? null, minutes: options.minutes ?? null },
    ...{ secondsPerRating: seconds, secondsPerQuery: options.secondsPerQuery ?? secondsPerQuery },
  });
  const usual = [...(rated > 0 ? [rated] : []), ...usualQueries.filter((count) => count > rated && count < of), of];
  const plans = planRatings(pilot?.study.pairs ? [] : depths, {
    queries: options.queries ?? [...new Set(usual)],
    of,
    target: options.target,
    rho,
    ...(options.rho === null && pilot !== null ? { rhoOfDifferences: pilot.rhoOfDifferences } : {}),
    secondsPerRating: seconds,
  });
  // What is rated already costs nothing.
  const furtherAlone = (plan: RatingPlan) => {
    const { ratingsPerQuery = 0 } = depths.find(({ depth }) => depth === plan.depth) ?? {};
    const ratings = Math.ceil((plan.queries - rated) * ratingsPerQuery);
    return { ...plan, ratings, minutes: (ratings * seconds) / 60 };
  };
  return {
    report: planReport(plans.map(furtherAlone), {
      designs,
      measure: "nDCG",
      target: options.target,
      engines: stored.engines.length,
      queries: of,
      rho,
      rhoSource: options.rho !== null ? "given" : pilot === null ? "assumed" : "measured",
      ratedQueries: rated,
      secondsPerRating: seconds,
    }),
    warnings,
  };
}

async function readPilot(labels: string, { gold, proxies, pools = [], options, tools }: PilotRatings) {
  const study = await calibratedStudy({ labels, gold, proxies, pools }, options, tools);
  if (study.pairs !== null && pools.length > 1) {
    throw invalidOption(`Planning from ${pools.join(", ")}: a plan is made from one pool of pairs. Give the largest.`, {
      pools,
    });
  }
  const { judged, ratedQueries } = study;
  if (ratedQueries < FEWEST_FOR_SPREAD) {
    throw invalidOption(
      `Planning from ${gold}: ${counted(ratedQueries, "query is", "queries are")} rated, and fewer than three are not enough. Rate more, or plan without --gold.`,
      { gold, ratedQueries },
    );
  }
  const { engines, pairs } = estimatesOf(study, { ...options, target: "these" });
  return {
    study,
    // Pairs give no engine a level of its own.
    rho: meanRho(study.pairs ? pairs : Object.values(engines)),
    rhoOfDifferences: meanRho(pairs),
    valuesAt: (depth: number) => humanValues(judged, parseOrderingMeasure(`nDCG@${depth}`)),
  };
}

/** Labels that go against ratings get no weight, as in `estimate`. */
function meanRho(estimates: readonly { readonly rho: number | null }[]): number {
  return Math.max(0, meanOf(estimates.flatMap(({ rho }) => rho ?? [])));
}

/** By query: distinct documents of all engines' first results; one without a title is in no pool. */
function sizesOfPool({ queries, engines }: StoredLabels, depth: number): number[] {
  const documentsOf = documentsOfLists(engines.map(({ lists }) => lists));
  return queries.map((_, query) => {
    const first = documentsOf(query).flatMap((documents) => [...documents.subarray(0, depth)]);
    return new Set(first.filter((document) => document !== NO_DOCUMENT)).size;
  });
}
