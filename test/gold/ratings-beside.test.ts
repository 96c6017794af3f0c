import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import type { PooledPair } from "../../src/core/types.ts";
import { gold } from "../../src/gold/gold.ts";
import { noRatings } from "../../src/gold/known-ratings.ts";
import { poolText } from "../../src/gold/pools/pool-format.ts";
import { RatingStore } from "../../src/gold/rating/rating-store.ts";
import { databaseFor, ratingsBeside } from "../../src/gold/ratings-beside.ts";
import { exampleLists, makePool } from "../support/make-pool.ts";
import { makeScale } from "../support/make-rating-set.ts";
import { temporaryFolder } from "../support/run-cli.ts";

const engines = ["alpha", "beta", "gamma"];
const whole = makePool(exampleLists);
const inOrder = { order: "0123", since: 3, by: "spread" } as const;
const spread = makePool(exampleLists, { probability: 0.5, inOrder });
const first = spread.slice(0, 20);

let base = "";
beforeEach(() => {
  base = temporaryFolder();
});
const look = (known?: Parameters<typeof ratingsBeside>[2]) => ratingsBeside(join(base, "labels"), engines, known, base);
const write = (name: string, pairs: readonly PooledPair[]) =>
  writeFileSync(join(base, name), [...poolText(pairs)].join(""));

/** Saves ratings like `rate`. */
function rate(pool: string, pairs: readonly PooledPair[], rated: number, database = "ratings.db") {
  write(pool, pairs);
  const store = RatingStore.open(join(base, database), { create: true });
  const settings = { scale: makeScale(0, 3), seed: 1, guidelines: "", fingerprint: pool, path: join(base, pool) };
  store.addPool(pairs, settings);
  for (const { number } of store.poolPairs().slice(0, rated)) {
    const given = { occasion: 0, state: "rated", grade: 1, note: "", seconds: 1, ratedAt: "" } as const;
    store.save({ ...given, pair: number, rater: "ann" });
  }
  store.close();
}

const judge = (database = "ratings.db") => gold(join(base, database), { out: join(base, "gold.qrels") });

describe("ratingsBeside", () => {
  it("returns nothing if there are no pools and ratings", async () => {
    expect(await look()).toEqual(noRatings);
  });

  it("follows the steps from pool to ratings to judgments, over several rounds", async () => {
    write("pool.jsonl", first);
    expect(await look()).toMatchObject({ unrated: { pool: "pool.jsonl", database: "ratings.db" }, database: null });
    rate("pool.jsonl", first, 0);
    expect(await look()).toMatchObject({ unrated: { pool: "pool.jsonl", database: "ratings.db" }, database: null });
    rate("pool.jsonl", first, 15);
    const rest = { unrated: { pool: "pool.jsonl", database: "ratings.db", left: 5, of: 20 } };
    expect(await look()).toMatchObject({ ...rest, judgments: null, database: "ratings.db" });
    await judge();
    expect(await look()).toMatchObject({ ...rest, judgments: "gold.qrels", database: null });
    rate("pool.jsonl", first, 20);
    await judge();
    const asked = { judgments: "gold.qrels", pools: ["pool.jsonl"], singled: true, database: null, unrated: null };
    expect(await look()).toMatchObject({
      ...asked,
      measure: "nDCG@5",
      free: { pool: "pool-2.jsonl", judgments: "gold.qrels" },
    });
    write("next.jsonl", spread);
    expect(await look()).toMatchObject({ ...asked, unrated: { pool: "next.jsonl", database: "ratings.db" } });
    rate("next.jsonl", spread, spread.length);
    expect(await look()).toMatchObject({ ...asked, database: "ratings.db", free: { next: "next-2.jsonl" } });
    await judge();
    // `next.jsonl` contains the earlier pool.
    expect(await look()).toMatchObject({ ...asked, pools: ["next.jsonl"], database: null, unrated: null });
  });

  it("returns the number of unrated pairs if a pool has grown in the same file", async () => {
    rate("pool.jsonl", first, 20);
    await judge();
    write("pool.jsonl", spread);
    expect((await look()).unrated).toEqual({
      ...{ pool: "pool.jsonl", database: "ratings.db" },
      ...{ left: spread.length - 20, of: spread.length },
    });
  });

  it("finds ratings in another database", async () => {
    rate("next.jsonl", spread, spread.length);
    rate("other.jsonl", first, 20, "ratings-2.db");
    await judge("ratings-2.db");
    expect(await look()).toMatchObject({ judgments: "gold.qrels", unrated: null });
  });

  it("counts unrated results of a draw in the database of the judgments, not in another one with the same pool", async () => {
    rate("pool.jsonl", first, 20);
    rate("pool.jsonl", first, 15, "ben.db");
    await judge("ben.db");
    const unrated = { pool: "pool.jsonl", database: "ben.db", left: 5, of: 20 };
    expect(await look()).toMatchObject({ unrated });
    rate("next.jsonl", spread, spread.length);
    expect(await look()).toMatchObject({ unrated });
  });

  it("returns the seed of a pool that can grow, if it is not the default seed", async () => {
    for (const seed of [1, 7]) {
      rate("pool.jsonl", makePool(exampleLists, { probability: 0.5, inOrder: { ...inOrder, seed } }), 20);
      await judge();
      expect((await look()).seed).toBe(seed === 1 ? null : 7);
    }
  });

  it("lists pools of whole queries in the order they were drawn, or none if no query is completely rated", async () => {
    rate("second.jsonl", whole, whole.length);
    write("first.jsonl", whole);
    await judge();
    const known = { judgments: join(base, "gold.qrels"), pools: [join(base, "first.jsonl"), join(base, "gone.jsonl")] };
    expect(await look(known)).toMatchObject({
      pools: ["first.jsonl", "second.jsonl"],
      singled: false,
      measure: "nDCG@5",
    });
    rmSync(join(base, "ratings.db"));
    rate("second.jsonl", whole, 3);
    await judge();
    expect((await look()).pools).toEqual([]);
  });

  it("returns no measure for imported pairs, because their depth is unknown", async () => {
    const imported = whole.map((pair) => ({ ...pair, engines: [] }));
    rate("pool.jsonl", imported, imported.length);
    await judge();
    const known = { judgments: join(base, "gold.qrels"), pools: [] };
    expect(await look(known)).toMatchObject({ judgments: "gold.qrels", measure: null });
  });

  it("reports that there are too few rated queries if only one query is rated", async () => {
    for (const [place, rated] of [5, 20].entries()) {
      rate("pool.jsonl", whole, rated);
      await judge();
      expect((await look()).areTooFew).toBe(place === 0);
    }
  });

  it("ignores ratings of other engines, and unreadable files", async () => {
    rate("pool.jsonl", makePool({ q1: { alpha: ["a"], other: ["b"] } }), 2);
    await judge();
    const found = await look();
    expect(found).toMatchObject({ judgments: null, pools: [], database: null, unrated: null });
    expect(found.free).toEqual({ pool: "pool-2.jsonl", next: "next.jsonl", judgments: "gold-2.qrels" });
    for (const name of ["pool.jsonl", "ratings.db", "gold.qrels.provenance.json"]) writeFileSync(join(base, name), "{");
    expect(await look()).toMatchObject({ judgments: null, database: null, unrated: null });
  });

  it("recognises queries of the folder in another spelling, or by their ids", async () => {
    rate("pool.jsonl", first, 10);
    mkdirSync(join(base, "labels"), { recursive: true });
    const [{ query = "", queryId = "" } = {}] = first;
    for (const [text, id] of [
      [query.toUpperCase(), null],
      ["no text in common", queryId],
    ]) {
      const queries = [{ query: text, id, text, qrels: "q1" }];
      const manifest = JSON.stringify({ schema: "semqrel.manifest/1", queries });
      writeFileSync(join(base, "labels", "manifest.json"), manifest);
      expect(await look()).toMatchObject({ unrated: { left: 10 }, database: "ratings.db" });
    }
  });

  it("ignores pools and ratings of other queries", async () => {
    rate("pool.jsonl", first, 10);
    const beside = (query: string) => {
      mkdirSync(join(base, "labels"), { recursive: true });
      const queries = [{ query, id: null, text: query, qrels: "q1" }];
      writeFileSync(join(base, "labels", "manifest.json"), JSON.stringify({ schema: "semqrel.manifest/1", queries }));
      return look();
    };
    expect(await beside("of another comparison")).toMatchObject({ unrated: null, database: null });
    expect(await beside(first[0]?.query ?? "")).toMatchObject({ unrated: { left: 10 }, database: "ratings.db" });
  });

  it("lists the file of the reference's results if the reference was pooled", async () => {
    const manifest = { schema: "semqrel.manifest/1", reference: { engine: "gamma" } };
    mkdirSync(join(base, "labels"));
    writeFileSync(join(base, "labels/manifest.json"), JSON.stringify(manifest));
    writeFileSync(join(base, "labels/reference.csv"), "");
    rate("pool.jsonl", first, 20);
    await judge();
    const found = await ratingsBeside(join(base, "labels"), ["alpha", "beta"], undefined, base);
    expect(found.lists).toEqual(["gamma=labels/reference.csv"]);
  });
});

it("reports engines that were not pooled, and whether the pool can be extended by them", async () => {
  const known = () => ({ judgments: join(base, "gold.qrels"), pools: [] });
  const lookFor = async (names: readonly string[]) => {
    const { unpooled, growing } = await ratingsBeside(join(base, "labels"), names, known(), base);
    return [unpooled, growing];
  };
  rate("pool.jsonl", first, 20);
  await judge();
  expect(await lookFor(engines)).toEqual([null, true]);
  expect(await lookFor(["alpha", "beta"])).toEqual([null, true]);
  expect(await lookFor([...engines, "delta"])).toEqual(["added", true]);
  expect(await lookFor(["alpha", "beta", "delta"])).toEqual(["others", true]);
});

it("chooses the database that contains the pool's pairs, otherwise a new one", () => {
  expect(databaseFor(first, null, base)).toBe("ratings.db");
  rate("pool.jsonl", first, 1);
  expect(databaseFor(spread, null, base)).toBe("ratings.db");
  expect(databaseFor(spread.slice(1), null, base)).toBe("ratings-2.db");
});

it("chooses the database of the judgments if the pool contains its draw", async () => {
  rate("pool.jsonl", first, 1, "ann.db");
  await gold(join(base, "ann.db"), { out: join(base, "ann.qrels") });
  expect(databaseFor(spread, join(base, "ann.qrels"), base)).toBe(join(base, "ann.db"));
  expect(databaseFor(spread.slice(1), join(base, "ann.qrels"), base)).toBe("ratings.db");
});
