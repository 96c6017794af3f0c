/**
 * How similar are the titles of two documents that runs return?
 */
import { cosine } from "../match/cosine.ts";
import type { Embedder, EmbedOptions } from "../ports.ts";
import type { Run } from "../types.ts";

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
  embedder: Embedder,
  options: EmbedOptions = {},
): Promise<(one: number, other: number) => number> {
  const placeOf = new Map<number, number>();
  const wanted: string[] = [];
  for (const run of runs) {
    for (let query = 0; query < run.queries.length; query++) {
      const [from, to] = [run.offsets[query] ?? 0, run.offsets[query + 1] ?? 0];
      for (const document of run.documents.subarray(from, Math.min(to, from + depth))) {
        const title = placeOf.has(document) ? undefined : titles.get(run.names.documents.nameOf(document));
        if (title !== undefined) placeOf.set(document, wanted.push(title) - 1);
      }
    }
  }
  const { vectors, dimensions } = await embedder.embed(wanted, options);
  const vectorOf = (document: number) => {
    const place = placeOf.get(document);
    return place === undefined ? null : vectors.subarray(place * dimensions, (place + 1) * dimensions);
  };
  return (one, other) => {
    const [first, second] = [vectorOf(one), vectorOf(other)];
    return first === null || second === null ? Number.NaN : cosine(first, second);
  };
}
