/** Does every reader of a folder of labels get the original texts if `--spreadsheet-safe` escaped its tables? */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { temporaryFolder } from "../support/run-cli.ts";
import { runInProcess } from "./run-in-process.ts";

const begins = ["=", "+", "-", "@", "'=", "''+", "'", "", "x"];
const rowsOf = (reversed: boolean) =>
  ["=q one", "-q two", "q three"].flatMap((query) =>
    (reversed ? begins.toReversed() : begins).map((begin, place) => [
      query,
      place + 1,
      `${begin}d${place}`,
      `${begin}title of ${query}`,
    ]),
  );
const csvOf = (rows: readonly (readonly unknown[])[]) =>
  [["query", "rank", "id", "title"], ...rows].map((row) => `${row.join(",")}\n`).join("");
const gold = rowsOf(false)
  .map(([query, , id], row) => `${query},${id},${row % 4}\n`)
  .join("");

const folder = temporaryFolder({
  "=ref.csv": csvOf(rowsOf(false)),
  "@cand.csv": csvOf(rowsOf(true)),
  "-other.csv": csvOf(rowsOf(false).filter((_, row) => row % 3 > 0)),
  "gold.csv": `query,id,grade\n${gold}`,
  "edges.csv": "from,to\n=d0,+d1\n+d1,-d2\n",
});

async function printed(args: readonly string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await runInProcess([...args, "-q"], { cwd: folder });
  expect(exitCode, stderr).toBe(0);
  return stdout;
}

beforeAll(async () => {
  const lists = ["--reference", "./=ref.csv", "--candidates", "./@cand.csv", "./-other.csv", "--embedder", "hash"];
  await printed(["label", ...lists, "--out", "plain"]);
  await printed(["label", ...lists, "--out", "guarded", "--spreadsheet-safe"]);
  await printed(["label", ...lists.slice(0, 4), "--embedder", "hash", "--out", "third"]);
}, 60_000);

describe("a folder with escaped formulas", () => {
  it("has a quote before each cell that would run as a formula", () => {
    const [plain, guarded] = ["plain", "guarded"].map((name) => readFileSync(join(folder, name, "labels.csv"), "utf8"));
    expect(guarded).not.toBe(plain);
    expect(guarded).not.toMatch(/(?:^|,)"?[=+@]/m);
  });

  it.each([
    ["pool", "FOLDER"],
    ["pool", "FOLDER/labels.csv", "FOLDER/reference.csv"],
    ["judge", "FOLDER", "--llm", "m", "--endpoint", "http://localhost:1", "--dry-run", "-o", "none.qrels"],
    [
      "label",
      "--reference",
      "FOLDER/reference.csv",
      "--candidates",
      "FOLDER/labels.csv",
      "--embedder",
      "hash",
      "--json",
    ],
    ["convert", "FOLDER/labels.csv", "-", "--to", "jsonl"],
    ["convert", "FOLDER", "-", "--to", "trec-qrels"],
    ["validate", "FOLDER", "--gold", "gold.csv", "--json"],
    ["validate", "--policies", "FOLDER", "--gold", "gold.csv", "--json", "--embedder", "hash"],
    ["pool", "--plan", "FOLDER", "--json"],
    ["estimate", "FOLDER", "--gold", "gold.csv", "--json"],
    ["compare", "FOLDER", "third", "--json"],
    ["rerank", "features", "edges.csv", "--nodes", "FOLDER"],
    ["report", "FOLDER", "--format", "csv", "-o", "-"],
  ])("is read by %s in the same way as a folder without escapes", async (...args) => {
    const [plain, guarded] = [
      await printed(args.map((word) => word.replace("FOLDER", "plain"))),
      await printed(args.map((word) => word.replace("FOLDER", "guarded"))),
    ];
    expect(plain.length).toBeGreaterThan(5);
    // A report shows the options of the labels.
    const shown = (text: string) => text.replaceAll("guarded", "plain").replace(/^provenance,.*\n/gm, "");
    expect(shown(guarded)).toBe(shown(plain));
  });
});
