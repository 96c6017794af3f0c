/**
 * Which pairs of all queries should people rate next, and which of the engines' order is decided already?
 */

import { counted } from "../core/text/wording.ts";
import type { PooledPair, StoredLabels } from "../core/types.ts";
import type { Warning } from "../core/warnings.ts";
import { readPool } from "../gold/pools/read-pool.ts";
import { secondsPerRating } from "../gold/pools/summarise-pool.ts";
import { readStoredLabels } from "../label/stored-labels.ts";
import { enginesToOrder } from "../lists/engines-to-order.ts";
import type { Decision } from "../maths/sampling/decide-by-looks.ts";
import { wantedDifferences } from "../maths/sampling/decide-by-looks.ts";
import { positionWeights } from "../measure/measures/position-weights.ts";
import type { TitleVectorTools } from "../model/title-vectors.ts";
import { type CalibratedStudy, calibratedStudy, type StudyFiles } from "./calibrated-study.ts";
import { beginningOf, growPool, orderedPairs } from "./ordered-pairs.ts";
import { decideByPairLooks, pairLooks, standing } from "./pair-looks.ts";
import { refusedSuggestion } from "./refused-suggestion.ts";
import type { Suggestion, SuggestOptions } from "./suggest-files.ts";
import { suggestReport } from "./suggest-report.ts";

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
 * @param options `depth` and `unjudged` have no part: lists count as deep as the measure does, what is not drawn is not judged
 * @throws SemqrelError as `positionWeights`, `readStoredLabels`, `enginesToOrder`, `calibratedStudy`; INVALID_OPTION for
 *         several pools, a pool without ratings, one that is no beginning of this order, an end below what is rated
 */
export async function suggestPairs(
  files: PairStudyFiles,
  options: SuggestOptions,
  tools: TitleVectorTools,
): Promise<Suggestion> {
  const weights = positionWeights(options.measure);
  const read = await knownOf(files, options, tools);
  const { stored, study } = read;
  const places = enginesToOrder(
    stored.engines.map(({ lists }) => lists),
    options.engines,
  );
  const names = places.map((place) => stored.engines[place]?.lists.engine ?? "");
  const all = orderedPairs(stored, places, { weights, seed: options.seed });
  const earlier = read.pool === null ? [] : beginningOf(all, read.pool, files.pools);
  const rated = earlier.length;
  const until = endOf(options.until, rated, all.pairs.length);
  const looks = study === null ? [] : pairLooks(study, all, { places, weights, options });
  const pairsOfEngines = names.flatMap((_, first) =>
    names.slice(first + 1).map((_, after) => ({ first, second: first + 1 + after })),
  );
  const decisions = pairsOfEngines.map(({ first, second }, pair): Decision => {
    // Lists that are all the same have no order.
    if (all.pairs.every((one) => isAlike(one, names[first] ?? "", names[second] ?? "")))
      return { better: "neither", at: rated, next: null, looks: [] };
    return decideByPairLooks(looks, pair, { until, pairs: pairsOfEngines.length, options });
  });
  const wanted = wantedDifferences(decisions, pairsOfEngines, { best: options.best, engines: places.length });
  const left = all.pairs.length - rated;
  const room = options.anyway ? left : until - rated;
  const reason =
    left === 0
      ? "nothing left"
      : options.anyway
        ? null
        : !wanted.some(Boolean)
          ? "decided"
          : room <= 0
            ? "end reached"
            : null;
  const next =
    reason === null ? growPool(all, earlier, { count: Math.min(options.count, left, room), seed: options.seed }) : null;
  const added = next?.slice(rated) ?? [];
  const report = suggestReport({
    engines: names,
    ...standing(looks.at(-1), pairsOfEngines, options),
    decisions,
    wanted,
    looks: looks.map(({ size }) => size),
    until,
    drawn: next && {
      queries: new Set(added.map(({ query }) => query)).size,
      ratings: added.length,
      chances: next.map(({ probability }) => probability),
    },
    reason,
    measure: options.measure.name,
    target: options.target,
    best: options.best,
    smallest: options.smallest,
    by: "pairs",
    queries: all.queries,
    ratedQueries: study?.ratedQueries ?? 0,
    units: all.pairs.length,
    rated,
    secondsPerRating,
    cautions: cautionsOf(files, study),
  });
  return { report, next, warnings: read.warnings };
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
  if (files.gold === null)
    throw refusedSuggestion(`${path} was drawn, and nobody says how people rated it. Give --gold`);
  const { pairs: pool } = await readPool(path);
  if (pool.some(({ inOrder }) => inOrder === undefined))
    throw refusedSuggestion(
      `${path} holds ${counted(pool.length, "pair")} that this command did not draw by pairs. Start without --pool; the ratings in --gold still teach the labels`,
    );
  const study = await calibratedStudy({ ...files, gold: files.gold }, options, tools);
  return { stored: study.stored, study, pool, warnings: study.warnings };
}

function isAlike({ engines }: PooledPair, one: string, other: string): boolean {
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
  return [
    ...(pools.length === 0 && gold !== null
      ? ["The first draw of pairs uses no ratings: those of --gold teach the labels once the pool is rated, too."]
      : []),
    ...(unjudged > 0
      ? [
          `${counted(unjudged, "drawn pair is", "drawn pairs are")} not rated, and taken for left out by chance: rate them first.`,
        ]
      : []),
  ];
}
