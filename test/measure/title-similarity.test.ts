/** Are the titles in runs embedded once, and compared by their cosine? */
import { describe, expect, it } from "vitest";
import { type Embedder, silentProgress } from "../../src/core/ports.ts";
import { titleSimilarity } from "../../src/measure/measure-files.ts";
import { hashEmbedder } from "../../src/model/embed/hash-embedder.ts";
import { makeEvaluation, type Numbers } from "../support/make-evaluation.ts";
import { atDegrees } from "../support/random-vectors.ts";

/** Titles are angles, whose similarity is the cosine of their difference. */
function angleEmbedder(): { readonly embedder: Embedder; readonly asked: string[][] } {
  const asked: string[][] = [];
  const embedder: Embedder = {
    model: { name: "angles", sha256: "0".repeat(64), dimensions: 2, precision: "fp32", maxTokens: 9 },
    async embed(titles) {
      asked.push([...titles]);
      const vectors = new Float32Array(2 * titles.length);
      for (const [place, title] of titles.entries()) vectors.set(atDegrees(Number(title)), 2 * place);
      return {
        dimensions: 2,
        vectors,
        tokenKeys: [...titles],
        tokenCounts: new Int32Array(titles.length),
        flags: new Uint8Array(titles.length),
      };
    },
  };
  return { embedder, asked };
}

const unhurried = { progress: silentProgress, signal: new AbortController().signal };

const bm25: Numbers = { q1: { a: 3, b: 2, c: 1 }, q2: { c: 2, a: 1 } };
const dense: Numbers = { q1: { d: 3, a: 2, b: 1 }, q2: { e: 1 } };
const titles = new Map([
  ["a", "0"],
  ["b", "60"],
  ["c", "90"],
  ["d", "180"],
  ["never shown", "45"],
]);

const made = makeEvaluation({ q1: { a: 1 } }, { bm25, dense });

async function similarityOf(depth: number, runs = made.runs) {
  const { embedder, asked } = angleEmbedder();
  const similarity = await titleSimilarity(runs, titles, depth, { ...unhurried, embedder });
  const numberOf = (document: string) => made.names.documents.add(document);
  return { asked, similarity: (one: string, other: string) => similarity(numberOf(one), numberOf(other)) };
}

describe("titleSimilarity", () => {
  // Cosines of 60, 90, 180 and 120 degrees.
  it.each([
    ["a", "a", 1],
    ["a", "b", 0.5],
    ["a", "c", 0],
    ["a", "d", -1],
    ["b", "d", -0.5],
  ])("is the cosine of two titles, in either order: %s and %s", async (one, other, expected) => {
    const { similarity } = await similarityOf(Number.POSITIVE_INFINITY);
    expect(similarity(one, other)).toBeCloseTo(expected, 6);
    expect(similarity(other, one)).toBe(similarity(one, other));
  });

  it("is 1 for two documents with the same title, and larger for similar spellings than for other titles", async () => {
    const { names, runs } = makeEvaluation({ q: { a: 1 } }, { run: { q: { a: 4, b: 3, c: 2, d: 1 } } });
    const spelled = new Map([
      ["a", "Growing pears"],
      ["b", "growing PEARS"],
      ["c", "Growing a pear"],
      ["d", "Zinc mining"],
    ]);
    const similarity = await titleSimilarity(runs, spelled, 4, { ...unhurried, embedder: hashEmbedder() });
    const [a = 0, b = 0, c = 0, d = 0] = ["a", "b", "c", "d"].map((document) => names.documents.add(document));
    expect(similarity(a, b)).toBeCloseTo(1, 6);
    expect(similarity(a, c)).toBeGreaterThan(similarity(a, d));
    expect(similarity(a, c)).toBeLessThan(1);
  });

  it("embeds each document once, in one call, even if several lists have it", async () => {
    const { asked } = await similarityOf(Number.POSITIVE_INFINITY);
    expect(asked).toEqual([["0", "60", "90", "180"]]);
  });

  it("uses only results down to the depth", async () => {
    const { asked, similarity } = await similarityOf(1);
    // a and c are first in the lists of bm25, d and e in those of dense. e has no title, and b is never first.
    expect(asked).toEqual([["0", "90", "180"]]);
    expect(similarity("c", "d")).toBeCloseTo(0, 6);
    expect(similarity("a", "b")).toBeNaN();
  });

  it("is NaN for a document without a title, even compared with itself", async () => {
    const { similarity } = await similarityOf(Number.POSITIVE_INFINITY);
    expect(similarity("a", "e")).toBeNaN();
    expect(similarity("e", "a")).toBeNaN();
    expect(similarity("e", "e")).toBeNaN();
    expect(similarity("a", "never shown")).toBeNaN();
  });

  it("is always NaN without runs", async () => {
    const { similarity } = await similarityOf(10, []);
    expect(similarity("a", "b")).toBeNaN();
  });

  it("passes the signal to the embedder, and throws the embedder's errors", async () => {
    const { runs } = made;
    await expect(
      titleSimilarity(runs, titles, 9, { ...unhurried, embedder: hashEmbedder(), signal: AbortSignal.abort() }),
    ).rejects.toMatchObject({ code: "INTERRUPTED" });
  });
});
