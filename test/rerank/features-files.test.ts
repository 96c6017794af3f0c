import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type FeaturesOptions, featureRows, featuresFiles, writeFeatures } from "../../src/rerank/features-files.ts";
import { temporaryFolder } from "../support/run-cli.ts";

const usual: FeaturesOptions = {
  directed: false,
  columns: { type: null, weight: null },
  idColumn: null,
  twoHop: true,
  exact: false,
  seed: 1,
  katzAlpha: null,
  katzBeta: 1,
  katzScope: "global",
  pageRank: null,
};

function tools(signal = new AbortController().signal) {
  const seen: (string | number)[] = [];
  const progress = {
    start: (task: string, total: number) => seen.push(task, total),
    update: (done: number) => seen.push(done),
    finish: () => seen.push("finished"),
  };
  return { progress, signal, seen };
}

function made(edges: string, ids: readonly string[], options: Partial<FeaturesOptions> = {}, used = tools()) {
  const folder = temporaryFolder({ "edges.csv": edges, "nodes.csv": `id\n${ids.join("\n")}\n` });
  const files = { edges: [join(folder, "edges.csv")], nodes: join(folder, "nodes.csv") };
  return featuresFiles(files, { ...usual, ...options }, used);
}

/** A hub with 2500 nodes in a ring around it: too large to count all paths. */
const wheel = Array.from({ length: 2500 }, (_, node) => `hub,n${node}\nn${node},n${(node + 1) % 2500}\n`).join("");

describe("featuresFiles", () => {
  it("samples large ego graphs and returns the error, unless all paths are requested", async () => {
    const sampled = await made(wheel, ["hub"]);
    const exact = await made(wheel, ["hub"], { exact: true });
    expect(exact.sampled).toEqual({ betweenness_1hop: null, betweenness_2hop: null, node_cut: 0 });
    const { count, fewestSources, largestError, medianError } = sampled.sampled.betweenness_1hop ?? {};
    expect({ count, medianError }).toEqual({ count: 1, medianError: largestError });
    expect(fewestSources).toBeLessThan(2500);
    const [value, truth] = [sampled, exact].map(({ columns }) => columns.get("betweenness_1hop")?.[0] ?? -1);
    // networkx 3.6.1: betweenness_centrality_subset of wheel_graph(2501) from one node of the ring (all are alike), * 2 / (n - 2).
    expect(truth).toBeCloseTo(0.9987995198079231, 9);
    expect(Math.abs((value ?? 0) - (truth ?? 1))).toBeLessThanOrEqual(4 * (largestError ?? 0) + 1e-12);
    expect(sampled.warnings).toEqual([
      expect.objectContaining({ kind: "betweenness-sampled", hops: 1, count: 1, documents: 1 }),
      expect.objectContaining({ kind: "betweenness-sampled", hops: 2, count: 1, documents: 1 }),
    ]);
  });

  it("uses half of the largest possible alpha by default, and returns alpha and its limit", async () => {
    // In a ring, every node has two neighbours, so the largest eigenvalue is 2, and x = 1 / (1 - 2 alpha).
    const { katz, columns } = await made("a,b\nb,c\nc,d\nd,a\n", ["a"]);
    expect(katz).toEqual({ alpha: expect.closeTo(0.25, 9), limit: expect.closeTo(0.5, 9), beta: 1, scope: "global" });
    expect(columns.get("katz")?.[0]).toBeCloseTo(2, 9);
  });

  it("reports its progress", async () => {
    const used = tools();
    await made("a,b\n", ["a", "b"], {}, used);
    expect(used.seen).toEqual(["Computing features", 2, 1, "finished"]);
  });

  it("throws INTERRUPTED if the signal is aborted", async () => {
    const interruption = new AbortController();
    interruption.abort();
    await expect(made("a,b\n", ["a"], {}, tools(interruption.signal))).rejects.toMatchObject({ code: "INTERRUPTED" });
  });
});

describe("featureRows", () => {
  it("returns the documented columns, and empty cells for missing values", async () => {
    const table = await made("a,b\n", ["a", "zz"]);
    expect([...featureRows(table)]).toEqual([
      ["id", "degree", "betweenness_1hop", "betweenness_2hop", "node_cut", "katz"],
      ["a", "1", "0", "0", "0", expect.stringMatching(/^(2|1\.99|2\.00)/)],
      ["zz", "", "", "", "", ""],
    ]);
  });
});

describe("writeFeatures", () => {
  it("throws OUTPUT_UNWRITABLE if the file cannot be written, and leaves no file", async () => {
    const table = await made("a,b\n", ["a"]);
    const folder = temporaryFolder({ file: "" });
    const path = join(folder, "file", "features.csv");
    expect(() => writeFeatures(path, table)).toThrow(expect.objectContaining({ code: "OUTPUT_UNWRITABLE" }));
    expect(existsSync(path)).toBe(false);
  });
});
