/** Is the next draw made from stored labels, pools and ratings, with probabilities that favour open pairs? */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import type { PooledPair } from "../../src/core/types.ts";
import { queryDisagreement } from "../../src/estimate/draw-next.ts";
import { estimateFiles } from "../../src/estimate/estimate-files.ts";
import { type SuggestOptions, suggestQueries } from "../../src/estimate/suggest-next.ts";
import { poolText } from "../../src/gold/pools/pool-format.ts";
import { parseOrderingMeasure } from "../../src/measure/measures/parse-measures.ts";
import { hashEmbedder } from "../../src/model/embed/hash-embedder.ts";
import { makeLabelFolder } from "../support/make-label-folder.ts";
import { randomOf } from "../support/simulated-values.ts";

let folder: string;
beforeAll(async () => {
  folder = await makeLabelFolder({ engines: 3, queries: 20 });
  const lines = readFileSync(join(folder, "gold.qrels"), "utf8").trim().split("\n");
  writeFileSync(join(folder, "eight.qrels"), lines.filter((line) => /^q[0-7] /.test(line)).join("\n"));
  writeFileSync(join(folder, "two.qrels"), lines.filter((line) => /^q[01] /.test(line)).join("\n"));
});

const usual: SuggestOptions = {
  ...{ measure: parseOrderingMeasure("nDCG@10"), target: "these", method: "ridge", depth: 10, unjudged: "nonrelevant" },
  ...{ seed: 1, count: 5, smallest: 0, anyway: true },
};

function suggest(options: Partial<SuggestOptions> = {}, gold = "eight.qrels", pools: readonly string[] = []) {
  const progress = { start: () => {}, update: () => {}, finish: () => {} };
  return suggestQueries(
    { labels: join(folder, "labels"), gold: join(folder, gold), proxies: [], pools },
    { ...usual, ...options },
    { embedder: hashEmbedder(), progress, signal: new AbortController().signal },
  );
}

function byQuery(pairs: readonly PooledPair[] | null): Map<string, PooledPair[]> {
  const found = new Map<string, PooledPair[]>();
  for (const pair of pairs ?? []) found.set(pair.query, [...(found.get(pair.query) ?? []), pair]);
  return found;
}

describe("suggestQueries", () => {
  it("draws the requested number of unrated queries, and each title of a query once", async () => {
    const { next, report } = await suggest();
    const drawn = byQuery(next);
    expect(drawn.size).toBe(5);
    expect(report.drawn).toMatchObject({ queries: 5, ratings: next?.length });
    for (const [query, pairs] of drawn) {
      expect(Number(query.replace("question ", "")), query).toBeGreaterThan(7);
      expect(new Set(pairs.map(({ id }) => id)).size).toBe(pairs.length);
      expect(new Set(pairs.map(({ queryProbability }) => queryProbability)).size).toBe(1);
    }
  });

  it("numbers the draws of the pools and its own", async () => {
    const drawsIn = (pairs: readonly PooledPair[] | null) => new Set(pairs?.map(({ draw }) => draw));
    const first = (await suggest()).next;
    expect(drawsIn(first)).toEqual(new Set([1]));
    const pool = join(folder, "first.jsonl");
    writeFileSync(pool, [...poolText(first ?? [])].join(""));
    const grown = (await suggest({}, "gold.qrels", [pool])).next;
    expect(drawsIn(grown)).toEqual(new Set([1, 2]));
    expect(grown?.filter(({ draw }) => draw === 1)).toEqual(first);
  });

  it("prefers queries on which open engines disagree more for the cost, with a minimum probability", async () => {
    const { next: all } = await suggest({ count: 12 });
    const open = (await suggest()).report.pairs.filter(({ wanted }) => wanted).map(({ a, b }) => [a, b] as const);
    const asked =
      open.length > 0
        ? open
        : ([
            ["e0", "e1"],
            ["e0", "e2"],
            ["e1", "e2"],
          ] as const);
    const sizes = new Map(
      [...byQuery(all)].map(([query, pairs]) => [query, queryDisagreement(pairs, asked) / Math.sqrt(pairs.length)]),
    );
    expect(sizes.size).toBe(12);
    const chances = new Map<string, number>();
    for (let seed = 1; seed <= 6; seed++) {
      for (const [query, [pair]] of byQuery((await suggest({ seed, count: 3 })).next)) {
        // The seed decides which queries are drawn, but not their probabilities.
        expect(pair?.probability, query).toBeCloseTo(chances.get(query) ?? pair?.probability ?? Number.NaN, 12);
        chances.set(query, pair?.probability ?? Number.NaN);
      }
    }
    expect(chances.size).toBeGreaterThan(4);
    const rising = [...chances].sort(([one], [other]) => (sizes.get(one) ?? 0) - (sizes.get(other) ?? 0));
    expect(rising.map(([, chance]) => chance)).toEqual([...chances.values()].sort((one, other) => one - other));
    expect(Math.min(...chances.values())).toBeGreaterThanOrEqual((0.4 * 3) / 12);
  });

  it("orders engines by estimates and labels combined", async () => {
    const { report } = await suggest();
    expect(report).toMatchObject({ order: ["e0", "e1", "e2"], queries: 20, ratedQueries: 8, until: 20 });
    // ir_measures 0.4.3: with these grades, e0 is the best in each query (see estimate-files.test.ts: 1, .969, .910).
    expect(report.pairs[1]?.difference).toBeGreaterThan(0);
  });

  it("draws at most the queries that are unrated or remain until the planned end", async () => {
    expect(byQuery((await suggest({ count: 99 })).next).size).toBe(12);
    const { next, report } = await suggest({ anyway: false, until: 9, smallest: 0 });
    expect(byQuery(next).size).toBeLessThanOrEqual(1);
    expect(report.until).toBe(9);
    expect((await suggest({}, "gold.qrels")).report).toMatchObject({ drawn: null, reason: "nothing left" });
  });

  it("decides that engines with the same lists are equal", async () => {
    const csv = readFileSync(join(folder, "e0.csv"), "utf8");
    const twins = await makeLabelFolder({ engines: 1, queries: 20, further: { "twin.csv": csv } });
    const gold = join(folder, "eight.qrels");
    const progress = { start: () => {}, update: () => {}, finish: () => {} };
    const { report } = await suggestQueries(
      { labels: join(twins, "labels"), gold, proxies: [], pools: [] },
      { ...usual, anyway: false },
      { embedder: hashEmbedder(), progress, signal: new AbortController().signal },
    );
    expect(report.pairs).toEqual([expect.objectContaining({ state: "no difference that matters", wanted: false })]);
    expect(report).toMatchObject({ decided: true, reason: "decided" });
  });

  describe("errors", () => {
    it("suggestQueries refuses ratings of fewer than three queries, and explains how to draw more", async () => {
      await expect(suggest({}, "two.qrels")).rejects.toMatchObject({
        code: "INVALID_OPTION",
        message: expect.stringMatching(/2 queries are rated.*semqrel pool --sample/),
      });
    });

    it("suggestQueries rejects pools that contain only some pairs of a query", async () => {
      const pairs = (await suggest({}, "eight.qrels")).next ?? [];
      const half = pairs.map((pair) => ({
        ...pair,
        queryId: "q1",
        query: "question 1",
        probability: pair.queryProbability / 2,
        engines: [{ name: "e0", rank: 0, also: [], of: 10 }],
      }));
      writeFileSync(join(folder, "half.jsonl"), `${JSON.stringify(half[0])}\n`);
      const measure = parseOrderingMeasure("DCG@10");
      await expect(suggest({ measure }, "eight.qrels", [join(folder, "half.jsonl")])).rejects.toMatchObject({
        code: "INVALID_OPTION",
      });
    });
  });
});

/** The two commands must not contradict each other. */
describe("the decisions of pool --next and estimate", () => {
  it("are the same for random ratings and draws", async () => {
    const progress = { start: () => {}, update: () => {}, finish: () => {} };
    const tools = { embedder: hashEmbedder(), progress, signal: new AbortController().signal };
    const lines = readFileSync(join(folder, "gold.qrels"), "utf8").trim().split("\n");
    const pairs = (await suggest({ count: 12 })).next ?? [];
    const seen = new Set<string>();
    for (let seed = 1; seed <= 12; seed++) {
      const random = randomOf(seed);
      // Adds noise of random size to grades, and assigns queries to draws at random.
      const [blur, late] = [3 * random(), random()];
      const drawOf = new Map(Array.from({ length: 12 }, (_, place) => [place + 8, random() < late ? 1 : 0]));
      const gold = join(folder, `study-${seed}.qrels`);
      const rated = lines.map((line) => line.split(" ")).filter(([query = ""]) => drawOf.has(Number(query.slice(1))));
      const blurred = rated.map(([query, , id, grade]) => {
        return `${query} 0 ${id} ${Math.max(0, Math.round(Number(grade) + blur * (4 * random() - 2)))}\n`;
      });
      writeFileSync(gold, blurred.join(""));
      const pools = [0, 1].flatMap((draw) => {
        const own = pairs.filter(({ query }) => drawOf.get(Number(query.replace("question ", ""))) === draw);
        const path = join(folder, `study-${seed}-${draw}.jsonl`);
        const probability = new Set(own.map(({ query }) => query)).size / (20 - 4 * draw);
        const drawn = own.map((pair) => JSON.stringify({ ...pair, probability, queryProbability: probability }));
        writeFileSync(path, `${drawn.join("\n")}\n`);
        return own.length === 0 ? [] : [path];
      });
      const files = { labels: join(folder, "labels"), gold, proxies: [], pools };
      const { report } = await suggestQueries(files, usual, tools);
      const { report: estimate } = await estimateFiles(files, usual, tools);
      const betterOf = ({ a, b, difference }: (typeof estimate.pairs)[number]) => ((difference ?? 0) > 0 ? a : b);
      expect(report.pairs.map(({ a, b, better }) => [a, b, better])).toEqual(
        estimate.pairs.map((pair) => [pair.a, pair.b, pair.decided ? betterOf(pair) : null]),
      );
      expect(report.pairs.filter(({ state }) => state === "open")).toHaveLength(estimate.open);
      expect(report.looks).toHaveLength(estimate.look);
      for (const { state } of report.pairs) seen.add(`${state} at look ${estimate.look}`);
    }
    expect([...seen].sort()).toEqual(expect.arrayContaining(["decided at look 2", "open at look 2"]));
  });
});
