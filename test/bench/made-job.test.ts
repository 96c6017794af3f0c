import { describe, expect, it } from "vitest";
import { madeJob } from "../../scripts/bench/made-job.ts";
import { bundledModel, modelPath } from "../../src/model/embed/model-folder.ts";
import { loadTokenizer } from "../../src/model/embed/tokenizer.ts";

describe("madeJob", () => {
  it("has about as many queries and titles as the notebook's job", () => {
    const job = madeJob(6.6, 1, 1);
    expect(job.reference.length - 1).toBeGreaterThan(12_000);
    expect(job.candidates.length - 1).toBeGreaterThan(9_000);
    expect(job.distinctTitles.length).toBeGreaterThan(13_500);
    expect(job.distinctTitles.length).toBeLessThan(13_900);
    expect(new Set(job.reference.slice(1).map(([query]) => query)).size).toBe(174);
  });

  it.each([6.6, 16])("has titles of %s tokens on average, as the model counts tokens", async (meanTokens) => {
    const tokenizer = await loadTokenizer(modelPath(bundledModel, null), 256);
    const titles = madeJob(meanTokens, 1, 0.2).distinctTitles;
    const tokens = titles.reduce((sum, title) => sum + tokenizer.tokenise(title).ids.length, 0);
    expect(Math.abs(tokens / titles.length - meanTokens)).toBeLessThan(0.4);
  });

  it("is the same for the same seed, and different for another seed", () => {
    expect(madeJob(6.6, 7, 0.05)).toEqual(madeJob(6.6, 7, 0.05));
    expect(madeJob(6.6, 7, 0.05)).not.toEqual(madeJob(6.6, 8, 0.05));
  });
});
