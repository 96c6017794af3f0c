/** Does `correlate` correlate features with a column, in any file, and report what it left out? */
import { describe, expect, it, test } from "vitest";
import { temporaryFolder } from "../support/run-cli.ts";
import { runInProcess } from "./run-in-process.ts";

const correlate = (args: readonly string[], files: Readonly<Record<string, string>>) =>
  runInProcess(["rerank", "correlate", ...args], { cwd: temporaryFolder(files) });

/** The last row repeats an id; the row before has an infinite degree. */
const features = "id,degree,flat,venue,katz\na,2,1,x,\nb,1,1,y,2\nc,4,1,z,3\nd,3,1,x,5\ne,inf,1,y,4\na,9,1,x,9\n";
const papers = "id,citations,author\na,1,x\nb,2,x\nc,4,x\nd,5,x\n";
const files = { "features.csv": features, "papers.csv": papers };

describe("semqrel rerank correlate", () => {
  it("joins a column of another file by id", async () => {
    const { exitCode, stdout } = await correlate(
      ["features.csv", "--with", "citations", "--from", "papers.csv", "--json"],
      files,
    );
    expect(exitCode).toBe(0);
    const report = JSON.parse(stdout);
    expect(report).toMatchObject({ schema: "semqrel.correlate/1", with: "citations", rows: 5, skipped: ["venue"] });
    const [degree, flat, katz] = report.features;
    expect([degree.feature, degree.count, katz.feature, katz.count]).toEqual(["degree", 4, "katz", 3]);
    // scipy 1.17.1: pearsonr, spearmanr and kendalltau of [2, 1, 4, 3] and [1, 2, 4, 5]
    expect(degree.coefficients.pearson.value).toBeCloseTo(0.7071067811865475, 12);
    expect(degree.coefficients.spearman.value).toBeCloseTo(0.6, 12);
    expect(degree.coefficients.kendall.value).toBeCloseTo(1 / 3, 12);
    expect(flat).toMatchObject({ coefficients: null, reason: "constant" });
    expect(report.warnings.map(({ kind, count }: { kind: string; count: number }) => [kind, count])).toEqual([
      ["repeated-ids", 1],
      ["ids-not-found", 1],
      ["not-numbers", 1],
      ["not-numbers", 1],
      ["not-numbers", 1],
    ]);
  });

  it("accepts a column of the same file, and does not treat this column as a feature", async () => {
    const { stdout } = await correlate(["features.csv", "--with", "katz", "--format", "csv"], files);
    const rows = stdout.trimEnd().split("\n");
    expect(rows).toHaveLength(7);
    expect(new Set(rows.slice(1).map((row) => row.split(",")[0]))).toEqual(new Set(["degree", "flat"]));
  });

  it("prints a table, and warns about rows that it left out", async () => {
    const { stdout, stderr } = await correlate(["features.csv", "--with", "citations", "--from", "papers.csv"], files);
    expect(stdout).toMatch(/^Correlation of features with citations, 5 documents\n/);
    expect(stdout).toMatch(/degree +4 +0\.707/);
    expect(stderr).toContain('Column "degree" has no finite number in 1 row (e)');
    expect(stdout).not.toContain("NaN");
  });

  it("prints the same bytes for the same seed", async () => {
    const args = ["features.csv", "--with", "citations", "--from", "papers.csv", "--json", "--seed", "3"];
    expect((await correlate(args, files)).stdout).toBe((await correlate(args, files)).stdout);
  });

  test.each([
    { name: "a column that does not exist", args: ["features.csv", "--with", "citations"], says: /--from FILE/ },
    {
      name: "a column that the other file lacks",
      args: ["features.csv", "--with", "year", "--from", "papers.csv"],
      says: /column "year" is missing/,
    },
    { name: "a column of text", args: ["features.csv", "--with", "venue"], says: /no number/ },
    {
      name: "a file without ids to join",
      args: ["no-ids.csv", "--with", "citations", "--from", "papers.csv"],
      says: /"id"/,
    },
    { name: "a file without a feature", args: ["only.csv", "--with", "x"], says: /no other column of numbers/ },
    { name: "a command without --with", args: ["features.csv"], says: /--with/ },
  ])("exits 2 for $name", async ({ args, says }) => {
    const { exitCode, stdout, stderr } = await correlate(args, {
      ...files,
      "no-ids.csv": "degree\n1\n2\n",
      "only.csv": "id,x\na,1\nb,2\nc,3\n",
    });
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
    expect(stderr).toMatch(says);
  });
});
