/** Does `suggest` draw what to rate next, and can the pools, ratings and interim analyses of several rounds be combined? */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import type { PooledPair } from "../../src/core/types.ts";
import type { SuggestReport } from "../../src/estimate/suggest-report.ts";
import { parseRatingScale } from "../../src/gold/agreement/combine-ratings.ts";
import { readPool } from "../../src/gold/pools/pool-format.ts";
import { RatingStore } from "../../src/gold/rating/rating-store.ts";
import { makeLabelFolder } from "../support/make-label-folder.ts";
import { runInProcess } from "./run-in-process.ts";

let folder: string;

/** Ratings of the pairs of a pool, with grades from gold.qrels. */
function rateAll(pools: readonly string[], out: string): void {
  const grades = new Map(
    readFileSync(join(folder, "gold.qrels"), "utf8")
      .trim()
      .split("\n")
      .map((line) => [line.replace(/ 0 (\S+) \S+$/, " $1"), line]),
  );
  const lines = new Set(pools.flatMap(pairsOf).map(({ queryId, id }) => grades.get(`${queryId} ${id}`) ?? ""));
  writeFileSync(join(folder, out), [...lines].join("\n"));
}

function pairsOf(pool: string): PooledPair[] {
  return readFileSync(join(folder, pool), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}

const queriesOf = (pool: string) => [...new Set(pairsOf(pool).map(({ queryId }) => queryId))];

beforeAll(async () => {
  folder = await makeLabelFolder({ engines: 4, queries: 30 });
  const engines = ["e0.csv", "e1.csv", "e2.csv", "e3.csv"];
  const pool = ["pool", ...engines, "--queries", "8", "--depth", "10", "-o", "first.jsonl"];
  const { exitCode, stderr } = await runInProcess(pool, { cwd: folder });
  expect(exitCode, stderr).toBe(0);
  rateAll(["first.jsonl"], "first.qrels");
});

async function suggest(args: readonly string[], exitCode = 0) {
  const result = await runInProcess(["pool", "--next", "labels", "--embedder", "hash", ...args], { cwd: folder });
  expect(result.exitCode, result.stderr).toBe(exitCode);
  return result;
}

async function reportOf(args: readonly string[]): Promise<SuggestReport> {
  const { stdout } = await suggest([...args, "--json", "-q"]);
  expect(stdout).not.toMatch(/NaN|Infinity/);
  return JSON.parse(stdout);
}

const storeSettings = { scale: parseRatingScale("0-4"), seed: 1, guidelines: "", fingerprint: "pool" };

const first = ["--gold", "first.qrels", "--pool", "first.jsonl"];

describe("semqrel pool --next", () => {
  it("continues from pool to pool in one database, and counts each interim analysis", async () => {
    const drawn = await reportOf([...first, "-n", "5", "-o", "second.jsonl"]);
    expect(drawn).toMatchObject({
      ...{ schema: "semqrel.suggest/1", question: "order", ratedQueries: 8, queries: 30, until: 30, reason: null },
      drawn: { queries: 5, ratings: pairsOf("second.jsonl").length - pairsOf("first.jsonl").length },
      looks: [{ rated: 8 }],
      warnings: [],
    });
    expect(drawn.cautions).toEqual([]);
    expect(drawn.drawn?.minutes).toBeCloseTo((drawn.drawn?.ratings ?? 0) / 5, 12);
    expect(drawn.pairs).toHaveLength(6);
    // Rated pairs come first, unchanged, and none of their queries is drawn again.
    const before = pairsOf("first.jsonl");
    expect(pairsOf("second.jsonl").slice(0, before.length)).toEqual(before);
    const added = pairsOf("second.jsonl").slice(before.length);
    expect(queriesOf("second.jsonl")).toHaveLength(13);
    for (const { probability, queryProbability } of added) {
      expect(probability).toBe(queryProbability);
      expect(probability).toBeGreaterThanOrEqual(drawn.drawn?.smallestProbability ?? 1);
      expect(probability).toBeLessThanOrEqual(drawn.drawn?.largestProbability ?? 0);
    }
    const store = RatingStore.open(join(folder, "ratings.db"), { create: true });
    store.addPool((await readPool(join(folder, "first.jsonl"))).pairs, storeSettings);
    const grown = { ...storeSettings, fingerprint: "grown" };
    expect(store.addPool((await readPool(join(folder, "second.jsonl"))).pairs, grown).added).toBe(added.length);
    store.close();
    rateAll(["second.jsonl"], "second.qrels");
    const two = ["--gold", "second.qrels", "--pool", "first.jsonl", "second.jsonl"];
    const next = await reportOf([...two, "-n", "5", "--anyway", "-o", "third.jsonl"]);
    expect(next.looks.map(({ rated }) => rated)).toEqual([8, 13]);
    expect(next.ratedQueries).toBe(13);
    expect(queriesOf("third.jsonl")).toHaveLength(18);
    // At most 5 % in all: half of .05, then half of .05 / 2.
    expect(next.looks.map(({ spent }) => spent)).toEqual([0.025, expect.closeTo(0.0375, 12)]);
    expect(next.looks.map(({ open }) => open)).toEqual([
      null,
      next.pairs.filter(({ state }) => state === "open").length,
    ]);
  });

  it("draws queries with all results of the requested engines up to --depth", async () => {
    await suggest([...first, "-n", "3", "-o", "whole.jsonl", "--depth", "4", "--engines", "e0,e3", "--anyway", "-q"]);
    const added = pairsOf("whole.jsonl").slice(pairsOf("first.jsonl").length);
    for (const query of new Set(added.map(({ queryId }) => queryId))) {
      const own = added.filter(({ queryId }) => queryId === query);
      for (const name of ["e0", "e3"]) {
        const ranks = own.flatMap(({ engines }) =>
          engines.filter((engine) => engine.name === name).map(({ rank }) => rank),
        );
        expect(ranks.sort(), `${query} ${name}`).toEqual([0, 1, 2, 3]);
      }
      expect(own.every(({ engines }) => engines.every(({ name }) => ["e0", "e3"].includes(name)))).toBe(true);
    }
  });

  it("draws the same pool for the same seed, and another pool for another seed", async () => {
    for (const [out, seed] of [
      ["a.jsonl", "1"],
      ["b.jsonl", "1"],
      ["c.jsonl", "2"],
    ] as const) {
      await suggest([...first, "-n", "5", "-o", out, "--seed", seed, "-q"]);
    }
    const [a, b, c] = ["a.jsonl", "b.jsonl", "c.jsonl"].map((name) => readFileSync(join(folder, name), "utf8"));
    expect(a).toBe(b);
    expect(a).not.toBe(c);
  });

  it("draws no queries if the order is decided, unless --anyway is given", async () => {
    writeFileSync(join(folder, "all.qrels"), readFileSync(join(folder, "gold.qrels")));
    const decided = await reportOf(["--gold", "all.qrels", "--smallest", "1", "-o", "none.jsonl"]);
    expect(decided).toMatchObject({ decided: true, drawn: null, order: ["e0", "e1", "e2", "e3"] });
    expect(() => readFileSync(join(folder, "none.jsonl"))).toThrow(/ENOENT/);
    const soon = await reportOf([...first, "--smallest", "1", "--until", "8", "-o", "none.jsonl"]);
    expect(soon).toMatchObject({ decided: true, drawn: null, reason: "decided" });
    const anyway = await reportOf([...first, "--smallest", "1", "--until", "8", "--anyway", "-n", "2"]);
    expect(anyway).toMatchObject({ decided: true, drawn: { queries: 2 }, reason: null });
  });

  it("draws no queries beyond the end that --until plans", async () => {
    const end = await reportOf([...first, "--until", "8"]);
    expect(end).toMatchObject({ until: 8, drawn: null, looks: [{ spent: 0.025 }] });
    const near = await reportOf([...first, "--until", "10"]);
    expect(near.drawn).toMatchObject({ queries: 2 });
  });

  it("prints its state and its draw as a table and as Markdown, with the next step", async () => {
    const { stdout, stderr } = await suggest([...first, "-n", "4", "-o", "table.jsonl"]);
    const report = await reportOf([...first, "-n", "4"]);
    expect(stdout).toContain("nDCG@10 over these 30 queries: 8 of 30 rated.");
    expect(stdout).toContain(`To rate: 4 queries drawn at random, ${report.drawn?.ratings} ratings`);
    expect(stdout).toContain(`Order so far: ${report.order.join(" > ")}`);
    // Another database already has ratings of another draw from the same pool.
    expect(stderr).toContain("semqrel rate table.jsonl --db ratings-2.db");
    expect((await suggest([...first, "-n", "4", "--format", "md"])).stdout).toContain("| e0 - e1 |");
    expect((await suggest([...first, "-n", "4"])).stderr).toMatch(
      /^Next: Save the draw, so that it can be rated\.\n {2}semqrel pool --next labels --embedder hash --gold first\.qrels --pool first\.jsonl -n 4 -o next\.jsonl\n/m,
    );
  });

  it("draws only for engines that may be the best with --best", async () => {
    const all = await reportOf([...first, "--until", "8", "--anyway"]);
    const best = await reportOf([...first, "--until", "8", "--anyway", "--best"]);
    const open = ({ pairs }: SuggestReport) => pairs.filter(({ wanted }) => wanted).length;
    expect(best.question).toBe("best");
    expect(best.pairs.map(({ state }) => state)).toEqual(all.pairs.map(({ state }) => state));
    expect(open(best)).toBeLessThanOrEqual(open(all));
  });

  it("warns about its assumptions without pools, and with queries that are not completely rated", async () => {
    expect((await reportOf(["--gold", "first.qrels"])).cautions).toEqual([expect.stringMatching(/Without --pool/)]);
    const lines = readFileSync(join(folder, "first.qrels"), "utf8").split("\n");
    writeFileSync(join(folder, "unfinished.qrels"), lines.slice(1).join("\n"));
    const { cautions, ratedQueries } = await reportOf(["--gold", "unfinished.qrels", "--pool", "first.jsonl"]);
    expect(ratedQueries).toBe(7);
    expect(cautions).toEqual([expect.stringMatching(/1 drawn query is not completely rated/)]);
  });

  it.each([
    { args: [], expected: /--gold/ },
    { args: [...first, "--engines", "e0,other"], expected: /names other, but no engine has that name/ },
    { args: [...first, "--engines", "e0"], expected: /an order needs at least two/ },
    { args: [...first, "--until", "7"], expected: /ends rating at 7 queries, but 8 of 30 are already rated/ },
    { args: [...first, "--until", "31"], expected: /ends rating at 31/ },
    { args: [...first, "-n", "0"], expected: /whole number >= 1/ },
    { args: [...first, "--smallest", "-1"], expected: /above 0|>= 0/ },
    { args: [...first, "-o", "-"], expected: /Cannot write the pool to standard output, .* Name a file: -o FILE\./ },
    { args: [...first, "-o", "first.jsonl"], expected: /first\.jsonl: it already exists/ },
    { args: ["--gold", "first.qrels", "--pool", "nowhere.jsonl"], expected: /nowhere\.jsonl/ },
  ])("refuses $args with the message $expected", async ({ args, expected }) => {
    const { exitCode, stdout, stderr } = await runInProcess(
      ["pool", "--next", "labels", "--embedder", "hash", ...args],
      {
        cwd: folder,
      },
    );
    expect(exitCode).not.toBe(0);
    expect(stdout).toBe("");
    expect(stderr).toMatch(expected);
    expect(stderr).not.toMatch(/bug|undefined|NaN/);
  });

  describe("semqrel pool --next --by pairs", () => {
    const byPairs = ["--by", "pairs", "--measure", "DCG@10"];

    it("leads from a first draw without ratings to intervals, in one database, with only the latest pool", async () => {
      const start = await reportOf([...byPairs, "-n", "60", "-o", "p1.jsonl"]);
      expect(start).toMatchObject({
        ...{ by: "pairs", rated: 0, looks: [], order: [], decided: false, reason: null, until: start.units },
        drawn: { ratings: 60 },
      });
      expect(pairsOf("p1.jsonl")).toHaveLength(60);
      const { stdout } = await suggest([...byPairs, "-n", "60"]);
      expect(stdout).toContain(`0 of ${start.units} pairs rated`);
      expect(stdout).toMatch(/To rate: 60 pairs of \d+ queries, drawn at random/);
      rateAll(["p1.jsonl"], "p1.qrels");
      const one = ["--gold", "p1.qrels", "--pool", "p1.jsonl"];
      const second = await reportOf([...byPairs, ...one, "-n", "40", "--anyway", "-o", "p2.jsonl"]);
      expect(second).toMatchObject({ rated: 60, looks: [{ rated: 60 }], drawn: { ratings: 40 }, cautions: [] });
      // Rated pairs come first, with larger probabilities, equal to those of a single draw of 100.
      const [before, after] = [pairsOf("p1.jsonl"), pairsOf("p2.jsonl")];
      expect(after).toHaveLength(100);
      for (const [place, { id, queryId, probability }] of before.entries()) {
        expect(after[place]).toMatchObject({ id, queryId });
        expect(after[place]?.probability).toBeGreaterThanOrEqual(probability);
      }
      await reportOf([...byPairs, "-n", "100", "-o", "at-once.jsonl"]);
      const chances = (pool: string) =>
        pairsOf(pool)
          .map(({ queryId, id, probability }) => `${queryId} ${id} ${probability}`)
          .sort();
      expect(chances("at-once.jsonl")).toEqual(chances("p2.jsonl"));
      const store = RatingStore.open(join(folder, "pairs.db"), { create: true });
      store.addPool((await readPool(join(folder, "p1.jsonl"))).pairs, storeSettings);
      const grown = { ...storeSettings, fingerprint: "grown" };
      expect(store.addPool((await readPool(join(folder, "p2.jsonl"))).pairs, grown).added).toBe(40);
      store.close();
      rateAll(["p2.jsonl"], "p2.qrels");
      const two = ["--gold", "p2.qrels", "--pool", "p2.jsonl"];
      const third = await reportOf([...byPairs, ...two, "-n", "40"]);
      expect(third.looks.map(({ rated }) => rated)).toEqual([60, 100]);
      const { stdout: estimated, exitCode } = await runInProcess(
        ["estimate", "labels", "--embedder", "hash", "--measure", "DCG@10", ...two, "--json", "-q"],
        { cwd: folder },
      );
      expect(exitCode).toBe(0);
      const report = JSON.parse(estimated);
      expect(report).toMatchObject({ queries: 30, sample: { of: "pairs", pools: [{ unjudgedPairs: 0 }] } });
      // The same estimate, at the significance of a single interval.
      for (const pair of third.pairs) {
        const same = report.pairs.find(({ a, b }: { a: string; b: string }) => a === pair.a && b === pair.b);
        expect(pair.difference).toBeCloseTo(same.difference, 10);
      }
    });

    it("decides every pair with exact differences if all pairs are rated", async () => {
      const { units } = await reportOf([...byPairs, "-n", "1"]);
      await reportOf([...byPairs, "-n", String(units), "-o", "all-pairs.jsonl"]);
      rateAll(["all-pairs.jsonl"], "all-pairs.qrels");
      const found = await reportOf([...byPairs, "--gold", "all-pairs.qrels", "--pool", "all-pairs.jsonl"]);
      expect(found).toMatchObject({ rated: units, reason: "nothing left", drawn: null, decided: true });
      for (const { interval, difference } of found.pairs) {
        expect(interval).toEqual([expect.closeTo(difference ?? 1, 10), expect.closeTo(difference ?? 1, 10)]);
      }
    });

    it("draws pairs or queries as the given pool does, and uses DCG for pairs", async () => {
      const one = ["--gold", "p1.qrels", "--pool", "p1.jsonl", "-n", "40"];
      expect(await reportOf(one)).toEqual(await reportOf([...byPairs, ...one]));
      expect((await suggest([...one, "--by", "queries"], 2)).stderr).toMatch(
        /Leave out --by, so that the draw continues the pool/,
      );
      expect(await reportOf([...first, "-n", "4"])).toMatchObject({ by: "queries", drawn: { queries: 4 } });
    });

    it.each([
      { name: "a measure that is not a sum", args: ["--by", "pairs", "-n", "5"], says: /nDCG@10.*best possible score/ },
      {
        name: "a pool with another seed",
        args: [...byPairs, "--gold", "p1.qrels", "--pool", "p1.jsonl", "--seed", "2"],
        says: /drawn in another order/,
      },
      {
        name: "a pool of whole queries",
        args: [...byPairs, "--gold", "first.qrels", "--pool", "first.jsonl"],
        says: /were not drawn by --by pairs/,
      },
      { name: "a pool without ratings", args: [...byPairs, "--pool", "p1.jsonl"], says: /Give --gold/ },
      { name: "whole queries without ratings", args: ["-n", "5"], says: /Give --gold/ },
      {
        name: "several pools of pairs",
        args: [...byPairs, "--gold", "p2.qrels", "--pool", "p1.jsonl", "p2.jsonl"],
        says: /only the latest/,
      },
      {
        name: "an end that is already reached",
        args: [...byPairs, "--gold", "p1.qrels", "--pool", "p1.jsonl", "--until", "50"],
        says: /at 50 pairs/,
      },
    ])("refuses $name", async ({ args, says }) => {
      expect((await suggest(args, 2)).stderr).toMatch(says);
    });
  });
});
