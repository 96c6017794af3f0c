/** Are the vectors those of sentence-transformers, and independent of other titles? */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import type { Embedder } from "../../../src/core/ports.ts";
import { TitleFlag } from "../../../src/core/types.ts";
import { bundledModel, type ModelFolder, openModelFolder } from "../../../src/model/embed/model-folder.ts";
import { sentenceEmbedder } from "../../../src/model/embed/sentence-embedder.ts";
import { embedderContract } from "../../contracts/embedder.ts";
import { temporaryFolder } from "../../support/run-cli.ts";
import { hasShared, sharedFolder } from "../../support/shared.ts";

let model: ModelFolder;
/** Opens the model once, for tests that do not depend on the number of threads. */
let shared: Embedder;

beforeAll(async () => {
  model = await openModelFolder(bundledModel, null);
  shared = sentenceEmbedder(model, { threads: 1 });
});

embedderContract("the bundled model", async () => shared);

describe("sentenceEmbedder", () => {
  it("counts tokens, and marks titles that were cut or cannot be read", async () => {
    const titles = ["pear", "pear ".repeat(300), "🍐", `${"pear ".repeat(300)}🍐`];
    const { tokenCounts, flags, vectors, dimensions, tokenKeys } = await shared.embed(titles);
    expect([...tokenCounts]).toEqual([3, 256, 3, 256]);
    const unreadable = TitleFlag.unknownToken | TitleFlag.unreadable;
    expect([...flags]).toEqual([0, TitleFlag.truncated, unreadable, TitleFlag.truncated]);
    // Truncated tokens have no effect.
    expect(tokenKeys[3]).toBe(tokenKeys[1]);
    expect(vectors.slice(3 * dimensions)).toEqual(vectors.slice(dimensions, 2 * dimensions));
  });

  it("returns the same bits with any number of threads", async () => {
    const titles = Array.from({ length: 40 }, (_, at) => `A title about number ${at}`);
    const one = await shared.embed(titles);
    const two = await sentenceEmbedder(model, { threads: 2 }).embed(titles);
    expect(two.vectors).toEqual(one.vectors);
  });

  it("lets other work run between batches", async () => {
    // Loading the model yields, too, so it is loaded first.
    await shared.embed(["A title"]);
    let turns = 0;
    const timer = setInterval(() => turns++, 1);
    const titles = Array.from({ length: 200 }, (_, at) => `A longer title about the number ${at} and its neighbours`);
    await shared.embed(titles);
    clearInterval(timer);
    expect(turns).toBeGreaterThan(1);
  });

  it("stops between batches if the signal is aborted", async () => {
    const interruption = new AbortController();
    const titles = Array.from({ length: 1000 }, (_, at) => `A longer title about the number ${at} and its neighbours`);
    let done = 0;
    const embedding = shared.embed(titles, {
      signal: interruption.signal,
      onProgress: (now) => {
        done = now;
        interruption.abort();
      },
    });
    await expect(embedding).rejects.toMatchObject({ code: "INTERRUPTED" });
    expect(done).toBeGreaterThan(0);
    expect(done).toBeLessThan(titles.length);
  });

  it("rejects a model that cannot be opened, and names its folder", async () => {
    const folder = temporaryFolder();
    const damaged = { ...model, folder, onnxPath: join(folder, "none.onnx") };
    const embedding = sentenceEmbedder(damaged, { threads: 1 }).embed(["pear"]);
    await expect(embedding).rejects.toMatchObject({ code: "MODEL_DAMAGED", details: { folder } });
    await expect(embedding).rejects.toThrow("semqrel system model verify");
  });
});

describe.skipIf(!hasShared)("golden/embedding", () => {
  it("contains the vectors that the embedder returns", async () => {
    const golden: { texts: string[]; vectors: number[][] } = JSON.parse(
      readFileSync(`${sharedFolder}golden/embedding/minilm.json`, "utf8"),
    );
    const { vectors, dimensions } = await shared.embed(golden.texts);
    expect(dimensions).toBe(384);
    expect(golden.vectors).toHaveLength(51);
    for (const [place, text] of golden.texts.entries()) {
      const expected = golden.vectors[place] ?? [];
      const product = expected.reduce((sum, value, at) => sum + value * (vectors[place * dimensions + at] ?? 0), 0);
      const cosine = product / Math.hypot(...expected);
      expect(cosine, text).toBeGreaterThanOrEqual(0.99999);
      expect(cosine, text).toBeLessThan(1.00001);
    }
  });
});
