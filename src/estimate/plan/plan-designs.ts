/**
 * What would so many ratings buy as pairs by spread, and what as whole queries?
 * From labels alone, from queries that were rated whole, or from pairs that were drawn.
 */
import { at } from "../../core/at.ts";
import { invalidOption } from "../../core/errors.ts";
import type { PooledPair, StoredLabels } from "../../core/types.ts";
import { spreadSizes } from "../../gold/pools/draw-by-spread.ts";
import { rowsOfQuery } from "../../lists/group-results.ts";
import { type DesignPilot, openedQueries, type PilotPair, planDesigns } from "../../maths/sampling/plan.ts";
import { parseOrderingMeasure } from "../../measure/measures/parse-measures.ts";
import { type PositionWeights, positionWeights, summedMeasure } from "../../measure/measures/position-weights.ts";
import { gradeOfRow, storedLabelSource } from "../../trust/judged-lists.ts";
import type { CalibratedStudy } from "../calibrated-study.ts";
import { answeredQueries, NO_TITLE, type TitlePool, titlePoolOf } from "../calibration/title-pool.ts";
import type { PlannedDesigns } from "./plan-report.ts";

export interface DesignOptions {
  /** Numbers of ratings, with those that are there; null for the usual ones. */
  readonly ratings: readonly number[] | null;
  /** Or as many pairs as can still be rated in so many minutes. */
  readonly minutes: readonly number[] | null;
  readonly target: "these" | "future";
  readonly rho: number;
  readonly secondsPerRating: number;
  readonly secondsPerQuery: number;
}

const usualRatings = [150, 300, 600, 1200];
/** As deep as `pool --by spread` takes lists. */
const measure = "nDCG@10";

/**
 * @param study null for labels alone: each label then counts as a grade, divided by the best that its query could have
 */
export function plannedDesigns(
  stored: StoredLabels,
  study: CalibratedStudy | null,
  options: DesignOptions,
): PlannedDesigns | null {
  const { target, rho, secondsPerRating, secondsPerQuery } = options;
  const found = study === null ? labelledPairs(stored) : ratedPairs(study);
  const pilot: DesignPilot = { ...found, target, rho, isPredicted: study !== null };
  const possible = pilot.sizes.reduce((sum, own) => sum + own.filter((size) => size > 0).length, 0);
  if (pilot.rated.length === 0 || possible === 0) return null;
  const ofPairs = study?.pairs ? study.ratings : 0;
  const [ofWhole, wholeBefore] = study && !study.pairs ? [study.ratings, study.ratedQueries] : [0, 0];
  const minutesOf = (ratings: number, queries: number) =>
    (Math.max(0, ratings) * secondsPerRating + Math.max(0, queries) * secondsPerQuery) / 60;
  const ofDraw = (ratings: number) => minutesOf(ratings - ofPairs, openedQueries(pilot, ratings, ofPairs));
  const usual = [...(ofPairs > 0 ? [ofPairs] : []), ...usualRatings.filter((count) => count > ofPairs)];
  const wanted = options.minutes?.map((minutes) => mostWithin(minutes, ofPairs, possible, ofDraw)) ??
    options.ratings ?? [...new Set(usual.map((count) => Math.min(count, possible)))];
  for (const count of wanted) requireNumber(count, ofPairs, possible);
  return {
    secondsPerQuery,
    measure: study === null ? measure : (study.pairs?.measure ?? summedMeasure(parseOrderingMeasure(measure))).name,
    possible,
    rows: planDesigns(pilot, wanted).map(({ ratings, whole, pairs }) => ({
      ratings,
      whole: { ...whole, minutes: minutesOf(ratings - ofWhole, whole.queries - wholeBefore) },
      pairs: { ...pairs, queries: Math.round(pairs.queries), minutes: ofDraw(ratings) },
    })),
  };
}

/** The largest number of ratings that takes no longer. */
function mostWithin(minutes: number, least: number, most: number, minutesOf: (ratings: number) => number): number {
  let [low, high] = [Math.max(1, least), most];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (minutesOf(middle) <= minutes) low = middle;
    else high = middle - 1;
  }
  return low;
}

function requireNumber(count: number, rated: number, possible: number): void {
  if (count >= Math.max(1, rated) && count <= possible) return;
  throw invalidOption(
    `Planning ratings: --ratings says ${count}, ${rated} pairs are rated already, and ${possible} tell the engines apart. Give numbers from ${Math.max(1, rated)} to ${possible}.`,
    { ratings: count, rated, possible },
  );
}

interface FoundPair {
  /** Of the title pool. */
  readonly title: number;
  /** Place among the queries. */
  readonly query: number;
  /** Where it stands: an engine, the row of its lists, and the rank. */
  readonly places: readonly { readonly engine: number; readonly row: number; readonly rank: number }[];
  readonly size: number;
}

/** All pairs of query and title among the engines' first results. */
function pairsOf({ engines }: TitlePool, queries: Int32Array, depth: number): FoundPair[] {
  const found = Array.from(queries, (query, place) => {
    const byTitle = new Map<number, FoundPair["places"][number][]>();
    for (const [engine, { lists, poolRows }] of engines.entries()) {
      for (const [rank, row] of rowsOfQuery(lists, query).subarray(0, depth).entries()) {
        const title = at(poolRows, row);
        const places = byTitle.get(title) ?? [];
        places.push({ engine, row, rank });
        if (title !== NO_TITLE) byTitle.set(title, places);
      }
    }
    return [...byTitle].map(([title, places]) => ({ title, query: place, places }));
  }).flat();
  const sizes = spreadSizes(
    found.map(({ places }) => ({ engines: engines.flatMap((_, engine) => placesIn(places, engine)) })),
    engines.length,
  );
  return found.map((pair, place) => ({ ...pair, size: at(sizes, place) }));
}

function placesIn(places: FoundPair["places"], engine: number): PooledPair["engines"] {
  const [rank, ...also] = places.filter((place) => place.engine === engine).map((place) => place.rank);
  return rank === undefined ? [] : [{ name: `${engine}`, rank, also, of: rank + 1 }];
}

type Pilot = Pick<DesignPilot, "queries" | "isWhole" | "rated" | "sizes">;

/** @param tell what is known of a pair; null for nothing */
function pilotOf(
  { pool, queries, weights }: Pick<CalibratedStudy, "pool" | "queries"> & { readonly weights: PositionWeights },
  isWhole: boolean,
  tell: (pair: FoundPair) => Pick<PilotPair, "chance" | "gain" | "predicted"> | null,
): Pilot {
  const found = pairsOf(pool, queries, weights.depth);
  const sizes = Array.from(queries, (): number[] => []);
  const rated = found.flatMap((pair): PilotPair[] => {
    at(sizes, pair.query).push(pair.size);
    const told = pair.size > 0 ? tell(pair) : null;
    if (told === null) return [];
    const own = new Float64Array(pool.engines.length);
    for (const { engine, rank } of pair.places) own[engine] = at(own, engine) + weights.weightAt(rank);
    return [{ size: pair.size, query: pair.query, weights: own, ...told }];
  });
  return { queries: queries.length, isWhole, rated, sizes: sizes.map((own) => Float64Array.from(own)) };
}

function labelledPairs(stored: StoredLabels): Pilot {
  const pool = titlePoolOf(stored);
  const queries = answeredQueries(pool);
  const weights = positionWeights(summedMeasure(parseOrderingMeasure(measure)));
  const source = storedLabelSource(stored, "labels");
  const ideals = Float64Array.from(queries, (query) => {
    const best = source.idealOf(query)?.toSorted().reverse().subarray(0, weights.depth) ?? new Float64Array(0);
    return best.reduce((sum, label, rank) => sum + weights.weightAt(rank) * label, 0);
  });
  const chance = ideals.filter((ideal) => ideal > 0).length / queries.length;
  return pilotOf({ pool, queries, weights }, true, ({ query, places: [first] }) => {
    const ideal = at(ideals, query);
    if (!(ideal > 0) || first === undefined) return null;
    return { chance, gain: (source.labelOf(first.engine, first.row) || 0) / ideal, predicted: 0 };
  });
}

function ratedPairs({ pool, queries, judged, fit, pairs, values }: CalibratedStudy): Pilot {
  const weights = positionWeights(pairs?.measure ?? summedMeasure(parseOrderingMeasure(measure)));
  const isRated = (query: number) => values.some(({ human }) => !Number.isNaN(human[query]));
  const ofQuery = queries.filter((_, query) => isRated(query)).length / queries.length;
  const chances = pairs?.samples[0]?.draw.pairs.map(
    (own) => new Map(own.flatMap(({ documents, probability }) => documents.map((one) => [one, probability] as const))),
  );
  return pilotOf({ pool, queries, weights }, pairs === null, ({ title, query, places }) => {
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
