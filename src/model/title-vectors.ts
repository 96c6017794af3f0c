import type { Tools } from "../core/ports.ts";
import { comparedTitle, embeddedTitle, type TitleRules } from "../core/titles/clean-title.ts";
import { cosine } from "../maths/numbers.ts";

export type TitleVectorTools = Pick<Tools, "embedder" | "progress" | "signal">;

const usual: TitleRules = { clean: true, untitled: true };

/** Embeds each distinct text once. @param textOf - text to embed; null for none. By default, cleans as `label` does */
export async function titleVectors(
  texts: Iterable<string>,
  tools: TitleVectorTools,
  textOf: (text: string) => string | null = (text) => embeddedTitle(comparedTitle(text, usual), usual),
) {
  const textOfGiven = new Map(Array.from(texts, (text) => [text, textOf(text)]));
  const distinct = [...new Set(textOfGiven.values())].filter((text) => text !== null);
  const indexOfText = new Map<string | null, number>(distinct.map((text, index) => [text, index]));
  tools.progress.start("Embedding", distinct.length, "titles");
  const { vectors, dimensions, flags } = await tools.embedder.embed(distinct, {
    signal: tools.signal,
    onProgress: (done) => tools.progress.update(done),
  });
  tools.progress.finish();
  const indexOfGiven = (text: string) => indexOfText.get(textOfGiven.get(text) ?? null);
  const vectorOf = (text: string) => {
    const index = indexOfGiven(text);
    return index === undefined ? null : vectors.subarray(index * dimensions, (index + 1) * dimensions);
  };
  return {
    /** Returns a vector of length 1, which must not be changed. Null for unknown texts and texts without content. */
    vectorOf,
    flagOf: (text: string) => flags[indexOfGiven(text) ?? -1] ?? 0,
    /** Returns the cosine of two texts, from -1 to 1; NaN if either has no vector. */
    similarity(one: string, other: string) {
      const [first, second] = [vectorOf(one), vectorOf(other)];
      return first === null || second === null ? Number.NaN : cosine(first, second);
    },
  };
}
