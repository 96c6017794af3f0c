/** Which labels does a file of judgments give to the pairs of a pool? */
import { at } from "../core/at.ts";
import { sha256 } from "../core/files/read-whole.ts";
import { oneWordKey } from "../core/titles/keys.ts";
import type { PooledPair } from "../core/types.ts";
import { readGoldGrades } from "./gold-grades.ts";
import { queriesOf } from "./gold-set.ts";
import { queryName } from "./pools/pool-queries.ts";

/**
 * By pair, >= 0; NaN where the file has none. Queries and documents are joined as `readGoldGrades` does; a near duplicate
 * stands for its pair.
 */
export async function readPairLabels(path: string, pairs: readonly PooledPair[]): Promise<Float64Array> {
  const queries = queriesOf(pairs);
  const stored = {
    source: "the pool",
    queries: queries.map(({ query, queryId }) => ({ name: query, id: queryId, text: query })),
    queryKeys: queries.map((query) => oneWordKey(queryName(query), query.query, sha256)),
    ...{ engines: [], reference: null, model: null },
  };
  const { grades, documentOf } = await readGoldGrades(path, stored);
  const labels = new Float64Array(pairs.length).fill(Number.NaN);
  for (const [query, { pairs: places }] of queries.entries()) {
    for (const place of places) {
      const pair = at(pairs, place);
      const name = [pair, ...pair.merged].map(({ id, title }) => documentOf(query, id, title)).find((one) => one);
      const label = grades[query]?.get(name ?? "") ?? -1;
      if (label >= 0) labels[place] = label;
    }
  }
  return labels;
}
