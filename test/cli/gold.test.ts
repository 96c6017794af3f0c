/** Does `gold` convert a database into judgments and measures, and report what is wrong? */
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, test } from "vitest";
import { exampleLabels, exampleLists, makePair, makePool } from "../support/make-pool.ts";
import { type MadeRatings, makeRatingSet } from "../support/make-rating-set.ts";
import { makeRatingsDatabase } from "../support/make-ratings-database.ts";
import { temporaryFolder } from "../support/run-cli.ts";
import { runInProcess } from "./run-in-process.ts";

const pairs = makePool(exampleLists);
const one: MadeRatings = { first: { ann: pairs.map(({ id }) => exampleLabels[id] ?? null) }, scale: [0, 4], pairs };
const runFile = Object.entries(exampleLists)
  .flatMap(([query, { beta = [] }]) => beta.map((id, rank) => `${query} Q0 ${id} ${rank + 1} ${9 - rank} beta\n`))
  .join("");

async function gold(args: readonly string[], made: MadeRatings | null = one, files: Record<string, string> = {}) {
  const cwd = temporaryFolder(files);
  if (made !== null) makeRatingsDatabase(makeRatingSet(made), cwd);
  const result = await runInProcess(["gold", ...args], { cwd });
  return { ...result, cwd, read: (name: string) => readFileSync(join(cwd, name), "utf8") };
}

describe("semqrel gold", () => {
  it("writes judgments and their provenance, and prints the measured engines", async () => {
    const { exitCode, stdout, stderr, read } = await gold(["ratings.db", "-o", "gold.qrels"]);
    expect(exitCode).toBe(0);
    expect(read("gold.qrels").split("\n")).toHaveLength(pairs.length + 1);
    expect(JSON.parse(read("gold.qrels.provenance.json"))).toMatchObject({ schema: "semqrel.gold-provenance/1" });
    // pytrec_eval, as in measure-gold-engines.test.ts.
    expect(stdout).toMatch(/\nbeta +0\.4208 +0\./);
    expect(stderr).toBe(
      "Wrote 31 rows (trec-qrels) to gold.qrels and gold.qrels.provenance.json.\n" +
        "Next: See what these ratings say about the engines. LABELS is the folder that check or label wrote.\n" +
        "  semqrel estimate LABELS --gold gold.qrels --measure nDCG@5\n",
    );
  });

  it("names queries in judgments as label names them in runs", async () => {
    const csv = "query,title\ntea,Green tea\nblack coffee,Espresso\n";
    const cwd = temporaryFolder({ "ref.csv": csv, "a.csv": csv });
    writeFileSync(join(cwd, "r.csv"), "query,title,rating\ntea,Green tea,5\nblack coffee,Espresso,1\n");
    for (const line of [
      "label --reference ref.csv --candidates a.csv --out labels",
      "pool labels -o pool.jsonl",
      "rate pool.jsonl --import r.csv --scale 1-5 --db ratings.db",
      "gold ratings.db -o gold.qrels",
    ]) {
      expect((await runInProcess(line.split(" "), { cwd })).exitCode, line).toBe(0);
    }
    const queriesOf = (file: string) => {
      const lines = readFileSync(join(cwd, file), "utf8").trim().split("\n");
      return new Set(lines.map((line) => line.split(" ")[0]));
    };
    // printf 'black coffee' | sha256sum
    const names = new Set(["tea", "c01f0623a96d1862"]);
    for (const file of ["gold.qrels", "labels/labels.qrels", "labels/runs/a.run"])
      expect(queriesOf(file)).toEqual(names);
  });

  it("names the ratings that it replaced if the judgments were from another database", async () => {
    const { cwd } = await gold(["ratings.db", "-o", "gold.qrels"]);
    const again = await runInProcess(["gold", "ratings.db", "-o", "gold.qrels"], { cwd });
    expect(again.stderr).not.toContain("no longer");
    copyFileSync(join(cwd, "ratings.db"), join(cwd, "other.db"));
    const { stderr } = await runInProcess(["gold", "other.db", "-o", "gold.qrels"], { cwd });
    expect(stderr).toContain("gold.qrels contained judgments from 31 ratings of ratings.db, which were replaced.");
  });

  it("names the folder of labels in the next step if there is only one, and a placeholder otherwise", async () => {
    const cwd = temporaryFolder();
    makeRatingsDatabase(makeRatingSet(one), cwd);
    const made = async (folder: string, manifest = {}) => {
      mkdirSync(join(cwd, folder));
      writeFileSync(join(cwd, folder, "labels.csv"), "");
      writeFileSync(join(cwd, folder, "manifest.json"), JSON.stringify(manifest));
      return (await runInProcess(["gold", "ratings.db", "-o", "gold.qrels"], { cwd })).stderr;
    };
    expect(await made("my labels")).toMatch(
      /engines\.\n {2}semqrel estimate 'my labels' --gold gold\.qrels --measure nDCG@5\n$/,
    );
    expect(await made("others")).toMatch(
      /LABELS is the folder .*\n {2}semqrel estimate LABELS --gold gold\.qrels --measure nDCG@5\n$/,
    );
    const names = Object.values(exampleLists).flatMap((lists) => Object.keys(lists));
    const candidateRows = Object.fromEntries(names.map((name) => [name, 5]));
    const ours = { schema: "semqrel.manifest/1", reference: { engine: "scopus" }, counts: { candidateRows } };
    expect(await made("ours", ours)).toContain("semqrel estimate ours --gold gold.qrels");
  });

  it("suggests validate, not estimate, if the rated pairs were chosen as doubtful", async () => {
    const chosen = pairs.map((pair) => ({ ...pair, chosen: "doubtful" }) as const);
    const { cwd, stdout, stderr } = await gold(["ratings.db", "-o", "gold.qrels"], { ...one, pairs: chosen });
    expect(stdout).toContain(
      "For 4 queries, only some results were chosen, but nDCG needs ratings of every result of a query. They are not measured.",
    );
    expect(stderr).not.toContain("Next:");
    mkdirSync(join(cwd, "labels"));
    for (const name of ["labels.csv", "manifest.json"]) writeFileSync(join(cwd, "labels", name), "{}");
    const again = await runInProcess(["gold", "ratings.db", "-o", "gold.qrels"], { cwd });
    expect(again.stderr).toMatch(/\n {2}semqrel validate labels --gold gold\.qrels\n$/);
  });

  it("writes judgments with which measure computes the same mean", async () => {
    const { cwd } = await gold(["ratings.db", "-o", "gold.qrels"], one, { "beta.run": runFile });
    const { stdout } = await runInProcess(["measure", "gold.qrels", "beta.run", "nDCG@5", "--json"], { cwd });
    expect(JSON.parse(stdout).runs.beta["nDCG@5"].mean).toBeCloseTo(0.4207932363090191, 10);
  });

  it("prints a single JSON document", async () => {
    const { stdout } = await gold(["ratings.db", "-o", "gold.qrels", "--json", "-q"]);
    expect(JSON.parse(stdout)).toMatchObject({
      ...{ schema: "semqrel.gold/1", queries: 4, pairs: 31, ratings: 31, raters: ["ann"], by: "median" },
      ...{ flagged: 0, belowMinimum: 0, unrated: 0, dawidSkene: null },
      engines: { beta: { "nDCG@5": { mean: expect.closeTo(0.4207932363090191, 10) }, withoutOwn: { pairs: 1 } } },
    });
  });

  it("prints CSV on stdout, and warnings on stderr", async () => {
    const { stdout, stderr } = await gold(["ratings.db", "-o", "gold.qrels", "--format", "csv"]);
    expect(stdout).toMatch(/^engine,measure,mean,low,high,lower,upper,/);
    expect(stderr).toContain("1 query has no relevant document");
  });

  it.each(["table", "md", "csv"])("prints measures but no warnings with --quiet as %s", async (format) => {
    const { stdout, stderr } = await gold(["ratings.db", "-o", "gold.qrels", "--format", format, "-q"]);
    expect(stdout).toContain("0.42");
    expect(stdout + stderr).not.toContain("no relevant document");
  });

  it("requires --out", async () => {
    const { exitCode, stderr } = await gold(["ratings.db"]);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining("--out <file>")]);
  });

  it("stops dawid-skene after --max-iterations, and notes that it did not converge", async () => {
    const [ann, bob, cat] = [
      [5, 1, 5, 1, 4, 1],
      [5, 2, 4, 1, 4, 1],
      [4, 1, 5, 2, 3, 1],
    ];
    const args = ["ratings.db", "-o", "g.qrels", "--by", "dawid-skene", "--json"];
    const { stdout } = await gold([...args, "--max-iterations", "1"], { first: { ann, bob, cat } });
    expect(JSON.parse(stdout)).toMatchObject({
      dawidSkene: { converged: false, iterations: 1 },
      notes: [expect.stringContaining("EM did not converge in 1 round")],
    });
  });

  it("combines three raters by dawid-skene, and prints the errors of each rater", async () => {
    const labels = [5, 1, 5, 1, 4, 1];
    const first = { ann: labels, bob: labels, cat: labels.map(() => 5) };
    const { stdout, read } = await gold(["ratings.db", "-o", "g.qrels", "--by", "dawid-skene", "--json"], { first });
    expect(
      read("g.qrels")
        .trim()
        .split("\n")
        .map((line) => line.split(" ").at(-1)),
    ).toEqual(["4", "0", "4", "0", "3", "0"]);
    expect(JSON.parse(stdout).dawidSkene).toMatchObject({
      converged: true,
      raters: [{ rater: "ann" }, {}, { rater: "cat" }],
    });
  });

  it("keeps stars as labels with --keep-stars", async () => {
    const { read, stdout } = await gold(["ratings.db", "-o", "g.qrels", "--keep-stars"], { first: { ann: [5, 1] } });
    expect(read("g.qrels")).toBe("q0 0 d0 5\nq0 0 d1 1\n");
    expect(stdout).toContain("The file's grades start at 1.");
  });

  it("measures the runs that --runs names, and warns about a repeated document", async () => {
    const twice = `${runFile}q1 Q0 q1d0 9 0 beta\n`;
    const args = ["ratings.db", "-o", "gold.qrels", "--runs", "beta.run", "--json"];
    const { stdout, stderr } = await gold(args, one, { "beta.run": twice });
    expect(JSON.parse(stdout)).toMatchObject({ order: ["beta"], depth: 5 });
    expect(stderr).toContain("Warnings:");
  });

  it("writes the same bytes for the same seed", async () => {
    const args = ["ratings.db", "-o", "gold.qrels", "--json", "--seed", "3"];
    const [first, second] = [await gold(args), await gold(args)];
    expect(second.stdout).toBe(first.stdout);
    expect(second.read("gold.qrels.provenance.json")).toBe(first.read("gold.qrels.provenance.json"));
  });

  describe("bad input", () => {
    const two: MadeRatings = { first: { ann: [1], bob: [2] } };

    test.each([
      { name: "a missing database", args: ["none.db"], made: null, says: /none\.db/ },
      { name: "no --out", args: ["ratings.db"], made: two, output: null, says: /--out <file>/ },
      {
        name: "a database without ratings",
        args: ["ratings.db"],
        made: { first: {}, pairs: [makePair(0)] },
        says: /it has no ratings yet/,
      },
      {
        name: "two raters for dawid-skene",
        args: ["ratings.db", "--by", "dawid-skene"],
        made: two,
        says: /three raters/,
      },
      {
        name: "more raters required than there are",
        args: ["ratings.db", "--min-raters", "3"],
        made: two,
        says: /none of the 1.*--min-raters/,
      },
      {
        name: "an output path below a file",
        args: ["ratings.db"],
        made: two,
        output: "file/gold.qrels",
        says: /Cannot write file/,
      },
      { name: "an unknown value of --by", args: ["ratings.db", "--by", "mode"], made: two, says: /Allowed choices/ },
      { name: "a depth of 0", args: ["ratings.db", "--depth", "0"], made: two, says: /whole number/ },
    ] as const)("leads to one message, exit code 2 and no output: $name", async ({ args, made, says, ...others }) => {
      const output = "output" in others ? others.output : "gold.qrels";
      const given = [...args, ...(output === null ? [] : ["-o", output])];
      const { exitCode, stdout, stderr, cwd } = await gold(given, made, { file: "" });
      expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
      expect(stderr).toMatch(says);
      expect(existsSync(join(cwd, output ?? "gold.qrels"))).toBe(false);
    });

    it("is refused and stays unchanged if it is not a database", async () => {
      const cwd = temporaryFolder();
      writeFileSync(join(cwd, "ratings.db"), "query,docid,rating\n");
      const { exitCode, stderr } = await runInProcess(["gold", "ratings.db", "-o", "gold.qrels"], { cwd });
      expect(exitCode).toBe(2);
      expect(stderr).toContain("ratings.db");
      expect(readFileSync(join(cwd, "ratings.db"), "utf8")).toBe("query,docid,rating\n");
    });
  });
});
