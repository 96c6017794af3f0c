/** Chooses which queries, or which pairs of query and document, people should rate next. */
import { at } from "../core/at.ts";
import { shellWord } from "../core/text/escape.ts";
import { counted, textsOf } from "../core/text/wording.ts";
import type { PooledPair, StoredLabels } from "../core/types.ts";
import type { Warning } from "../core/warnings.ts";
import { drawsOf, readDrawnPool } from "../gold/pools/pool-format.ts";
import { readStoredLabels } from "../label/stored-labels.ts";
import { enginesToOrder, refusedSuggestion } from "../lists/choose-engines.ts";
import { FEWEST_FOR_SPREAD } from "../maths/sampling/interval-estimate.ts";
import { positionWeights, summedMeasure } from "../measure/measures/parse-measures.ts";
import type { TitleVectorTools } from "../model/title-vectors.ts";
import { type CalibratedStudy, calibratedStudy } from "./calibrated-study.ts";
import {
  beginningOf,
  drawQueries,
  growPool,
  orderBySpread,
  orderedPairs,
  pairsOfQueries,
  queriesLeft,
  queryDisagreement,
} from "./draw-next.ts";
import { type EstimateFilesOptions, estimatesOf } from "./estimate-files.ts";
import { leftToRate, manyUnrated, unratedOf } from "./estimate-standing.ts";
import { interimAnalyses } from "./rated-sample.ts";
import type { StudyFiles } from "./study-settings.ts";
import { type DrawnNext, type SuggestReport, suggestReport } from "./suggest-report.ts";

export interface SuggestOptions extends EstimateFilesOptions {
  /** Number of queries or pairs to draw, >= 1. Fewer are drawn if no more are left, or if more would exceed `until`. */
  readonly count: number;
  /** Number of rated queries or pairs at which rating ends, even if nothing is decided. @default all */
  readonly until?: number;
  /** Whether to decide only which engine is best. @default false */
  readonly best?: boolean;
  /** Largest difference between two engines that does not matter, >= 0. */
  readonly smallest: number;
  /** Whether to draw even if everything is decided, `until` is reached, or drawn results are unrated. @default false */
  readonly anyway?: boolean;
}

/** Files of a sample of pairs. `gold` is null before the first draw. `pools` has at most the latest pool. */
export type PairStudyFiles = Omit<StudyFiles, "gold"> & { readonly gold: string | null };

export async function suggestQueries(files: StudyFiles, options: SuggestOptions, tools: TitleVectorTools) {
  const study = await calibratedStudy(files, { ...options, ordersEngines: true }, tools);
  if (study.pairs !== null)
    throw refusedSuggestion(
      "the pool contains single pairs, but --by queries draws whole queries. Leave out --by, so that the draw continues the pool",
    );
  const places = placesToOrder(study.stored, options);
  const { ratedQueries } = study;
  if (ratedQueries < FEWEST_FOR_SPREAD)
    throw refusedSuggestion(
      `${counted(ratedQueries, "query is", "queries are")} rated, but at least three are needed to know how queries differ. ${unfinishedIn(study) === 0 ? "Draw the first ones with semqrel pool --sample 10" : sayRest(study)}`,
    );
  const earlier = await poolsOf(files.pools);
  const documents = pairsOfQueries(study, places, earlier, options.depth);
  const left = queriesLeft(study, documents, earlier);
  const sample: GrowingSample = {
    by: "queries",
    queries: study.queries.length,
    ratedQueries,
    units: study.queries.length,
    rated: ratedQueries,
    chosen: ratedQueries,
    left: left.length,
    cautions: cautionsOfQueries(study),
    areAlike: (pair) => documents.every((ofQuery) => queryDisagreement(ofQuery, [pair]) === 0),
    draw(count, asked) {
      const draw = drawsOf(earlier).length + 1;
      const drawn = drawQueries(study, { documents, left, count, asked, seed: options.seed, draw });
      return { drawn, next: [...earlier, ...drawn.pairs] };
    },
  };
  return suggestFrom(sample, { ...study, study, places }, options);
}

/**
 * Draws pairs of query and document. All pairs of the engines' lists are in one random order (`drawInOrder`), which
 * depends on seed, measure, engines and lists, but never on ratings. A pool is the beginning of this order, so each new
 * pool contains all earlier ones. The latest pool counts as a single draw that replaces the earlier draws, so estimates
 * only use this pool. The calibration also learns from rated pairs outside the latest pool. A pool of
 * `pool --by spread` keeps its own order, so it grows as with `pool --by spread --add`. Lists are cut at the measure's
 * depth, not at the option `depth`.
 */
export async function suggestPairs(files: PairStudyFiles, options: SuggestOptions, tools: TitleVectorTools) {
  const read = await knownOf(files, options, tools);
  const { stored, study } = read;
  const bySpread = read.pool?.some(({ inOrder }) => inOrder?.by === "spread") ?? false;
  // As in `estimate`, differences in nDCG are estimated as differences in DCG.
  const weights = positionWeights(study === null ? options.measure : summedMeasure(options.measure));
  const places = placesToOrder(stored, options);
  const { depth } = weights;
  const { seed } = options;
  const all = bySpread ? orderBySpread(stored, { depth, seed }) : orderedPairs(stored, places, weights, seed);
  const earlier = read.pool === null ? [] : beginningOf(all, read.pool, files.pools);
  // If all results are rated, the study has no sample, and all `earlier` pairs are rated.
  const rated = study?.sample ? (interimAnalyses(study.sample).at(-1) ?? 0) : earlier.length;
  const sample: GrowingSample = {
    by: "pairs",
    queries: all.queries,
    ratedQueries: study?.ratedQueries ?? 0,
    units: all.pairs.length,
    rated,
    chosen: earlier.length,
    left: all.pairs.length - earlier.length,
    cautions: cautionsOfPairs(files, study),
    areAlike: (pair) => all.pairs.every((one) => isAlike(one, pair)),
    draw(count) {
      const next = growPool(all, earlier, count, seed);
      const added = next.slice(earlier.length);
      const chances = next.map(({ probability }) => probability);
      const queries = new Set(added.map(({ query }) => query)).size;
      return { drawn: { queries, ratings: added.length, chances }, next };
    },
  };
  return suggestFrom(sample, { ...read, places }, options);
}

type EnginePair = readonly [one: string, other: string];

/** A sample that grows with each draw. Its units are queries or pairs of query and document. */
interface GrowingSample
  extends Pick<SuggestReport, "by" | "queries" | "ratedQueries" | "units" | "rated" | "cautions"> {
  /** Number of drawn units, including unrated pairs. */
  readonly chosen: number;
  readonly left: number;
  areAlike(pair: EnginePair): boolean;
  draw(
    count: number,
    asked: readonly EnginePair[],
  ): { readonly next: readonly PooledPair[]; readonly drawn: DrawnNext };
}

/** `study` is null before the first draw. */
interface KnownSoFar {
  readonly stored: StoredLabels;
  readonly study: CalibratedStudy | null;
  readonly warnings: readonly Warning[];
}

function suggestFrom(
  sample: GrowingSample,
  { stored, study, places, warnings }: KnownSoFar & { readonly places: readonly number[] },
  options: SuggestOptions,
) {
  const { left, chosen, rated, units, areAlike, draw, ...counts } = sample;
  const until = options.until ?? units;
  if (until < rated || until > units)
    throw refusedSuggestion(
      `--until ends rating at ${until} ${counts.by}, but ${rated} of ${units} are already rated. Give --until a number from ${rated} to ${units}`,
    );
  const engines = places.map((place) => at(stored.engines, place).lists.engine);
  const estimate = study && estimatesOf(study, options);
  const analyses = study?.sample ? interimAnalyses(study.sample) : study === null ? [] : [rated];
  const known = { ...counts, rated, units, until, analyses, engines, estimate, areAlike };
  const undrawn = suggestReport(known, options);
  const asked = undrawn.pairs.filter(({ wanted }) => undrawn.decided || wanted).map(({ a, b }): EnginePair => [a, b]);
  let reason: SuggestReport["reason"] = null;
  // While some drawn results are unrated, a decided order may still change.
  const unratedIn = undrawn.decided ? leftToRate : manyUnrated;
  if (!options.anyway && estimate !== null && unratedIn(estimate) > 0) reason = "unrated";
  else if (left === 0) reason = "nothing left";
  else if (!options.anyway && undrawn.decided) reason = "decided";
  else if (!options.anyway && until <= chosen) reason = "end reached";
  const room = options.anyway ? left : until - chosen;
  const found = reason === null ? draw(Math.min(options.count, left, room), asked) : null;
  const report = suggestReport({ ...known, reason, drawn: found?.drawn ?? null }, options);
  // `next`: pairs of the given pools, then the drawn pairs; null if nothing is drawn.
  return { report, next: found?.next ?? null, warnings };
}

function placesToOrder({ engines }: StoredLabels, options: SuggestOptions): number[] {
  return enginesToOrder(
    engines.map(({ lists }) => lists),
    options.engines ?? null,
  );
}

async function knownOf(files: PairStudyFiles, options: SuggestOptions, tools: TitleVectorTools) {
  const [path, ...further] = files.pools;
  if (further.length > 0)
    throw refusedSuggestion(
      `${files.pools.length} pools are given, but a pool of pairs contains the earlier ones. Give only the latest`,
    );
  if (path === undefined) return { ...(await readStoredLabels(files.labels)), study: null, pool: null };
  if (files.gold === null) throw refusedSuggestion(`${path} was drawn, but its ratings are missing. Give --gold`);
  const { pairs: pool } = await readDrawnPool(path);
  if (pool.some(({ inOrder }) => inOrder === undefined))
    throw refusedSuggestion(
      `${path} has ${counted(pool.length, "pair")} that were not drawn by --by pairs. Start a new draw: --by pairs without --pool`,
    );
  const study = await calibratedStudy({ ...files, gold: files.gold }, { ...options, ordersEngines: true }, tools);
  return { stored: study.stored, study, pool, warnings: study.warnings };
}

function isAlike({ engines }: PooledPair, [one, other]: EnginePair): boolean {
  const ranksOf = (name: string) =>
    engines.filter((engine) => engine.name === name).map(({ rank, also }) => [rank, also]);
  return JSON.stringify(ranksOf(one)) === JSON.stringify(ranksOf(other));
}

/** Joins all pools and numbers their draws. If a query is in several draws, only its pairs in the first are kept. */
async function poolsOf(paths: readonly string[]): Promise<PooledPair[]> {
  const all: PooledPair[] = [];
  let draw = 0;
  for (const path of paths) {
    for (const pairs of drawsOf((await readDrawnPool(path)).pairs)) {
      const known = new Set(all.map(({ query }) => query));
      const added = pairs.filter(({ query }) => !known.has(query));
      if (added.length > 0) draw++;
      for (const pair of added) all.push({ ...pair, draw });
    }
  }
  return all;
}

function unfinishedIn({ sample }: CalibratedStudy): number {
  return sample?.pools.reduce((sum, { drawn, complete }) => sum + drawn - complete, 0) ?? 0;
}

function cautionsOfQueries(study: CalibratedStudy): string[] {
  const { sample } = study;
  const { pickedByHand = 0 } = sample ?? {};
  const unfinished = unfinishedIn(study);
  return textsOf(
    sample === null &&
      "Without --pool, all rated queries are treated as one random draw that is checked for the first time. If you drew several pools, give them with --pool, in the order in which they were drawn.",
    unfinished > 0 &&
      `${counted(unfinished, "drawn query is", "drawn queries are")} not completely rated. The intervals assume that ratings are missing at random. ${sayRest(study)}.`,
    pickedByHand > 0 &&
      `${counted(pickedByHand, "rated query was", "rated queries were")} not in any pool. Labels learn from them, but they do not count in decisions.`,
  );
}

/** Returns a sentence, without its full stop, that says how to rate the remaining results of the draw. */
function sayRest(study: CalibratedStudy | null): string {
  const { path = "" } = study?.sample?.pools.find(({ unjudgedPairs }) => unjudgedPairs > 0) ?? {};
  if (study === null || study.draw === null) return `To be sure, rate the rest of ${path}`;
  return `To be sure, rate the rest (semqrel rate ${shellWord(path)} --db ${shellWord(study.draw.database)})`;
}

function cautionsOfPairs({ gold, pools }: PairStudyFiles, study: CalibratedStudy | null): string[] {
  const unjudged = study?.sample ? unratedOf(study.sample) : 0;
  return textsOf(
    pools.length === 0 &&
      gold !== null &&
      "The first draw of pairs uses no ratings. Ratings in --gold are used once this pool is rated.",
    unjudged > 0 &&
      `${counted(unjudged, "drawn pair is not rated", "drawn pairs are not rated")}. The intervals assume that ratings are missing at random. ${sayRest(study)}.`,
  );
}
