/** Does `--embedder transformers.js` give the default's labels, with separate vectors and indexes? */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { hasHnsw } from "../support/hnsw.ts";
import { root, temporaryFolder } from "../support/run-cli.ts";
import { runInProcess } from "./run-in-process.ts";

const cwd = temporaryFolder();
const sample = (engine: string) => join(root, "data/samples", `${engine}.csv`);
const environment = { SEMQREL_CACHE: join(cwd, "cache") };

async function label(out: string, ...further: readonly string[]) {
  const lists = ["--reference", sample("library"), "--candidates", sample("explorer")];
  const args = ["label", ...lists, "--out", out, "--indexes", "ix", ...further];
  const { exitCode, stderr } = await runInProcess(args, { cwd, environment });
  expect(exitCode, stderr).toBe(0);
  const read = (name: string) => readFileSync(join(cwd, out, name), "utf8");
  const { model, timings } = JSON.parse(read("manifest.json"));
  return { model, timings, files: readdirSync(join(cwd, out)), read };
}

it("label with transformers.js writes the default labels of the sample, with separate vectors and indexes", {
  timeout: 240_000,
}, async () => {
  const own = await label("own");
  const stock = await label("stock", "--embedder", "transformers.js");
  expect(stock.model).toMatchObject({ library: "@xenova/transformers 2.17.2" });
  expect(own.model.library).toBeUndefined();
  expect(stock.model.sha256).not.toBe(own.model.sha256);
  expect(own.timings.embeddedTitles).toBeGreaterThan(400);
  expect(stock.timings.embeddedTitles).toBe(own.timings.embeddedTitles);
  if (hasHnsw) expect(readdirSync(join(cwd, "ix"))).toHaveLength(2);

  expect(stock.files).toEqual(own.files);
  for (const name of own.files.filter((file) => /^(?:labels\.qrels|measures\.csv)$/.test(file))) {
    expect(stock.read(name), name).toBe(own.read(name));
  }
  // Cosines and margins differ in their last digits, and more if 2.17.2 tokenises Japanese differently.
  const labelsIn = (text: string) => text.replace(/,[-\d.]*,[-\d.]*(?=,library,proxy,[\w-]*$)/gm, "");
  expect(labelsIn(stock.read("labels.csv"))).toBe(labelsIn(own.read("labels.csv")));

  const again = await label("again", "--embedder", "transformers.js");
  expect(again.timings.embeddedTitles).toBe(0);
  expect(again.read("labels.csv")).toBe(stock.read("labels.csv"));
});

it("check accepts transformers.js as embedder", async () => {
  const args = ["check", sample("library"), sample("explorer"), "--embedder", "transformers.js", "--json"];
  const { exitCode, stdout, stderr } = await runInProcess(args, { cwd, environment });
  expect(exitCode, stderr).toBe(0);
  expect(JSON.parse(stdout).model).toBe("all-MiniLM-L6-v2 in @xenova/transformers 2.17.2");
});
