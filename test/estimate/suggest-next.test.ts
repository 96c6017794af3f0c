/**
 * * Is the next draw made from stored labels, a pool of pairs and ratings, with probabilities independent of ratings?
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import type { PooledPair } from "../../src/core/types.ts";
import { type PairStudyFiles, type SuggestOptions, suggestPairs } from "../../src/estimate/suggest-next.ts";
import { poolText, readDrawnPool } from "../../src/gold/pools/pool-format.ts";
import { parseOrderingMeasure } from "../../src/measure/measures/parse-measures.ts";
import { hashEmbedder } from "../../src/model/embed/hash-embedder.ts";
import { makeLabelFolder } from "../support/make-label-folder.ts";
import { runCli } from "../support/run-cli.ts";

let folder: string;
beforeAll(async () => {
  folder = await makeLabelFolder({ engines: 3, queries: 20 });
});

const usual: SuggestOptions = {
  ...{ measure: parseOrderingMeasure("DCG@10"), target: "these", method: "ridge", depth: 10, unjudged: "nonrelevant" },
  ...{ seed: 1, count: 60, smallest: 0 },
};

function suggest(options: Partial<SuggestOptions> = {}, files: Partial<PairStudyFiles> = {}, labels = folder) {
  const progress = { start: () => {}, update: () => {}, finish: () => {} };
  return suggestPairs(
    { labels: join(labels, "labels"), gold: null, proxies: [], pools: [], ...files },
    { ...usual, ...options },
    { embedder: hashEmbedder(), progress, signal: new AbortController().signal },
  );
}

/** Writes the pool and people's ratings of it, changed by `grade`, to files. */
function rated(pool: readonly PooledPair[] | null, name: string, grade = (known: number) => known) {
  const known = new Map(
    readFileSync(join(folder, "gold.qrels"), "utf8")
      .trim()
      .split("\n")
      .map((line) => [line.split(" ")[0] + (line.split(" ")[2] ?? ""), Number(line.split(" ")[3])]),
  );
  const lines = (pool ?? []).map(
    ({ queryId, id }) => `${queryId} 0 ${id} ${grade(known.get(`${queryId}${id}`) ?? 0)}\n`,
  );
  writeFileSync(join(folder, `${name}.qrels`), lines.join(""));
  writeFileSync(join(folder, `${name}.jsonl`), [...poolText(pool ?? [])].join(""));
  return { gold: join(folder, `${name}.qrels`), pools: [join(folder, `${name}.jsonl`)] };
}

describe("suggestPairs", () => {
  it("draws the same pairs with the same probabilities, whatever ratings earlier pairs have", async () => {
    const first = (await suggest()).next;
    const as = async (name: string, grade?: (known: number) => number) =>
      (await suggest({ anyway: true }, rated(first, name, grade))).next?.map(({ id, query, probability }) => ({
        ...{ id, query, probability },
      }));
    const drawn = await as("known");
    expect(drawn).toHaveLength(120);
    expect(await as("reversed", (known) => 4 - known)).toEqual(drawn);
  });

  it("gives each pair a probability proportional to its size, so that sums are unbiased", async () => {
    // Σ 1 / probability is the number of pairs, on average over seeds.
    const { units } = (await suggest()).report;
    let sum = 0;
    for (let seed = 1; seed <= 60; seed++) {
      const { next } = await suggest({ seed });
      sum += (next ?? []).reduce((own, { probability }) => own + 1 / probability, 0) / 60;
    }
    // The standard error is about units / sqrt(60 pairs · 60 seeds) · 1.3.
    expect(Math.abs(sum / units - 1)).toBeLessThan(0.1);
  });

  it("orders engines by ratings and labels combined", async () => {
    const { report } = await suggest({}, rated((await suggest({ count: 200 })).next, "order"));
    // ir_measures 0.4.3: with these grades, e0 is the best in each query (see estimate-files.test.ts).
    expect(report.order).toEqual(["e0", "e1", "e2"]);
    expect(report.pairs[1]?.difference).toBeGreaterThan(0);
  });

  it("pools only the requested engines, down to the measure's cutoff", async () => {
    const measure = parseOrderingMeasure("P(rel=1)@3");
    const { next } = await suggest({ measure, engines: ["e0", "e2"], count: 1000 });
    const engines = (next ?? []).flatMap((pair) => pair.engines);
    expect(new Set(engines.map(({ name }) => name))).toEqual(new Set(["e0", "e2"]));
    expect(Math.max(...engines.flatMap(({ rank, also }) => [rank, ...also]))).toBe(2);
    const two = rated(next?.slice(0) ?? null, "two");
    expect((await suggest({ measure, engines: ["e0", "e2"] }, two)).report.pairs).toHaveLength(1);
    // Results of the other engine could not be drawn.
    await expect(suggest({ measure }, two)).rejects.toMatchObject({ code: "INVALID_OPTION" });
  });

  it("warns about a few unrated pairs, and treats these pairs as missing at random", async () => {
    const first = (await suggest()).next ?? [];
    const files = rated(first, "unfinished");
    writeFileSync(files.gold, readFileSync(files.gold, "utf8").split("\n").slice(0, 55).join("\n"));
    const { report } = await suggest({}, files);
    expect(report.cautions).toEqual([expect.stringMatching(/^5 drawn pairs are not rated/)]);
    expect(report).toMatchObject({ rated: 55, looks: [{ rated: 55 }] });
    expect(report.pairs.every(({ difference }) => difference !== null)).toBe(true);
  });

  it("draws nothing if many drawn pairs are unrated, unless anyway is set", async () => {
    const files = rated((await suggest()).next, "half");
    writeFileSync(files.gold, readFileSync(files.gold, "utf8").split("\n").slice(0, 30).join("\n"));
    const { report, next } = await suggest({}, files);
    expect(report).toMatchObject({ rated: 30, looks: [{ rated: 30 }], reason: "unrated", drawn: null });
    expect(next).toBeNull();
    const anyway = await suggest({ anyway: true }, files);
    expect(anyway.report).toMatchObject({ rated: 30, reason: null, drawn: { ratings: 60 } });
    expect(anyway.next).toHaveLength(120);
  });

  it("decides that engines with the same lists are equal, and draws nothing", async () => {
    const csv = readFileSync(join(folder, "e0.csv"), "utf8");
    const same = await makeLabelFolder({ engines: 1, queries: 20, further: { "twin.csv": csv } });
    const { report } = await suggest({}, {}, same);
    expect(report).toMatchObject({ decided: true, reason: "decided", drawn: null });
  });

  it("draws no pairs beyond the planned end", async () => {
    expect((await suggest({ until: 40 })).next).toHaveLength(40);
    const files = rated((await suggest()).next, "end");
    expect((await suggest({ until: 60 }, files)).report).toMatchObject({ drawn: null, looks: [{ rated: 60 }] });
  });

  it("refuses a pool from which pairs were removed by hand", async () => {
    const first = (await suggest()).next ?? [];
    await expect(suggest({}, rated(first.slice(1), "picked"))).rejects.toMatchObject({
      code: "INVALID_OPTION",
      message: expect.stringMatching(/lacks the document .*Restore the file/),
    });
  });

  describe("for a pool drawn by spread", () => {
    const drawn = async (ratings: number) => {
      const { readStoredLabels } = await import("../../src/label/stored-labels.ts");
      const { pooledPairs } = await import("../../src/gold/pool-files.ts");
      const { drawBySpread } = await import("../../src/gold/pools/draw-by-spread.ts");
      const { sha256 } = await import("../../src/core/files/read-whole.ts");
      const { stored } = await readStoredLabels(join(folder, "labels"));
      const lists = stored.engines.map((engine) => engine.lists);
      const engines = lists.map(({ engine }) => engine);
      const rest = { budget: { ratings }, engines, earlier: [], seed: 1, hash: sha256 };
      return drawBySpread(pooledPairs(stored, lists, 10), rest);
    };

    it("suggestPairs draws the same pairs and probabilities as a larger draw by spread, and uses DCG for nDCG", async () => {
      const files = rated(await drawn(60), "spread");
      const { report, next } = await suggest({ anyway: true, measure: parseOrderingMeasure("nDCG@10") }, files);
      const shown = (pairs: readonly PooledPair[]) =>
        Object.fromEntries(pairs.map(({ query, id, probability }) => [`${query} ${id}`, probability.toFixed(12)]));
      expect(shown(next ?? [])).toEqual(shown(await drawn(120)));
      expect(next?.every(({ inOrder }) => inOrder?.by === "spread")).toBe(true);
      expect(report).toMatchObject({ measure: "DCG@10", by: "pairs", rated: 60, drawn: { ratings: 60 } });
      // Grades fall with the number of the engine, like the order of `estimate`.
      expect(report.order).toEqual(["e0", "e1", "e2"]);
      expect(report.pairs.every(({ interval }) => interval !== null)).toBe(true);
    });

    it("suggestPairs accepts a pool of lists with several ids for one title, in any order of the engines", async () => {
      // e0 comes before its copy `a`, which has other ids.
      const csv = readFileSync(join(folder, "e2.csv"), "utf8").replace(/,d(\d+),/g, ",other$1,");
      const labels = await makeLabelFolder({ engines: 3, queries: 20, further: { "a.csv": csv } });
      const pool = join(labels, "pool.jsonl");
      expect(
        (await runCli(["pool", join(labels, "labels"), "--by", "spread", "--ratings", "40", "-o", pool])).exitCode,
      ).toBe(0);
      const pairs = (await readDrawnPool(pool)).pairs;
      const gold = join(labels, "own.qrels");
      writeFileSync(gold, pairs.map(({ queryId, id }, place) => `${queryId} 0 ${id} ${place % 3}\n`).join(""));
      expect((await suggest({}, { gold, pools: [pool] }, labels)).report).toMatchObject({ rated: 40 });
    });

    it("suggestPairs refuses a pool that was drawn from other lists, and explains how to grow it", async () => {
      const pool = (await drawn(61)).slice(1);
      await expect(suggest({}, rated(pool, "cut"))).rejects.toThrow(/--by spread --add/);
    });
  });
});
