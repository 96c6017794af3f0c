/**
 * Does one command lead from a user's own lists to a verdict, and does it refuse what can be read in two ways?
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { buildProgram } from "../../src/cli/run.ts";
import { root, temporaryFolder } from "../support/run-cli.ts";
import { runInProcess } from "./run-in-process.ts";

const lists = {
  "ref.csv": "Suchbegriff;Rang;Titel\nbirnen;2;Birnen im Winter\nbirnen;1;Birnen ziehen\n",
  "ours.csv": "query;Platz;title\nbirnen;2;Birnen ziehen\nbirnen;1;Birnen im Winter\n",
};

async function check(args: readonly string[], files: Readonly<Record<string, string>> = {}) {
  const cwd = temporaryFolder({ ...lists, ...files });
  return { cwd, ...(await runInProcess(["check", ...args, "--embedder", "hash", "--no-cache"], { cwd })) };
}

describe("semqrel check", () => {
  it("finds the columns, says which, and writes labels and report", async () => {
    const { cwd, exitCode, stderr } = await check(["ref.csv", "ours.csv"]);
    expect(exitCode, stderr).toBe(0);
    expect(stderr).toContain('ref.csv: query from "Suchbegriff", title from "Titel", rank from "Rang".');
    expect(stderr).toContain('ours.csv: rank from "Platz".');
    expect(existsSync(join(cwd, "check/report.html"))).toBe(true);
    const labels = readFileSync(join(cwd, "check/labels.csv"), "utf8").split("\n");
    // Ours has the second title of the reference at its top: 5 / 2.
    expect(labels[1]).toMatch(/^ours,birnen,1,,Birnen ziehen,5,exact,0,/);
    expect(labels[2]).toMatch(/^ours,birnen,0,,Birnen im Winter,2\.5,exact,1,/);
  });

  it("says verdict, engines, oddities and one next step in at most twenty lines", async () => {
    const samples = ["library", "explorer", "quickfind"].map((name) => join(root, `data/samples/${name}.csv`));
    const { exitCode, stdout, stderr } = await check([...samples, "-o", "found"]);
    expect(exitCode, stderr).toBe(0);
    expect(stdout).toMatch(/^By these labels, /);
    expect(stderr).toMatch(/Next: .*\n {2}semqrel pool found --by spread /);
    expect(`${stdout}${stderr}`.split("\n").length - 1).toBeLessThanOrEqual(20);
  });

  it.each([
    {
      what: "two columns that fit a role",
      files: { "ours.csv": "query;rank;title;name\nbirnen;1;a;b\n" },
      args: ["ref.csv", "ours.csv"],
      says: 'Looking at ours.csv: "title" and "name" both fit the title. Pass --title-column title or --title-column name.',
    },
    {
      what: "an unusual name beside a usual one that is not the role's own",
      files: { "ours.csv": "query;rank;name;Produkt Titel\nbirnen;1;a;b\n" },
      args: ["ref.csv", "ours.csv"],
      says: '"name" and "Produkt Titel" both fit the title. Pass --title-column name or --title-column "Produkt Titel".',
    },
    {
      what: "judgments",
      files: { "gold.csv": "query,id,rating\nbirnen,a,3\n" },
      args: ["ref.csv", "gold.csv"],
      says: 'gold.csv: it has a column "rating", so it seems to hold judgments.',
    },
    { what: "a file given twice", files: {}, args: ["ref.csv", "ref.csv"], says: "ref.csv is given twice" },
    { what: "no file", files: {}, args: ["none.csv", "ours.csv"], says: "Reading none.csv: there is no such file" },
    { what: "no candidate", files: {}, args: ["ref.csv"], says: "semqrel check REFERENCE CANDIDATE…" },
  ])("refuses $what, and writes nothing", async ({ files, args, says }) => {
    const { cwd, exitCode, stderr } = await check(args, files);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(says);
    expect(existsSync(join(cwd, "check"))).toBe(false);
  });

  it("takes what messages of label offer", async () => {
    const given = [
      "--one-to-one",
      "--threshold",
      "0.5",
      "--match-on",
      "id,title",
      "--spreadsheet-safe",
      "--depth",
      "1",
    ];
    const files = {
      "ref.csv": "query,rank,id,title\nbirnen,0,a,Birnen\n",
      "ours.csv": "query,rank,id,title\nbirnen,0,b,Birnen im Winter\nbirnen,1,c,Birnen\n",
    };
    const { cwd, exitCode, stderr } = await check(["ref.csv", "ours.csv", ...given], files);
    expect(exitCode, stderr).toBe(0);
    const { options } = JSON.parse(readFileSync(join(cwd, "check/manifest.json"), "utf8"));
    const asked = { oneToOne: true, threshold: 0.5, matchOn: ["id", "title"], spreadsheetSafe: true, depth: 1 };
    expect(options).toMatchObject(asked);
  });

  it("has every option of label but those that it gives itself", async () => {
    const program = await buildProgram(
      {
        stdout: { write: () => {} },
        stderr: { write: () => {} },
        environment: {},
        signal: new AbortController().signal,
      },
      { exitCode: 0 },
    );
    const of = (name: string) => program.commands.find((one) => one.name() === name)?.options.map(({ long }) => long);
    const lacking = of("label")?.filter((long) => !of("check")?.includes(long));
    expect(lacking).toEqual(["--reference", "--candidates", "--report"]);
  });

  it("goes by a flag that settles it", async () => {
    const files = { "ours.csv": "query;rank;title;name\nbirnen;1;Birnen ziehen;x\n" };
    const { exitCode, stderr } = await check(["ref.csv", "ours.csv", "--title-column", "title,Titel"], files);
    expect(exitCode, stderr).toBe(0);
  });
});
