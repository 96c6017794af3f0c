/** Does transformers.js give the same vectors as semqrel, and is a missing package named? */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import type { Embedder } from "../../../src/core/ports.ts";
import { TitleFlag } from "../../../src/core/types.ts";
import { bundledModel, type ModelFolder, openModelFolder } from "../../../src/model/embed/model-folder.ts";
import { type ModelLibrary, sentenceEmbedder } from "../../../src/model/embed/sentence-embedder.ts";
import { installedStockPackage, loadStockLibrary } from "../../../src/model/embed/stock-pipeline.ts";
import { embedderContract } from "../../contracts/embedder.ts";
import { root, temporaryFolder } from "../../support/run-cli.ts";

let model: ModelFolder;
let library: ModelLibrary;
let stock: Embedder;

beforeAll(async () => {
  model = await openModelFolder(bundledModel, null);
  library = await loadStockLibrary();
  stock = sentenceEmbedder(model, { threads: 1, library });
});

embedderContract("transformers.js", async () => stock);

describe("the pipeline of transformers.js", () => {
  it("is identified as another model, named after the package and its version", () => {
    const path = join(root, "node_modules/@xenova/transformers/package.json");
    const { name, version } = JSON.parse(readFileSync(path, "utf8"));
    expect(installedStockPackage()).toBe(name);
    expect(stock.model).toMatchObject({
      name: `${bundledModel} in ${name} ${version}`,
      library: `${name} ${version}`,
      precision: "float32",
      dimensions: 384,
    });
    const sums = [model.identity.sha256, stock.model.sha256];
    sums.push(sentenceEmbedder(model, { threads: 1, library: { ...library, name: `${name} 0.0.0` } }).model.sha256);
    expect(new Set(sums).size).toBe(3);
  });

  it("gives English titles the same vectors, tokens and marks as semqrel, alone and in batches", async () => {
    const titles = ["Growing red apples", "A history of the orchard", "growing RED apples", "", "🍐", "Pears"];
    const [own, theirs] = [await sentenceEmbedder(model, { threads: 1 }).embed(titles), await stock.embed(titles)];
    expect(theirs.tokenKeys).toEqual(own.tokenKeys);
    expect(theirs.tokenCounts).toEqual(own.tokenCounts);
    expect(theirs.flags).toEqual(own.flags);
    const vectorOf = ({ vectors }: { vectors: Float32Array }, place: number) =>
      vectors.subarray(place * 384, (place + 1) * 384);
    for (const [place, title] of titles.entries()) {
      const pair = [vectorOf(own, place), vectorOf(theirs, place)] as const;
      const cosine = pair[0].reduce((sum, value, at) => sum + value * (pair[1][at] ?? 0), 0);
      expect(cosine, title).toBeGreaterThanOrEqual(0.9999);
      expect(cosine, title).toBeLessThan(1.0001);
      expect(vectorOf(await stock.embed([title]), 0), title).toEqual(pair[1]);
    }
  });

  it("cuts titles at the same number of tokens as semqrel", async () => {
    const { tokenCounts, flags } = await stock.embed(["pear ".repeat(300)]);
    expect([tokenCounts[0], flags[0]]).toEqual([256, TitleFlag.truncated]);
  });

  it("names a package to install if none is installed", async () => {
    const packages = ["@nobody/transformers", "@nobody/else"];
    expect(installedStockPackage(packages)).toBeNull();
    const loading = loadStockLibrary(packages);
    await expect(loading).rejects.toMatchObject({ code: "MODEL_MISSING", details: { packages } });
    await expect(loading).rejects.toThrow("npm install @nobody/transformers");
  });

  // On Windows, import() would need a file URL.
  it.skipIf(process.platform === "win32")("explains why an installed package cannot be loaded", async () => {
    const folder = temporaryFolder({ "broken.mjs": "throw new Error('its binary is missing');" });
    await expect(loadStockLibrary([join(folder, "broken.mjs")])).rejects.toThrow("its binary is missing");
  });
});
