/**
 * Which pairs of query and document do stored lists make?
 */
import { sha256 } from "../core/files/sha256.ts";
import type { PooledPair, ResultLists, StoredLabels } from "../core/types.ts";
import { poolResults } from "../gold/pools/pool-results.ts";
import { groupResults } from "../lists/group-results.ts";

/** @param depth results of each list, >= 1; null for all */
export function pooledPairs(
  { queries }: Pick<StoredLabels, "queries">,
  lists: readonly ResultLists[],
  depth: number | null,
): readonly PooledPair[] {
  const cut = lists.map((own) =>
    groupResults({ ...own, queryIds: null, queryTexts: null }, own.queryOfRow, queries.length, depth),
  );
  const settings = { hash: sha256, informationNeeds: queries.map(() => null), urlColumns: [] };
  return poolResults(queries, cut, settings).pairs;
}
