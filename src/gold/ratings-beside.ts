import { existsSync } from "node:fs";
import { basename, extname, join, relative, resolve } from "node:path";
import { at } from "../core/at.ts";
import { attempt } from "../core/attempt.ts";
import { isFile } from "../core/files/folders.ts";
import type { PooledPair, RatingSet } from "../core/types.ts";
import { drawOf, type JudgedDraw } from "../io/judgments/chosen-judgments.ts";
import { labelledIn, readLabelManifest } from "../io/labels/label-manifest.ts";
import { nameOfReference } from "../lists/choose-engines.ts";
import { spellingKey } from "../lists/join-queries.ts";
import { type GivenRatings, noRatings, type RatingsBeside } from "./known-ratings.ts";
import { readPool } from "./pools/pool-format.ts";
import { keyOfPair } from "./rating/pair-writer.ts";
import { readRatingSet } from "./rating/rating-store.ts";

const USUAL_DEPTH = 10;
const USUAL_SEED = 1;
/** Learned labels need two rated queries, because the labels of a query are learned from other queries. */
const FEWEST_RATED = 2;
const DATABASE = "ratings.db";

/**
 * Finds the judgments, pools and ratings of a folder: those in `known`, and files in `base` with the names that earlier
 * steps suggested. Ignores unreadable files, because the command that needs them reports the reason.
 * @param engines - engines of the folder; ratings of other engines do not count
 * @param base - the folder in which commands are typed; "" for the working folder
 */
export async function ratingsBeside(
  folder: string,
  engines: readonly string[],
  known: GivenRatings = { judgments: null, pools: [] },
  base = "",
): Promise<RatingsBeside> {
  const shown = (path: string) => (base === "" ? path : relative(base, resolve(path)));
  const judgments = judgmentsOf(known, engines, base);
  const isOurs = ownPairs(folder, engines);
  const draw = judgments === null ? null : attempt(() => drawOf(judgments));
  // Paths of databases are relative to the folder in which commands are typed.
  const database = draw?.database ?? DATABASE;
  const name = base === "" ? database : shown(resolve(base, database));
  const usual = usualRatings(base);
  const isUsual = resolve(base, name) === resolve(base, DATABASE);
  const set = isUsual ? usual : attempt(() => readRatingSet(resolve(base, name)));
  const ratings = set !== null && isOurs(set.pairs) ? set : null;
  const pools = poolsOf(known, draw);
  const latest = pools.length === 0 ? [] : await pairsIn(pools.at(-1) ?? "");
  const { seed = USUAL_SEED, by } = latest.find(({ inOrder }) => inOrder !== undefined)?.inOrder ?? {};
  const given = ratings?.ratings.filter(({ occasion }) => occasion === 0).length ?? 0;
  const others = [...(draw?.engines ?? [])].filter((engine) => !engines.includes(engine));
  const lists = listsOf(others, folder);
  const listed = lists.map(([engine]) => engine);
  return {
    judgments: judgments && shown(judgments),
    areTooFew: draw !== null && (draw.queries < FEWEST_RATED || (draw.singled === null && !draw.isComplete)),
    pools: pools.map(shown),
    singled: draw !== null && draw.singled !== null,
    // The depth is 0 for imported pairs.
    measure: draw !== null && draw.depth > 0 && draw.depth < USUAL_DEPTH ? `nDCG@${draw.depth}` : null,
    seed: seed === USUAL_SEED ? null : seed,
    growing: by === "spread",
    lists: lists.map(([engine, path]) => `${engine}=${shown(path)}`),
    absent: others.filter((engine) => !listed.includes(engine)),
    unpooled: unpooledAmong(draw, [...engines, ...listed]),
    database: given > (draw?.ratings ?? 0) ? name : null,
    unrated: await unratedPool(isOurs, base, pools, { name, ratings, usual, own: draw?.pool ?? null, shown }),
    free: {
      pool: freeName(noRatings.free.pool, base),
      next: freeName(noRatings.free.next, base),
      judgments: judgments !== null && draw !== null ? shown(judgments) : freeName(noRatings.free.judgments, base),
    },
  };
}

function judgmentsOf({ judgments }: GivenRatings, engines: readonly string[], base: string): string | null {
  if (judgments !== null && isFile(judgments)) return judgments;
  const usual = join(base, noRatings.free.judgments);
  const draw = isFile(usual) ? attempt(() => drawOf(usual)) : null;
  return draw !== null && engines.every((engine) => draw.engines.has(engine)) ? usual : null;
}

/**
 * Adds the pool of the judgments to `pools`. A pool whose pairs were drawn one by one contains the pairs of the other
 * pools, so it replaces them. A pool of whole queries is only added if at least one query is completely rated.
 */
function poolsOf({ pools }: GivenRatings, draw: JudgedDraw | null): readonly string[] {
  const before = pools.filter(isFile);
  const latest = draw?.pool ?? null;
  if (draw === null || latest === null || !isFile(latest)) return before;
  if (before.some((path) => resolve(path) === resolve(latest))) return before;
  if (draw.singled !== null) return [latest];
  return draw.isComplete ? [...before, latest] : before;
}

function unpooledAmong(draw: JudgedDraw | null, engines: readonly string[]): RatingsBeside["unpooled"] {
  if (draw === null || engines.every((engine) => draw.engines.has(engine))) return null;
  return [...draw.engines].every((engine) => engines.includes(engine)) ? "added" : "others";
}

/** Finds the reference's lists in the folder, if the reference was pooled. */
function listsOf(others: readonly string[], folder: string): [engine: string, path: string][] {
  const [reference = "", ...engines] = labelledIn(folder)?.engines ?? [];
  const name = nameOfReference(reference, engines);
  const path = join(folder, "reference.csv");
  return others.includes(name) && isFile(path) ? [[name, path]] : [];
}

interface KnownRatings {
  /** Path of the database from which the judgments were made; path of the usual database if there are no judgments. */
  readonly name: string;
  readonly ratings: RatingSet | null;
  readonly usual: RatingSet | null;
  /** Path of the pool that the judgments name; null if there is none. */
  readonly own: string | null;
  shown(path: string): string;
}

async function unratedPool(
  isOurs: ReturnType<typeof ownPairs>,
  base: string,
  pools: readonly string[],
  { name, ratings, usual, own, shown }: KnownRatings,
): Promise<RatingsBeside["unrated"]> {
  const named = latestName(noRatings.free.next, base) ?? latestName(noRatings.free.pool, base);
  const latest = named === null ? null : join(base, named);
  const isOwn = (path: string) => own !== null && resolve(path) === resolve(own);
  for (const path of latest !== null && isOwn(latest) ? [latest] : [latest, own]) {
    const pairs = path === null ? [] : await pairsIn(path);
    if (path === null || pairs.length === 0 || !isOurs(pairs)) continue;
    if (ratings === null && pools.some((pool) => resolve(pool) === resolve(path))) continue;
    const isInOwn = ratings !== null && containsDraw(pairs, ratings);
    // The pool that the judgments name is rated in `ratings`. Other pools may be rated in `ratings` or in `usual`.
    const sets = isOwn(path) && isInOwn ? [ratings] : [ratings, usual].filter((set) => set !== null);
    const rated = new Set(sets.flatMap((set) => set.ratings.map(({ pair }) => keyOfPair(at(set.pairs, pair)))));
    const left = pairs.filter((pair) => !rated.has(keyOfPair(pair))).length;
    const database = isInOwn ? name : databaseFor(pairs, null, base, usual);
    if (left > 0) return { pool: shown(path), database, left, of: pairs.length };
  }
  return null;
}

async function pairsIn(path: string): Promise<readonly PooledPair[]> {
  const { pairs } = await readPool(path).catch(() => ({ pairs: [] }));
  return pairs;
}

function usualRatings(base: string): RatingSet | null {
  return attempt(() => readRatingSet(resolve(base, DATABASE)));
}

/**
 * Returns the judgments' database, if `pairs` contains all pooled pairs of that database. Otherwise returns the usual
 * database, if `pairs` contains all of its pooled pairs. If neither fits, returns an unused name.
 */
export function databaseFor(
  pairs: readonly PooledPair[],
  judgments: string | null,
  base = "",
  usual = usualRatings(base),
): string {
  const draw = attempt(() => drawOf(judgments ?? join(base, noRatings.free.judgments)));
  const own = draw && attempt(() => readRatingSet(resolve(base, draw.database)));
  if (draw !== null && own !== null && containsDraw(pairs, own)) return draw.database;
  return usual !== null && containsDraw(pairs, usual) ? DATABASE : freeName(DATABASE, base);
}

/** Like `databaseFor`, but null if the usual database has ratings and already contains all of these pairs. */
export function databaseForDraw(pairs: readonly PooledPair[], judgments: string | null): string | null {
  const usual = usualRatings("");
  const known = new Set(usual?.pairs.map(keyOfPair));
  const isKnown = usual !== null && usual.ratings.length > 0 && pairs.every((pair) => known.has(keyOfPair(pair)));
  return isKnown ? null : databaseFor(pairs, judgments, "", usual);
}

/** Returns the usual file name of judgments; an unused name if that file exists and is not from this database. */
export function judgmentsFor(database: string): string {
  const usual = noRatings.free.judgments;
  const isOurs = isFile(usual) && attempt(() => drawOf(usual))?.database === database;
  return isOurs ? usual : freeName(usual);
}

function containsDraw(pairs: readonly PooledPair[], set: RatingSet): boolean {
  const drawn = new Set(pairs.map(keyOfPair));
  return set.pairs.every((pair) => pair.engines.length === 0 || drawn.has(keyOfPair(pair)));
}

/**
 * Returns a function that tells whether pairs belong to the folder. At least one pair must have a query of the folder,
 * and the pairs must name all engines of the folder. If no pair names an engine, as in imports, only the queries are
 * compared. If pairs were chosen, not drawn at random, returns false, because they do not represent all results.
 */
function ownPairs(folder: string, engines: readonly string[]) {
  let known: ReadonlySet<string> | null = null;
  return (pairs: readonly PooledPair[]) => {
    if (pairs.some(({ chosen }) => chosen !== undefined)) return false;
    const pooled = new Set(pairs.flatMap((pair) => pair.engines.map(({ name }) => name)));
    if (pooled.size > 0 && !engines.every((engine) => pooled.has(engine))) return false;
    known ??= queriesIn(folder);
    if (pairs.length === 0 || known.size === 0) return true;
    for (const { query, queryId } of pairs) {
      if (known.has(spellingKey(query)) || known.has(spellingKey(queryId ?? query))) return true;
    }
    return false;
  };
}

/** Returns the spelling keys of all names, texts and ids of the folder's queries; empty if they are unknown. */
function queriesIn(folder: string): ReadonlySet<string> {
  const queries = attempt(() => readLabelManifest(folder))?.queries ?? [];
  return new Set(queries.flatMap(({ name, text, id }) => [name, text ?? name, id ?? name]).map(spellingKey));
}

function numbered(name: string, number: number): string {
  return number === 1 ? name : `${basename(name, extname(name))}-${number}${extname(name)}`;
}

export function freeName(name: string, base = ""): string {
  for (let number = 1; ; number++) {
    const path = numbered(name, number);
    if (!existsSync(join(base, path))) return path;
  }
}

function latestName(name: string, base: string): string | null {
  let latest: string | null = null;
  for (let number = 1; isFile(join(base, numbered(name, number))); number++) latest = numbered(name, number);
  return latest;
}
