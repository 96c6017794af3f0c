import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { PooledPair } from "../../src/core/types.ts";
import { pool } from "../../src/gold/pool.ts";
import {
  type EmbedTools,
  type PoolFiles,
  type PoolOptions,
  poolFiles,
  requireFreePlace,
  writePool,
} from "../../src/gold/pool-files.ts";
import { poolText } from "../../src/gold/pools/pool-format.ts";
import { hashEmbedder } from "../../src/model/embed/hash-embedder.ts";
import { makePair } from "../support/make-pair.ts";
import { temporaryFolder } from "../support/run-cli.ts";

const usual: PoolOptions = { depth: 8, seed: 1, near: null, queries: null, perQuery: null, by: "uniform" };
const tools: EmbedTools = {
  embedder: hashEmbedder(),
  progress: { start: () => {}, update: () => {}, finish: () => {} },
  signal: new AbortController().signal,
};

/** Writes files to a folder. CSV files are results; the names of other files say what they contain. */
function given(files: Readonly<Record<string, string>>, more: Partial<PoolFiles> = {}): PoolFiles {
  const folder = temporaryFolder(files);
  const path = (name: string) => (name in files ? join(folder, name) : null);
  const results = Object.keys(files).filter((name) => name.endsWith(".csv"));
  return {
    results: results.map((name) => ({ path: join(folder, name), engine: null })),
    queries: path("queries.tsv"),
    titles: path("titles.tsv"),
    existing: path("pool.jsonl"),
    read: { format: null, rankBase: null, columns: {}, titleField: null },
    ...more,
  };
}

const byKey = (pairs: readonly PooledPair[]) =>
  pairs.map(({ query, id }) => `${query} ${id}`).sort((one, other) => (one < other ? -1 : 1));
const a =
  "query,rank,title,id,link\nfast cars,0,Alpha,d1,https://a.example\nfast cars,1,Beta,d2,\nslow food,0,Gamma,d3,\n";
const b = "query_id,query,title\nq1,fast cars,ALPHA\nq1,fast cars,Delta\nq2,slow food,Epsilon\n";

describe("poolFiles", () => {
  it("joins engines, queries and needs into pairs", async () => {
    const queries = "query_id\tquery\tinformation_need\nq1\tfast cars\tto buy one\nq2\tslow food\t\n";
    const made = await poolFiles(given({ "a.csv": a, "b.csv": b, "queries.tsv": queries }), usual);
    expect(made.pairs).toHaveLength(5);
    expect(made.pairs.find(({ id }) => id === "d1")).toEqual({
      query: "fast cars",
      queryId: "q1",
      informationNeed: "to buy one",
      id: "d1",
      title: "Alpha",
      url: "https://a.example",
      engines: [
        { name: "a", rank: 0, also: [], of: 2 },
        { name: "b", rank: 0, also: [], of: 2 },
      ],
      probability: 1,
      queryProbability: 1,
      // printf alpha | sha256sum, of coreutils.
      merged: [{ id: "8ed3f6ad685b959e", title: "ALPHA", similarity: 1 }],
    });
    expect(
      made.pairs.filter(({ query }) => query === "slow food").map(({ informationNeed }) => informationNeed),
    ).toEqual([null, null]);
    expect(made).toMatchObject({ duplicates: 1, nearDuplicates: 0, idsShared: 0, existing: 0, warnings: [] });
    expect([...made.results]).toEqual([
      ["a", 3],
      ["b", 3],
    ]);
  });

  it("takes the first results of each list", async () => {
    const { pairs } = await poolFiles(given({ "a.csv": a, "b.csv": b }), { ...usual, depth: 1 });
    expect(pairs.map(({ title }) => title).sort()).toEqual(["Alpha", "Epsilon", "Gamma"]);
  });

  it("depends on the seed, but not on the order of the files", async () => {
    const files = given({ "a.csv": a, "b.csv": b });
    const turned = { ...files, results: files.results.toReversed() };
    const text = async (input: PoolFiles, options: PoolOptions) =>
      [...poolText((await poolFiles(input, options)).pairs)].join("");
    for (const options of [usual, { ...usual, queries: 1, perQuery: 1 }]) {
      expect(await text(turned, options)).toBe(await text(files, options));
    }
    const orders = await Promise.all([1, 2, 3, 4, 5].map((seed) => text(files, { ...usual, seed })));
    expect(new Set(orders).size).toBeGreaterThan(1);
  });

  it("draws queries, then pairs of each drawn query, and records their probabilities", async () => {
    const { pairs } = await poolFiles(given({ "a.csv": a, "b.csv": b }), { ...usual, queries: 1, perQuery: 1 });
    expect(pairs).toHaveLength(1);
    // One of two queries, and one of its three or two pairs.
    expect(pairs[0]?.probability).toBeCloseTo(pairs[0]?.query === "fast cars" ? 1 / 6 : 1 / 4, 12);
  });

  it("merges by meaning with a model, and lists merged titles", async () => {
    // The hash embedder considers spellings similar that share nearly all groups of three letters.
    const spaced = "query,title\nfast cars,Fast cars of the fifties\nslow food,Slow food of Italy\n";
    const plain = "query,title\nfast cars,fast cars of the fifties!\nslow food,Other food\n";
    const files = given({ "a.csv": spaced, "b.csv": plain });
    const exact = await poolFiles(files, usual);
    const near = await poolFiles(files, { ...usual, near: 0.8 }, tools);
    expect([exact.pairs.length, near.pairs.length, near.nearDuplicates]).toEqual([4, 3, 1]);
    expect(near.pairs.find(({ merged }) => merged.length > 0)).toMatchObject({
      title: "Fast cars of the fifties",
      engines: [{ name: "a" }, { name: "b" }],
      merged: [{ title: "fast cars of the fifties!", similarity: expect.closeTo(0.9, 1) }],
    });
  });

  it("embeds cleaned titles and no placeholders, as the label command does", async () => {
    const lists = "query,title\ncars,<i>Fast</i> cars &amp; trains.\ncars,n/a\ncars,N/A!\n";
    const asked: string[] = [];
    const { embedder } = tools;
    const listening = {
      ...tools,
      embedder: {
        model: embedder.model,
        embed: (...[titles, options]: Parameters<typeof embedder.embed>) => {
          asked.push(...titles);
          return embedder.embed(titles, options);
        },
      },
    };
    const other = "query,title\ncars,Fast cars & trains (a history)\n";
    const made = await poolFiles(given({ "a.csv": lists, "b.csv": other }), { ...usual, near: 0.5 }, listening);
    expect(asked.sort()).toEqual(["Fast cars & trains", "Fast cars & trains (a history)"]);
    expect(made.nearDuplicates).toBe(1);
  });

  it.each([
    { lengths: [15, 15, 2], depth: 10, spread: null, expected: 10 },
    { lengths: [3, 2, 2], depth: 8, spread: null, expected: 8 },
    { lengths: [15, 15, 15], depth: 12, spread: { ratings: 20 }, expected: 12 },
  ])("extends a pool of lists of $lengths at depth $depth by $expected results", async (one) => {
    const listOf = (engine: string, length: number) => {
      const rows = Array.from({ length }, (_, rank) => `tea,${rank},${engine} ${rank}\n`);
      return `query,rank,title\n${rows.join("")}`;
    };
    const lists = Object.fromEntries(
      one.lengths.map((length, place) => [`old${place}.csv`, listOf(`old${place}`, length)]),
    );
    const before = await poolFiles(given(lists), { ...usual, depth: one.depth, spread: one.spread });
    const grown = {
      ...(one.spread && lists),
      "new.csv": listOf("new", 15),
      "pool.jsonl": [...poolText(before.pairs)].join(""),
    };
    const lengthAt = async (depth: number | null) => {
      const { pairs } = await poolFiles(given(grown), { ...usual, depth, spread: one.spread && { ratings: 40 } });
      return pairs.flatMap(({ engines }) => engines).find(({ name }) => name === "new")?.of;
    };
    expect(await lengthAt(null)).toBe(one.expected);
    expect(await lengthAt(14)).toBe(14);
  });

  it("extends a pool: old pairs first in their order, then new ones", async () => {
    const before = await poolFiles(given({ "a.csv": a }), usual);
    const pool = [...poolText(before.pairs)].join("");
    const made = await poolFiles(given({ "b.csv": b, "pool.jsonl": pool }), usual);
    expect(made.existing).toBe(3);
    expect(byKey(made.pairs.slice(0, 3))).toEqual(byKey(before.pairs));
    expect(made.pairs.slice(0, 3).map(({ id }) => id)).toEqual(before.pairs.map(({ id }) => id));
    expect(
      made.pairs
        .slice(3)
        .map(({ title }) => title)
        .sort(),
    ).toEqual(["Delta", "Epsilon"]);
    // A query without id in the old pool keeps its name, and gets no id.
    expect(new Set(made.pairs.map(({ queryId }) => queryId))).toEqual(new Set([null]));
    const whole = await poolFiles(given({ "a.csv": a, "b.csv": b }), usual);
    expect(byKey(made.pairs)).toEqual(byKey(whole.pairs));
  });

  it("merges new pairs into old ones of similar meaning, but never two old ones", async () => {
    const pool = [
      ...poolText([
        makePair("fast cars", "d8", { title: "Cars of the fifties" }),
        makePair("fast cars", "d9", { title: "Cars of the fifties!" }),
      ]),
    ];
    const file = "query,title\nfast cars,cars of the fifties.\nfast cars,Omega\n";
    const made = await poolFiles(given({ "a.csv": file, "pool.jsonl": pool.join("") }), { ...usual, near: 0.8 }, tools);
    expect(made.pairs.map(({ title, merged }) => [title, merged.length])).toEqual([
      ["Cars of the fifties", 1],
      ["Cars of the fifties!", 0],
      ["Omega", 0],
    ]);
  });

  describe("edges", () => {
    it("leaves out addresses if no column has them", async () => {
      const read = { format: null, rankBase: null, columns: { url: [] }, titleField: null };
      const { pairs } = await poolFiles(given({ "a.csv": a }, { read }), usual);
      expect(pairs.map(({ url }) => url)).toEqual([null, null, null]);
    });

    it("reads several engines from one file", async () => {
      const all = "engine,query,title\nz,fast cars,Alpha\ny,fast cars,alpha\ny,fast cars,Beta\n";
      const { pairs } = await poolFiles(given({ "all.csv": all }), usual);
      expect(pairs.find(({ id }) => id === "8ed3f6ad685b959e")?.engines.map(({ name }) => name)).toEqual(["y", "z"]);
      expect(pairs).toHaveLength(2);
    });

    it("joins engines that only have queries in common with a third engine", async () => {
      const files = {
        "a.csv": "query,title\none,Alpha\n",
        "b.csv": "query,title\none,Beta\ntwo,Beta\n",
        "c.csv": "query,title\ntwo,Gamma\n",
      };
      expect((await poolFiles(given(files), usual)).pairs).toHaveLength(4);
    });
  });

  it("extends a pool of drawn queries only by pairs of these queries", async () => {
    const drawn = { probability: 0.1, queryProbability: 0.1 };
    const old = [makePair("fast cars", "d1", { title: "Alpha", ...drawn })];
    const made = await poolFiles(given({ "a.csv": a, "pool.jsonl": [...poolText(old)].join("") }), usual);
    expect(made).toMatchObject({ existing: 1, leftOut: 1 });
    expect(made.pairs.map(({ query, title, probability }) => [query, title, probability])).toEqual([
      ["fast cars", "Alpha", 0.1],
      ["fast cars", "Beta", 0.1],
    ]);
  });

  describe("errors", () => {
    const title = "query,title\nfast cars,Alpha\n";
    it.each<[string, Readonly<Record<string, string>>, Partial<PoolOptions>, object]>([
      ["no file", {}, {}, { code: "INVALID_OPTION" }],
      ["no query", { "a.csv": a }, { queries: 0 }, { code: "INVALID_OPTION" }],
      ["a sample by rank of no size", { "a.csv": a }, { by: "rank" }, { code: "INVALID_OPTION" }],
      ["meaning without a model", { "a.csv": a }, { near: 0.9 }, { code: "INVALID_OPTION" }],
      ["titles that are all empty", { "a.csv": "query,title\nfast cars,\n" }, {}, { code: "MISSING_TITLE" }],
      ["no common query", { "a.csv": a, "b.csv": "query,title\nother cars,x\n" }, {}, { code: "NO_COMMON_QUERY" }],
      [
        "a query of the pool with another text",
        {
          "a.csv": "query_id,query,title\nq1,slow food,x\n",
          "pool.jsonl": [...poolText([makePair("fast cars", "d1", { queryId: "q1" })])].join(""),
        },
        {},
        { code: "AMBIGUOUS_QUERY" },
      ],
      [
        "a pool of other queries",
        { "a.csv": title, "pool.jsonl": [...poolText([makePair("slow food", "d1")])].join("") },
        {},
        { code: "NO_COMMON_QUERY" },
      ],
      [
        "a pool of drawn pairs",
        { "a.csv": title, "pool.jsonl": [...poolText([makePair("fast cars", "d1", { probability: 0.5 })])].join("") },
        {},
        { code: "INVALID_OPTION", message: expect.stringContaining("pairs of its queries were drawn") },
      ],
      [
        "a sample of a pool that grows",
        { "a.csv": title, "pool.jsonl": [...poolText([makePair("fast cars", "d1")])].join("") },
        { perQuery: 1 },
        { code: "INVALID_OPTION" },
      ],
      ["a pool that was edited", { "a.csv": title, "pool.jsonl": "{}" }, {}, { code: "INVALID_POOL" }],
    ])("are thrown for %s", async (_, files, options, error) => {
      await expect(poolFiles(given(files), { ...usual, ...options })).rejects.toMatchObject(error);
    });

    it.each([
      ["depth 0", { depth: 0 }],
      ["half a pair", { perQuery: 1.5 }],
      ["no cosine", { near: 1.1 }],
    ])("are thrown for invalid settings: %s", async (_, settings) => {
      const [file] = given({ "a.csv": a }).results;
      await expect(pool(file?.path ?? "", settings)).rejects.toMatchObject({ code: "INVALID_OPTION" });
    });

    it("are thrown for two engines with the same name", async () => {
      const files = given({ "a.csv": a, "b.csv": b });
      const results = files.results.map(({ path }) => ({ path, engine: "same" }));
      await expect(poolFiles({ ...files, results }, usual)).rejects.toMatchObject({ code: "AMBIGUOUS_ENGINE" });
    });

    it("are thrown for a field of responses if no file contains responses", async () => {
      const read = { format: null, rankBase: null, columns: {}, titleField: "name" };
      await expect(poolFiles(given({ "a.csv": a }, { read }), usual)).rejects.toMatchObject({ code: "INVALID_OPTION" });
    });

    it("are thrown for a column that no file has", async () => {
      const read = { format: null, rankBase: null, columns: { title: ["caption"] }, titleField: null };
      await expect(poolFiles(given({ "a.csv": a }, { read }), usual)).rejects.toMatchObject({ code: "MISSING_COLUMN" });
    });
  });
});

describe("requireFreePlace", () => {
  const folder = temporaryFolder({ "pool.jsonl": "" });
  const path = join(folder, "pool.jsonl");

  it("refuses an existing file, and explains how to continue", () => {
    for (const grown of [null, join(folder, "other.jsonl")]) {
      const refused = (canGrow: boolean, says: RegExp) =>
        expect(() => requireFreePlace(path, grown, canGrow)).toThrow(
          expect.objectContaining({ code: "OUTPUT_UNWRITABLE", message: expect.stringMatching(says) }),
        );
      refused(true, /Extend it with --add \S+pool\.jsonl -o NEXT\.jsonl, choose another path, or .*--force/);
      refused(false, /rating from it\. Choose another path, or .*--force/);
    }
  });

  it("allows a new file, and the pool that is being extended", () => {
    expect(() => requireFreePlace(join(folder, "new.jsonl"), null)).not.toThrow();
    expect(() =>
      requireFreePlace(path, join(folder, "..", folder.split("/").at(-1) ?? "", "pool.jsonl")),
    ).not.toThrow();
  });
});

describe("writePool", () => {
  it("writes the whole file, and creates its folder", () => {
    const path = join(temporaryFolder(), "new", "pool.jsonl");
    const pairs = [makePair("q", "d1")];
    writePool(path, pairs);
    expect(readFileSync(path, "utf8")).toBe([...poolText(pairs)].join(""));
  });

  it("explains why it cannot write, and leaves nothing behind", () => {
    const folder = temporaryFolder();
    const path = join(folder, "pool.jsonl");
    mkdirSync(path);
    expect(() => writePool(path, [makePair("q", "d1")])).toThrow(
      expect.objectContaining({ code: "OUTPUT_UNWRITABLE", details: { file: path } }),
    );
    expect(existsSync(path)).toBe(true);
    expect(readdirSync(folder)).toEqual(["pool.jsonl"]);
  });
});
