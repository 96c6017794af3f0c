import { createHash } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it, test } from "vitest";
import type { PooledPair } from "../../src/core/types.ts";
import { goldFiles } from "../../src/gold/gold-files.ts";
import type { GoldGiven } from "../../src/gold/gold-settings.ts";
import { poolText } from "../../src/gold/pools/pool-format.ts";
import { writers } from "../../src/io/formats.ts";
import { exampleLabels, exampleLists, makePair, makePool } from "../support/make-pool.ts";
import { type MadeRatings, makeRatingSet } from "../support/make-rating-set.ts";
import { makeRatingsDatabase } from "../support/make-ratings-database.ts";
import { temporaryFolder } from "../support/run-cli.ts";

const examplePool = makePool(exampleLists);
const exampleRatings: MadeRatings = {
  first: { ann: examplePool.map(({ id }) => exampleLabels[id] ?? null) },
  scale: [0, 4],
  pairs: examplePool,
};

const usual = { seed: 1, by: "median", minRaters: 1, maxIterations: 1000, flagged: "any", field: "text" } as const;

async function gold(made: MadeRatings, options: Partial<GoldGiven> = {}, files: Record<string, string> = {}) {
  const folder = temporaryFolder(files);
  const database = makeRatingsDatabase(makeRatingSet(made), folder);
  const at = (path: string) => join(folder, path);
  const output = at(options.out ?? "gold.qrels");
  const runs = (options.runs ?? []).map(at);
  const result = await goldFiles(database, { ...usual, ...options, out: output, runs });
  return {
    ...result,
    text: readFileSync(output, "utf8"),
    provenance: JSON.parse(readFileSync(`${output}.provenance.json`, "utf8")),
  };
}

function runText(lists: typeof exampleLists, engine: string): string {
  return Object.entries(lists)
    .flatMap(([query, engines]) =>
      (engines[engine] ?? []).map((id, rank) => `${query} Q0 ${id} ${rank + 1} ${9 - rank} ${engine}\n`),
    )
    .join("");
}

describe("goldFiles", () => {
  it("writes judgments with the ids of the input, and their provenance", async () => {
    const { text, provenance, files, measurement } = await gold(exampleRatings);
    const [first] = examplePool;
    expect(text.split("\n").slice(0, 2)).toEqual(["q1 0 q1d4 0", "q1 0 q1d5 0"]);
    expect(text.trim().split("\n").sort()).toEqual(
      Object.entries(exampleLabels)
        .map(([id, label]) => `${id.slice(0, 2)} 0 ${id} ${label}`)
        .sort(),
    );
    expect(provenance.pairs).toHaveLength(examplePool.length);
    expect(provenance.sha256).toBe(createHash("sha256").update(text).digest("hex"));
    expect(provenance.pairs[0]).toMatchObject({ id: first?.id, label: 0, ratings: [{ rater: "ann", grade: 0 }] });
    expect(files.map((path) => path.slice(path.lastIndexOf("gold")))).toEqual([
      "gold.qrels",
      "gold.qrels.provenance.json",
    ]);
    expect(measurement.depth).toBe(5);
  });

  // pytrec_eval and ranx, as in measure-gold-engines.test.ts.
  it("measures the lists of the pool with the same results as the original runs", async () => {
    const engines = ["alpha", "beta", "gamma"];
    const files = Object.fromEntries(engines.map((engine) => [`${engine}.run`, runText(exampleLists, engine)]));
    const pooled = await gold(exampleRatings);
    const fromRuns = await gold(exampleRatings, { runs: engines.map((engine) => `${engine}.run`) }, files);
    expect(pooled.measurement.engines.map(({ name, measures: [linear] }) => [name, linear?.mean])).toEqual([
      ["alpha", expect.closeTo(0.32277356580647115, 10)],
      ["beta", expect.closeTo(0.4207932363090191, 10)],
      ["gamma", expect.closeTo(0.37365956619536245, 10)],
    ]);
    expect(fromRuns.measurement).toEqual(pooled.measurement);
  });

  it("measures runs that were not pooled, and counts unrated results as holes", async () => {
    const later = "query,id,rank\ntext of q1,q1d6,1\ntext of q1,unknown,2\n";
    const { measurement } = await gold(exampleRatings, { runs: ["later.csv"], depth: 10 }, { "later.csv": later });
    expect(measurement.depth).toBe(10);
    expect(measurement.engines).toMatchObject([
      { name: "later", holes: { count: 1, results: 2 }, missing: 3, withoutOwn: { pairs: 0, fall: 0 } },
    ]);
  });

  it("counts a result of a run without title and id as a hole", async () => {
    const run = "query,title,rank\ntext of q1,,1\ntext of q1,Somewhere,2\n";
    const { measurement, warnings } = await gold(exampleRatings, { runs: ["later.csv"] }, { "later.csv": run });
    expect(measurement.engines).toMatchObject([{ holes: { count: 2, results: 2 } }]);
    expect(warnings).toMatchObject([{ kind: "empty-titles", engine: "later", count: 1, unjudged: true }]);
  });

  it("leaves imported queries out of the pool's lists, but not out of runs", async () => {
    const imported = makePair(99, { query: "elsewhere", queryId: "q9", engines: [] });
    const made = { ...exampleRatings, pairs: [...examplePool, imported] };
    const first = { ann: [...(exampleRatings.first["ann"] ?? []), 3] };
    const files = { "alpha.run": runText(exampleLists, "alpha") };
    const pooled = await gold({ ...made, first });
    expect(pooled.text).toContain("q9 0 d99 3\n");
    expect(pooled.measurement).toMatchObject({ queries: 4, notPooled: 1, engines: [{ missing: 0 }, {}, {}] });
    const { measurement } = await gold({ ...made, first }, { runs: ["alpha.run"] }, files);
    expect(measurement).toMatchObject({ queries: 5, notPooled: 0, engines: [{ missing: 1 }] });
  });

  it("combines several raters, and leaves out flagged pairs and pairs with too few grades", async () => {
    const first = { ann: [5, "flag", 3, 2], bob: [4, 5, null, 2] } as const;
    const { text, gold: set } = await gold({ first }, { minRaters: 2 });
    expect(text).toBe("q0 0 d0 3.5\nq1 0 d3 1\n");
    expect(set.states).toEqual(["graded", "flagged", "below-minimum", "graded"]);
  });

  it("measures down to the length of the longest pooled list, which includes merged and untitled results", async () => {
    const engines = [{ name: "one", rank: 0, also: [2], of: 8 }];
    const { measurement } = await gold({ first: { ann: [5] }, pairs: [makePair(0, { engines })] });
    expect(measurement).toMatchObject({ depth: 8, engines: [{ holes: { count: 6, results: 8 } }] });
  });

  it("writes the labels of drawn pairs, but measures no engine with them", async () => {
    const pairs = makePool(exampleLists, { probability: 0.5 });
    const { text, measurement } = await gold({ ...exampleRatings, pairs });
    expect(text.split("\n")).toHaveLength(examplePool.length + 1);
    expect(measurement).toMatchObject({ notWhole: 4, engines: [] });
  });

  it("recognises pairs that were drawn individually, even if each had probability 1", async () => {
    const inOrder = { order: "0123", since: 30, by: "spread" } as const;
    // A pool drawn by spread has no document that all engines rank alike.
    const pairs = makePool(exampleLists, { inOrder }).filter(({ id }) => id !== "q1d7");
    const { measurement } = await gold({ ...exampleRatings, pairs, first: { ann: pairs.map(() => 1) } });
    expect(measurement).toMatchObject({ queries: 3, notWhole: 1 });
  });

  describe("names of queries", () => {
    const textOnly = (place: number, query: string): PooledPair => makePair(place, { query, queryId: null });

    it("are the text if it is one word, otherwise its hash", async () => {
      const pairs = [textOnly(0, "apples"), textOnly(1, "two words")];
      const { text, lost, provenance } = await gold({ first: { ann: [5, 4] }, pairs });
      // printf 'two words' | sha256sum
      expect(text).toBe("apples 0 d0 4\na03f1d611645eb53 0 d1 3\n");
      expect(lost).toContainEqual({ what: "white space in query ids", rows: 1 });
      expect(provenance.pairs.map(({ name }: { name: string }) => name)).toEqual(["apples", "a03f1d611645eb53"]);
    });

    it("are the text in formats that have texts", async () => {
      const pairs = [makePair(0, { query: "red apples" }), textOnly(1, "two words")];
      const { text, to } = await gold({ first: { ann: [5, 4] }, pairs }, { to: "quepid-csv" });
      expect({ text, to }).toEqual({
        text: "query,docid,rating\nred apples,d0,4\ntwo words,d1,3",
        to: "quepid-csv",
      });
    });
  });

  test.each(writers.judgments.map(({ name }) => name))("writes %s", async (to) => {
    const { text, to: written } = await gold({ first: { ann: [5, 2] } }, { to, index: "docs" });
    expect(written).toBe(to);
    for (const id of ["d0", "d1"]) expect(text).toContain(id);
  });

  it("chooses the format by the name of the output, and writes TREC judgments if the name shows none", async () => {
    expect((await gold({ first: { ann: [5] } }, { out: "gold.csv" })).to).toBe("csv");
    expect((await gold({ first: { ann: [5] } }, { out: "gold.txt" })).text).toBe("q0 0 d0 4\n");
  });

  describe("errors", () => {
    const rated: MadeRatings = { first: { ann: [5, 4, 1], bob: [4, 4, 2] } };

    test.each([
      { name: "nobody has rated", made: { first: {}, pairs: [makePair(0)] }, options: {}, code: "EMPTY_FILE" },
      { name: "no pair has enough raters", made: rated, options: { minRaters: 3 }, code: "INVALID_OPTION" },
      {
        name: "there are too few raters for dawid-skene",
        made: rated,
        options: { by: "dawid-skene" },
        code: "INVALID_OPTION",
      },
      { name: "the format is unknown", made: rated, options: { to: "excel" }, code: "INVALID_OPTION" },
      { name: "the format is one of runs", made: rated, options: { out: "gold.run" }, code: "INVALID_OPTION" },
      { name: "the output is compressed", made: rated, options: { out: "gold.qrels.gz" }, code: "INVALID_OPTION" },
      { name: "the pool is not that deep", made: rated, options: { depth: 4 }, code: "INVALID_OPTION" },
      { name: "the output is the database", made: rated, options: { out: "ratings.db" }, code: "INVALID_OPTION" },
      {
        name: "an index is missing",
        made: rated,
        options: { to: "rank-eval", by: "majority" },
        code: "INVALID_OPTION",
      },
      { name: "the format has no fractions", made: rated, options: { to: "ranx" }, code: "INVALID_LABEL" },
      { name: "a run is missing", made: rated, options: { runs: ["none.run"] }, code: "FILE_NOT_FOUND" },
      { name: "a run has other queries", made: rated, options: { runs: ["other.run"] }, code: "NO_COMMON_QUERY" },
      { name: "a run is given twice", made: rated, options: { runs: ["a.run", "a.run"] }, code: "AMBIGUOUS_ENGINE" },
    ] as const)("are clear and leave no output if $name", async ({ made, options, code }) => {
      const files = { "other.run": "q9 Q0 d0 1 1 t\n", "a.run": "q0 Q0 d0 1 1 t\n" };
      const folder = temporaryFolder(files);
      const database = makeRatingsDatabase(makeRatingSet(made), folder);
      const before = readFileSync(database);
      const all: GoldGiven = { out: "gold.qrels", ...usual, ...options };
      const output = join(folder, all.out);
      const runs = (all.runs ?? []).map((run) => join(folder, run));
      const making = goldFiles(database, { ...all, out: output, runs });
      await expect(making).rejects.toMatchObject({ code });
      expect(existsSync(`${output}.provenance.json`)).toBe(false);
      if (output === database) expect(readFileSync(database).equals(before)).toBe(true);
      else expect(existsSync(output)).toBe(false);
    });

    it("refuses standard output, because there are two files", async () => {
      const database = makeRatingsDatabase(makeRatingSet(rated));
      await expect(goldFiles(database, { ...usual, out: "-" })).rejects.toMatchObject({ code: "INVALID_OPTION" });
    });

    it.each([
      { name: "a pool", output: "pool.jsonl" },
      { name: "a pool for its provenance", output: "gold" },
    ])("never replaces $name", async ({ output }) => {
      const pool = [...poolText(examplePool)].join("");
      const folder = temporaryFolder({ "pool.jsonl": pool, "gold.provenance.json": pool });
      const database = makeRatingsDatabase(makeRatingSet(rated), folder);
      const all = { ...usual, out: join(folder, output), to: "trec-qrels" };
      await expect(goldFiles(database, all)).rejects.toMatchObject({
        code: "OUTPUT_UNWRITABLE",
        message: expect.stringContaining("it is a pool"),
      });
      expect(["pool.jsonl", "gold.provenance.json"].map((name) => readFileSync(join(folder, name), "utf8"))).toEqual([
        pool,
        pool,
      ]);
    });

    it("replaces earlier judgments", async () => {
      const { text } = await gold(rated, {}, { "gold.qrels": "q0 0 d0 1\n" });
      expect(text).toBe("q0 0 d0 3.5\nq0 0 d1 3\nq0 0 d2 0.5\n");
    });

    it.each([
      { name: "a list of results", output: "library.csv", content: "query,rank,title\nq,0,Pears\n" },
      { name: "a text", output: "notes.txt", content: "Do not lose this.\n" },
    ])("never replaces $name", async ({ output, content }) => {
      const folder = temporaryFolder({ [output]: content });
      const database = makeRatingsDatabase(makeRatingSet(rated), folder);
      const all = { ...usual, out: join(folder, output), to: "trec-qrels" };
      await expect(goldFiles(database, all)).rejects.toMatchObject({
        code: "OUTPUT_UNWRITABLE",
        message: expect.stringContaining("it already exists and does not contain judgments"),
      });
      expect(readFileSync(join(folder, output), "utf8")).toBe(content);
    });

    it("refuses two queries with the same name", async () => {
      const pairs = [
        makePair(0, { query: "jaguar the cat", queryId: "cats" }),
        makePair(1, { query: "cats", queryId: null }),
      ];
      const database = makeRatingsDatabase(makeRatingSet({ first: { ann: [5, 4] }, pairs }));
      const output = join(temporaryFolder(), "gold.qrels");
      await expect(goldFiles(database, { ...usual, out: output })).rejects.toMatchObject({
        code: "AMBIGUOUS_QUERY",
        details: { query: "cats" },
      });
      expect(existsSync(output)).toBe(false);
    });

    it("keeps the existing file if the provenance cannot be written", async () => {
      const database = makeRatingsDatabase(makeRatingSet(rated));
      const output = join(dirname(database), "gold.qrels");
      writeFileSync(output, "q0 0 d0 1\n");
      mkdirSync(`${output}.provenance.json`);
      await expect(goldFiles(database, { ...usual, out: output })).rejects.toMatchObject({ code: "OUTPUT_UNWRITABLE" });
      expect(readFileSync(output, "utf8")).toBe("q0 0 d0 1\n");
    });

    it.each([
      { name: "no file", content: null, code: "FILE_NOT_FOUND" },
      { name: "no database", content: "query,docid,rating\n", code: "DATABASE_UNUSABLE" },
    ])("fails if there is $name", async ({ content, code }) => {
      const folder = temporaryFolder(content === null ? {} : { "ratings.db": content });
      const output = join(folder, "gold.qrels");
      await expect(goldFiles(join(folder, "ratings.db"), { ...usual, out: output })).rejects.toMatchObject({ code });
    });

    it("reads a read-only database", async () => {
      const database = makeRatingsDatabase(makeRatingSet(rated));
      chmodSync(database, 0o444);
      const output = join(temporaryFolder(), "gold.qrels");
      await expect(goldFiles(database, { ...usual, out: output })).resolves.toMatchObject({ to: "trec-qrels" });
    });
  });
});
