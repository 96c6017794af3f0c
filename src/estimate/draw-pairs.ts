/**
 * In which order of chance do all pairs of query and document lie, and how does a pool grow along it?
 */
import { at, atKey } from "../core/at.ts";
import { sha256 } from "../core/files/read-whole.ts";
import { quoted } from "../core/text/wording.ts";
import type { PooledPair, StoredLabels } from "../core/types.ts";
import { pooledPairs } from "../gold/pool-files.ts";
import { spreadOrder } from "../gold/pools/draw-by-spread.ts";
import { shufflePool } from "../gold/pools/pool-queries.ts";
import { refusedSuggestion } from "../lists/choose-engines.ts";
import { drawInOrder, evenlySeededRandom, uniformNumber } from "../maths/random.ts";
import type { PositionWeights } from "../measure/measures/position-weights.ts";
import { pairSizes } from "./ranking-differences.ts";

/** All pairs that can be drawn. */
export interface OrderedPairs {
  /** Query by query. */
  readonly pairs: readonly PooledPair[];
  readonly sizes: Float64Array;
  readonly numbers: Float64Array;
  readonly order: string;
  /** Whether `pool --by spread` draws along it. */
  readonly bySpread: boolean;
  readonly placeOf: ReadonlyMap<string, number>;
  readonly queries: number;
}

/** @param places of the engines whose lists are to be told apart */
export function orderedPairs(
  stored: StoredLabels,
  places: readonly number[],
  { weights, seed }: { readonly weights: PositionWeights; readonly seed: number },
): OrderedPairs {
  const lists = places.flatMap((place) => stored.engines[place]?.lists ?? []);
  const pairs = pooledPairs(stored, lists, Number.isFinite(weights.depth) ? weights.depth : null);
  const asked = lists.flatMap(({ engine }, first) =>
    lists.slice(first + 1).map((other) => [engine, other.engine] as const),
  );
  const sizes = pairSizes(pairs, { engines: asked, weightAt: weights.weightAt });
  const keys = pairs.map(keyOfPair);
  return {
    pairs,
    sizes,
    numbers: Float64Array.from(keys, (key) => uniformNumber(sha256(JSON.stringify([seed, key])))),
    // Nine digits: the last ones of a logarithm differ from machine to machine.
    order: sha256(JSON.stringify([seed, keys, Array.from(sizes, (size) => size.toPrecision(9))])).slice(0, 16),
    bySpread: false,
    placeOf: new Map(keys.map((key, place) => [key, place])),
    queries: new Set(pairs.map(({ query }) => query)).size,
  };
}

/** The order along which `pool --by spread` draws from the same folder: pairs that all engines place alike are in none. */
export function orderBySpread(
  { queries, engines }: Pick<StoredLabels, "queries" | "engines">,
  { depth, seed }: { readonly depth: number; readonly seed: number },
): OrderedPairs {
  // By name, as `poolFiles` has them: the first list that has a title decides which id stands for it.
  const lists = engines.map((engine) => engine.lists).sort((one, other) => (one.engine < other.engine ? -1 : 1));
  const all = pooledPairs({ queries }, lists, Number.isFinite(depth) ? depth : null);
  const { sizes, numbers, order } = spreadOrder(all, { engines: lists.length, seed, hash: sha256 });
  const counts = (_: unknown, place: number) => (sizes[place] ?? 0) > 0;
  const pairs = all.filter(counts);
  return {
    ...{ pairs, order, bySpread: true },
    sizes: sizes.filter(counts),
    numbers: numbers.filter(counts),
    placeOf: new Map(pairs.map((pair, place) => [keyOfPair(pair), place])),
    queries: new Set(all.map(({ query }) => query)).size,
  };
}

export function keyOfPair({ query, id }: PooledPair): string {
  return JSON.stringify([query, id]);
}

/**
 * The pool, which must be the first of the order, and all of them.
 *
 * @throws SemqrelError INVALID_OPTION
 */
export function beginningOf(
  { pairs, sizes, numbers, order, bySpread, placeOf }: OrderedPairs,
  pool: readonly PooledPair[],
  paths: readonly string[],
): readonly PooledPair[] {
  if (pool.some(({ inOrder }) => inOrder?.order !== order))
    throw refusedSuggestion(
      `${paths[0]} lies in another order of chance: of another seed, measure, other engines, lists or titles, so that it cannot grow. Give what it was drawn with, or start anew without --pool`,
    );
  const { drawn } = drawInOrder(sizes, numbers, pool.length);
  const found = new Set(pool.map((pair) => placeOf.get(keyOfPair(pair))));
  const missing = drawn.find((place) => !found.has(place));
  if (missing === undefined) return pool;
  const { query, id } = at(pairs, missing);
  if (bySpread)
    throw refusedSuggestion(
      `${paths[0]} lacks the document ${id} of the query ${quoted(query)}, which the lists of the labels would have had drawn: it was drawn from other lists, or lines are missing. Grow it from the files it was drawn from: semqrel pool FILES --by spread --add ${paths[0]} -o NEXT.jsonl`,
    );
  throw refusedSuggestion(
    `${paths[0]} lacks the document ${id} of the query ${quoted(query)}, which was drawn. Pairs left out by hand have no chance: restore the file`,
  );
}

/** The earlier pairs as they stand there, and behind them the next ones, each with its chance to be in all that. */
export function growPool(
  { pairs, sizes, numbers, order, bySpread, placeOf }: OrderedPairs,
  earlier: readonly PooledPair[],
  { count, seed }: { readonly count: number; readonly seed: number },
): PooledPair[] {
  const size = earlier.length + count;
  const { drawn, probabilities } = drawInOrder(sizes, numbers, size);
  const chances = new Map(Array.from(drawn, (place, nth) => [place, at(probabilities, nth)]));
  const known = earlier.map((pair) => ({
    ...pair,
    probability: chances.get(placeOf.get(keyOfPair(pair)) ?? -1) ?? pair.probability,
  }));
  const isKnown = new Set(earlier.map((pair) => placeOf.get(keyOfPair(pair))));
  const inOrder = { order, since: size, seed, ...(bySpread && { by: "spread" as const }) };
  const added = Array.from(drawn.toSorted())
    .filter((place) => !isKnown.has(place))
    .map((place) => ({ ...at(pairs, place), probability: atKey(chances, place), inOrder }));
  return [...known, ...shufflePool(added, evenlySeededRandom((seed + size) | 0))];
}
