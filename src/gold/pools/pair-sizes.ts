/**
 * How much would the rating of each pair tell of how engines differ, as far as their lists say before anybody rates?
 */
import type { PooledEngine, PooledPair } from "../../core/types.ts";

export interface PairSizeOptions {
  /** Names, two by two: whose differences are asked for. */
  readonly engines: readonly (readonly [one: string, other: string])[];
  /** Weight of a rank in the measure, >= 0. */
  weightAt(rank: number): number;
}

/** Part of each size that is the same for all: what nobody expects to tell anything must not weigh without limit. */
const EVEN_SHARE = 0.2;
/** Part of the variance of gains that is the same for all. */
const EVEN_VARIANCE = 0.3;

/**
 * .2 + .8 s / mean s, s = sqrt(d v): d is the mean over pairs of engines of (w_A - w_B)², w the sum of the weights of the
 * document's positions in the list; v = .3 + .7 p / mean p stands for the variance of the gain, p the sum over all lists of
 * 1 / log2(position + 1): what many lists have at their top is relevant at times, what one has at its end hardly ever. A
 * draw in proportion to s has the smallest variance where v is right (Neyman 1934). On Cranfield and Discernatron such
 * draws of a quarter of the pairs had .52 and .59 of the variance (DCG@10) of as many ratings of whole queries.
 *
 * @returns by pair, above 0, with the mean 1
 */
export function pairSizes(
  pairs: readonly Pick<PooledPair, "engines">[],
  { engines, weightAt }: PairSizeOptions,
): Float64Array {
  const popularity = Float64Array.from(pairs, (pair) =>
    pair.engines.reduce((sum, engine) => sum + summed(engine, (rank) => 1 / Math.log2(rank + 2)), 0),
  );
  // Where nobody returned any pair, all are alike.
  const usual = meanOf(popularity) || 1;
  const deviations = Float64Array.from(pairs, (pair, place) => {
    const weights = new Map(pair.engines.map((engine) => [engine.name, summed(engine, weightAt)]));
    const squares = engines.reduce(
      (sum, [one, other]) => sum + ((weights.get(one) ?? 0) - (weights.get(other) ?? 0)) ** 2,
      0,
    );
    const variance = EVEN_VARIANCE + ((1 - EVEN_VARIANCE) * (popularity[place] ?? 0)) / usual;
    return Math.sqrt(squares * variance);
  });
  const mean = meanOf(deviations);
  return deviations.map((deviation) => (mean === 0 ? 1 : EVEN_SHARE + ((1 - EVEN_SHARE) * deviation) / mean));
}

function summed({ rank, also }: PooledEngine, valueAt: (rank: number) => number): number {
  return [rank, ...also].reduce((sum, one) => sum + valueAt(one), 0);
}

function meanOf(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
