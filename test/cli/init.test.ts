/** Does init write a configuration with which the next command runs, and never replace another one? */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../support/run-cli.ts";
import { runInProcess } from "./run-in-process.ts";

const lists = {
  "scopus.csv": "query,rank,title\npears,1,Growing pears\npears,2,Pears in winter\nplums,1,Plums\n",
  "explorer.csv": "query,rank,title\npears,1,Pears in the winter\nplums,1,Plums\n",
};
const configurationIn = (cwd: string) => JSON.parse(readFileSync(join(cwd, "semqrel.config.json"), "utf8"));
const hash = { SEMQREL_EMBEDDER: "hash", SEMQREL_NO_CACHE: "1" };

describe("semqrel system init", () => {
  it("writes a configuration with which check and label both run", async () => {
    const cwd = temporaryFolder({
      ...lists,
      "queries.tsv": "q1\tpears\nq2\tplums\n",
      "README.md": "x",
      "notes.txt": "x",
    });
    const { exitCode, stdout, stderr } = await runInProcess(["system", "init"], { cwd });
    expect([exitCode, stdout], stderr).toEqual([0, ""]);
    expect(configurationIn(cwd)).toEqual({
      reference: "scopus.csv",
      candidates: ["explorer.csv"],
      queries: "queries.tsv",
      label: { out: "labels" },
    });
    expect(stderr).toContain("The reference is scopus, which has the longest lists");
    expect(stderr).toContain("Next: semqrel check\n");
    expect((await runInProcess(["check"], { cwd, environment: hash })).exitCode).toBe(0);
    expect(existsSync(join(cwd, "check/report.html"))).toBe(true);
    expect((await runInProcess(["label"], { cwd, environment: hash })).exitCode).toBe(0);
    expect(existsSync(join(cwd, "labels/labels.csv"))).toBe(true);
  });

  it("configures columns with unusual names, so that label can read the lists", async () => {
    const cwd = temporaryFolder({
      "alpha.csv": "Search term;Pos;Paper title\npears;1;Growing pears\npears;2;Pears in winter\n",
      "beta.csv": "Query text,Result name\npears,Growing of pears\n",
    });
    expect((await runInProcess(["system", "init"], { cwd })).exitCode).toBe(0);
    const { label: _, ...found } = configurationIn(cwd);
    expect(found).toEqual({
      reference: "alpha.csv",
      candidates: ["beta.csv"],
      "title-column": ["Paper title", "Result name"],
      "rank-column": ["Pos"],
    });
    const { exitCode, stderr } = await runInProcess(["label"], { cwd, environment: hash });
    expect(exitCode, stderr).toBe(0);
  });

  it("configures the columns of a German export, so that label can read it", async () => {
    const cwd = temporaryFolder({
      "referenz.csv":
        "\ufeffSuchanfrage;Treffer;Platz;Titel\r\nbirnen;A1;1;Birnen ziehen\r\nbirnen;A2;2;Birnen im Winter\r\n",
      "eigene.csv": "Suchbegriff;Rang;Überschrift;Titel des Dokuments\r\nbirnen;1;x;Birnen im Winter\r\n",
    });
    expect((await runInProcess(["system", "init"], { cwd })).exitCode).toBe(0);
    expect(configurationIn(cwd)).toMatchObject({
      reference: "referenz.csv",
      "query-column": ["Suchbegriff", "Suchanfrage"],
      "title-column": ["Titel des Dokuments", "Titel"],
      "rank-column": ["Rang", "Platz"],
    });
    const { exitCode, stdout, stderr } = await runInProcess(["label", "--full"], { cwd, environment: hash });
    expect(exitCode, stderr).toBe(0);
    // The second of two titles is found at the top of one list: 5 / 2.
    expect(stdout).toMatch(/^dcg +2\.5000/m);
  });

  it("names the column that a list lacks, whether or not it found other lists", async () => {
    const scopus = "Authors,Title,DOI\nMiller,Pears,10.5555/1\n";
    const said =
      "pears.csv: no column of queries was recognised in Authors, Title, DOI; name it with semqrel label --query-column";
    const alone = await runInProcess(["system", "init"], { cwd: temporaryFolder({ "pears.csv": scopus }) });
    expect(alone.exitCode).toBe(2);
    expect(alone.stderr).toContain(said);
    const beside = await runInProcess(["system", "init"], {
      cwd: temporaryFolder({ ...lists, "pears.csv": scopus, "edges.csv": "citing,cited\na,b\n" }),
    });
    expect(beside.exitCode).toBe(0);
    expect(beside.stderr).toContain(`left out ${said}`);
    expect(beside.stderr).not.toContain("edges.csv");
  });

  it("configures the column of titles in saved responses with one hit per line", async () => {
    const cwd = temporaryFolder({
      ...lists,
      "hits.jsonl": '{"query":"pears","_id":"7","_source":{"title":"Growing pears","year":2001}}\n',
    });
    await runInProcess(["system", "init"], { cwd });
    expect(configurationIn(cwd)).toMatchObject({ "title-column": ["_source.title"] });
    const { exitCode, stdout, stderr } = await runInProcess(["label", "--full"], { cwd, environment: hash });
    expect(exitCode, stderr).toBe(0);
    expect(stdout).toContain("hits (1 result)");
  });

  it("does not treat the journal as the engine, or the author's keywords as the query", async () => {
    const row = "J. of Pears,fruit;winter,Pears";
    const cwd = temporaryFolder({
      "scopus.csv": `query,Source title,Author Keywords,Title\npears,${row}\n`,
      "loose.csv": `Source title,Author Keywords,Title\n${row}\n`,
    });
    const { stderr } = await runInProcess(["system", "init"], { cwd });
    expect(stderr).toContain("found scopus.csv: scopus, 1 query, 1 result\n");
    expect(stderr).toContain("left out loose.csv: no column of queries");
    expect(configurationIn(cwd)).not.toHaveProperty("engine-column");
  });

  it("names only three of many files and eight of many columns", async () => {
    const head = "Title,b,c,d,e,f,g,h,i,j\n1,2,3,4,5,6,7,8,9,10\n";
    const cwd = temporaryFolder(Object.fromEntries(["1", "2", "3", "4", "5"].map((name) => [`${name}.csv`, head])));
    const { stderr } = await runInProcess(["system", "init"], { cwd });
    expect(stderr).toContain("recognised in Title, b, c, d, e, f, g, h and 2 more;");
    expect(stderr).toContain("; and 2 other files). Put lists");
    expect(stderr).not.toContain("4.csv");
  });

  it("explains how to make lists from runs if there are only runs", async () => {
    const cwd = temporaryFolder({ "ref.run": "q1 Q0 d1 1 2 x\n" });
    const { exitCode, stderr } = await runInProcess(["system", "init"], { cwd });
    expect(exitCode).toBe(2);
    expect(stderr).toContain("(ref.run: a run). Put lists");
    expect(stderr).toContain("semqrel label --titles FILE");
  });

  it("names the reference engine if one file has several engines", async () => {
    const cwd = temporaryFolder({ "all.csv": "engine,query,title\na,pears,Pear\nmy-reference,pears,Pears\n" });
    await runInProcess(["system", "init"], { cwd });
    expect(configurationIn(cwd)).toMatchObject({ reference: "all.csv", "reference-engine": "my-reference" });
    expect(configurationIn(cwd)).not.toHaveProperty("candidates");
    expect((await runInProcess(["check"], { cwd, environment: hash })).exitCode).toBe(0);
  });

  it("finds judgments and runs for measure and gold, even in a subfolder", async () => {
    const cwd = temporaryFolder({ ...lists, "gold.qrels": "q1 0 d1 1\n" });
    mkdirSync(join(cwd, "runs"));
    writeFileSync(join(cwd, "runs/new.run"), "q1 Q0 d1 1 2 x\n");
    const { stdout, exitCode } = await runInProcess(["system", "init", "--json"], { cwd });
    expect(exitCode).toBe(0);
    const { schema, written, configuration, next } = JSON.parse(stdout);
    expect([schema, written]).toEqual(["semqrel.init/1", true]);
    expect(configuration).toMatchObject({
      gold: "gold.qrels",
      measure: { qrels: "gold.qrels", "runs-and-measures": ["runs/new.run", "nDCG@10"] },
    });
    expect(next).toEqual(["semqrel check", "semqrel measure", "semqrel validate check"]);
    const measured = await runInProcess(["measure", "--json"], { cwd });
    expect(JSON.parse(measured.stdout).runs.new["nDCG@10"].mean).toBe(1);
  });

  it("uses the engine that --reference names, and suggests one if it does not exist", async () => {
    const cwd = temporaryFolder(lists);
    await runInProcess(["system", "init", "--reference", "explorer"], { cwd });
    expect(configurationIn(cwd)).toMatchObject({ reference: "explorer.csv", candidates: ["scopus.csv"] });
    const wrong = await runInProcess(["system", "init", "--force", "--reference", "explorre"], { cwd });
    expect(wrong.exitCode).toBe(2);
    expect(wrong.stderr).toContain('the engines found are explorer, scopus. Did you mean "explorer"?');
  });

  it("replaces a configuration only with --force, and writes none with --dry-run", async () => {
    const cwd = temporaryFolder({ ...lists, "semqrel.config.json": "mine" });
    const refused = await runInProcess(["system", "init"], { cwd });
    expect([refused.exitCode, refused.stdout]).toEqual([2, ""]);
    expect(refused.stderr).toContain("--force");
    const dry = await runInProcess(["system", "init", "--dry-run"], { cwd });
    expect(JSON.parse(dry.stdout)).toMatchObject({ reference: "scopus.csv" });
    expect(readFileSync(join(cwd, "semqrel.config.json"), "utf8")).toBe("mine");
    expect((await runInProcess(["system", "init", "--force"], { cwd })).exitCode).toBe(0);
    expect(configurationIn(cwd)).toMatchObject({ reference: "scopus.csv" });
  });

  it.skipIf(process.platform === "win32")(
    "ignores a link to a missing file and a pipe, which only look like files",
    async () => {
      const cwd = temporaryFolder(lists);
      symlinkSync("nowhere.csv", join(cwd, "old.csv"));
      execFileSync("mkfifo", [join(cwd, "pipe.csv")]);
      const { exitCode, stderr } = await runInProcess(["system", "init"], { cwd });
      expect(exitCode, stderr).toBe(0);
      expect(stderr).toContain("left out old.csv: it is a link to a file that does not exist\n");
      expect(stderr).toContain("left out pipe.csv: it is not a file\n");
    },
  );

  it("prints why the configuration cannot be written", async () => {
    const cwd = temporaryFolder(lists);
    mkdirSync(join(cwd, "semqrel.config.json"));
    const { exitCode, stderr } = await runInProcess(["system", "init", "--force"], { cwd });
    expect([exitCode, stderr]).toEqual([
      2,
      expect.stringContaining("Cannot write semqrel.config.json: it is a folder."),
    ]);
  });

  it("refers to the schema if semqrel is installed in the folder", async () => {
    const cwd = temporaryFolder(lists);
    mkdirSync(join(cwd, "node_modules/semqrel/docs/schema"), { recursive: true });
    writeFileSync(join(cwd, "node_modules/semqrel/docs/schema/configuration.schema.json"), "{}");
    await runInProcess(["system", "init"], { cwd });
    expect(configurationIn(cwd).$schema).toBe("./node_modules/semqrel/docs/schema/configuration.schema.json");
  });

  it("prints which files an empty folder needs, and writes no configuration", async () => {
    const cwd = temporaryFolder();
    const { exitCode, stderr } = await runInProcess(["system", "init"], { cwd });
    expect(exitCode).toBe(2);
    expect(stderr).toContain("Put lists of two engines here");
    expect(existsSync(join(cwd, "semqrel.config.json"))).toBe(false);
  });
});
