/** Random numbers, orders and samples. All come from a seed, so that each run gives the same numbers. */
import { uniformFloat64 } from "pure-rand/distribution/uniformFloat64";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { at } from "../core/at.ts";
import { requireCount } from "./numbers.ts";
import { meanOf } from "./summary.ts";

/** Returns a random number in [0, 1). The same seed gives the same numbers on every machine. */
export type Random = () => number;

/** Makes a generator from a seed, a 32-bit whole number. */
export function seededRandom(seed: number): Random {
  const generator = xoroshiro128plus(seed);
  return () => uniformFloat64(generator);
}

/** Makes a generator of whole numbers 0..2^32 - 1. Each bit is 0 or 1 with equal probability. */
export function seededBits(seed: number): () => number {
  const generator = evenGenerator(seed);
  return () => generator.next() >>> 0;
}

function evenGenerator(seed: number) {
  const generator = xoroshiro128plus(seed);
  // Skips the first numbers, which depend visibly on the seed.
  for (let skipped = 0; skipped < 32; skipped++) generator.next();
  return generator;
}

/** Like `seededRandom`, but with 32 random bits, and without the first numbers, which depend visibly on the seed. */
export function evenlySeededRandom(seed: number): Random {
  const bits = seededBits(seed);
  return () => bits() / 2 ** 32;
}

/** Returns the items in random order. All orders are equally likely (Durstenfeld 1964). */
export function shuffle<Item>(items: readonly Item[], random: Random): Item[] {
  const shuffled = [...items];
  for (let last = shuffled.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [shuffled[last], shuffled[other]] = [shuffled[other] as Item, shuffled[last] as Item];
  }
  return shuffled;
}

/** Returns probabilities proportional to the sizes (> 0), but at most 1, with the sum `count`. */
export function inclusionProbabilities(sizes: readonly number[], count: number): number[] {
  if (count >= sizes.length) return sizes.map(() => 1);
  const isCertain = sizes.map(() => false);
  for (;;) {
    const open = sizes.reduce((sum, size, unit) => (isCertain[unit] ? sum : sum + size), 0);
    const left = count - isCertain.filter(Boolean).length;
    const probabilities = sizes.map((size, unit) => (isCertain[unit] ? 1 : (left * size) / open));
    if (probabilities.every((probability, unit) => isCertain[unit] || probability < 1)) return probabilities;
    for (const [unit, probability] of probabilities.entries()) if (probability >= 1) isCertain[unit] = true;
  }
}

/**
 * Draws units by systematic sampling in random order (Madow 1949): lays them end to end, each as long as its
 * probability, and draws those at u, u + 1, … with u uniform in [0, 1). Probabilities must add up to a whole number.
 */
export function drawSystematically(probabilities: readonly number[], random: Random): boolean[] {
  const isDrawn = probabilities.map((probability) => probability === 1);
  const uncertain = [...probabilities.keys()].filter((unit) => !isDrawn[unit]);
  const order = shuffle(uncertain, random);
  const total = Math.round(order.reduce((sum, unit) => sum + at(probabilities, unit), 0));
  let next = random();
  let end = 0;
  for (const [place, unit] of order.entries()) {
    // The last unit ends exactly at `total`. With rounding errors, it might end before the last of u, u + 1, …
    end = place === order.length - 1 ? total : end + at(probabilities, unit);
    if (next >= end) continue;
    isDrawn[unit] = true;
    next++;
  }
  return isDrawn;
}

/**
 * Divides each unit's number by its size, and draws the `count` units with the smallest quotients. The numbers must be
 * independent and uniform in (0, 1). The sizes (> 0) must not depend on what is measured in the sample. A larger
 * `count` adds units to the same sample. Let t be the smallest quotient that is not drawn. A unit is drawn if its
 * number is below t · size, so its probability is min(1, t · size). Sums weighted by 1 / probability are unbiased, and
 * their terms are uncorrelated. Their variance is at most that of the best design for these sizes that draws one unit
 * fewer, count - 1 on average (Szegedy 2006, STOC). Source: Ohlsson 1998 (Journal of Official Statistics 14, 149-162)
 * for the order of number / size; Duffield, Lund, Thorup 2007 (Journal of the ACM 54, 6) on priority sampling, for the
 * probability given t.
 */
export function drawInOrder(sizes: Float64Array, numbers: Float64Array, count: number) {
  requireCount("count", count);
  const quotients = sizes.map((size, unit) => at(numbers, unit) / size);
  const order = Int32Array.from(sizes.keys()).sort((one, other) => at(quotients, one) - at(quotients, other));
  const drawn = order.slice(0, count);
  const next = quotients[order[count] ?? -1] ?? Number.POSITIVE_INFINITY;
  return { drawn, probabilities: Float64Array.from(drawn, (unit) => Math.min(1, next * at(sizes, unit))) };
}

/** Turns a hexadecimal hash into a number in (0, 1), for `drawInOrder`. */
export function uniformNumber(hash: string): number {
  return (Number.parseInt(hash.slice(0, 13), 16) + 0.5) / 2 ** 52;
}

/** Minimum of u in `drawChances`, so that queries with an expected deviation of 0 are sometimes drawn. */
const UNIFORM_SHARE = 0.4;

/**
 * Returns the probability of drawing each query, in (0, 1], proportional to u + (1 - u) s / (mean of s), where s =
 * deviation / sqrt(cost). If the deviations are known, probabilities proportional to s are best for a given number of
 * ratings. The uniform part u = .4 + .6 count / queries allows for deviations that are not known: the weight of a
 * query (1 / its probability) is at most 2.5 times its weight in a uniform draw. If most queries are drawn, the
 * variance depends on the queries least likely to be drawn, so u is near 1 and probabilities are nearly equal. Source:
 * Neyman 1934; costs: Cochran 1977, Sampling Techniques, 5.5; mixture: Hesterberg 1995 (Technometrics 37, 185-194).
 * @param queries - `deviation`: expected error of the predicted value, any unit, >= 0; `cost`: number of ratings, > 0
 */
export function drawChances(
  queries: readonly { readonly deviation: number; readonly cost: number }[],
  count: number,
): number[] {
  const sizes = queries.map(({ deviation, cost }) => deviation / Math.sqrt(cost));
  const mean = meanOf(sizes);
  const uniform = UNIFORM_SHARE + (1 - UNIFORM_SHARE) * Math.min(1, count / Math.max(1, queries.length));
  return inclusionProbabilities(
    sizes.map((size) => (mean === 0 ? 1 : uniform + ((1 - uniform) * size) / mean)),
    count,
  );
}

/** For each resample, yields how many items of each kind (0..kinds - 1) it contains, always in the same array. */
export function resampleCounts(kindOfItem: Int32Array, kinds: number, options: ResampleOptions): Iterable<Uint32Array> {
  requireCount("samples", options.samples);
  return count(kindOfItem, kinds, options);
}

function* count(kindOfItem: Int32Array, kinds: number, options: ResampleOptions): Iterable<Uint32Array> {
  const counts = new Uint32Array(kinds);
  const { places, starts } = resamplePlaces(kindOfItem.length, options);
  for (const start of starts) {
    counts.fill(0);
    for (let drawn = 0; drawn < kindOfItem.length; drawn++) {
      const kind = kindOfItem[places[start + drawn] as number] as number;
      counts[kind] = (counts[kind] as number) + 1;
    }
    yield counts;
  }
}

export interface ResampleOptions {
  readonly seed: number;
  readonly samples: number;
}

export type Places = Uint16Array | Uint32Array;

/** Maximum number of indexes in the cache (64 MB). */
const mostKept = 2 ** 25;

/** Cached resamples, oldest first. Measures and engines share resamples, because drawing takes most of the time. */
const kept = new Map<string, Places>();
let keptPlaces = 0;

/** `starts` yields where each resample begins in `places`. The next resample may overwrite the previous one. */
export function resamplePlaces(items: number, { seed, samples }: ResampleOptions) {
  const key = `${seed} ${samples} ${items}`;
  const known = kept.get(key);
  if (known !== undefined) return { places: known, starts: startsOf(samples, items) };
  const isKept = items <= 2 ** 16 && items * samples <= mostKept;
  const places = isKept ? new Uint16Array(items * samples) : new Uint32Array(items);
  function* starts(): Generator<number> {
    // Uses the generator directly, which takes half the time of `seededBits`.
    const generator = evenGenerator(seed);
    for (const start of startsOf(samples, isKept ? items : 0)) {
      for (let at = start; at < start + items; at++) places[at] = ((generator.next() >>> 0) / 2 ** 32) * items;
      yield start;
    }
    if (isKept) keep(key, places);
  }
  return { places, starts: starts() };
}

function* startsOf(samples: number, step: number): Generator<number> {
  for (let sample = 0; sample < samples; sample++) yield sample * step;
}

function keep(key: string, places: Places): void {
  keptPlaces += places.length - (kept.get(key)?.length ?? 0);
  kept.set(key, places);
  for (const [oldest, { length }] of kept) {
    if (keptPlaces <= mostKept) return;
    kept.delete(oldest);
    keptPlaces -= length;
  }
}
