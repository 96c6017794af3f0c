/**
 * How does a pool grow without disturbing what people have rated of it?
 */
import { SemqrelError } from "../errors.ts";
import { type Hash, oneWordKey } from "../text/one-word-key.ts";
import { titleKey } from "../text/title-key.ts";
import type { PooledPair } from "../types.ts";
import { joinEngines } from "./join-engines.ts";

export interface ExistingPool {
  /** For messages. */
  readonly source: string;
  readonly pairs: readonly PooledPair[];
}

/**
 * The old pairs, first and unchanged but for the engines that now return them too and the ids that these give them;
 * then the new ones. A document is an old one where its title key is that of an old pair, or of what was merged into it
 * (an old pair without a title: where it has its id). A new pair of an old query takes the query's name, id and need;
 * where another title of the query has its id, it goes by the hash of its own.
 *
 * @param found each title and each id once per query, as `poolResults` gives them, and no sample
 * @throws SemqrelError INVALID_OPTION  the old pool is a sample   details: { file, query, id, probability };
 *                      AMBIGUOUS_ENGINE  an engine of the pool returns other results now   details: { file, query, id, engine }
 */
export function addToPool(existing: ExistingPool, found: readonly PooledPair[], hash: Hash): PooledPair[] {
  requireWholePool(existing);
  const pairs = [...existing.pairs];
  const oldQuery = findOldQueries(existing.pairs);
  const documents = new Map<string, number>();
  const taken = new Set<string>();
  for (const [place, { query, id, title, merged }] of existing.pairs.entries()) {
    for (const one of [{ id, title }, ...merged]) {
      taken.add(keyOf(query, one.id));
      documents.set(one.title === "" ? keyOf(query, "id", one.id) : keyOf(query, "title", titleKey(one.title)), place);
    }
  }
  for (const pair of found) {
    const { query, queryId, informationNeed } = oldQuery(pair) ?? pair;
    const ids = [{ id: pair.id, title: pair.title, similarity: 1 }, ...pair.merged];
    const free = ids.filter(({ id }) => !taken.has(keyOf(query, id)));
    for (const { id } of free) taken.add(keyOf(query, id));
    const place =
      documents.get(keyOf(query, "title", titleKey(pair.title))) ?? documents.get(keyOf(query, "id", pair.id));
    const old = pairs[place ?? -1];
    if (place !== undefined && old !== undefined) {
      requireSameResults(existing.source, old, pair);
      pairs[place] = { ...old, engines: joinEngines(old.engines, pair.engines), merged: [...old.merged, ...free] };
    } else {
      const [first, ...merged] = free;
      const id = first?.id ?? oneWordKey(null, titleKey(pair.title), hash);
      pairs.push({ ...pair, query, queryId, informationNeed, id, merged });
    }
  }
  return pairs;
}

function keyOf(...parts: readonly string[]): string {
  return JSON.stringify(parts);
}

/** The query of an old pair with the same id or, where one of them has none, with the same name. */
function findOldQueries(pairs: readonly PooledPair[]): (pair: PooledPair) => PooledPair | undefined {
  const byId = new Map(pairs.map((pair) => [pair.queryId, pair]));
  const byName = new Map(pairs.map((pair) => [pair.query, pair]));
  return ({ queryId, query }) => {
    const sameId = queryId === null ? undefined : byId.get(queryId);
    const sameName = byName.get(query);
    return sameId ?? (queryId === null || sameName?.queryId === null ? sameName : undefined);
  };
}

/** What was not drawn is not in the file: it would come back as if it were new, with a probability that nobody knows. */
function requireWholePool({ source, pairs }: ExistingPool): void {
  const sampled = pairs.find(({ probability }) => probability < 1);
  if (sampled === undefined) return;
  const { query, id, probability } = sampled;
  throw new SemqrelError(
    "INVALID_OPTION",
    `Adding to ${source}: it is a sample ("${id}" of "${query}" was drawn with probability ${probability}). Results that ` +
      "were not drawn are not in it and would come in as new ones, so that the probabilities would be wrong. " +
      "Pool all engines again into a new file, with a sample of the size wanted now.",
    { details: { file: source, query, id, probability } },
  );
}

/** A list that reaches deeper than before repeats its ranks; one with a document further up is another list. */
function requireSameResults(file: string, old: PooledPair, found: PooledPair): void {
  for (const { name: engine, rank } of found.engines) {
    const before = old.engines.find(({ name }) => name === engine)?.rank ?? rank;
    if (rank >= before) continue;
    const { query, id } = old;
    throw new SemqrelError(
      "AMBIGUOUS_ENGINE",
      `Adding to ${file}: engine "${engine}" has "${found.title}" of the query "${query}" at rank ${rank} (from 0), and had ` +
        `it at ${before} when the pool was made: these are other results. Give them a name of their own: NAME=FILE.`,
      { details: { file, query, id, engine } },
    );
  }
}
