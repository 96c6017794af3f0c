/** Does `convert --join` report what it did, and does label read what it wrote? */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../support/run-cli.ts";
import { runInProcess } from "./run-in-process.ts";

function makeFolder(): string {
  const cwd = temporaryFolder({ "queries.tsv": "q1\tGraphs\nq2\tHeat pumps\nq3\tTides\n" });
  for (const [engine, titles] of [
    ["one", ["A theory of graphs", "Graphs and trees"]],
    ["other", ["Graphs and trees"]],
  ] as const) {
    mkdirSync(join(cwd, engine));
    writeFileSync(join(cwd, engine, "graphs.csv"), ["Title", ...titles, ""].join("\n"));
    writeFileSync(join(cwd, engine, "heat_pumps.csv"), "Title\n");
  }
  return cwd;
}

describe("semqrel convert --join", () => {
  it("writes the same bytes as convert does for several files without --join", async () => {
    const cwd = makeFolder();
    const files = ["one/graphs.csv", "one/heat_pumps.csv"];
    await runInProcess(["convert", "--join", ...files, "-o", "joined.csv"], { cwd });
    const { exitCode } = await runInProcess(["convert", ...files, "-o", "converted.csv"], { cwd });
    expect(exitCode).toBe(0);
    expect(readFileSync(join(cwd, "converted.csv"), "utf8")).toBe(readFileSync(join(cwd, "joined.csv"), "utf8"));
    const refused = await runInProcess(["convert", ...files, "-o", "-", "--integer"], { cwd });
    expect(refused).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("--integer is for one input.") });
  });

  it("writes tables that label can read, with the order of rows as ranks", async () => {
    const cwd = makeFolder();
    for (const engine of ["one", "other"]) {
      const stacked = await runInProcess(
        ["convert", "--join", engine, "-o", `${engine}.csv`, "--queries", "queries.tsv"],
        { cwd },
      );
      expect(stacked).toEqual({
        exitCode: 0,
        stdout: "",
        stderr:
          `Joined 2 files, ${engine === "one" ? "2 rows" : "1 row"} into ${engine}.csv.\n` +
          'The files of 1 query ("Heat pumps") have no rows. Pass --queries to label, too, so that it counts these queries.\n' +
          'No file is named after 1 query of queries.tsv: "Tides".\n',
      });
    }
    const args = ["label", "--reference", "one.csv", "--candidates", "other.csv", "--queries", "queries.tsv"];
    const labelled = await runInProcess([...args, "--embedder", "hash", "--json", "-q"], { cwd });
    expect(labelled.exitCode).toBe(0);
    const { engines } = JSON.parse(labelled.stdout);
    // The only result is the second of two: half of the reference was found, and nothing else was returned.
    expect(engines.other).toMatchObject({ recall: { mean: 0.5 }, precision: { mean: 1 }, matches: { exact: 1 } });
  });

  it.each([
    ["a command without an output", ["convert", "--join", "one"], /no output is given\. Give -o lists\.csv/],
    ["standard input", ["convert", "--join", "-", "-o", "a.csv"], /standard input has no file name/],
    [
      "--json if stdout has the lists",
      ["convert", "--join", "one", "-o", "-", "--json"],
      /stdout already has the lists/,
    ],
    ["a command without files", ["convert", "--join", "-o", "a.csv"], /missing required argument/],
  ])("refuses %s", async (_, args, message) => {
    const { exitCode, stderr, stdout } = await runInProcess(args, { cwd: makeFolder() });
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
    expect(stderr).toMatch(message);
  });

  it("joins files whose titles have an unknown name, which label can read with --title-column", async () => {
    const cwd = temporaryFolder({ "pears.csv": "rank,text\n1,Growing pears\n", "plums.csv": "rank,text\n1,Plums\n" });
    for (const out of ["one.csv", "two.csv"]) {
      const joined = await runInProcess(["convert", "--join", "pears.csv", "plums.csv", "-o", out], { cwd });
      expect(joined).toEqual({
        exitCode: 0,
        stdout: "",
        stderr:
          `Joined 2 files, 2 rows into ${out}.\n` +
          'Not every file has a column that is named like titles. If one of these columns has titles, pass it to label as --title-column: "text".\n',
      });
    }
    const args = ["label", "--reference", "one.csv", "--candidates", "two.csv", "--title-column", "text"];
    expect(await runInProcess([...args, "--embedder", "hash", "-q"], { cwd })).toMatchObject({ exitCode: 0 });
  });

  it("prints its counts as JSON with --json", async () => {
    const { stdout } = await runInProcess(["convert", "--join", "one", "-o", "a.csv", "--json", "-q"], {
      cwd: makeFolder(),
    });
    expect(JSON.parse(stdout)).toEqual({
      ...{
        schema: "semqrel.stack/1",
        files: 2,
        rows: 2,
        empty: ["heat_pumps"],
        missing: [],
        possibleTitles: [],
        file: "a.csv",
      },
    });
  });

  it("is suggested by label for a folder, and for a file without queries", async () => {
    const cwd = makeFolder();
    for (const reference of ["one", "one/graphs.csv"]) {
      const { exitCode, stderr } = await runInProcess(
        ["label", "--reference", reference, "--candidates", "other/graphs.csv", "--embedder", "hash"],
        { cwd },
      );
      expect(exitCode).toBe(2);
      expect(stderr).toContain("semqrel convert --join");
    }
  });
});
