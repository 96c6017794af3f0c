/**
 * Do semqrel/measures and semqrel/statistics work without Node and native code?
 * Bundles each for a browser, which fails for a node: module, and runs the bundle in an empty context.
 */
import { runInNewContext } from "node:vm";
import { build } from "esbuild";
import { describe, expect, it } from "vitest";
import { root } from "../support/run-cli.ts";

interface Bundle {
  readonly code: string;
  readonly inputs: readonly string[];
}

async function bundle(source: string): Promise<Bundle> {
  const { outputFiles, metafile } = await build({
    stdin: { contents: source, resolveDir: root, loader: "ts" },
    bundle: true,
    platform: "browser",
    format: "iife",
    globalName: "answer",
    write: false,
    metafile: true,
    logLevel: "silent",
  });
  return { code: outputFiles[0]?.text ?? "", inputs: Object.keys(metafile.inputs) };
}

/** The `value` of a bundle, run in a context that only has the language and what every browser has. */
function run({ code }: Bundle): unknown {
  return runInNewContext(`${code}; JSON.stringify(answer.value)`, { TextEncoder, TextDecoder, crypto });
}

describe("in a browser bundle", () => {
  it("semqrel/measures can measure a run", async () => {
    // The example of pytrec_eval's README: q1 map 1/3, q2 ndcg 0.6934264036.
    const made = await bundle(`
      import { evaluate } from "semqrel/measures";
      const judgments = { q1: { d1: 0, d2: 1, d3: 0 }, q2: { d2: 1, d3: 1 } };
      const run = { q1: { d1: 1, d2: 0, d3: 1.5 }, q2: { d1: 1.5, d2: 0.2, d3: 0.5 } };
      const { measures } = evaluate(judgments, run, ["map", "ndcg"]);
      export const value = [measures.AP.perQuery.q1, measures.nDCG.perQuery.q2];
    `);
    const [averagePrecision, ndcg] = JSON.parse(String(run(made)));
    expect(averagePrecision).toBeCloseTo(1 / 3, 12);
    expect(ndcg).toBeCloseTo(0.6934264036, 9);
  });

  it("semqrel/statistics can test a difference", async () => {
    // scipy.stats.ttest_rel([1, 2, 3, 4], [1.5, 2, 4, 4.5]).pvalue
    const made = await bundle(`
      import { pairedTTest, randomisationTest } from "semqrel/statistics";
      const [x, y] = [[1, 2, 3, 4], [1.5, 2, 4, 4.5]];
      export const value = [pairedTTest(x, y).p, randomisationTest(x, y, { seed: 1 }).p];
    `);
    const [t, randomisation] = JSON.parse(String(run(made)));
    expect(t).toBeCloseTo(0.09172, 4);
    // Differences -.5, 0, -1, -.5: two of the eight sign patterns of the nonzero ones are as extreme.
    expect(randomisation).toBeCloseTo(0.25, 12);
  });

  it("semqrel/measures and semqrel/statistics contain no package except the random number generator", async () => {
    const made = await bundle(`
      export * as measures from "semqrel/measures";
      export * as statistics from "semqrel/statistics";
      export const value = 1;
    `);
    const packages = made.inputs.flatMap((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? []);
    expect([...new Set(packages)]).toEqual(["pure-rand"]);
  });
});
