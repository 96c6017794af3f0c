/** Does `calibrate` write a folder that other commands read, and print how good its labels are? */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { beforeAll, describe, expect, it } from "vitest";
import { run } from "../../src/cli/run.ts";
import { makeLabelFolder } from "../support/make-label-folder.ts";
import { temporaryFolder } from "../support/run-cli.ts";
import { runInProcess } from "./run-in-process.ts";

const common = ["--embedder", "hash"];
let folder: string;
let first: { readonly stdout: string; readonly stderr: string };

const inFolder = (args: readonly string[]) => runInProcess(args, { cwd: folder });

async function calibrate(args: readonly string[]) {
  const result = await inFolder(["estimate", ...args, ...common]);
  expect(result.exitCode, result.stderr).toBe(0);
  return result;
}

beforeAll(async () => {
  folder = await makeLabelFolder();
  const lines = readFileSync(join(folder, "gold.qrels"), "utf8").trim().split("\n");
  writeFileSync(join(folder, "eight.qrels"), lines.filter((line) => /^q(0|2|3|5|7|9|11|13) /.test(line)).join("\n"));
  writeFileSync(join(folder, "edges.csv"), "citing,cited\nd1,d2\nd2,d3\nd1,d3\n");
  first = await calibrate(["labels", "--gold", "eight.qrels", "--write-labels", "calibrated"]);
});

describe("semqrel estimate --write-labels", () => {
  it("prints how many files it wrote, and how far off the labels alone are", () => {
    const names = readdirSync(join(folder, "calibrated"), { recursive: true, encoding: "utf8" }).filter(
      (name) => name !== "runs",
    );
    expect(first.stderr).toContain(`Wrote ${names.length} files to calibrated.`);
    expect(first.stderr).toMatch(
      /calibrated labels alone are off by -?\d\.\d\d to -?\d\.\d\d, so use them to order engines, not as scores/,
    );
    expect(names).toContain("calibration.json");
    for (const name of names.filter((each) => each.endsWith(".json"))) {
      const text = readFileSync(join(folder, "calibrated", name), "utf8");
      expect(text).not.toMatch(/NaN|Infinity/);
      expect(() => JSON.parse(text)).not.toThrow();
    }
  });

  it("prints what estimate prints without --write-labels", async () => {
    const { stdout } = await inFolder(["estimate", "labels", "--gold", "eight.qrels", ...common]);
    // It also prints what the labels alone showed, which the new folder does not contain.
    const ofLabels = /^The labels alone put the same engine first.*\n/m;
    expect(stdout).toMatch(ofLabels);
    expect(first.stdout).toBe(stdout.replace(ofLabels, ""));
  });

  it("prints the JSON document of summary.json, and nothing else, with --json", async () => {
    const { stdout, stderr } = await calibrate([
      "labels",
      "--gold",
      "eight.qrels",
      "--write-labels",
      "other",
      "--json",
      "-q",
    ]);
    const { offsets, trainedOn, ...document } = JSON.parse(stdout);
    expect(stderr).toBe("");
    expect(document).toMatchObject({ schema: "semqrel.calibrate/1", ratedQueries: 8, warnings: [] });
    expect(Object.keys(offsets)).toEqual(["e0", "e1", "e2", "e3", "e4", "e5"]);
    expect(trainedOn).toMatchObject({ queries: 8 });
    const summary = JSON.parse(readFileSync(join(folder, "other/summary.json"), "utf8"));
    expect(summary).toEqual({ ...document, offsets, trainedOn });
  });

  it.each(["logistic", "isotonic"])("learns the labels with --method %s", async (method) => {
    await calibrate(["labels", "--gold", "eight.qrels", "--write-labels", method, "--method", method]);
    const model = JSON.parse(readFileSync(join(folder, method, "calibration.json"), "utf8"));
    expect(model).toMatchObject({ schema: "semqrel.calibration/1", method });
  });

  describe("the folder of calibrated labels", () => {
    it("is read by measure, with the runs that label wrote", async () => {
      const { exitCode, stdout } = await inFolder([
        "measure",
        "calibrated/labels.qrels",
        "labels/runs/e0.run",
        "labels/runs/e5.run",
        "nDCG@10",
        "--json",
      ]);
      expect(exitCode).toBe(0);
      const { runs } = JSON.parse(stdout);
      expect(runs.e0["nDCG@10"].count).toBe(14);
      expect(runs.e0["nDCG@10"].mean).toBeGreaterThan(runs.e5["nDCG@10"].mean);
    });

    it("is read by validate, which leaves out the queries that the labels were learned from", async () => {
      const { exitCode, stdout } = await inFolder([
        "validate",
        "calibrated",
        "--gold",
        "gold.qrels",
        ...common,
        "--draws",
        "20",
        "--json",
      ]);
      expect(exitCode).toBe(0);
      const report = JSON.parse(stdout);
      // Eight of the fourteen queries were used to learn the labels.
      expect(report).toMatchObject({
        ...{ engines: 6, queries: 6, reference: "reference", taught: { queries: 8, areJudged: false } },
      });
      const lines = readFileSync(join(folder, "gold.qrels"), "utf8").trim().split("\n");
      const others = lines.filter((line) => !/^q(0|2|3|5|7|9|11|13) /.test(line));
      writeFileSync(join(folder, "others.qrels"), others.join("\n"));
      const before = JSON.parse(
        (await inFolder(["validate", "labels", "--gold", "others.qrels", ...common, "--draws", "20", "--json"])).stdout,
      );
      expect(report.labels.auc).toBeGreaterThan(before.labels.auc);
    });

    it("cannot be validated with the ratings it was learned from, and validate warns about this", async () => {
      const args = ["validate", "calibrated", "--gold", "eight.qrels", ...common, "--draws", "20", "-q"];
      const { exitCode, stdout } = await inFolder(args);
      expect(exitCode).toBe(0);
      expect(stdout).toMatch(/\nThese ratings cannot judge these labels: in all 8 rated queries[^\n]*\n$/);
    });

    it("is read by compare, with the measure of ratings or with the score", async () => {
      const { exitCode, stdout, stderr } = await inFolder(["compare", "calibrated", "calibrated_score", "--json"]);
      expect(exitCode, stderr).toBe(0);
      expect(stdout).not.toContain("NaN");
      expect((await inFolder(["compare", "calibrated", "nDCG@10"])).exitCode).toBe(0);
    });

    it("cannot be compared with labels that are not calibrated", async () => {
      const { exitCode, stderr } = await inFolder(["compare", "labels", "calibrated"]);
      expect(exitCode).toBe(2);
      expect(stderr).toMatch(/the same calibration/);
    });

    it("is read by rerank features --nodes", async () => {
      const { exitCode } = await inFolder([
        "rerank",
        "features",
        "edges.csv",
        "--nodes",
        "calibrated",
        "-o",
        "features.csv",
      ]);
      expect(exitCode).toBe(0);
      const rows: Record<string, string>[] = parse(readFileSync(join(folder, "features.csv"), "utf8"), {
        columns: true,
      });
      expect(rows.find(({ id }) => id === "d1")).toMatchObject({ degree: "2" });
    });

    it.each([
      ["validate", "--policies", "--gold", "gold.qrels", "--samples", "20", ...common],
      ["estimate", "--gold", "eight.qrels", ...common],
      ["pool", "--plan"],
    ])("is read by %s", async (command, ...args) => {
      const { exitCode, stderr } = await inFolder([command, "calibrated", ...args]);
      expect(exitCode, stderr).toBe(0);
    });
  });

  describe("--apply", () => {
    let applied: { readonly stdout: string; readonly stderr: string };
    beforeAll(async () => {
      applied = await calibrate(["labels", "--apply", "calibrated/calibration.json", "--write-labels", "applied"]);
    }, 60_000);

    it("prints only an order of the engines, with the reason, and writes the folder", () => {
      expect(applied.stdout).toMatch(/\nengine +place +score\ne0 +1 +0\.\d{3}\n/);
      expect(applied.stdout).toMatch(
        /only an order of the engines\. Scores and intervals need ratings of some of these queries[^\n]*\n$/,
      );
      expect(applied.stdout.replace("is not nDCG", "")).not.toContain("nDCG");
      expect(applied.stderr).toContain("Wrote 13 files to applied.");
      expect(readdirSync(join(folder, "applied/runs"))).toHaveLength(6);
    });

    it("prints and stores the same JSON document", async () => {
      const args = ["labels", "--apply", "calibrated", "--write-labels", "applied-2", "--json", "-q"];
      const document = JSON.parse((await calibrate(args)).stdout);
      expect(document).toMatchObject({ schema: "semqrel.apply/1", queries: 14, warnings: [] });
      expect(JSON.parse(readFileSync(join(folder, "applied-2/summary.json"), "utf8"))).toEqual(document);
    });

    it.each([
      ["measure", "applied/labels.qrels", "applied/runs/e0.run", "applied/runs/e5.run", "nDCG@10"],
      ["validate", "applied", "--gold", "gold.qrels", "--draws", "20", ...common],
      ["estimate", "applied", "--gold", "eight.qrels", ...common],
      ["compare", "applied", "calibrated_score"],
      ["pool", "--plan", "applied"],
    ])("writes a folder that %s reads", async (...args) => {
      const { exitCode, stderr } = await inFolder(args);
      expect(exitCode, stderr).toBe(0);
    });
  });

  describe("--threshold", () => {
    const args = ["labels", "--gold", "eight.qrels", "--threshold", "beta-gamma"];

    it("prints the threshold, its formula and its effect, and writes labels with this threshold", async () => {
      const { stdout, stderr } = await calibrate([...args, "--write-labels", "under", "--beta", "0", "--gamma", "1"]);
      expect(stdout).toMatch(
        /\nThreshold (\d\.\d{6}) = \(1 - α\) optimal \+ α zero: optimal \1 .* from \d+ rated results/,
      );
      expect(stdout).toMatch(/\ne0 +\d\.\d{3} +\d\.\d{3} +[+-]\d\.\d{3}\n/);
      expect(stdout).toMatch(/semqrel label … --threshold 0\.\d{6}\n$/);
      expect(stderr).toContain("Wrote 12 files to under.");
      const { exitCode } = await inFolder(["compare", "under", "ndcg_reference@10"]);
      expect(exitCode).toBe(0);
      expect((await inFolder(["validate", "under", "--gold", "gold.qrels", ...common])).exitCode).toBe(0);
      // The policy differs.
      expect((await inFolder(["compare", "labels", "under", "ndcg_reference@10"])).stderr).toMatch(/threshold/);
    });

    it("leaves out unrated results unless --unjudged counts them", async () => {
      const report = async (...more: readonly string[]) =>
        JSON.parse((await calibrate([...args, "--write-labels", "under-2", "--json", "-q", ...more])).stdout);
      expect(await report()).toMatchObject({ schema: "semqrel.threshold/1", unjudged: "leave-out" });
      expect(await report("--unjudged", "nonrelevant", "--gain", "3", "--cost", "2")).toMatchObject({
        ...{ unjudged: "nonrelevant", weights: { gain: 3, cost: 2 } },
      });
    });
  });

  it.each([
    { args: ["labels", "--write-labels", "refused"], expected: /--gold FILE.*--apply/ },
    {
      args: ["labels", "--gold", "eight.qrels", "--apply", "calibrated", "--write-labels", "refused"],
      expected: /both ratings and a calibration/,
    },
    {
      args: ["labels", "--apply", "calibrated", "--method", "logistic", "--write-labels", "refused"],
      expected: /--method is not used with --apply/,
    },
    { args: ["labels", "--apply", "labels", "--write-labels", "refused"], expected: /calibration\.json/ },
    { args: ["labels", "--apply", "eight.qrels", "--write-labels", "refused"], expected: /not JSON/ },
    { args: ["labels", "--apply", "calibrated", "--write-labels", "labels"], expected: /Choose another folder/ },
    {
      args: ["labels", "--gold", "eight.qrels", "--beta", "0.5", "--write-labels", "refused"],
      expected: /--threshold beta-gamma/,
    },
    {
      args: [
        "labels",
        "--gold",
        "eight.qrels",
        "--threshold",
        "beta-gamma",
        "--beta",
        "2",
        "--write-labels",
        "refused",
      ],
      expected: /from 0 to 1/,
    },
    {
      args: ["labels", "--gold", "eight.qrels", "--threshold", "0.5", "--write-labels", "refused"],
      expected: /beta-gamma/,
    },
    { args: ["labels", "--gold", "missing.qrels", "--write-labels", "refused"], expected: /missing\.qrels/ },
    { args: ["labels", "--gold", "eight.qrels", "--write-labels", "labels"], expected: /Choose another folder/ },
    { args: ["labels", "--gold", "eight.qrels", "--write-labels", "edges.csv"], expected: /edges\.csv/ },
    {
      args: ["labels", "--gold", "eight.qrels", "--write-labels", "refused", "--measure", "gm_map"],
      expected: /gm_map/,
    },
  ])("refuses $args with the message $expected", async ({ args, expected }) => {
    const before = readFileSync(join(folder, "labels/labels.csv"), "utf8");
    const { exitCode, stdout, stderr } = await inFolder(["estimate", ...args, ...common]);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
    expect(stderr).toMatch(expected);
    expect(existsSync(join(folder, "refused"))).toBe(false);
    expect(readFileSync(join(folder, "labels/labels.csv"), "utf8")).toBe(before);
  });

  it("writes no files if it is interrupted", async () => {
    const args = ["estimate", join(folder, "labels"), "--gold", join(folder, "eight.qrels"), ...common];
    let stdout = "";
    const exitCode = await run([...args, "--write-labels", join(folder, "interrupted")], {
      stdout: { write: (text) => (stdout += text) },
      stderr: { write: () => {} },
      environment: { SEMQREL_CACHE: temporaryFolder() },
      signal: AbortSignal.abort(),
    });
    expect({ exitCode, stdout }).toEqual({ exitCode: 130, stdout: "" });
    expect(existsSync(join(folder, "interrupted"))).toBe(false);
  });
});
