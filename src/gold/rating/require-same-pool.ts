/** Is this the pool that the ratings of a database were given for? */
import type { SemqrelError } from "../../core/errors.ts";
import { quoted } from "../../core/text/wording.ts";
import type { PooledPair } from "../../core/types.ts";
import { PairIndex } from "../../lists/documents.ts";
import { unusableDatabase } from "./database-error.ts";
import { keyOfPair } from "./pair-writer.ts";
import { storable } from "./sql-connection.ts";

interface HeldPairs {
  /** Of the database. */
  readonly path: string;
  /** In the order of their numbers. */
  readonly ofPool: readonly PooledPair[];
  /** Those that only an import names; a title may be "". They had no engines nor chances before. */
  readonly ofImports: readonly PooledPair[];
}

/**
 * A pool may have more pairs than the database, and more engines of a pair.
 *
 * @throws SemqrelError DATABASE_UNUSABLE  `other-pool`: pairs of the pool are missing, have another title, or were edited
 */
export function requireSamePool(pairs: readonly PooledPair[], { path, ofPool, ofImports }: HeldPairs): void {
  const given = new Map(pairs.map((pair) => [keyOfPair(pair), pair]));
  const nowOf = (pair: PooledPair) => given.get(keyOfPair(pair)) ?? pair;
  const missing = ofPool.filter((pair) => !given.has(keyOfPair(pair)));
  if (missing[0] !== undefined) {
    const stored = ofPool.length;
    const what =
      missing.length === stored
        ? `it belongs to another pool: none of its ${stored} pairs is in this one`
        : `${missing.length} of its ${stored} pairs are not in this pool, which was made anew or edited`;
    throw otherPool(path, what, missing[0], "", { missing: missing.length, stored });
  }
  const isRetitled = (pair: PooledPair) => {
    const { query, id } = pair;
    const title = storable(nowOf(pair).title);
    return pair.title !== "" && new PairIndex([{ query, id, title, merged: [] }]).find(pair) === null;
  };
  const retitled = [...ofPool, ...ofImports].filter(isRetitled);
  const [first] = retitled;
  if (first !== undefined) {
    const { title } = first;
    const newTitle = storable(nowOf(first).title);
    const what = `${retitled.length} of its pairs have other titles in this pool, and ratings would move to other documents`;
    const titles = `${quoted(title)} there, ${quoted(newTitle)} in the pool`;
    throw otherPool(path, what, first, titles, { title, newTitle, retitled: retitled.length });
  }
  const edited = ofPool.filter((pair) => editedField(pair, nowOf(pair)) !== null);
  if (edited[0] === undefined) return;
  const field = editedField(edited[0], nowOf(edited[0]));
  const what = `${edited.length} of its pairs were edited in this pool, which may only grow (semqrel pool --add)`;
  throw otherPool(path, what, edited[0], `another "${field}"`, { field, edited: edited.length });
}

/** @param how the first pair is another one; may be "" */
function otherPool(
  path: string,
  what: string,
  { query, id }: PooledPair,
  how: string,
  details: Readonly<Record<string, unknown>>,
): SemqrelError {
  const first = `the first is query ${quoted(query)}, document ${quoted(id)}${how && `: ${how}`}`;
  const remedy =
    "Give the pool that it was made for, leave the pool out to go on with what the database holds, or give the database " +
    "another name.";
  const message = `${what} - ${first}. ${remedy}`;
  return unusableDatabase(path, "other-pool", message, { details: { query, id, ...details } });
}

/**
 * The first field that somebody has edited, of those that people rate by or that measures are made of. Null where the pair
 * is as it was, or has grown as `pool --add` lets it grow: by engines, by further places of an engine, by ids that were
 * merged into it; or as a draw in order grows, by its chance. Pairs by spread stand where the latest lists have them: places
 * decide their chances alone, which the pool keeps.
 */
export function editedField(stored: PooledPair, now: PooledPair): string | null {
  if (storable(now.title) !== stored.title) return "title";
  for (const engine of now.inOrder?.by === "spread" ? [] : stored.engines) {
    const same = now.engines.find(({ name }) => name === engine.name);
    if (same === undefined || same.of < engine.of) return "engines";
    const places = new Set([same.rank, ...same.also]);
    if (![engine.rank, ...engine.also].every((place) => places.has(place))) return "rank";
  }
  // The longer the beginning of an order, the larger the chance to be in it.
  const hasGrown = now.inOrder !== undefined && now.probability > stored.probability;
  if (now.probability !== stored.probability && !hasGrown) return "probability";
  if (now.queryProbability !== stored.queryProbability) return "queryProbability";
  const merged = new Set(now.merged.map(({ id }) => id));
  return stored.merged.every(({ id }) => merged.has(id)) ? null : "merged";
}
