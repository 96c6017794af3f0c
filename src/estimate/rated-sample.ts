/** Finds which queries and pairs were drawn, with which probabilities, and which of them people rated. */

import { resolve } from "node:path";
import { at } from "../core/at.ts";
import { invalidOption, SemqrelError } from "../core/errors.ts";
import { shellWord } from "../core/text/escape.ts";
import { quoted } from "../core/text/wording.ts";
import type { PooledPair, ResultLists, StoredLabels } from "../core/types.ts";
import { type GoldGrades, hasGrade } from "../gold/gold-grades.ts";
import { placesByQuery } from "../gold/pools/order-for-rating.ts";
import { drawsOf, readDrawnPool } from "../gold/pools/pool-format.ts";
import { keyOfPair } from "../gold/rating/pair-writer.ts";
import type { JudgedDraw } from "../io/judgments/chosen-judgments.ts";
import { rowsOfQuery } from "../lists/group-results.ts";
import type { QueryDraw } from "../maths/sampling/query-sample.ts";
import { sumOf } from "../maths/summary.ts";
import type { PoolOfSample } from "./estimate-report.ts";

export type RatedSample = Awaited<ReturnType<typeof ratedSample>>;

/**
 * The queries of one draw, with their rated pairs. If pairs were drawn from all queries together, every query of the
 * study is in the draw with a probability of 1, even a query of which no pair was drawn.
 */
export interface PairDraw extends QueryDraw {
  readonly together: boolean;
  readonly pairs: readonly (readonly DrawnPair[])[];
  readonly engines: ReadonlySet<string>;
  /** Length of the longest list that was pooled. */
  readonly depth: number;
  /** Number of queries of the labels that the pairs were drawn from; null if unknown. */
  readonly from: number | null;
}

export interface DrawnPair {
  /** The pair's rated documents, as named in the judgments: its own document, and those merged with it. */
  readonly documents: readonly string[];
  /** Probability of the pair if its query is drawn, in (0, 1]. */
  readonly probability: number;
  readonly pair: PooledPair;
}

/** Returns how many queries raters read in all rounds of rating. A query with pairs in two rounds is read twice. */
export function readingsOf({ draws, pairs }: Pick<RatedSample, "draws" | "pairs">): number {
  const rounds = pairs.flatMap((draw) =>
    draw.pairs.map((drawn) => new Set(drawn.map(({ pair }) => pair.inOrder?.since)).size),
  );
  return sumOf([...draws.map(({ queries }) => queries.length), ...rounds]);
}

/** Returns one number per draw (interim analysis): how many queries or pairs of all draws up to this one are rated. */
export function interimAnalyses({ draws, pairs }: Pick<RatedSample, "draws" | "pairs">): number[] {
  const ofPairs = pairs.flatMap((draw) => {
    const since = draw.pairs.flatMap((drawn) => drawn.map(({ pair }) => pair.inOrder?.since ?? 0));
    return [...new Set(since)]
      .sort((one, other) => one - other)
      .map((last) => since.filter((one) => one === last).length);
  });
  let rated = 0;
  return [...draws.map(({ queries }) => queries.length), ...ofPairs].map((count) => {
    rated += count;
    return rated;
  });
}

export interface SampledStudy {
  readonly stored: StoredLabels;
  readonly gold: Pick<GoldGrades, "grades" | "documentOf">;
  readonly queries: Int32Array;
  /** The file of judgments, and the draw that it records. @default not known */
  readonly judged?: { readonly path: string; readonly draw: JudgedDraw | null };
}

type ReadPool = Awaited<ReturnType<typeof readDrawnPool>>;

/**
 * Returns the drawn queries and pairs that are rated, with their probabilities. A query counts if all its pairs in the
 * pool have grades >= 0. If pairs of all queries were drawn together, each rated pair counts.
 * Probabilities are multiplied by the rated share of the pool, as if ratings were missing at random. If all n queries
 * of a pool have the same probability p, they were drawn from D = n / p queries. L queries had no ratings before the
 * draw. If L > D, probabilities are also multiplied by D / L, as if the pool had been drawn from all L queries.
 * @param paths - pools of whole queries in the order of their draws, because the probabilities of a draw depend on the
 * earlier ratings; a pool may contain several draws. Pools of pairs must have been drawn independently of each other
 */
export async function ratedSample(paths: readonly string[], study: SampledStudy) {
  const read: ReadPool[] = [];
  for (const path of paths) {
    const { pairs, file } = await readDrawnPool(path);
    for (const draw of drawsOf(pairs)) read.push({ pairs: draw, file });
  }
  requireApart(read);
  requireAllPools(read, study.judged);
  const queryOf = findQueries(study);
  const seen = new Set<number>();
  const rated = new Set<number>();
  const pooled = new Set<number>();
  const found = read.map((one) => {
    const isOfPairs = arePairsDrawn(one.pairs);
    const own = isOfPairs ? new Set<number>() : seen;
    const drawn = drawOf(one, study, queryOf, { left: study.queries.length - (isOfPairs ? 0 : rated.size), seen: own });
    if (!isOfPairs) for (const query of drawn.draw.queries) rated.add(query);
    for (const query of own) pooled.add(query);
    return { ...drawn, isOfPairs };
  });
  const pools = joinDraws(found.map(({ pool }) => pool));
  const foreignPath = pools.find(({ drawn, repeated }) => drawn + repeated === 0)?.path;
  const foreign = read.find(({ file }) => file.path === foreignPath);
  if (foreign !== undefined) throw nothingShared(foreign.file.path, study.stored, foreign.pairs);
  requireOwnRatings(read, found);
  const isJudged = (place: number) => hasGrade(study.gold.grades[study.queries[place] ?? -1]);
  const answering = found.map(({ draw }) => answered(draw));
  const namesOf = ({ queries, pairs }: PairDraw) =>
    pairs.flatMap((ofQuery, place) => ofQuery.map(({ documents }) => `${queries[place]} ${documents[0]}`));
  return {
    // Draws of whole queries with at least one rated query, first draw first. Queries are indexes in the study.
    draws: answering.filter(({ queries }, place) => !found[place]?.isOfPairs && queries.length > 0),
    pairs: found.flatMap(({ draw, isOfPairs }) => (isOfPairs ? [draw] : [])),
    // Indexes of the queries with at least one rating that counts.
    queries: new Set(answering.flatMap(({ queries }) => [...queries])),
    // Number of rated pairs of query and document; a pair in several pools counts once.
    ratings: new Set(found.flatMap(({ draw }) => namesOf(draw))).size,
    pools,
    // Number of rated queries that were not drawn. They show nothing about other queries.
    pickedByHand: study.queries.filter((_, place) => isJudged(place) && !pooled.has(place)).length,
    files: [...new Set(read.map(({ file }) => file))],
  };
}

const counts = ["drawn", "complete", "unjudgedPairs", "unknown", "repeated"] as const;

function joinDraws(draws: readonly PoolOfSample[]): PoolOfSample[] {
  const pools = new Map<string, PoolOfSample>();
  for (const draw of draws) {
    const known = pools.get(draw.path);
    const sums = Object.fromEntries(counts.map((count) => [count, draw[count] + (known?.[count] ?? 0)]));
    pools.set(draw.path, { ...draw, ...sums, drawnFrom: known?.drawnFrom ?? draw.drawnFrom });
  }
  return [...pools.values()];
}

function isInOrder(pairs: readonly PooledPair[]): boolean {
  return pairs.some(({ inOrder }) => inOrder !== undefined);
}

export function arePairsDrawn(pairs: readonly PooledPair[]): boolean {
  return isInOrder(pairs) || pairs.some(({ probability, queryProbability }) => probability < queryProbability);
}

/** Returns only those queries of the draw that have a rated pair. */
function answered({ queries, probabilities, pairs, together }: PairDraw): QueryDraw {
  const hasPairs = (_: number, place: number) => !together || (pairs[place] ?? []).length > 0;
  return { queries: queries.filter(hasPairs), probabilities: probabilities.filter(hasPairs) };
}

type FindQuery = (pair: PooledPair) => number | undefined;

/** Returns a function that finds a pair's query in the study, by the query's id, or else by its text. */
function findQueries({ stored, queries }: SampledStudy): FindQuery {
  const byId = new Map<string, number>();
  const byName = new Map<string, number>();
  for (const [place, query] of queries.entries()) {
    const { id, name } = stored.queries[query] ?? { id: null, name: "" };
    byName.set(name, place);
    for (const one of [stored.queryKeys[query], id]) if (one != null) byId.set(one, place);
  }
  return ({ query, queryId }) => byId.get(queryId ?? "") ?? byName.get(query) ?? byId.get(query);
}

/** Returns one pool's draw, and adds its queries to `seen`. `left`: number of unrated queries before the draw. */
function drawOf(
  { pairs, file }: ReadPool,
  study: SampledStudy,
  queryOf: FindQuery,
  { left, seen }: { readonly left: number; readonly seen: Set<number> },
): { readonly pool: PoolOfSample; readonly draw: PairDraw } {
  const together = isInOrder(pairs);
  const counts = { drawn: 0, unjudgedPairs: 0, unknown: 0, repeated: 0 };
  const chances: number[] = [];
  const complete: { place: number; chance: number; pairs: readonly DrawnPair[] }[] = [];
  const ofAll = new Map<number, DrawnPair[]>();
  let known = 0;
  for (const places of placesByQuery(pairs).values()) {
    const own = places.flatMap((place) => pairs[place] ?? []);
    const [first] = own;
    const place = first && queryOf(first);
    if (first === undefined || place === undefined) {
      counts.unknown++;
      continue;
    }
    chances.push(first.queryProbability);
    if (seen.has(place)) {
      counts.repeated++;
      continue;
    }
    seen.add(place);
    counts.drawn++;
    const found = own.map((pair) => drawnPair(pair, study.queries[place] ?? -1, study.gold));
    const judged = found.filter(({ documents }) => documents.length > 0);
    counts.unjudgedPairs += found.length - judged.length;
    known += found.length;
    ofAll.set(place, judged);
    if (judged.length === found.length) complete.push({ place, chance: first.queryProbability, pairs: judged });
  }
  const drawnFrom = together || counts.drawn === 0 ? null : framed(chances, counts.unknown, left);
  const share = (complete.length / Math.max(1, counts.drawn)) * ((drawnFrom ?? left) / left || 1);
  const judgedShare = 1 - counts.unjudgedPairs / known;
  const drawn = together
    ? {
        queries: Int32Array.from(study.queries.keys()),
        probabilities: new Float64Array(study.queries.length).fill(1),
        pairs: Array.from(study.queries.keys(), (place) =>
          (ofAll.get(place) ?? []).map((one) => ({ ...one, probability: one.probability * judgedShare })),
        ),
      }
    : {
        queries: Int32Array.from(complete, ({ place }) => place),
        probabilities: Float64Array.from(complete, ({ chance }) => chance * share),
        pairs: complete.map((one) => one.pairs),
      };
  const finished = !together ? complete.length : known > counts.unjudgedPairs ? counts.drawn : 0;
  const bySpread = pairs.some(({ inOrder }) => inOrder?.by === "spread");
  const from = pairs.reduce((most, { inOrder }) => Math.max(most, inOrder?.queries ?? 0), 0);
  return {
    pool: { path: file.path, ...counts, complete: finished, drawnFrom, inOrder: together, bySpread },
    draw: {
      ...drawn,
      together,
      engines: new Set(pairs.flatMap(({ engines }) => engines.map(({ name }) => name))),
      depth: pairs.reduce((most, { engines }) => Math.max(most, ...engines.map(({ of }) => of)), 0),
      from: from === 0 ? null : from - counts.unknown,
    },
  };
}

/** Returns the number of queries that a pool with equal probabilities was drawn from; null if unknown or >= `left`. */
function framed(chances: readonly number[], unknown: number, left: number): number | null {
  const [chance = 1] = chances;
  // If probabilities differ, or if the labels lack some queries, the number cannot be computed.
  if (chances.some((one) => one !== chance) || (unknown > 0 && chance < 1)) return null;
  const from = Math.round(chances.length / chance);
  return from < left ? from : null;
}

/** Returns the pair with the names of its rated documents. If the pair has no grade, there are no names. */
function drawnPair(pair: PooledPair, query: number, { grades, documentOf }: SampledStudy["gold"]): DrawnPair {
  const names = [pair, ...pair.merged].map(({ id, title }) => documentOf(query, id, title));
  const documents = names.filter((name): name is string => name !== null && (grades[query]?.get(name) ?? -1) >= 0);
  return { documents: [...new Set(documents)], probability: pair.probability / pair.queryProbability, pair };
}

function nothingShared(file: string, stored: StoredLabels, pairs: readonly PooledPair[]): SemqrelError {
  const [theirs, ours] = [pairs[0], stored.queries[0]];
  const shown = (id: string | null | undefined, name = "") =>
    id == null || id === name ? quoted(name) : `${quoted(id)} ${quoted(name)}`;
  return new SemqrelError(
    "NO_COMMON_QUERY",
    `Joining ${stored.source} with ${file}: no query in common. The pool has ${shown(theirs?.queryId, theirs?.query)}, the labels have ${shown(ours?.id, ours?.name)}. ` +
      "Give the rated pool of the same queries. If one has ids and the other texts, give both --queries FILE (id TAB text).",
    { details: { file, labels: stored.source } },
  );
}

/** Refuses draws that depend on each other, because their probabilities cannot be multiplied. */
function requireApart(read: readonly ReadPool[]): void {
  const orders = read.map(({ pairs }) => pairs.find(({ inOrder }) => inOrder !== undefined)?.inOrder?.order);
  const again = orders.findIndex((order, place) => order !== undefined && orders.indexOf(order) < place);
  if (again < 0) return;
  const [one, other] = [read[orders.indexOf(orders[again])], read[again]].map((pool) => pool?.file.path ?? "");
  throw invalidOption(
    `Reading pools: ${one} and ${other} were drawn with the same seed in the same order, so the larger one contains the other. Give only the larger one; its ratings include those of the smaller one.`,
    { pools: [one, other] },
  );
}

/** Refuses an unfinished pool of pairs if other pools have all its rated pairs, as such pairs are no random sample. */
function requireOwnRatings(
  read: readonly ReadPool[],
  found: readonly { readonly pool: PoolOfSample; readonly draw: PairDraw; readonly isOfPairs: boolean }[],
): void {
  if (read.length === 1) return;
  for (const [place, { pool, draw, isOfPairs }] of found.entries()) {
    if (!isOfPairs || pool.unjudgedPairs === 0) continue;
    const others = read.filter((_, other) => other !== place);
    const known = new Set(others.flatMap(({ pairs }) => pairs.map(keyOfPair)));
    const hasOwn = draw.pairs.some((drawn) => drawn.some(({ pair }) => !known.has(keyOfPair(pair))));
    if (hasOwn) continue;
    throw invalidOption(
      `Reading pools: the only rated results of ${pool.path} are those that other pools also drew. Rate it, or leave it out.`,
      { pools: [pool.path] },
    );
  }
}

/** Throws if a pool is missing, because its ratings would be left out silently. */
function requireAllPools(read: readonly ReadPool[], judged: SampledStudy["judged"]): void {
  const { drawn = [], pool = null, singled = null } = judged?.draw ?? {};
  const given = new Set(read.flatMap(({ pairs }) => pairs.map(keyOfPair)));
  const missing = drawn.filter((pair) => !given.has(keyOfPair(pair)));
  if (judged === undefined || missing.length === 0) return;
  const paths = [...new Set(read.map(({ file }) => file.path))];
  const isKnown = pool !== null && !paths.some((path) => resolve(path) === resolve(pool));
  // A pool of pairs contains all earlier pools of pairs.
  const all = isKnown ? [...(singled === null ? paths : []), pool] : [];
  const remedy =
    all.length === 0
      ? "all pools that people rated"
      : `the pools they were drawn into: --pool ${all.map(shellWord).join(" ")}`;
  const problem = `${missing.length} of the ${drawn.length} results that were drawn for ${judged.path} are ${paths.length === 1 ? "not in this pool" : "in none of these pools"}, and their ratings would be left out`;
  throw invalidOption(`Reading ${paths.join(", ")}: ${problem}. Give ${remedy}.`, {
    pools: paths,
    missing: missing.length,
  });
}

/**
 * Counts drawn pairs that an engine now ranks differently or lacks (`moved`), and those that no engine returns any more
 * (`gone`). Moved pairs matter because probabilities depend on ranks.
 * @param queries - indexes of the study's queries; a draw refers to positions in this array
 */
export function countMoved(
  draws: readonly (Pick<PairDraw, "queries" | "depth"> & {
    readonly pairs: readonly (readonly Pick<DrawnPair, "pair" | "documents">[])[];
  })[],
  queries: Int32Array,
  { lists, documentKeys }: Pick<GoldGrades, "documentKeys"> & { readonly lists: readonly ResultLists[] },
) {
  const placeOf = new Map(lists.map(({ engine }, place) => [engine, place]));
  let [moved, gone] = [0, 0];
  for (const draw of draws) {
    for (const [drawn, pairs] of draw.pairs.entries()) {
      const rows = lists.map((own) => rowsOfQuery(own, at(queries, at(draw.queries, drawn))));
      for (const { pair, documents } of pairs) {
        const isOf = (engine: number, row: number) => documents.includes(at(at(documentKeys, engine), row));
        const places = pair.engines.map(({ name, rank }) => ({ rank, engine: placeOf.get(name) }));
        const isThere = places.every(({ engine, rank }) => {
          const row = engine === undefined ? undefined : rows[engine]?.[rank];
          return engine === undefined || (row !== undefined && isOf(engine, row));
        });
        if (isThere) continue;
        moved++;
        // An engine whose list is missing may still return the document.
        const isKnown = places.every(({ engine }) => engine !== undefined);
        const isReturned = rows.some((own, engine) => own.subarray(0, draw.depth).some((row) => isOf(engine, row)));
        if (isKnown && !isReturned) gone++;
      }
    }
  }
  return { moved, gone };
}
