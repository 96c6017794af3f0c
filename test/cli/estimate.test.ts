/** Does `estimate` say what engines reach, from labels and a few ratings to every form of output? */
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { beforeAll, describe, expect, it } from "vitest";
import { run } from "../../src/cli/run.ts";
import type { EstimateReport } from "../../src/report/estimate-report.ts";
import { makeLabelFolder } from "../support/make-label-folder.ts";
import { root, temporaryFolder } from "../support/run-cli.ts";
import { runInProcess } from "./run-in-process.ts";

let folder: string;
beforeAll(async () => {
  folder = await makeLabelFolder();
  const lines = readFileSync(join(folder, "gold.qrels"), "utf8").trim().split("\n");
  const eight = lines.filter((line) => /^q(0|2|3|5|7|9|11|13) /.test(line));
  const write = (name: string, content: readonly string[]) => writeFileSync(join(folder, name), content.join("\n"));
  const graded = (grade: string) => eight.map((line) => line.replace(/\d$/, grade));
  write("eight.qrels", eight);
  write("one.qrels", eight.slice(0, 24));
  write("two.qrels", eight.slice(0, 48));
  write("ones.qrels", graded("1"));
  write("zeros.qrels", graded("0"));
  write("negative.qrels", graded("-1"));
  write("fractions.qrels", graded("0.5"));
  write("twice.qrels", [...eight, "q0 0 d0 1"]);
  write(
    "other-ids.qrels",
    eight.map((line) => line.replace(" d", " x")),
  );
  write("elsewhere.qrels", ["z1 0 d1 1"]);
  const texts = eight.map((line) => line.replace(/^q(\d+) 0 (d\d+) (\d)$/, "question $1,$2,$3"));
  write("texts.csv", ["query,id,label", ...texts]);
});

const common = ["--embedder", "hash"];

async function estimate(args: readonly string[], exitCode = 0, cwd = folder) {
  const result = await runInProcess(["estimate", ...common, ...args], { cwd });
  expect(result.exitCode, result.stderr).toBe(exitCode);
  return result;
}

async function reportOf(args: readonly string[], cwd = folder): Promise<EstimateReport> {
  const { stdout } = await estimate([...args, "--json", "-q"], 0, cwd);
  expect(stdout).not.toMatch(/NaN|Infinity/);
  return JSON.parse(stdout);
}

describe("semqrel estimate", () => {
  it("has the fields of its contract", async () => {
    const report = await reportOf(["labels", "--gold", "eight.qrels"]);
    const interval = [expect.any(Number), expect.any(Number)];
    expect(report).toMatchObject({
      ...{ schema: "semqrel.estimate/1", target: "these", ratedQueries: 8, ratings: 192, queries: 14 },
      engines: { e3: { estimate: expect.any(Number), interval, human: { estimate: expect.any(Number), interval } } },
      order: ["e0", "e1", "e2", "e3", "e4", "e5"],
    });
    expect(report.engines["e3"]?.rho).toBeGreaterThan(0);
    expect(report.pairs[0]).toMatchObject({
      a: "e0",
      b: "e1",
      difference: expect.any(Number),
      interval,
      simultaneous: interval,
    });
    expect(report).toHaveProperty("warnings", []);
  });

  it("prints the same numbers in every form, and the verdict last", async () => {
    const args = ["labels", "--gold", "eight.qrels"];
    const report = await reportOf(args);
    const mean = report.engines["e3"]?.estimate?.toFixed(3);
    const table = await estimate(args);
    expect(table.stdout).toMatch(new RegExp(`\ne3 +${mean} `));
    expect(table.stdout.endsWith(`\n\n${report.verdict}\n`)).toBe(true);
    expect(table.stderr).not.toMatch(/odd|warn/i);
    expect((await estimate([...args, "--format", "md"])).stdout).toContain(`\n| e3 | ${mean} |`);
    const csv: Record<string, string>[] = parse((await estimate([...args, "--format", "csv"])).stdout, {
      columns: true,
    });
    expect(csv).toHaveLength(6 + 15);
    expect(Number(csv[3]?.["estimate"])).toBe(report.engines["e3"]?.estimate);
    expect((await estimate([...args, "--format", "tsv"])).stdout).toMatch(/^a\tb\testimate\t.*\ne0\t\t/);
    expect((await estimate([...args, "--color", "always"])).stdout).toContain(`\u001b[1m${report.verdict}`);
  });

  it("takes other measures, targets, models and seeds", async () => {
    const args = ["labels", "--gold", "eight.qrels"];
    const plain = await reportOf(args);
    const found = await reportOf([
      ...args,
      "--measure",
      "P_5",
      "--target",
      "future",
      "--method",
      "isotonic",
      "--seed",
      "3",
    ]);
    expect(found).toMatchObject({ measure: "P@5", target: "future", method: "isotonic" });
    const future = await reportOf([...args, "--target", "future"]);
    const width = ({ engines }: EstimateReport) =>
      (engines["e3"]?.interval?.[1] ?? 0) - (engines["e3"]?.interval?.[0] ?? 0);
    expect(width(future)).toBeGreaterThan(width(plain));
    expect(future.engines["e3"]?.estimate).toBe(plain.engines["e3"]?.estimate);
  });

  it("is surer where a proxy knows what people say", async () => {
    const args = ["labels", "--gold", "eight.qrels"];
    const told = await reportOf([...args, "--proxy", "llm=gold.qrels"]);
    expect(told.engines["e3"]?.rho).toBeGreaterThan((await reportOf(args)).engines["e3"]?.rho ?? 1);
  });

  it("joins queries by text, and takes labels.csv for its folder", async () => {
    const expected = await reportOf(["labels", "--gold", "eight.qrels"]);
    expect(await reportOf(["labels/labels.csv", "--gold", "texts.csv"])).toEqual(expected);
  });

  it("says that it joined by title", async () => {
    const cwd = temporaryFolder();
    const samples = join(root, "data/samples");
    const candidates = ["explorer.csv", "quickfind.csv"].map((name) => join(samples, name));
    const args = ["--reference", join(samples, "library.csv"), "--candidates", ...candidates];
    const queries = ["--queries", join(samples, "queries.tsv")];
    const labelled = await runInProcess(
      ["label", ...args, ...queries, ...common, "--no-cache", "-q", "--out", "labels"],
      { cwd },
    );
    expect(labelled.exitCode, labelled.stderr).toBe(0);
    const [click, search] = [
      "learning to rank from click logs",
      "evaluating search engines without relevance judgments",
    ];
    const gold = [
      "query,id,title,label",
      `${click},a,learning to rank from click logs with position bias removed,3`,
      `${click},b,Counterfactual training of ranking functions from logged clicks,2`,
      `${search},c,Evaluating Search Engines without Relevance Judgments,3`,
      "s03,d,No Such Book,1",
    ];
    writeFileSync(join(cwd, "gold.csv"), gold.join("\n"));
    const report = await reportOf(["labels", "--gold", "gold.csv"], cwd);
    // Twenty-six queries, one of which nobody answers.
    expect(report).toMatchObject({ ratedQueries: 3, ratings: 4, queries: 25 });
    expect(report.cautions).toContainEqual(expect.stringMatching(/rated results were joined by their titles/));
    // Two engines: a verdict on them, no rank correlation.
    expect(report.pairs).toHaveLength(1);
    expect((await estimate(["labels", "--gold", "gold.csv"], 0, cwd)).stdout).toContain("joined by their titles");
  });

  it.each([
    { gold: "ones.qrels", said: /Nothing tells the 6 engines apart/ },
    { gold: "fractions.qrels", said: /Nothing tells the 6 engines apart|Undecided/ },
    { gold: "two.qrels", said: /Nothing can be said from 2 rated queries: rate ten/ },
    { gold: "gold.qrels", said: /e0 is the best of 6 engines/ },
  ])("says what can be said from $gold", async ({ gold, said }) => {
    const { stdout } = await estimate(["labels", "--gold", gold]);
    expect(stdout).toMatch(said);
    expect(stdout).not.toMatch(/NaN|undefined|null/);
  });

  it("says what is odd about judgments that contradict each other", async () => {
    const { stderr } = await estimate(["labels", "--gold", "twice.qrels"]);
    expect(stderr).toMatch(/What was odd:\n.*contradicts an earlier one/);
    expect((await reportOf(["labels", "--gold", "twice.qrels"])) as object).toHaveProperty(
      "warnings.0.kind",
      "conflicting-judgments",
    );
  });

  it("orders nothing where there is one engine", async () => {
    const cwd = await makeLabelFolder({ engines: 1, queries: 5 });
    const report = await reportOf(["labels", "--gold", "gold.qrels"], cwd);
    expect(report).toMatchObject({ pairs: [], order: ["e0"], verdict: expect.stringMatching(/^There is one engine/) });
    expect((await estimate(["labels", "--gold", "gold.qrels"], 0, cwd)).stdout).not.toContain("Differences");
  });

  it("shows names that would act on a terminal as they are harmless", async () => {
    const rows = readFileSync(join(folder, "e0.csv"), "utf8").trim().split("\n").slice(1);
    const further = {
      "evil.csv": ["engine,query_id,query,rank,id,title", ...rows.map((row) => `evil\u001b[2Jname,${row}`)].join("\n"),
    };
    const cwd = await makeLabelFolder({ engines: 2, further });
    const { stdout, stderr } = await estimate(["labels", "--gold", "gold.qrels"], 0, cwd);
    expect(stdout).toContain("evil\ufffd[2Jname");
    expect(stdout + stderr).not.toContain("\u001b");
  });

  describe("refuses", () => {
    it.each([
      { args: ["labels"], expected: /--gold/ },
      { args: ["labels", "--gold", "missing.qrels"], expected: /missing\.qrels.*no such file/ },
      { args: ["nowhere", "--gold", "gold.qrels"], expected: /nowhere/ },
      { args: ["e0.csv", "--gold", "gold.qrels"], expected: /"label" is missing/ },
      { args: ["labels", "--gold", "elsewhere.qrels"], expected: /no query in common.*--queries/ },
      { args: ["labels", "--gold", "other-ids.qrels"], expected: /no result of these lists is among the ratings/ },
      { args: ["labels", "--gold", "zeros.qrels"], expected: /no rated result of these lists is relevant/ },
      { args: ["labels", "--gold", "negative.qrels"], expected: /0 of the queries are rated/ },
      { args: ["labels", "--gold", "one.qrels"], expected: /one query alone.*Rate at least two/ },
      { args: ["labels", "--gold", "gold.qrels", "--measure", "nDGC"], expected: /nDGC.*nDCG/ },
      { args: ["labels", "--gold", "gold.qrels", "--measure", "NumRet"], expected: /such as nDCG@10/ },
      { args: ["labels", "--gold", "gold.qrels", "--depth", "0"], expected: /whole number >= 1/ },
      { args: ["labels", "--gold", "gold.qrels", "--seed", "-1"], expected: /whole number >= 0/ },
      { args: ["labels", "--gold", "gold.qrels", "--target", "past"], expected: /these, future/ },
      { args: ["labels", "--gold", "gold.qrels", "--method", "oracle"], expected: /ridge, logistic, isotonic/ },
      {
        args: ["labels", "--gold", "gold.qrels", "--proxy", "a=gold.qrels", "--proxy", "a=one.qrels"],
        expected: /two proxies/,
      },
      { args: ["labels", "--gold", "-", "--proxy", "a=-"], expected: /standard input/ },
    ])("$args", async ({ args, expected }) => {
      const { exitCode, stdout, stderr } = await runInProcess(["estimate", ...common, ...args], { cwd: folder });
      expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
      expect(stderr).toMatch(expected);
      expect(stderr).not.toMatch(/bug|undefined|NaN/);
    });

    it("queries that labels know by id alone and judgments by text, and says what joins them", async () => {
      const cwd = temporaryFolder({ "gold.csv": "query,id,label\nquestion 0,d0,2\nquestion 1,d0,2\n" });
      const csv = readFileSync(join(folder, "labels/labels.csv"), "utf8").replace(/question (\d+)/g, "q$1");
      writeFileSync(join(cwd, "labels.csv"), csv);
      const { stderr } = await estimate(["labels.csv", "--gold", "gold.csv"], 2, cwd);
      expect(stderr).toMatch(/no query in common.*"question 0".*"?q0"?.*--queries/);
    });
  });

  it("ends with 130 where it is interrupted, without a word on stdout", async () => {
    let stdout = "";
    const exitCode = await run(["estimate", join(folder, "labels"), "--gold", join(folder, "gold.qrels"), ...common], {
      stdout: { write: (text) => (stdout += text) },
      stderr: { write: () => {} },
      environment: { SEMQREL_CACHE: temporaryFolder() },
      signal: AbortSignal.abort(),
    });
    expect({ exitCode, stdout }).toEqual({ exitCode: 130, stdout: "" });
  });

  it("has examples in its help", async () => {
    expect((await runInProcess(["estimate", "--help"], { cwd: folder })).stdout).toContain(
      "semqrel estimate labels --gold",
    );
  });

  it("works without a reference beside labels.csv", async () => {
    copyFileSync(join(folder, "labels/labels.csv"), join(folder, "alone.csv"));
    expect(await reportOf(["alone.csv", "--gold", "texts.csv"])).toMatchObject({ ratedQueries: 8 });
  });
});
