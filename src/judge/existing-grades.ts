/** Which pairs have a grade already, and of whom? People's go before models'. */

import { at } from "../core/at.ts";
import { SemqrelError } from "../core/errors.ts";
import { sha256 } from "../core/files/sha256.ts";
import { oneWordKey } from "../core/titles/keys.ts";
import type { PooledPair, RatingScale } from "../core/types.ts";
import { readGoldGrades } from "../gold/gold-grades.ts";
import { queriesOf } from "../gold/gold-set.ts";
import { judgedBy } from "../gold/judged-by.ts";
import { queryName } from "../gold/pools/pool-queries.ts";

/** A label from 0 on, and the file that it stands in. */
export interface ExistingGrade {
  readonly label: number;
  readonly file: string;
}

/**
 * By pair; null where no file has one. Of several people's files the first counts, and of several models'.
 *
 * @throws SemqrelError as `readGoldGrades`; INVALID_SCALE for a label above the scale
 */
export async function readExisting(
  paths: readonly string[],
  pooled: readonly PooledPair[],
  scale: RatingScale,
): Promise<readonly (ExistingGrade | null)[]> {
  const found: (ExistingGrade | null)[] = pooled.map(() => null);
  const queries = queriesOf(pooled);
  const stored = {
    source: "the pairs to judge",
    queries: queries.map(({ query, queryId }) => ({ name: query, id: queryId, text: query })),
    queryKeys: queries.map((query) => oneWordKey(queryName(query), query.query, sha256)),
    engines: [],
    reference: null,
    model: null,
  };
  const isOfModel = (path: string) => judgedBy(path) !== null;
  for (const file of [...paths.filter((path) => !isOfModel(path)), ...paths.filter(isOfModel)]) {
    const { grades, documentOf } = await readGoldGrades(file, stored);
    for (const [query, { pairs }] of queries.entries()) {
      for (const place of pairs) {
        const pair = at(pooled, place);
        const name = [pair, ...pair.merged].map(({ id, title }) => documentOf(query, id, title)).find((one) => one);
        const label = grades[query]?.get(name ?? "") ?? -1;
        if (label < 0 || found[place] !== null) continue;
        requireOnScale(label, scale, file);
        found[place] = { label, file };
      }
    }
  }
  return found;
}

function requireOnScale(label: number, { name, grades }: RatingScale, file: string): void {
  if (label <= grades.length - 1) return;
  const message =
    `Reading ${file}: it has the label ${label}, and labels of the scale ${name} end with ${grades.length - 1}. ` +
    "Give --scale as people rated, so that both can stand in one file.";
  throw new SemqrelError("INVALID_SCALE", message, { details: { file, label, scale: name } });
}
