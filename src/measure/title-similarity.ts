/** How similar are the titles of two documents that runs return? */
import { at } from "../core/at.ts";
import type { Run } from "../core/types.ts";
import { type TitleVectorTools, titleVectors } from "../model/title-vectors.ts";

/**
 * Embeds the titles of all documents in the first `depth` results of any list, once each.
 *
 * @param titles by document id; a document without one has no similarity (NaN)
 * @returns cosine of two documents of these runs, by their numbers
 * @throws SemqrelError as the embedder
 */
export async function titleSimilarity(
  runs: readonly Run[],
  titles: ReadonlyMap<string, string>,
  depth: number,
  tools: TitleVectorTools,
): Promise<(one: number, other: number) => number> {
  const titleOf = new Map<number, string>();
  for (const run of runs) {
    for (let query = 0; query < run.queries.length; query++) {
      const [from, to] = [at(run.offsets, query), at(run.offsets, query + 1)];
      for (const document of run.documents.subarray(from, Math.min(to, from + depth))) {
        const title = titleOf.has(document) ? undefined : titles.get(run.names.documents.nameOf(document));
        if (title !== undefined) titleOf.set(document, title);
      }
    }
  }
  const { similarity } = await titleVectors(titleOf.values(), tools);
  return (one, other) => {
    const [first, second] = [titleOf.get(one), titleOf.get(other)];
    return first === undefined || second === undefined ? Number.NaN : similarity(first, second);
  };
}
