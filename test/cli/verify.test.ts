/** Does `system verify` distinguish a folder that its inputs reproduce from one that they do not? */
import { copyFileSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import type { Verification } from "../../src/check/verify-folder.ts";
import { RatingStore } from "../../src/gold/rating/rating-store.ts";
import { label, verify } from "../../src/index.ts";
import { scale } from "../support/rating-store.ts";
import { root, temporaryFolder } from "../support/run-cli.ts";
import { runInProcess } from "./run-in-process.ts";

const names = ["library.csv", "explorer.csv", "quickfind.csv", "queries.tsv"];
const lists = ["library.csv", "explorer.csv", "quickfind.csv", "--queries", "queries.tsv"];

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
  for (const name of names) copyFileSync(join(root, "data/samples", name), join(folder, name));
});

/** Separate copies, because these tests change titles of lists that other tests also label. */
const cache = temporaryFolder();
const run = (...args: readonly string[]) => runInProcess(args, { cwd: folder, environment: { SEMQREL_CACHE: cache } });

async function verified(...args: readonly string[]): Promise<Verification & { readonly exitCode: number | null }> {
  const { stdout, exitCode } = await run("system", "verify", "labels", "--json", ...args);
  return { ...JSON.parse(stdout), exitCode };
}

function change(file: string, from: string | RegExp, to: string): void {
  const before = readFileSync(join(folder, file), "utf8");
  const after = before.replace(from, to);
  expect(after).not.toBe(before);
  writeFileSync(join(folder, file), after);
}

describe("an unchanged folder of labels", () => {
  it.each([
    ["label", []],
    ["check", ["--embedder", "hash"]],
    ["label", ["--threshold", "none", "--label", "linear(top=4,depth=9)", "--without", "once", "--timings"]],
    ["label", ["--preset", "notebook", "--spreadsheet-safe", "--integer-qrels", "--parquet"]],
    ["label", ["--segment", "area", "--queries", "areas.csv"]],
    ["label", ["--jobs", "2", "--rows-per-block", "100"]],
  ])("is reproduced byte for byte: %s %j", async (command, options) => {
    writeFileSync(join(folder, "areas.csv"), "query,area\nsourdough fermentation,food\n日本庭園の歴史,art\n");
    const made = await run(command, ...lists, ...options, "--out", "labels");
    expect(made.exitCode, made.stderr).toBe(0);
    const { isSame, inputs, files, exitCode } = await verified();
    expect(files.filter(({ state }) => state !== "same")).toEqual([]);
    expect(files.length).toBeGreaterThan(8);
    expect(inputs.map(({ state }) => state)).toEqual(["same", "same", "same", "same"]);
    expect([isSame, exitCode]).toEqual([true, 0]);
  });

  it("is reproduced for several references, each with its own labels", async () => {
    const references = ["--reference", "library.csv", "explorer.csv", "--references", "apart"];
    await run("label", ...references, "--candidates", "quickfind.csv", "--out", "labels");
    const { isSame, files } = await verified();
    expect(isSame).toBe(true);
    expect(files.map(({ file }) => file)).toContain("references/explorer/labels.csv");
  });

  it("is reported as the same, and its manifest is not changed", async () => {
    await run("label", ...lists, "--out", "labels");
    const before = readFileSync(join(folder, "labels/manifest.json"), "utf8");
    const { stdout, exitCode } = await run("system", "verify", "labels");
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^All 9 files in labels were recomputed and are byte-for-byte the same\.\n/);
    expect(readFileSync(join(folder, "labels/manifest.json"), "utf8")).toBe(before);
  });
});

describe("a folder that its inputs do not reproduce", () => {
  beforeEach(async () => {
    await run("label", ...lists, "--out", "labels");
  });

  it("is reported with the changed line of a file, and with a missing file", async () => {
    change(
      "labels/labels.csv",
      "explorer,learning to rank from click logs,1,",
      "explorer,learning to rank from click logs,7,",
    );
    rmSync(join(folder, "labels/runs/explorer.run"));
    const { isSame, files, exitCode } = await verified();
    const wrong = files.filter(({ state }) => state !== "same");
    expect(wrong.map(({ file, state, lines, first }) => [file, state, lines, first?.line])).toEqual([
      ["labels.csv", "differs", 1, 3],
      ["runs/explorer.run", "missing", 0, undefined],
    ]);
    expect(wrong[0]?.first).toMatchObject({
      kept: expect.stringContaining(",7,"),
      recomputed: expect.stringContaining(",1,"),
    });
    expect([isSame, exitCode]).toEqual([false, 1]);
    const { stderr } = await run("system", "verify", "labels");
    expect(stderr).toBe("semqrel: labels: 2 of 9 files differ from the recomputed ones.\n");
  });

  it("is reported with inputs that have changed, and with queries that were added and removed", async () => {
    for (const name of names) change(name, /sourdough fermentation\b/g, "sourdough bread");
    const { inputs, queries, exitCode } = await verified();
    expect(inputs.map(({ state }) => state)).toEqual(["changed", "changed", "changed", "changed"]);
    expect(queries).toEqual({ gone: ["sourdough fermentation"], new: ["sourdough bread"] });
    expect(exitCode).toBe(1);
  });

  it("is reported with a missing input, and no file is recomputed", async () => {
    rmSync(join(folder, "explorer.csv"));
    const { inputs, files, isSame, exitCode } = await verified();
    expect(inputs.find(({ path }) => path === "explorer.csv")?.state).toBe("missing");
    expect([files, isSame, exitCode]).toEqual([[], false, 1]);
    const { stderr } = await run("system", "verify", "labels");
    expect(stderr).toBe("semqrel: labels cannot be recomputed: explorer.csv is missing.\n");
  });
});

describe("a folder that cannot be verified", () => {
  it("is refused if it has no labels, or if a program passed rows instead of files", async () => {
    const { stderr, exitCode } = await run("system", "verify", ".");
    expect(stderr).toContain("it is not a folder of labels. Give a folder that semqrel check or label --out wrote.");
    expect(exitCode).toBe(2);
    const out = join(folder, "rows");
    const row = [{ query: "pears", title: "A book of pears" }];
    await label({ a: row }, { b: row }, { out, embedder: "hash", cache: false });
    expect(existsSync(join(out, "labels.csv"))).toBe(true);
    await expect(verify(out)).rejects.toThrow("its labels were not made from files by label or check");
  });
});

it("system verify prints when the ratings were given", async () => {
  await run("label", ...lists, "--out", "labels");
  const rate = (query: string, ratedAt?: string) => {
    const store = RatingStore.open(join(folder, "ratings.db"), { create: true });
    store.addImported([{ query, queryId: query, id: "d1", title: "Bread", rater: "Ann", grade: 3 }], scale, ratedAt);
    store.close();
  };
  rate("sourdough");
  expect((await verified()).ratings).toEqual({ database: "ratings.db", ratings: 1, first: null, last: null });
  rate("rye", "2026-02-03T04:05:06.000Z");
  rate("wheat", "2026-01-02T03:04:05.000Z");
  const { stdout } = await run("system", "verify", "labels");
  expect(stdout).toContain("3 ratings in ratings.db, given from 2026-01-02 to 2026-02-03.");
});
