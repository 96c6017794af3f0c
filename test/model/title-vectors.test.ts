/** Is each text embedded once and compared by cosine? */
import { describe, expect, it } from "vitest";
import { SemqrelError } from "../../src/core/errors.ts";
import type { Embedder } from "../../src/core/ports.ts";
import { titleVectors } from "../../src/model/title-vectors.ts";
import { atDegrees } from "../support/random-vectors.ts";

/** Titles are angles. Their similarity is the cosine of the difference. */
function angles() {
  const asked: string[][] = [];
  const told: unknown[] = [];
  const embedder: Embedder = {
    model: { name: "angles", sha256: "0".repeat(64), dimensions: 2, precision: "fp32", maxTokens: 9 },
    async embed(titles, options = {}) {
      if (options.signal?.aborted) throw new SemqrelError("INTERRUPTED", "Embedding: interrupted.");
      asked.push([...titles]);
      const vectors = new Float32Array(2 * titles.length);
      for (const [place, title] of titles.entries()) vectors.set(atDegrees(Number(title)), 2 * place);
      options.onProgress?.(titles.length);
      return {
        ...{ dimensions: 2, vectors, tokenKeys: [...titles] },
        ...{ tokenCounts: new Int32Array(titles.length), flags: new Uint8Array(titles.length) },
      };
    },
  };
  const progress = {
    start: (...task: readonly unknown[]) => void told.push(task),
    update: (done: number) => void told.push(done),
    finish: () => void told.push("done"),
  };
  return { asked, told, tools: { embedder, progress, signal: new AbortController().signal } };
}

describe("titleVectors", () => {
  // Cosines of 60, 90 and 180 degrees.
  it.each([
    ["0", "0", 1],
    ["0", "60", 0.5],
    ["0", "90", 0],
    ["0", "180", -1],
  ])("returns the cosine of two texts in either order: %s and %s", async (one, other, expected) => {
    const { similarity } = await titleVectors(["0", "60", "90", "180"], angles().tools);
    expect(similarity(one, other)).toBeCloseTo(expected, 6);
    expect(similarity(other, one)).toBe(similarity(one, other));
  });

  it("embeds each text once, in order of first appearance, and reports its progress", async () => {
    const { asked, told, tools } = angles();
    const { vectorOf } = await titleVectors(["90", "0", "90", "0", "60"], tools);
    expect(asked).toEqual([["90", "0", "60"]]);
    expect(told).toEqual([["Embedding", 3, "titles"], 3, "done"]);
    expect([...(vectorOf("0") ?? [])]).toEqual([1, 0]);
  });

  it("returns no vector for a text that was not given", async () => {
    const { vectorOf, similarity } = await titleVectors(["0"], angles().tools);
    expect(vectorOf("60")).toBeNull();
    expect(similarity("0", "60")).toBeNaN();
    expect(similarity("60", "0")).toBeNaN();
  });

  it("embeds each cleaned title once, and does not embed placeholders", async () => {
    const { asked, tools } = angles();
    const { vectorOf, similarity } = await titleVectors([" 60", "<i>60</i>", "n/a", "", "6\u00ad0"], tools);
    expect(asked).toEqual([["60"]]);
    expect(similarity(" 60", "<i>60</i>")).toBeCloseTo(1, 6);
    expect([vectorOf("n/a"), vectorOf(""), vectorOf("60")]).toEqual([null, null, null]);
  });

  it("accepts an empty list", async () => {
    const { vectorOf } = await titleVectors([], angles().tools);
    expect(vectorOf("")).toBeNull();
  });

  it("throws if it is interrupted", async () => {
    const { tools } = angles();
    const signal = AbortSignal.abort();
    await expect(titleVectors(["0"], { ...tools, signal })).rejects.toMatchObject({ code: "INTERRUPTED" });
  });
});
