/** Finds engines that seem to use the labels' model. Labels favour them, even if people rank them in the middle. */
import { at } from "../core/at.ts";
import { titleKey } from "../core/titles/clean-title.ts";
import { distinctWords } from "../core/titles/keys.ts";
import type { ResultLists } from "../core/types.ts";
import { rowsOfQuery } from "../lists/group-results.ts";
import { meanOf, quantile, sumOf } from "../maths/summary.ts";
import type { TitleLists } from "./baselines.ts";

export type SameEmbedder = ReturnType<typeof sameEmbedder>;

/**
 * With fewer queries, scores are too uncertain. A test drew random queries for 21 engines that do not use the model. At
 * least one of them exceeded the margin in .25 of the draws of 20 queries, but in only .03 of the draws of 40 queries.
 */
const fewestQueries = 30;
const fewestPairs = 30;
const fewestScores = 3;
const fewestTitles = 3;
const poolDepth = 50;
const firstTen = 10;
/** Measured on three collections: engines without the model's vectors stay below .04, engines with them reach .05. */
const scoreMargin = 0.05;
/** Measured shares of ordered pairs: .5 to .6 without the model, .6 to .8 for hybrids, 1 if sorted by model cosines. */
const orderedShare = 0.9;

/**
 * Names an engine if its score exceeds the median score by more than .05 (for at least three scores). Also names it if
 * at least .9 of the neighbouring pairs in its first ten results are in the order of their cosines with the query. A
 * reference that is not one of the engines is compared, too, and comes last.
 * The score is the part of the cosine that shared words do not explain, because shared words bring any engine's results
 * near the query. It uses each query's distinct titles in the first 50 results of every list. A title's overlap is the
 * share of the query's words that it contains; rare words count more. Cosine and overlap are centred, and one slope of
 * cosine on overlap is fitted for all queries. The residuals of an engine's first ten titles are averaged for each
 * query, and then over queries.
 * This is a hint, not a proof. The score may miss an engine if there are few lists (with three, it misses about half),
 * or if most engines use the model (the median is then as high as their scores). It may also miss an engine if lists
 * have little beyond the first ten. It may miss a model that only reorders results, or has a small weight among other
 * signals. An engine with a similar model may be named, too. The test of the order misses lists that are not sorted by
 * the cosines of titles. In a test on four collections, only one engine was wrongly named. It returned only results
 * with every word of the query, while the other engines returned everything. Cost O(results) and a cosine per title.
 */
export function sameEmbedder(lists: TitleLists) {
  const { engines, reference } = lists;
  const isFurther = reference !== null && engines.every(({ engine }) => engine !== reference.engine);
  const compared = isFurther ? [...engines, reference] : engines;
  const pools = lists.queryTexts
    .flatMap((text, query) => (text === null ? [] : [poolOf(query, text, compared, lists)]))
    .filter(({ cosines }) => cosines.length >= fewestTitles);
  const residuals = residualsOf(pools);
  const scores = Float64Array.from(compared, (_, engine) => scoreOf(engine, pools, residuals));
  const known = scores.filter((score) => !Number.isNaN(score)).sort();
  const median = known.length < fewestScores ? null : quantile(known, 0.5);
  const inOrder = Float64Array.from(compared, (_, engine) => orderedShareOf(engine, pools));
  const names = compared.map(({ engine }) => engine);
  const limit = median === null ? Number.POSITIVE_INFINITY : median + scoreMargin;
  const named = names.filter((_, engine) => at(scores, engine) > limit || at(inOrder, engine) >= orderedShare);
  return { engines: names, scores, median, inOrder, named };
}

type Pool = ReturnType<typeof poolOf>;

/** Returns the distinct titles of one query that have a cosine. */
function poolOf(query: number, text: string, compared: readonly ResultLists[], { similarity }: TitleLists) {
  const queryWords = distinctWords(text);
  const places = new Map<string, number>();
  const cosines: number[] = [];
  const shared: string[][] = [];
  const placeOf = (title: string) => {
    const key = titleKey(title);
    const known = places.get(key);
    if (known !== undefined) return known;
    const cosine = title === "" ? Number.NaN : similarity(text, title);
    const place = Number.isNaN(cosine) ? -1 : cosines.push(cosine) - 1;
    if (place >= 0) shared.push([...distinctWords(title)].filter((word) => queryWords.has(word)));
    places.set(key, place);
    return place;
  };
  /** Distinct titles in the first ten of each engine, as indexes of `cosines`. */
  const lists = compared.map((engine) => {
    const titles = Array.from(rowsOfQuery(engine, query).subarray(0, poolDepth), (row) =>
      placeOf(at(engine.titles, row)),
    );
    return [...new Set(titles.slice(0, firstTen))].filter((title) => title >= 0);
  });
  return { cosines: Float64Array.from(cosines), shared, queryWords, lists };
}

/** Returns each title's centred cosine minus the part that the centred overlap explains, as [pool][title]. */
function residualsOf(pools: readonly Pool[]): Float64Array[] {
  const weightOf = wordWeights(pools);
  const overlaps = pools.map(({ shared, queryWords }) => {
    const whole = sumOf([...queryWords].map(weightOf));
    return centred(Float64Array.from(shared, (words) => (whole > 0 ? sumOf(words.map(weightOf)) / whole : 0)));
  });
  const cosines = pools.map((pool) => centred(pool.cosines));
  const spread = sumOf(overlaps.map((overlap) => product(overlap, overlap)));
  const slope = spread > 0 ? sumOf(overlaps.map((overlap, pool) => product(overlap, at(cosines, pool)))) / spread : 0;
  return cosines.map((cosine, pool) => cosine.map((value, title) => value - slope * at(at(overlaps, pool), title)));
}

/** Returns the weight of a word. Rare words weigh more, so no list of stop words is needed. */
function wordWeights(pools: readonly Pool[]): (word: string) => number {
  const titlesWith = new Map<string, number>();
  let titles = 0;
  for (const { shared } of pools) {
    titles += shared.length;
    for (const words of shared) for (const word of words) titlesWith.set(word, (titlesWith.get(word) ?? 0) + 1);
  }
  return (word) => Math.log(1 + titles / (1 + (titlesWith.get(word) ?? 0)));
}

function scoreOf(engine: number, pools: readonly Pool[], residuals: readonly Float64Array[]): number {
  const means = pools.flatMap(({ lists }, pool) => {
    const titles = at(lists, engine);
    return titles.length === 0 ? [] : [meanOf(titles.map((title) => at(at(residuals, pool), title)))];
  });
  return means.length < fewestQueries ? Number.NaN : meanOf(means);
}

function orderedShareOf(engine: number, pools: readonly Pool[]): number {
  let pairs = 0;
  let descending = 0;
  for (const { lists, cosines } of pools) {
    const list = at(lists, engine).map((title) => at(cosines, title));
    for (let rank = 1; rank < list.length; rank++) {
      const fall = at(list, rank - 1) - at(list, rank);
      // Skips differences that may come from rounding: the last digits of cosines differ between batches and machines.
      if (Math.abs(fall) <= 1e-6) continue;
      pairs++;
      if (fall > 0) descending++;
    }
  }
  return pairs < fewestPairs ? Number.NaN : descending / pairs;
}

function centred(values: Float64Array): Float64Array {
  const mean = meanOf(values);
  return values.map((value) => value - mean);
}

function product(one: Float64Array, other: Float64Array): number {
  return one.reduce((sum, value, place) => sum + value * at(other, place), 0);
}
