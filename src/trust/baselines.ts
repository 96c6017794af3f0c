/** Computes engine orders that need no ratings or labels. Labels are only useful if they beat all of these orders. */
import { at } from "../core/at.ts";
import { cleanTitle, isUntitled, titleKey } from "../core/titles/clean-title.ts";
import type { ResultLists } from "../core/types.ts";
import { rowsOfQuery } from "../lists/group-results.ts";
import { dcg, ndcg, rankDiscount } from "../measure/measures/graded/discounted-gain.ts";
import type { EngineValues, JudgedLists, JudgedQuery } from "./engine-values.ts";

/** A query index must mean the same query in all lists. */
export interface TitleLists {
  readonly engines: readonly ResultLists[];
  readonly reference: ResultLists | null;
  /** Text of each query; null if it has only an id. */
  readonly queryTexts: readonly (string | null)[];
  /** Cosine of a query's text and a title, -1..1; NaN if unknown. */
  similarity(query: string, title: string): number;
}

const firstTen = 10;
/** Minimum number of engines for `popularity`. Two engines' votes only show which titles both return. */
const fewestVoters = 3;

/**
 * Returns the values of the engines by each baseline, as [engine][query]:
 *   - `exact`: nDCG. A title gains 1 / log2(r + 2) if it equals the reference's title at rank r (from 0), ignoring
 *     case. Other titles gain 0. The ideal list has the reference's distinct titles. Null without a reference.
 *   - `overlap@10`: number of titles in the first ten of both the engine and the reference, divided by 10, or by the
 *     length of the longer list if that is below 10. Null without a reference.
 *   - `popularity`: nDCG. A title gains the number of engines with the title in their first ten. The ideal list has all
 *     returned titles. Null for fewer than three engines.
 *   - `queryTitleCosine`: DCG. A title gains its cosine with the query (0 if negative or unknown). Null without texts.
 * Without the needed reference titles or text, the value of a query is 0 for every engine. Empty titles and
 * repeated titles of a list gain 0. A reference that is also an engine is always best by the first two
 * baselines. `lists` must have the engines and rows of `judged`. Cost O(results), and engines x queries x cutoff
 * cosines. Source of popularity: Soboroff, Nicholas, Cahan 2001 (SIGIR), as counted by Wu & Crestani 2003 (SAC).
 */
export function baselineValues(judged: JudgedLists, lists: TitleLists, cutoff: number) {
  const options = Number.isFinite(cutoff) ? { cutoff } : {};
  const pools = judged.queries.map((query) => poolOf(query, lists));
  const valuesOf = (reached: (pool: Pool, list: Int32Array) => number): EngineValues =>
    judged.engines.map((_, engine) => Float64Array.from(pools, (pool) => reached(pool, at(pool.lists, engine))));
  const gains = (list: Int32Array, gainOf: (title: number) => number) =>
    Float64Array.from(list.subarray(0, cutoff), (title) => (title === noTitle ? 0 : gainOf(title)));
  const hasReference = pools.some(({ referenceRanks }) => referenceRanks.size > 0);
  const hasTexts = pools.some(({ text }) => text !== null);
  const exactOf = (pool: Pool, list: Int32Array) => {
    const gained = gains(list, (title) => rankDiscount(rankOf(pool, title)));
    return ndcg(gained, Array.from(pool.referenceRanks.values(), rankDiscount), options) || 0;
  };
  const overlapOf = (pool: Pool, list: Int32Array) => {
    const top = list.subarray(0, firstTen);
    const longer = Math.max(1, top.length, Math.min(firstTen, pool.referenceLength));
    return top.filter((title) => title !== noTitle && rankOf(pool, title) < firstTen).length / longer;
  };
  const popularityOf = ({ voters }: Pool, list: Int32Array) => {
    const gained = gains(list, (title) => at(voters, title));
    return ndcg(gained, voters, options) || 0;
  };
  const cosineOf = ({ text, titles }: Pool, list: Int32Array) => {
    if (text === null) return 0;
    return dcg(gains(list, (title) => Math.max(0, lists.similarity(text, at(titles, title)) || 0)));
  };
  return {
    exact: hasReference ? valuesOf(exactOf) : null,
    "overlap@10": hasReference ? valuesOf(overlapOf) : null,
    popularity: judged.engines.length >= fewestVoters ? valuesOf(popularityOf) : null,
    queryTitleCosine: hasTexts ? valuesOf(cosineOf) : null,
  };
}

/** Marks repeated and empty titles in a list. */
const noTitle = -1;

type Pool = ReturnType<typeof poolOf>;

function poolOf(query: JudgedQuery, { engines, reference, queryTexts }: TitleLists) {
  const titles: string[] = [];
  for (const [engine, list] of query.lists.entries()) {
    const lists = at(engines, engine);
    const rows = rowsOfQuery(lists, query.query);
    for (const [rank, title] of list.entries()) titles[title] ??= at(lists.titles, at(rows, rank));
  }
  /** Index in `titles` of each result, as [engine][rank], or `noTitle`. */
  const lists = query.lists.map((list) => {
    const seen = new Set<number>();
    return list.map((title) => {
      if (seen.has(title) || isUntitled(cleanTitle(titles[title] ?? ""))) return noTitle;
      seen.add(title);
      return title;
    });
  });
  const voters = new Int32Array(query.titles);
  for (const list of lists) {
    for (const title of list.subarray(0, firstTen)) if (title !== noTitle) voters[title] = at(voters, title) + 1;
  }
  const text = queryTexts[query.query] ?? null;
  const referenceLength = reference === null ? 0 : rowsOfQuery(reference, query.query).length;
  return { text, titles, lists, voters, referenceRanks: ranksOf(reference, query.query), referenceLength };
}

function ranksOf(reference: ResultLists | null, query: number): ReadonlyMap<string, number> {
  const ranks = new Map<string, number>();
  if (reference === null) return ranks;
  rowsOfQuery(reference, query).forEach((row, rank) => {
    const key = titleKey(at(reference.titles, row));
    if (key !== "" && !ranks.has(key)) ranks.set(key, rank);
  });
  return ranks;
}

function rankOf({ referenceRanks, titles }: Pool, title: number): number {
  return referenceRanks.get(titleKey(at(titles, title))) ?? Number.POSITIVE_INFINITY;
}
