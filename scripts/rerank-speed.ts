/**
 * Measures how long it takes to compute features of a graph, and to train a perceptron on them. Labels generated lists,
 * generates a graph of their documents, and times `featuresFiles` and `rerank`.
 * Run: npx tsx scripts/rerank-speed.ts [DOCUMENTS] [EDGES]
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { label, rerank } from "semqrel";
import { featuresFiles, writeFeatures } from "../src/rerank/features-files.ts";

const [documents = 2000, edges = 10_000] = process.argv.slice(2).map(Number);
const folder = mkdtempSync(join(tmpdir(), "semqrel-speed-"));
const path = (name: string) => join(folder, name);

/** Returns pseudo-random whole numbers from 0 to below `bound`, the same in every run (Lehmer, 1951). */
function made(count: number, bound: number): number[] {
  let state = 1;
  return Array.from({ length: count }, () => {
    state = (state * 48_271) % 2_147_483_647;
    return Math.floor((state / 2_147_483_647) * bound);
  });
}

async function timed<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  const begin = performance.now();
  const result = await work();
  console.log(`${what}\t${((performance.now() - begin) / 1000).toFixed(2)} s`);
  return result;
}

try {
  const [sources, targets] = [made(edges, documents), made(2 * edges, documents).slice(edges)];
  writeFileSync(path("edges.csv"), sources.map((source, edge) => `d${source},d${targets[edge]}\n`).join(""));
  const rows = made(documents, 1e6).map((title, place) => `q${place % 50},${place},d${place},title ${title}\n`);
  for (const name of ["reference", "candidate"]) {
    writeFileSync(
      path(`${name}.csv`),
      `query,rank,id,title\n${(name === "candidate" ? rows.reverse() : rows).join("")}`,
    );
  }
  await label(path("reference.csv"), path("candidate.csv"), { embedder: "hash", out: path("labels") });
  const files = { edges: [path("edges.csv")], nodes: path("labels") };
  const options = { directed: false, columns: { type: null, weight: null }, idColumn: null, exact: false, seed: 1 };
  const central = { katzAlpha: null, katzBeta: 1, katzScope: "global", pageRank: null } as const;
  const progress = { start() {}, update() {}, finish() {} };
  for (const twoHop of [false, true]) {
    const tools = { progress, signal: new AbortController().signal };
    const what = `features of ${documents} documents, ${edges} edges, within ${twoHop ? "two edges" : "one edge"}`;
    const table = await timed(what, () => featuresFiles(files, { ...options, ...central, twoHop }, tools));
    if (twoHop) await writeFeatures(path("features.csv"), table);
  }
  await timed(`perceptron, ${documents} rows, five folds`, () =>
    rerank(path("labels"), path("features.csv"), { model: ["mlp"], seed: 1 }),
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
