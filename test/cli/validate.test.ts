/** Does `validate` report how far labels can be trusted, from a folder of labels to every form of output? */
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { beforeAll, describe, expect, it } from "vitest";
import { run } from "../../src/cli/run.ts";
import type { ValidationReport } from "../../src/trust/validation-report.ts";
import { makeLabelFolder } from "../support/make-label-folder.ts";
import { root, runCli, temporaryFolder } from "../support/run-cli.ts";
import { runInProcess } from "./run-in-process.ts";

let folder: string;
beforeAll(async () => {
  folder = await makeLabelFolder();
});

const common = ["--embedder", "hash", "--draws", "40"];

async function validate(args: readonly string[], exitCode = 0, cwd = folder) {
  const result = await runInProcess(["validate", ...args, ...common], { cwd });
  expect(result.exitCode, result.stderr).toBe(exitCode);
  return result;
}

async function reportOf(args: readonly string[], cwd = folder): Promise<ValidationReport> {
  const { stdout } = await validate([...args, "--json", "-q"], 0, cwd);
  expect(stdout).not.toMatch(/NaN|Infinity/);
  return JSON.parse(stdout);
}

describe("semqrel validate", () => {
  it("compares labels and a proxy with judgments, and gives perfect scores to the judgments themselves", async () => {
    const report = await reportOf(["--gold", "gold.qrels", "--proxy", "people=gold.qrels", "labels"]);
    const one = expect.closeTo(1, 12);
    expect(report).toMatchObject({ schema: "semqrel.validate/1", engines: 6, queries: 14, measure: "nDCG@10" });
    expect(report.proxies["people"]).toMatchObject({
      ...{ tauB: { observed: one }, labels: { auc: 1, kappa: 1, weightedKappa: 1 } },
      conclusions: { reversed: 0, missed: 0, invented: 0 },
    });
  });

  it("ends its output with a verdict of at most 45 words", async () => {
    const { stdout, stderr } = await validate(["labels", "--gold", "gold.qrels"]);
    const report = await reportOf(["labels", "--gold", "gold.qrels"]);
    expect(stdout.endsWith(`\n\n${report.verdict}\n`)).toBe(true);
    expect(report.verdict.split(" ").length).toBeLessThanOrEqual(45);
    for (const limit of report.limits) expect(stdout).toContain(`\n- ${limit}\n`);
    expect(stderr).not.toMatch(/odd|warn/i);
  });

  it("prints the same numbers in every format", async () => {
    const args = ["labels", "--gold", "gold.qrels"];
    const report = await reportOf(args);
    const tau = report.tauB?.observed?.toFixed(3);
    expect((await validate(args)).stdout).toMatch(new RegExp(`\nlabels +14 +${tau} `));
    expect((await validate([...args, "--format", "md"])).stdout).toContain(`\n| labels | 14 | ${tau} |`);
    const csv = parse((await validate([...args, "--format", "csv"])).stdout, { columns: true });
    expect(csv).toHaveLength(6);
    expect(Number((csv[0] as { labels: string }).labels)).toBe(report.means[0]?.labels);
    expect((await validate([...args, "--format", "tsv"])).stdout).toMatch(/^engine\tlabels\t.*\ne0\t/);
    const bold = await validate([...args, "--color", "always"]);
    expect(bold.stdout).toContain(`\u001b[1m${report.verdict}`);
  });

  it("prints the same report for the same seed, and draws other samples for another seed", async () => {
    const args = ["labels", "--gold", "gold.qrels"];
    const first = await reportOf(args);
    expect(await reportOf(args)).toEqual(first);
    expect((await reportOf([...args, "--seed", "2"])).tauB?.nullTitle).not.toEqual(first.tauB?.nullTitle);
  });

  it("prints how incomplete the judgments are", async () => {
    const half = readFileSync(join(folder, "gold.qrels"), "utf8")
      .split("\n")
      .filter((line) => /^q\d*[02468] 0 d[0-5] /.test(line));
    writeFileSync(join(folder, "half.qrels"), half.join("\n"));
    const report = await reportOf(["labels", "--gold", "half.qrels"]);
    const { stdout } = await validate(["labels", "--gold", "half.qrels"]);
    expect(stdout).toMatch(/^6 engines on 7 of 14 queries \(left out: 7 unrated\)\.\n/);
    expect(stdout).toContain(
      `${(100 * Number(report.unjudgedShare)).toFixed(0)} % of the first 10 results are unjudged`,
    );
    expect(report).toMatchObject({ queries: 7, leftOut: { unjudged: 7 } });
  });

  it("prints a report without judgments, and says that it is unknown how far labels can be trusted", async () => {
    const { stdout } = await validate(["labels"]);
    expect(stdout).toMatch(/^6 engines, 14 queries with labels from the reference reference, no judgments/);
    expect(stdout).toMatch(
      /\nWithout people's judgments of whole queries, it is unknown how far these labels can be trusted[^\n]*\n$/,
    );
    expect((await reportOf(["labels"])).gold).toBeNull();
  });

  it("accepts labels.csv instead of the folder, and prints that it has no reference", async () => {
    expect(await reportOf(["labels/labels.csv", "--gold", "gold.qrels"])).toEqual(
      await reportOf(["labels", "--gold", "gold.qrels"]),
    );
    copyFileSync(join(folder, "labels/labels.csv"), join(folder, "alone.csv"));
    expect((await validate(["alone.csv"])).stdout).toMatch(/^6 engines, labels without their reference/);
    writeFileSync(join(folder, "texts.csv"), "query,id,label\nquestion 0,d0,2\n");
    expect((await validate(["alone.csv", "--gold", "texts.csv"], 2)).stderr).toMatch(/Give the whole folder/);
  });

  it.each([1, 2, 4])("prints pairs of engines instead of τ for few engines: %i", async (engines) => {
    const cwd = await makeLabelFolder({ engines });
    const report = await reportOf(["labels", "--gold", "gold.qrels"], cwd);
    expect(report).toMatchObject({ tauB: null, pairs: { length: (engines * (engines - 1)) / 2 } });
    const { stdout } = await validate(["labels", "--gold", "gold.qrels"], 0, cwd);
    expect(stdout).not.toContain("τ-b");
    expect(stdout.includes("\ne0 - e1 ")).toBe(engines > 1);
  });

  it("states in its verdict that one rated query is not enough", async () => {
    const cwd = await makeLabelFolder({ queries: 1 });
    const report = await reportOf(["labels", "--gold", "gold.qrels"], cwd);
    expect(report).toMatchObject({ queries: 1, conclusions: null, labels: { kappa: null } });
    expect(report.verdict).toMatch(/: only 1 rated query has labels,/);
  });

  it("escapes control characters in names", async () => {
    const name = "evil\u001b[2Jname";
    const rows = readFileSync(join(folder, "e0.csv"), "utf8").trim().split("\n").slice(1);
    const further = {
      "evil.csv": ["engine,query_id,query,rank,id,title", ...rows.map((row) => `${name},${row}`)].join("\n"),
    };
    const cwd = await makeLabelFolder({ engines: 2, further });
    const { stdout, stderr } = await validate(["labels", "--gold", "gold.qrels"], 0, cwd);
    expect(stdout).toContain("evil\ufffd[2Jname");
    expect(stdout + stderr).not.toContain("\u001b");
    const report = await reportOf(["labels", "--gold", "gold.qrels"], cwd);
    expect(Object.keys(report.holes ?? {})).toContain(name);
  });

  describe("wrong arguments", () => {
    it.each([
      { args: ["labels", "--gold", "missing.qrels"], expected: /missing\.qrels.*no such file/ },
      { args: ["nowhere", "--gold", "gold.qrels"], expected: /nowhere/ },
      { args: ["e0.csv", "--gold", "gold.qrels"], expected: /"label" is missing/ },
      {
        args: ["labels", "--gold", "gold.qrels", "--proxy", "a=gold.qrels", "--proxy", "a=gold.qrels"],
        expected: /two/,
      },
      { args: ["labels", "--gold", "gold.qrels", "--proxy", "a=missing.qrels"], expected: /missing\.qrels/ },
      { args: ["labels", "--proxy", "a=gold.qrels"], expected: /--gold/ },
      { args: ["labels", "--gold", "gold.qrels", "--measure", "nDGC"], expected: /nDGC.*nDCG/ },
      { args: ["labels", "--gold", "gold.qrels", "--measure", "NumRet"], expected: /such as nDCG@10/ },
      { args: ["labels", "--gold", "gold.qrels", "--without", "e9"], expected: /no engine has that name/ },
      { args: ["labels", "--gold", "gold.qrels", "--without", "*"], expected: /every engine/ },
      { args: ["labels", "--draws", "0"], expected: /whole number >= 1/ },
      { args: ["labels", "--seed", "x"], expected: /whole number/ },
      { args: ["labels", "--unjudged", "maybe"], expected: /nonrelevant, skip/ },
      { args: ["-", "--gold", "-"], expected: /standard input/ },
      { args: [], expected: /labels/ },
    ])("are refused with the message $expected: $args", async ({ args, expected }) => {
      // The last value of a repeated option counts, so the common ones come first.
      const { exitCode, stdout, stderr } = await runInProcess(["validate", ...common, ...args], { cwd: folder });
      expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
      expect(stderr).toMatch(expected);
      expect(stderr).not.toMatch(/bug/);
    });
  });

  it("names a proxy by its path if it has no name", async () => {
    const { proxies } = await reportOf(["labels", "--gold", "gold.qrels", "--proxy", "gold.qrels"]);
    expect(Object.keys(proxies)).toEqual(["gold.qrels"]);
  });

  it("exits 130 with an empty stdout if it is interrupted", async () => {
    let stdout = "";
    const exitCode = await run(["validate", join(folder, "labels"), "--gold", join(folder, "gold.qrels"), ...common], {
      stdout: { write: (text) => (stdout += text) },
      stderr: { write: () => {} },
      environment: { SEMQREL_CACHE: temporaryFolder() },
      signal: AbortSignal.abort(),
    });
    expect({ exitCode, stdout }).toEqual({ exitCode: 130, stdout: "" });
  });

  it("has examples in its help, and runs as a built program", async () => {
    const { stdout, exitCode } = await runCli(["validate", "--help"]);
    expect(exitCode).toBe(0);
    expect(stdout).toContain("semqrel validate labels --gold gold.qrels");
  });
});

describe("the reference's own list as a candidate", () => {
  async function ownMeasures(reference: string, columns: string) {
    const cwd = temporaryFolder({ "old.csv": reference, "same.csv": reference });
    const result = await runInProcess(
      [
        "label",
        "--reference",
        "old.csv",
        "--candidates",
        "same.csv",
        "--embedder",
        "hash",
        "--no-cache",
        "--out",
        "out",
      ],
      { cwd },
    );
    expect(result.exitCode, result.stderr).toBe(0);
    const rows: Record<string, string>[] = parse(readFileSync(join(cwd, "out/measures.csv"), "utf8"), {
      columns: true,
    });
    return rows.map((row) => [row["query"], row[columns]]);
  }

  it("has an ndcg_reference of 1 in every query", async () => {
    const found = await ownMeasures(readFileSync(join(folder, "reference.csv"), "utf8"), "ndcg_reference");
    expect(found).toEqual(Array.from({ length: 14 }, (_, query) => [`question ${query}`, "1"]));
  });

  it("has an ndcg_reference of 1 in every query of the sample, although one query repeats a title", async () => {
    const sample = readFileSync(join(root, "data/samples/library.csv"), "utf8");
    const found = await ownMeasures(sample, "ndcg_reference");
    expect(found).toHaveLength(24);
    // data/samples/README.md: s01 has one title twice, at ranks 1 and 11, which counts once.
    expect(found.filter(([, value]) => value !== "1")).toEqual([]);
    const first = await ownMeasures(sample, "ndcg_reference@10");
    expect(first.every(([, value]) => value === "1")).toBe(true);
  });
});
