/** Do results count the same whatever typography a program used for their titles? The figures of docs/trust.md. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { beforeAll, describe, expect, it } from "vitest";
import { root, temporaryFolder } from "../support/run-cli.ts";
import { runInProcess } from "./run-in-process.ts";

const samples = join(root, "data/samples");
const folder = temporaryFolder();
const rows: { query: string; rank: string; title: string }[] = parse(readFileSync(join(samples, "explorer.csv")), {
  columns: true,
});

/** Means of explorer's measures, labelled by library with titles alone. `spell` changes each of explorer's titles. */
async function measuresOf(spell: (title: string) => string, ...more: readonly string[]) {
  const spelled = rows.map(({ query, rank, title }) => ({ query, rank: Number(rank), title: spell(title) }));
  writeFileSync(join(folder, "explorer.json"), JSON.stringify(spelled));
  const lists = ["--reference", join(samples, "library.csv"), "--candidates", "explorer.json"];
  const given = ["label", ...lists, "--match-on", "title", ...more, "--exact", "--json", "-q"];
  const { stdout, stderr, exitCode } = await runInProcess(given, { cwd: folder });
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
  const { precision, recall, precision_exact, recall_exact } = JSON.parse(stdout).engines.explorer;
  return [precision.mean, recall.mean, precision_exact.mean, recall_exact.mean];
}

const spellings: readonly (readonly [name: string, spell: (title: string) => string])[] = [
  ["a leading space", (title) => ` ${title}`],
  ["soft hyphens", (title) => title.replace(/(\w{3})(\w{3})/g, "$1\u00ad$2")],
  ["spaces that do not break", (title) => title.replaceAll(" ", "\u00a0")],
  ["letters in NFD", (title) => title.normalize("NFD")],
  ["capitals", (title) => title.toUpperCase()],
  ["a closing period", (title) => `${title}.`],
];

describe("label", { timeout: 300_000 }, () => {
  let asRead: readonly number[] = [];
  beforeAll(async () => {
    asRead = await measuresOf((title) => title);
    expect(asRead.every((value) => value > 0.2)).toBe(true);
  });

  it.each(spellings)("measures the same precision and recall for titles with %s", async (_, spell) => {
    expect(await measuresOf(spell)).toEqual(asRead);
  });

  // Shows that the rules are needed: the notebook compares titles as they are.
  it("matches no title exactly if it has a leading space and the preset is notebook", async () => {
    const [, , precision, recall] = await measuresOf(
      (title) => ` ${title}`,
      "--preset",
      "notebook",
      "--embedder",
      "hash",
    );
    expect([precision, recall]).toEqual([0, 0]);
  });
});
