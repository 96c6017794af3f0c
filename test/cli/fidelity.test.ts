/** Does `semqrel compare --fidelity` report what another model changes, and refuse what cannot be compared? */
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { beforeAll, describe, expect, it } from "vitest";
import { root, temporaryFolder } from "../support/run-cli.ts";
import { runInProcess } from "./run-in-process.ts";

const samples = join(root, "data/samples");
const sample = (name: string) => join(samples, `${name}.csv`);

let folder = "";
/** One cache for all, so that the model embeds each title once. */
let cache = "";
const fidelity = (args: readonly string[], environment: Readonly<Record<string, string>> = {}) =>
  runInProcess(["compare", "--fidelity", ...args], {
    cwd: folder,
    environment: { SEMQREL_CACHE: cache, ...environment },
  });
const label = async (out: string, args: readonly string[] = []) => {
  const inputs = ["--reference", sample("library"), "--candidates", sample("explorer"), sample("quickfind")];
  const all = ["label", ...inputs, "--exact", "--out", out, ...args];
  const { exitCode, stderr } = await runInProcess(all, { cwd: folder, environment: { SEMQREL_CACHE: cache } });
  expect(exitCode, stderr).toBe(0);
};

beforeAll(async () => {
  folder = temporaryFolder();
  cache = temporaryFolder();
  await label("labels");
  await label("hash", ["--embedder", "hash"]);
  await label("strict", ["--threshold", "0.6"]);
  await label("by-doi", ["--embedder", "hash", "--match-on", "doi,title"]);
}, 60_000);

describe("semqrel compare --fidelity", () => {
  it("labels again with another model, and prints the same report as for two folders", async () => {
    const again = await fidelity(["labels", "--embedder", "hash", "--json"]);
    expect(again.exitCode, again.stderr).toBe(0);
    const report = JSON.parse(again.stdout);
    expect(report).toMatchObject({
      ...{ schema: "semqrel.fidelity/1", sameModel: false, queries: 24, warnings: [] },
      before: { labels: "labels", model: { name: "all-MiniLM-L6-v2", precision: "float32" } },
      after: { labels: null, model: { name: "hash" } },
      // The README of the samples: 267 and 238 rows. In one query without reference, both engines have results.
      rows: { rows: 489, withoutReference: 16 },
      ...{
        rule: { clearMargin: 0.0005, leastKept: 0.998, holds: false },
        order: { measure: "ndcg_reference@10", pairs: 1 },
      },
    });
    expect(Object.keys(report.engines)).toEqual(["explorer", "quickfind"]);
    // Counted again from the files.
    const [before, after] = ["labels", "hash"].map((name): Record<string, string>[] =>
      parse(readFileSync(join(folder, name, "labels.csv")), { columns: true }),
    );
    const isMatched = (row: Record<string, string> | undefined) => row?.["match"] !== "none";
    const inBoth = before?.map((row, place) => isMatched(row) && isMatched(after?.[place])) ?? [];
    const differs = (column: string, place: number) => before?.[place]?.[column] !== after?.[place]?.[column];
    const places = [...inBoth.keys()];
    expect(report.rows).toMatchObject({
      matched: places.filter((place) => inBoth[place]).length,
      otherTitle: places.filter((place) => inBoth[place] && differs("reference_title", place)).length,
      otherLabel: places.filter((place) => differs("label", place)).length,
    });
    expect(report.rows.otherLabel).toBeGreaterThan(50);
    expect(report.verdict).toMatch(/^With hash \(float32\), the labels of \d+ of 489 results change; .+\.$/);
    expect(report.examples).toHaveLength(5);
    const two = await fidelity(["labels", "hash", "--json"]);
    expect(two.exitCode, two.stderr).toBe(0);
    expect(JSON.parse(two.stdout)).toEqual({ ...report, after: { ...report.after, labels: "hash" } });
  });

  it("prints that the model is the same, and that no label changed", async () => {
    const { exitCode, stdout, stderr } = await fidelity(["labels"]);
    expect(exitCode, stderr).toBe(0);
    expect(stdout).toContain("Both folders were labelled with the same model");
    expect(stdout).toMatch(/With the same model, the labels of 0 of 489 results change; no conclusion changes\.\n$/);
    const strict = await fidelity(["strict", "--json"]);
    const { rows } = JSON.parse(strict.stdout);
    expect(rows).toMatchObject({ rows: 489, otherTitle: 0, lost: 0, gained: 0, otherLabel: 0 });
    expect(rows.matched).toBeLessThan(489);
  });

  it("writes tables in every format", async () => {
    const as = async (format: string) =>
      (await fidelity(["labels", "hash", "--format", format, "--examples", "0"])).stdout;
    const rows: Record<string, string>[] = parse(await as("csv"), { columns: true });
    expect(rows).toHaveLength(2 * 12);
    // Equal titles match with any model.
    const exact = rows.find(({ measure }) => measure === "precision_exact");
    expect(exact).toMatchObject({ engine: "explorer", change: "0", largest_change: "" });
    expect(parse(await as("tsv"), { columns: true, delimiter: "\t" })).toEqual(rows);
    const markdown = await as("md");
    expect(markdown).toMatch(
      /^Comparison of the labels in the folder hash \(hash, float32\) with the labels in the folder labels \(all-MiniLM-L6-v2, float32\)\.\n/,
    );
    expect(markdown).not.toContain("The largest changes");
    expect(await as("table")).toContain("\nMeans of ndcg_reference@10, before and after\n");
  });

  it("prints as many examples as --examples requests, the largest changes first", async () => {
    const { stdout } = await fidelity(["labels", "hash", "--examples", "7", "--json"]);
    const { examples } = JSON.parse(stdout);
    const changes = examples.map(({ change }: { change: number }) => Math.abs(change));
    expect(changes).toHaveLength(7);
    expect(changes).toEqual([...changes].sort((one, other) => other - one));
  });

  it("compares two folders even if the environment names a model", async () => {
    const { exitCode, stderr } = await fidelity(["labels", "hash", "--json"], { SEMQREL_MODEL: "/no/such/model" });
    expect(exitCode, stderr).toBe(0);
  });

  describe("refuses, and names a remedy,", () => {
    const cases: { name: string; args: string[]; says: RegExp }[] = [
      { name: "a command without folders", args: [], says: /missing required argument 'labels'/ },
      {
        name: "two folders together with a model",
        args: ["labels", "hash", "--model", "x"],
        says: /Give the second folder or --model, not both\./,
      },
      {
        name: "a model that does not exist",
        args: ["labels", "--model", "nowhere"],
        says: /Opening the model "nowhere": .+ are missing in /,
      },
      {
        name: "folders with different options",
        args: ["labels", "strict"],
        says: /another policy \(threshold\).+Label the same files with the same options/,
      },
      { name: "a path that does not exist", args: ["nowhere"], says: /Reading nowhere: there is no such folder/ },
      { name: "a folder without labels", args: ["labels", "."], says: /it has no manifest\.json\. Give a folder/ },
      {
        name: "labels matched by another column",
        args: ["by-doi"],
        says: /matched by doi, and labels\.csv does not have it\. Run semqrel label twice/,
      },
      {
        name: "an invalid number of examples",
        args: ["labels", "--examples", "many"],
        says: /Give a whole number >= 0/,
      },
    ];

    it.each(cases)("$name", async ({ args, says }) => {
      const { exitCode, stdout, stderr } = await fidelity(args);
      expect(exitCode).toBe(2);
      expect(stdout).toBe("");
      expect(stderr).toMatch(says);
    });

    it("a folder whose lists are different", async () => {
      cpSync(join(folder, "hash"), join(folder, "cut"), { recursive: true });
      writeFileSync(join(folder, "cut", "labels.csv"), "engine,query,rank,title,label\nexplorer,q,0,t,1\n");
      const { exitCode, stderr } = await fidelity(["labels", "cut"]);
      expect(exitCode).toBe(2);
      expect(stderr).toMatch(/the second has other engines \(quickfind\)/);
    });
  });
});
