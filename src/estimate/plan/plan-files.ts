/** Plans ratings from labels alone, from queries rated as a whole, or from drawn pairs. */
import { at } from "../../core/at.ts";
import { invalidOption } from "../../core/errors.ts";
import { counted } from "../../core/text/wording.ts";
import type { PooledPair, StoredLabels } from "../../core/types.ts";
import type { Warning } from "../../core/warnings.ts";
import { spreadSizes } from "../../gold/pools/draw-by-spread.ts";
import { secondsPerQuery, secondsPerRating } from "../../gold/pools/order-for-rating.ts";
import { readStoredLabels } from "../../label/stored-labels.ts";
import { documentsOfLists, NO_DOCUMENT } from "../../lists/documents.ts";
import { FEWEST_FOR_SPREAD } from "../../maths/sampling/interval-estimate.ts";
import {
  type DesignPilot,
  openedQueries,
  type PilotPair,
  planDesigns,
  planRatings,
  type RatingPlan,
} from "../../maths/sampling/plan.ts";
import { meanOf, sumOf } from "../../maths/summary.ts";
import {
  type PositionWeights,
  parseOrderingMeasure,
  positionWeights,
  summedMeasure,
} from "../../measure/measures/parse-measures.ts";
import type { TitleVectorTools } from "../../model/title-vectors.ts";
import { gradeOfRow, storedLabelSource } from "../../trust/engine-values.ts";
import { type CalibratedStudy, calibratedStudy, type StudyOptions } from "../calibrated-study.ts";
import { humanValues, labelledValues, measurableQueries } from "../calibration/calibrated-values.ts";
import { answeredQueries, type TitlePool, titlePoolOf, visitFirst } from "../calibration/title-pool.ts";
import { estimatesOf } from "../estimate-files.ts";
import type { StudyFiles } from "../study-settings.ts";
import { type PlannedDesigns, type PlanReport, planReport } from "./plan-report.ts";

export interface PlanOptions {
  readonly queries?: readonly number[];
  readonly depth: readonly number[];
  readonly target: "these" | "future";
  /** Correlation of labels and ratings over queries. @default measured; without ratings, a cautious value */
  readonly rho?: number;
  /** Seconds per rating. */
  readonly seconds?: number;
  readonly secondsPerQuery?: number;
  readonly ratings?: readonly number[];
  /** Minutes for rating more pairs, instead of `ratings`. */
  readonly minutes?: readonly number[];
}

interface PilotRatings extends Omit<StudyFiles, "labels"> {
  readonly options: StudyOptions;
  readonly tools: TitleVectorTools;
}

const usualQueries = [10, 20, 30, 40, 60, 80, 120];
/** On two public collections with 20 rated queries, calibrated labels and ratings had a correlation of .3 to .6. */
const assumedRho = 0.4;

/**
 * Plans how many whole queries to rate, unless there is a pool of drawn pairs. Also compares two ways to use the same
 * number of ratings: on whole queries, or on pairs of `pool --by spread`. With ratings, the variation between queries
 * is measured on grades, not on labels. A measured ρ is a mean over engines for scores, and over pairs of engines for
 * differences.
 */
export async function planFiles(
  labels: string,
  options: PlanOptions,
  ratings: PilotRatings | null = null,
): Promise<{ readonly report: PlanReport; readonly warnings: readonly Warning[] }> {
  const pilot = ratings && (await readPilot(labels, ratings));
  const { stored, warnings } = pilot?.study ?? (await readStoredLabels(labels));
  const measurable = measurableQueries(stored);
  const of = (pilot?.study.queries ?? answeredQueries(titlePoolOf(stored))).length;
  if (of < FEWEST_FOR_SPREAD) {
    throw invalidOption(
      `Planning ratings of ${labels}: the lists have results for ${counted(of, "query", "queries")}, but intervals need three. Rate all of them.`,
      { labels, queries: of },
    );
  }
  const depths = options.depth.map((depth) => ({
    depth,
    ratingsPerQuery: sumOf(sizesOfPool(stored, depth)) / of,
    values: pilot?.valuesAt(depth) ?? labelledValues(stored.engines, measurable, depth),
  }));
  const seconds = options.seconds ?? secondsPerRating;
  const rated = pilot?.study.ratedQueries ?? 0;
  const few = pilot?.study.pairs ? undefined : options.queries?.find((count) => count < rated);
  if (few !== undefined) {
    throw invalidOption(
      `Planning ratings of ${labels}: --queries is ${few}, but ${rated} are already rated. Give ${rated} or more, because the number includes rated queries.`,
      { queries: few, ratedQueries: rated },
    );
  }
  const rho = options.rho ?? pilot?.rho ?? assumedRho;
  const designs = plannedDesigns(stored, pilot?.study ?? null, {
    ...options,
    rho,
    seconds,
    secondsPerQuery: options.secondsPerQuery ?? secondsPerQuery,
  });
  const usual = [...(rated > 0 ? [rated] : []), ...usualQueries.filter((count) => count > rated && count < of), of];
  const plans = planRatings(pilot?.study.pairs ? [] : depths, {
    queries: options.queries ?? [...new Set(usual)],
    of,
    target: options.target,
    rho,
    ...(options.rho === undefined && pilot !== null ? { rhoOfDifferences: pilot.rhoOfDifferences } : {}),
    secondsPerRating: seconds,
  });
  // Only further ratings cost time.
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
      rhoSource: options.rho !== undefined ? "given" : pilot === null ? "assumed" : "measured",
      ratedQueries: rated,
      secondsPerRating: seconds,
    }),
    warnings,
  };
}

async function readPilot(labels: string, { gold, proxies, pools, options, tools }: PilotRatings) {
  const study = await calibratedStudy({ labels, gold, proxies, pools }, options, tools);
  if (study.pairs !== null && pools.length > 1) {
    throw invalidOption(`Planning from ${pools.join(", ")}: a plan uses one pool of pairs. Give the largest.`, {
      pools,
    });
  }
  const { judged, ratedQueries } = study;
  if (ratedQueries < FEWEST_FOR_SPREAD) {
    throw invalidOption(
      `Planning from ${gold}: ${counted(ratedQueries, "query is", "queries are")} rated, but a plan needs three. Rate more, or plan without --gold.`,
      { gold, ratedQueries },
    );
  }
  const { engines, pairs } = estimatesOf(study, options);
  return {
    study,
    // A sample of pairs gives no correlation for single engines.
    rho: meanRho(study.pairs ? pairs : Object.values(engines)),
    rhoOfDifferences: meanRho(pairs),
    valuesAt: (depth: number) => humanValues(judged, parseOrderingMeasure(`nDCG@${depth}`)),
  };
}

/** Returns the mean ρ, or 0 if it is negative: `estimate` gives no weight to labels that contradict ratings. */
function meanRho(estimates: readonly { readonly rho: number | null }[]): number {
  return Math.max(0, meanOf(estimates.flatMap(({ rho }) => rho ?? [])));
}

/** Returns each query's number of distinct documents with a title in the first results of all engines. */
function sizesOfPool({ queries, engines }: StoredLabels, depth: number): number[] {
  const documentsOf = documentsOfLists(engines.map(({ lists }) => lists));
  return queries.map((_, query) => {
    const first = documentsOf(query).flatMap((documents) => [...documents.subarray(0, depth)]);
    return new Set(first.filter((document) => document !== NO_DOCUMENT)).size;
  });
}

const usualRatings = [150, 300, 600, 1200];
/** Measure of both plans: to rate whole queries, and to rate single pairs. Its depth is that of `pool --by spread`. */
const measure = "nDCG@10";

/** @param study - null to plan from labels alone: a gain is then a label divided by its query's ideal DCG */
function plannedDesigns(
  stored: StoredLabels,
  study: CalibratedStudy | null,
  options: PlanOptions & Readonly<Record<"rho" | "seconds" | "secondsPerQuery", number>>,
): PlannedDesigns | null {
  const { target, rho, seconds, secondsPerQuery } = options;
  const summed = study?.pairs?.measure ?? summedMeasure(parseOrderingMeasure(measure));
  const weights = positionWeights(summed);
  const found = study === null ? labelledPairs(stored, weights) : ratedPairs(study, weights);
  const pilot: DesignPilot = { ...found, target, rho, isPredicted: study !== null };
  const possible = pilot.sizes.reduce((sum, own) => sum + own.filter((size) => size > 0).length, 0);
  if (pilot.rated.length === 0 || possible === 0) return null;
  const ofPairs = study?.pairs ? study.ratings : 0;
  const [ofWhole, wholeBefore] =
    study && !study.pairs ? [ratedInLists(study, weights.depth), study.ratedQueries] : [0, 0];
  const minutesOf = (ratings: number, queries: number) =>
    (Math.max(0, ratings) * seconds + Math.max(0, queries) * secondsPerQuery) / 60;
  const ofDraw = (ratings: number) => minutesOf(ratings - ofPairs, openedQueries(pilot, ratings, ofPairs));
  const usual = [...(ofPairs > 0 ? [ofPairs] : []), ...usualRatings.filter((count) => count > ofPairs)];
  const wanted = options.minutes?.map((minutes) => mostWithin(minutes, ofPairs, possible, ofDraw)) ??
    options.ratings ?? [...new Set(usual.map((count) => Math.min(count, possible)))];
  const least = Math.max(1, ofPairs);
  const wrong = wanted.find((count) => count < least || count > possible);
  if (wrong !== undefined) {
    throw invalidOption(
      `Planning ratings: --ratings is ${wrong}, but ${counted(ofPairs, "pair is", "pairs are")} already rated, and ${possible} can tell the engines apart. Give numbers from ${least} to ${possible}.`,
      { ratings: wrong, rated: ofPairs, possible },
    );
  }
  return {
    secondsPerQuery,
    measure: study === null ? measure : summed.name,
    possible,
    rows: planDesigns(pilot, wanted).map(({ ratings, whole, pairs }) => ({
      ratings,
      whole: { ...whole, minutes: minutesOf(ratings - ofWhole, whole.queries - wholeBefore) },
      pairs: { ...pairs, queries: Math.round(pairs.queries), minutes: ofDraw(ratings) },
    })),
  };
}

/** Counts the rated pairs of the engines' lists. Judgments may also have pairs that no engine returned. */
function ratedInLists({ pool, queries, judged }: CalibratedStudy, depth: number): number {
  const isRated = ({ engine, row }: FoundPair["places"][number]) => gradeOfRow(judged, engine, row) >= 0;
  return pairsOf(pool, queries, depth).filter(({ places }) => places.some(isRated)).length;
}

/** Returns how many ratings fit into `minutes`, at most `most`, and at least max(`least`, 1) if fewer fit. */
function mostWithin(minutes: number, least: number, most: number, minutesOf: (ratings: number) => number): number {
  let [low, high] = [Math.max(1, least), most];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (minutesOf(middle) <= minutes) low = middle;
    else high = middle - 1;
  }
  return low;
}

interface FoundPair {
  readonly title: number;
  readonly query: number;
  readonly places: readonly { readonly engine: number; readonly row: number; readonly rank: number }[];
  readonly size: number;
}

function pairsOf(pool: TitlePool, queries: Int32Array, depth: number): FoundPair[] {
  const found = Array.from(queries, (query, place) => {
    const byTitle = new Map<number, FoundPair["places"][number][]>();
    visitFirst(pool, [query], depth, (title, engine, row, rank) => {
      const places = byTitle.get(title) ?? [];
      places.push({ engine, row, rank });
      byTitle.set(title, places);
    });
    return [...byTitle].map(([title, places]) => ({ title, query: place, places }));
  }).flat();
  const sizes = spreadSizes(
    found.map(({ places }) => ({ engines: pool.engines.flatMap((_, engine) => placesIn(places, engine)) })),
    pool.engines.length,
  );
  return found.map((pair, place) => ({ ...pair, size: at(sizes, place) }));
}

function placesIn(places: FoundPair["places"], engine: number): PooledPair["engines"] {
  const [rank, ...also] = places.filter((place) => place.engine === engine).map((place) => place.rank);
  return rank === undefined ? [] : [{ name: `${engine}`, rank, also, of: rank + 1 }];
}

/** @param knownAbout - returns the probability, gain and predicted gain of a pair; null if it is not rated */
function pilotOf(
  pool: TitlePool,
  queries: Int32Array,
  weights: PositionWeights,
  isWhole: boolean,
  knownAbout: (pair: FoundPair) => Pick<PilotPair, "chance" | "gain" | "predicted"> | null,
) {
  const found = pairsOf(pool, queries, weights.depth);
  const sizes = Array.from(queries, (): number[] => []);
  const rated = found.flatMap((pair): PilotPair[] => {
    at(sizes, pair.query).push(pair.size);
    const known = pair.size > 0 ? knownAbout(pair) : null;
    if (known === null) return [];
    const own = new Float64Array(pool.engines.length);
    for (const { engine, rank } of pair.places) own[engine] = at(own, engine) + weights.weightAt(rank);
    return [{ size: pair.size, query: pair.query, weights: own, ...known }];
  });
  return { queries: queries.length, isWhole, rated, sizes: sizes.map((own) => Float64Array.from(own)) };
}

function labelledPairs(stored: StoredLabels, weights: PositionWeights) {
  const pool = titlePoolOf(stored);
  const queries = answeredQueries(pool);
  const source = storedLabelSource(stored);
  const ideals = Float64Array.from(queries, (query) => {
    const best = source.idealOf(query)?.toSorted().reverse().subarray(0, weights.depth) ?? new Float64Array(0);
    return best.reduce((sum, label, rank) => sum + weights.weightAt(rank) * label, 0);
  });
  const chance = ideals.filter((ideal) => ideal > 0).length / queries.length;
  return pilotOf(pool, queries, weights, true, ({ query, places: [first] }) => {
    const ideal = at(ideals, query);
    if (!(ideal > 0) || first === undefined) return null;
    return { chance, gain: (source.labelOf(first.engine, first.row) || 0) / ideal, predicted: 0 };
  });
}

function ratedPairs({ pool, queries, judged, fit, pairs, values }: CalibratedStudy, weights: PositionWeights) {
  const isRated = (query: number) => values.some(({ human }) => !Number.isNaN(human[query]));
  const ofQuery = queries.filter((_, query) => isRated(query)).length / queries.length;
  const chances = pairs?.samples[0]?.draw.pairs.map(
    (own) => new Map(own.flatMap(({ documents, probability }) => documents.map((one) => [one, probability] as const))),
  );
  return pilotOf(pool, queries, weights, pairs === null, ({ title, query, places }) => {
    const keys = places.map(({ engine, row }) => at(judged.engines[engine]?.documentKeys ?? [], row));
    const drawn = keys.flatMap((key) => chances?.[query]?.get(key) ?? [])[0];
    const chance = chances ? drawn : isRated(query) ? ofQuery : undefined;
    if (chance === undefined) return null;
    const grade = places.map(({ engine, row }) => gradeOfRow(judged, engine, row)).find((one) => one >= 0) ?? 0;
    const predicted = at(fit.labels, title);
    return {
      chance,
      gain: weights.gainOf(grade),
      predicted: pairs ? predicted : weights.gainOf(Math.max(0, predicted)),
    };
  });
}
