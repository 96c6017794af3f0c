/** How near to each other are two of these texts? */
import type { Embedder, Progress } from "../core/ports.ts";
import { cosine } from "../maths/cosine.ts";

export interface TitleVectors {
  /** Of length 1; a view, not to be changed. Null for a text that was not given. */
  vectorOf(text: string): Float32Array | null;
  /** Cosine of two texts, -1..1; NaN where one was not given. */
  similarity(one: string, other: string): number;
}

export interface TitleVectorTools {
  readonly embedder: Embedder;
  readonly progress: Progress;
  readonly signal: AbortSignal;
}

/** Embeds each distinct text once. @throws SemqrelError as the embedder */
export async function titleVectors(texts: Iterable<string>, tools: TitleVectorTools): Promise<TitleVectors> {
  const distinct = [...new Set(texts)];
  const placeOf = new Map(distinct.map((text, place) => [text, place]));
  tools.progress.start("Embedding", distinct.length, "titles");
  const { vectors, dimensions } = await tools.embedder.embed(distinct, {
    signal: tools.signal,
    onProgress: (done) => tools.progress.update(done),
  });
  tools.progress.finish();
  const vectorOf = (text: string) => {
    const place = placeOf.get(text);
    return place === undefined ? null : vectors.subarray(place * dimensions, (place + 1) * dimensions);
  };
  return {
    vectorOf,
    similarity(one, other) {
      const [first, second] = [vectorOf(one), vectorOf(other)];
      return first === null || second === null ? Number.NaN : cosine(first, second);
    },
  };
}

export const needsOfVectorTools = { "an object": ["embedder", "progress", "signal"] } as const;
