/**
 * Which pairs of all queries should people rate next, and which of the engines' order is decided already?
 */

import { at } from "../core/at.ts";
import { counted, textsOf } from "../core/text/wording.ts";
import type { PooledPair, StoredLabels } from "../core/types.ts";
import type { Warning } from "../core/warnings.ts";
import { readDrawnPool } from "../gold/pools/pool-format.ts";
import { readStoredLabels } from "../label/stored-labels.ts";
import { enginesToOrder, refusedSuggestion } from "../lists/choose-engines.ts";
import { positionWeights } from "../measure/measures/position-weights.ts";
import type { TitleVectorTools } from "../model/title-vectors.ts";
import { type CalibratedStudy, calibratedStudy, type StudyFiles } from "./calibrated-study.ts";
import { beginningOf, growPool, orderBySpread, orderedPairs } from "./draw-pairs.ts";
import { pairInterims } from "./interim-analysis.ts";
import { type Suggestion, type SuggestOptions, suggestNext } from "./suggestion.ts";

/** A folder of labels, its ratings and the pools that were drawn, for samples of pairs. */
export interface PairStudyFiles extends Omit<StudyFiles, "gold"> {
  /** Null before the first draw, which needs no rating. */
  readonly gold: string | null;
  /** None before the first draw, then the latest alone: it holds the earlier ones. */
  readonly pools: readonly string[];
}

const USUAL_END = 1500;

/**
 * All pairs of the engines' lists lie in one order of chance (`drawInOrder`), which seed, measure, engines and lists decide
 * and ratings never: a pool is its beginning. A longer one holds it and is one draw, too, in which each pair has a larger
 * chance, so that the latest pool alone is estimated from, and looks need no other care than to be paid for. Ratings of
 * pairs that the pool lacks teach the labels only.
 *
 * A pool that `pool --by spread` drew from the folder grows along its own order, as by `--add`: its chances do not follow the
 * open differences, so that they stay those of one draw.
 *
 * @param options `depth` and `unjudged` have no part: lists count as deep as the measure does, what is not drawn is not judged
 * @throws SemqrelError as `positionWeights`, `readStoredLabels`, `enginesToOrder`, `calibratedStudy`; INVALID_OPTION for
 *         several pools, a pool without ratings, one that is no beginning of this order, an end below what is rated
 */
export async function suggestPairs(
  files: PairStudyFiles,
  options: SuggestOptions,
  tools: TitleVectorTools,
): Promise<Suggestion> {
  const read = await knownOf(files, options, tools);
  const { stored, study } = read;
  const bySpread = read.pool?.some(({ inOrder }) => inOrder?.by === "spread") ?? false;
  // Of nDCG the differences by DCG, as `estimate` says them.
  const measure = study?.pairs?.measure ?? options.measure;
  const weights = positionWeights(measure);
  const places = enginesToOrder(
    stored.engines.map(({ lists }) => lists),
    options.engines,
  );
  const { depth } = weights;
  const { seed } = options;
  const all = bySpread ? orderBySpread(stored, { depth, seed }) : orderedPairs(stored, places, { weights, seed });
  const earlier = read.pool === null ? [] : beginningOf(all, read.pool, files.pools);
  const rated = earlier.length;
  const suggestion = suggestNext(
    {
      by: "pairs",
      engines: places.map((place) => at(stored.engines, place).lists.engine),
      interims: study === null ? [] : pairInterims(study, all, { places, weights, options }),
      queries: all.queries,
      ratedQueries: study?.ratedQueries ?? 0,
      units: all.pairs.length,
      rated,
      left: all.pairs.length - rated,
      range: study?.range ?? null,
      until: endOf(options.until, rated, all.pairs.length),
      cautions: cautionsOf(files, study),
      areAlike: (pair) => all.pairs.every((one) => isAlike(one, pair)),
      draw(count) {
        const next = growPool(all, earlier, { count, seed: options.seed });
        const added = next.slice(rated);
        const chances = next.map(({ probability }) => probability);
        return {
          drawn: { queries: new Set(added.map(({ query }) => query)).size, ratings: added.length, chances },
          next,
        };
      },
    },
    { ...options, measure },
  );
  return { ...suggestion, warnings: read.warnings };
}

interface Known {
  readonly stored: StoredLabels;
  /** Null before the first draw. */
  readonly study: CalibratedStudy | null;
  readonly pool: readonly PooledPair[] | null;
  readonly warnings: readonly Warning[];
}

async function knownOf(files: PairStudyFiles, options: SuggestOptions, tools: TitleVectorTools): Promise<Known> {
  const [path, ...further] = files.pools;
  if (further.length > 0)
    throw refusedSuggestion(
      `${files.pools.length} pools are given, and a pool of pairs holds those before it. Give the latest alone`,
    );
  if (path === undefined) return { ...(await readStoredLabels(files.labels)), study: null, pool: null };
  if (files.gold === null) throw refusedSuggestion(`${path} was drawn, and its ratings are missing. Give --gold`);
  const { pairs: pool } = await readDrawnPool(path);
  if (pool.some(({ inOrder }) => inOrder === undefined))
    throw refusedSuggestion(
      `${path} holds ${counted(pool.length, "pair")} that this command did not draw by pairs. Start a draw of its own: --by pairs without --pool`,
    );
  const study = await calibratedStudy({ ...files, gold: files.gold }, options, tools);
  return { stored: study.stored, study, pool, warnings: study.warnings };
}

function isAlike({ engines }: PooledPair, [one, other]: readonly [string, string]): boolean {
  const ranksOf = (name: string) =>
    engines.filter((engine) => engine.name === name).map(({ rank, also }) => [rank, also]);
  return JSON.stringify(ranksOf(one)) === JSON.stringify(ranksOf(other));
}

function endOf(asked: number | null, rated: number, pairs: number): number {
  const end = asked ?? Math.min(pairs, Math.max(USUAL_END, rated));
  if (end >= rated && end <= pairs) return end;
  throw refusedSuggestion(
    `rating was to end at ${end} rated pairs, and ${rated} of ${pairs} are drawn. Give --until the number that was planned before the first look`,
  );
}

function cautionsOf({ gold, pools }: PairStudyFiles, study: CalibratedStudy | null): string[] {
  const unjudged = study?.sample?.pools.reduce((sum, { unjudgedPairs }) => sum + unjudgedPairs, 0) ?? 0;
  return textsOf(
    pools.length === 0 &&
      gold !== null &&
      "The first draw of pairs uses no ratings: those of --gold teach the labels once the pool is rated, too.",
    unjudged > 0 &&
      `${counted(unjudged, "drawn pair is", "drawn pairs are")} not rated, and taken for left out by chance: rate them first.`,
  );
}
