/**
 * How would engines be ordered by what costs nothing?
 * A claim for labels is their margin over the best of these orders. None of them needs ratings; one needs the model's
 * cosines, none its labels.
 */
import { titleKey } from "../core/titles/keys.ts";
import type { ResultLists } from "../core/types.ts";
import { rowsOfQuery } from "../lists/group-results.ts";
import { dcg, ndcg, rankDiscount } from "../measure/measures/dcg.ts";
import type { EngineValues } from "./engine-values.ts";
import type { JudgedLists, JudgedQuery } from "./judged-lists.ts";

/** What titles say without labels or judgments. All lists number their queries alike. */
export interface TitleLists {
  readonly engines: readonly ResultLists[];
  /** Null where nobody knows it. */
  readonly reference: ResultLists | null;
  /** By query; null where only an id is known. */
  readonly queryTexts: readonly (string | null)[];
  /** Cosine of a query's text and a title, -1..1; NaN where it is not known. */
  similarity(query: string, title: string): number;
}

/** Each over the engines and queries of `JudgedLists`; null where it cannot be told. */
export interface FreeBaselines {
  /**
   * NDCG, 0..1: a title of the reference's list at rank r is worth 1 / log2(r + 2) where letter case alone differs, any
   * other 0; ideal: the reference's distinct titles. Null without reference.
   */
  readonly exact: EngineValues | null;
  /** Titles that both have among their first ten, divided by ten, 0..1. Null without reference. */
  readonly "overlap@10": EngineValues | null;
  /**
   * NDCG, 0..1: a title is worth the number of engines that have it among their first ten; ideal: all titles that were
   * returned. Null below three engines: two always agree with each other.
   */
  readonly popularity: EngineValues | null;
  /** DCG, >= 0: a title is worth its cosine with the query's text, or 0 where that is negative. Null without texts. */
  readonly queryTitleCosine: EngineValues | null;
}

const firstTen = 10;
const fewestVoters = 3;

/**
 * A query that has no reference title, or no text, counts 0 for every engine: the order stays that of the others. A title
 * that comes again in a list, and an empty one, is worth 0 at its place. The reference, where it is among the engines, is
 * kept and treated as any other: by `exact` and `overlap@10` it is then the best, which says nothing.
 *
 * @param lists  its engines are those of `judged`, with the same rows
 * @param cutoff results that count, >= 1, or Infinity; `overlap@10` has its own
 *
 * Cost O(results), and engines x queries x cutoff cosines. Source of popularity: Soboroff, Nicholas, Cahan 2001 (SIGIR),
 * as Wu & Crestani 2003 (SAC) count it.
 */
export function freeBaselines(judged: JudgedLists, lists: TitleLists, cutoff: number): FreeBaselines {
  const options = Number.isFinite(cutoff) ? { cutoff } : {};
  const pools = judged.queries.map((query) => poolOf(query, lists));
  const valuesOf = (reached: (pool: Pool, list: Int32Array) => number): EngineValues =>
    judged.engines.map((_, engine) =>
      Float64Array.from(pools, (pool) => reached(pool, pool.lists[engine] ?? new Int32Array(0))),
    );
  /** What every result is worth, as far as it counts. */
  const gains = (list: Int32Array, gainOf: (title: number) => number) =>
    Float64Array.from(list.subarray(0, cutoff), (title) => (title === noTitle ? 0 : gainOf(title)));
  const hasReference = pools.some(({ referenceRanks }) => referenceRanks.size > 0);
  const hasTexts = pools.some(({ text }) => text !== null);
  return {
    exact: hasReference
      ? valuesOf((pool, list) => {
          const ideal = Array.from(pool.referenceRanks.values(), rankDiscount);
          return (
            ndcg(
              gains(list, (title) => rankDiscount(rankOf(pool, title))),
              ideal,
              options,
            ) || 0
          );
        })
      : null,
    "overlap@10": hasReference
      ? valuesOf(
          (pool, list) =>
            list.subarray(0, firstTen).filter((title) => title !== noTitle && rankOf(pool, title) < firstTen).length /
            firstTen,
        )
      : null,
    popularity:
      judged.engines.length >= fewestVoters
        ? valuesOf(
            ({ voters }, list) =>
              ndcg(
                gains(list, (title) => voters[title] ?? 0),
                voters,
                options,
              ) || 0,
          )
        : null,
    queryTitleCosine: hasTexts
      ? valuesOf(({ text, titles }, list) => {
          if (text === null) return 0;
          return dcg(gains(list, (title) => Math.max(0, lists.similarity(text, titles[title] ?? "") || 0)));
        })
      : null,
  };
}

/** Stands in a list for a title that came before, and for an empty one. */
const noTitle = -1;

/** What is known of one query's titles. */
interface Pool {
  readonly text: string | null;
  /** By place in the pool, as first spelled. */
  readonly titles: readonly string[];
  /** By engine, then rank: place in the pool, or `noTitle`. */
  readonly lists: readonly Int32Array[];
  /** By place: how many engines have it among their first ten. */
  readonly voters: Int32Array;
  /** By title key: the first rank in the reference's list. */
  readonly referenceRanks: ReadonlyMap<string, number>;
}

function poolOf(query: JudgedQuery, { engines, reference, queryTexts }: TitleLists): Pool {
  const titles: string[] = [];
  query.lists.forEach((list, engine) => {
    const lists = engines[engine];
    if (lists === undefined) return;
    rowsOfQuery(lists, query.query).forEach((row, rank) => {
      titles[list[rank] ?? 0] ??= lists.titles[row] ?? "";
    });
  });
  const lists = query.lists.map((list) => {
    const seen = new Set<number>();
    return list.map((title) => {
      if (seen.has(title) || titles[title] === "") return noTitle;
      seen.add(title);
      return title;
    });
  });
  const voters = new Int32Array(query.titles);
  for (const list of lists) {
    for (const title of list.subarray(0, firstTen)) if (title !== noTitle) voters[title] = (voters[title] ?? 0) + 1;
  }
  return {
    text: queryTexts[query.query] ?? null,
    titles,
    lists,
    voters,
    referenceRanks: ranksOf(reference, query.query),
  };
}

function ranksOf(reference: ResultLists | null, query: number): ReadonlyMap<string, number> {
  const ranks = new Map<string, number>();
  if (reference === null) return ranks;
  rowsOfQuery(reference, query).forEach((row, rank) => {
    const key = titleKey(reference.titles[row] ?? "");
    if (key !== "" && !ranks.has(key)) ranks.set(key, rank);
  });
  return ranks;
}

/** Infinity where the reference lacks the title. */
function rankOf({ referenceRanks, titles }: Pool, title: number): number {
  return referenceRanks.get(titleKey(titles[title] ?? "")) ?? Number.POSITIVE_INFINITY;
}
