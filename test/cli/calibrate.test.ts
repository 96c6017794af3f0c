/** Does `calibrate` write a folder that the other commands read, and say what it is worth? */
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
  const result = await inFolder(["calibrate", ...args, ...common]);
  expect(result.exitCode, result.stderr).toBe(0);
  return result;
}

beforeAll(async () => {
  folder = await makeLabelFolder();
  const lines = readFileSync(join(folder, "gold.qrels"), "utf8").trim().split("\n");
  writeFileSync(join(folder, "eight.qrels"), lines.filter((line) => /^q(0|2|3|5|7|9|11|13) /.test(line)).join("\n"));
  writeFileSync(join(folder, "edges.csv"), "citing,cited\nd1,d2\nd2,d3\nd1,d3\n");
  first = await calibrate(["labels", "--gold", "eight.qrels", "--out", "calibrated"]);
});

describe("semqrel calibrate", () => {
  it("writes as many files as it says, and how far off labels alone are", () => {
    const names = readdirSync(join(folder, "calibrated"), { recursive: true, encoding: "utf8" }).filter(
      (name) => name !== "runs",
    );
    expect(first.stderr).toContain(`Wrote ${names.length} files to calibrated.`);
    expect(first.stderr).toMatch(
      /calibrated labels alone are off by -?\d\.\d\d to -?\d\.\d\d: they order engines and are no level/,
    );
    expect(names).toContain("calibration.json");
    for (const name of names.filter((each) => each.endsWith(".json"))) {
      const text = readFileSync(join(folder, "calibrated", name), "utf8");
      expect(text).not.toMatch(/NaN|Infinity/);
      expect(() => JSON.parse(text)).not.toThrow();
    }
  });

  it("prints what estimate prints", async () => {
    const { stdout } = await inFolder(["estimate", "labels", "--gold", "eight.qrels", ...common]);
    expect(first.stdout).toBe(stdout);
  });

  it("has the same in one document, and nothing beside it", async () => {
    const { stdout, stderr } = await calibrate(["labels", "--gold", "eight.qrels", "-o", "other", "--json", "-q"]);
    const { offsets, trainedOn, ...document } = JSON.parse(stdout);
    expect(stderr).toBe("");
    expect(document).toMatchObject({ schema: "semqrel.calibrate/1", ratedQueries: 8, warnings: [] });
    expect(Object.keys(offsets)).toEqual(["e0", "e1", "e2", "e3", "e4", "e5"]);
    expect(trainedOn).toMatchObject({ queries: 8 });
    const summary = JSON.parse(readFileSync(join(folder, "other/summary.json"), "utf8"));
    expect(summary).toEqual({ ...document, offsets, trainedOn });
  });

  it.each(["logistic", "isotonic"])("learns by %s too", async (method) => {
    await calibrate(["labels", "--gold", "eight.qrels", "-o", method, "--method", method]);
    const model = JSON.parse(readFileSync(join(folder, method, "calibration.json"), "utf8"));
    expect(model).toMatchObject({ schema: "semqrel.calibration/1", method });
  });

  describe("the folder is read by", () => {
    it("measure, beside the runs of label", async () => {
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

    it("validate", async () => {
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
      expect(report).toMatchObject({ engines: 6, queries: 14, reference: "reference" });
      const before = JSON.parse(
        (await inFolder(["validate", "labels", "--gold", "gold.qrels", ...common, "--draws", "20", "--json"])).stdout,
      );
      expect(report.labels.auc).toBeGreaterThan(before.labels.auc);
    });

    it("compare, by people's measure or by the score", async () => {
      const { exitCode, stdout, stderr } = await inFolder(["compare", "calibrated", "calibrated_score", "--json"]);
      expect(exitCode, stderr).toBe(0);
      expect(stdout).not.toContain("NaN");
      expect((await inFolder(["compare", "calibrated", "nDCG@10"])).exitCode).toBe(0);
    });

    it("compare, which does not mix calibrated labels with others", async () => {
      const { exitCode, stderr } = await inFolder(["compare", "labels", "calibrated"]);
      expect(exitCode).toBe(2);
      expect(stderr).toMatch(/another calibration/);
    });

    it("features --nodes", async () => {
      const { exitCode } = await inFolder(["features", "edges.csv", "--nodes", "calibrated", "-o", "features.csv"]);
      expect(exitCode).toBe(0);
      const rows: Record<string, string>[] = parse(readFileSync(join(folder, "features.csv"), "utf8"), {
        columns: true,
      });
      expect(rows.find(({ id }) => id === "d1")).toMatchObject({ degree: "2" });
    });

    it.each([
      ["policies", "--gold", "gold.qrels", "--samples", "20", ...common],
      ["estimate", "--gold", "eight.qrels", ...common],
      ["plan"],
    ])("%s", async (command, ...args) => {
      const { exitCode, stderr } = await inFolder([command, "calibrated", ...args]);
      expect(exitCode, stderr).toBe(0);
    });
  });

  it.each([
    { args: ["labels", "--gold", "eight.qrels"], expected: /--out/ },
    { args: ["labels", "--out", "refused"], expected: /--gold/ },
    { args: ["labels", "--gold", "missing.qrels", "--out", "refused"], expected: /missing\.qrels/ },
    { args: ["labels", "--gold", "eight.qrels", "--out", "labels"], expected: /Choose another folder/ },
    { args: ["labels", "--gold", "eight.qrels", "--out", "edges.csv"], expected: /edges\.csv/ },
    { args: ["labels", "--gold", "eight.qrels", "--out", "refused", "--measure", "gm_map"], expected: /gm_map/ },
  ])("refuses $args", async ({ args, expected }) => {
    const before = readFileSync(join(folder, "labels/labels.csv"));
    const { exitCode, stdout, stderr } = await inFolder(["calibrate", ...args, ...common]);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
    expect(stderr).toMatch(expected);
    expect(existsSync(join(folder, "refused"))).toBe(false);
    expect(readFileSync(join(folder, "labels/labels.csv"))).toEqual(before);
  });

  it("writes nothing where it is interrupted", async () => {
    const args = ["calibrate", join(folder, "labels"), "--gold", join(folder, "eight.qrels"), ...common];
    let stdout = "";
    const exitCode = await run([...args, "--out", join(folder, "interrupted")], {
      stdout: { write: (text) => (stdout += text) },
      stderr: { write: () => {} },
      environment: { SEMQREL_CACHE: temporaryFolder() },
      signal: AbortSignal.abort(),
    });
    expect({ exitCode, stdout }).toEqual({ exitCode: 130, stdout: "" });
    expect(existsSync(join(folder, "interrupted"))).toBe(false);
  });
});
