/** Does `plan` report what ratings would cost and achieve? */
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import type { PlanReport } from "../../src/estimate/plan/plan-report.ts";
import { makeLabelFolder } from "../support/make-label-folder.ts";
import { runInProcess } from "./run-in-process.ts";

let folder: string;
beforeAll(async () => {
  folder = await makeLabelFolder();
  copyFileSync(join(folder, "labels/labels.csv"), join(folder, "alone.csv"));
});

async function plan(args: readonly string[]) {
  const result = await runInProcess(["pool", "--plan", ...args], { cwd: folder });
  expect(result.exitCode, result.stderr).toBe(0);
  return result;
}

async function reportOf(args: readonly string[]): Promise<PlanReport> {
  const { stdout } = await plan([...args, "--json", "-q"]);
  expect(stdout).not.toMatch(/NaN|Infinity/);
  return JSON.parse(stdout);
}

describe("semqrel pool --plan", () => {
  it("prints the documented fields as JSON", async () => {
    const { schema, options } = await reportOf(["labels"]);
    expect(schema).toBe("semqrel.plan/1");
    expect(options.map(({ queries, depth }) => [depth, queries])).toEqual([
      [5, 10],
      [5, 14],
      [10, 10],
      [10, 14],
    ]);
    for (const option of options) {
      expect(Object.keys(option).sort()).toEqual(
        ["depth", "expectedWidth", "furtherQueries", "minutes", "queries", "ratings", "smallestDifference"].sort(),
      );
      // Each rating takes 12 seconds.
      expect(option.minutes).toBeCloseTo(option.ratings / 5, 12);
    }
  });

  it("prints the same numbers as a table and as Markdown", async () => {
    const args = ["labels", "--queries", "8,12", "--depth", "10", "--seconds", "6", "--rho", "0.5"];
    const { options } = await reportOf(args);
    const [first] = options;
    const cells = [8, 10, first?.ratings, first?.minutes.toFixed(0), first?.expectedWidth?.toFixed(3)];
    expect((await plan(args)).stdout).toMatch(new RegExp(`\n${cells.join(" +")} `));
    expect((await plan([...args, "--format", "md"])).stdout).toContain(`| ${cells.join(" | ")} (`);
    expect((await plan(args)).stdout).toContain("ρ = 0.50 (as given). Time: 6 s per rating");
    expect(first?.minutes).toBeCloseTo((first?.ratings ?? 0) / 10, 12);
  });

  it("expects wider intervals from the same ratings for future queries", async () => {
    const [these, future] = [await reportOf(["labels"]), await reportOf(["labels", "--target", "future"])];
    for (const [place, option] of future.options.entries()) {
      expect(option.expectedWidth).toBeGreaterThan(these.options[place]?.expectedWidth ?? 1);
      expect(option.ratings).toBe(these.options[place]?.ratings);
    }
  });

  it("prints only the cost for labels without a reference, and asks for the whole folder", async () => {
    const { stdout } = await plan(["alone.csv"]);
    expect(stdout).toMatch(/\n10 +5 +\d+ +\d+ +- +-\n/);
    expect(stdout).toContain("Give the whole folder");
    expect((await reportOf(["alone.csv"])).options[0]).toMatchObject({ expectedWidth: null, smallestDifference: null });
  });

  it.each([
    { args: [], expected: /labels/ },
    { args: ["nowhere"], expected: /nowhere/ },
    { args: ["e0.csv"], expected: /"label" is missing/ },
    { args: ["labels", "--queries", "2"], expected: /2 rated queries of 14/ },
    { args: ["labels", "--queries", "15"], expected: /15 rated queries of 14/ },
    { args: ["labels", "--queries", "5,"], expected: /whole number >= 1/ },
    { args: ["labels", "--queries", "5.5"], expected: /whole number >= 1/ },
    { args: ["labels", "--depth", "0"], expected: /whole number >= 1/ },
    { args: ["labels", "--rho", "1.5"], expected: /from 0 to 1/ },
    { args: ["labels", "--rho", ""], expected: /from 0 to 1/ },
    { args: ["labels", "--seconds", "0"], expected: /above 0/ },
    { args: ["labels", "--target", "past"], expected: /these, future/ },
    { args: ["labels", "--format", "csv"], expected: /table, md, json/ },
  ])("refuses $args", async ({ args, expected }) => {
    const { exitCode, stdout, stderr } = await runInProcess(["pool", "--plan", ...args], { cwd: folder });
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
    expect(stderr).toMatch(expected);
    expect(stderr).not.toMatch(/bug|undefined|NaN/);
  });

  it("measures ρ from existing ratings, and counts further queries", async () => {
    const lines = readFileSync(join(folder, "gold.qrels"), "utf8").split("\n");
    writeFileSync(join(folder, "eight.qrels"), lines.slice(0, 24 * 8).join("\n"));
    const args = ["labels", "--gold", "eight.qrels", "--embedder", "hash"];
    const report = await reportOf(args);
    expect(report).toMatchObject({ ratedQueries: 8, rhoSource: "measured" });
    const { stdout } = await plan([...args, "-q"]);
    expect(stdout).toMatch(/\nqueries +further +depth/);
    expect(stdout).toContain(`ρ = ${report.rho.toFixed(2)} (measured on the available ratings)`);
  });

  it.each([
    { args: ["labels", "--gold", "eight.qrels", "--rho", "0.5"], expected: /both --rho and --gold/ },
    { args: ["labels", "--gold", "nowhere.qrels"], expected: /nowhere\.qrels/ },
    { args: ["labels", "--proxy", "llm=gold.qrels"], expected: /--proxy llm.*only used together with ratings/ },
  ])("refuses $args", async ({ args, expected }) => {
    const { exitCode, stdout, stderr } = await runInProcess(["pool", "--plan", ...args, "--embedder", "hash"], {
      cwd: folder,
    });
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
    expect(stderr).toMatch(expected);
  });

  it("has examples in its help", async () => {
    expect((await plan(["--help"])).stdout).toContain("semqrel pool --plan labels --queries 20,40");
  });

  describe("semqrel pool --plan for pairs and whole queries", () => {
    /** Pairs of all queries, rated. */
    async function pilot() {
      const args = ["pool", "labels", "--by", "spread", "--ratings", "40", "-o", "pairs.jsonl", "--force", "-q"];
      expect((await runInProcess(args, { cwd: folder })).exitCode).toBe(0);
      return ["labels", "--gold", "gold.qrels", "--pool", "pairs.jsonl", "--embedder", "hash", "--no-cache"];
    }

    it("plans further pairs from rated pairs, beside as many ratings of whole queries", async () => {
      const { options, designs, ratedQueries, rhoSource } = await reportOf([...(await pilot()), "--ratings", "40,80"]);
      expect(options).toEqual([]);
      expect(rhoSource).toBe("measured");
      expect(designs?.measure).toBe("DCG@10");
      const [now, later] = designs?.rows ?? [];
      expect(Math.abs((now?.pairs.queries ?? 0) - ratedQueries)).toBeLessThanOrEqual(2);
      expect(now?.pairs.minutes).toBeLessThan(1);
      // 40 more at 12 s, and up to one query each.
      expect(later?.pairs.minutes).toBeGreaterThanOrEqual(8);
      expect(later?.pairs.width).toBeLessThan(now?.pairs.width ?? 0);
      expect(later?.pairs.smallestDifference).toBeLessThan(now?.pairs.smallestDifference ?? 0);
    });

    it("computes how many ratings are possible in the given minutes", async () => {
      const seconds = ["--seconds", "5.9", "--seconds-per-query", "0.000001"];
      const { designs } = await reportOf([...(await pilot()), "--minutes", "2,4", ...seconds]);
      expect(designs?.rows.map(({ ratings }) => ratings)).toEqual([60, 80]);
    });

    it("uses labels instead of grades if there are no ratings", async () => {
      const { options, designs } = await reportOf(["labels", "--ratings", "60"]);
      expect(options).not.toEqual([]);
      expect(designs).toMatchObject({ measure: "nDCG@10", rows: [{ ratings: 60 }] });
      expect((await plan(["labels", "--ratings", "60"])).stdout).toMatch(/\n60 +\d+ +\d+ +(over 1|0\.\d+|-) /);
    });

    it.each([
      { args: ["--ratings", "5000"], said: "--ratings is 5000" },
      { args: ["--ratings", "5", "--minutes", "5"], said: "--minutes" },
      { args: ["--pool", "pairs.jsonl"], said: "its ratings are missing" },
    ])("refuses $args", async ({ args, said }) => {
      const { exitCode, stderr } = await runInProcess(["pool", "--plan", "labels", ...args], { cwd: folder });
      expect(exitCode).toBe(2);
      expect(stderr).toContain(said);
    });
  });
});
