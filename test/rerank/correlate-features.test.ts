import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { correlateFeatures } from "../../src/rerank/correlate-features.ts";
import { temporaryFolder } from "../support/run-cli.ts";

const options = { seed: 1, resamples: 50 };

async function correlated(files: Readonly<Record<string, string>>, column: string, from: string | null = null) {
  const folder = temporaryFolder(files);
  const told: unknown[] = [];
  const progress = {
    start: (task: string, total: number) => told.push(task, total),
    update: (done: number) => told.push(done),
    finish: () => told.push("finished"),
  };
  const paths = { features: join(folder, "features.csv"), with: column, from: from && join(folder, from) };
  return { ...(await correlateFeatures(paths, options, progress)), told };
}

describe("correlateFeatures", () => {
  it("correlates the column with every other column of numbers except the ids", async () => {
    const { report, told } = await correlated({ "features.csv": "id,a,b,year\n1,1,2,5\n2,2,1,6\n3,3,0,8\n" }, "year");
    expect(report.features.map(({ feature, count }) => [feature, count])).toEqual([
      ["a", 3],
      ["b", 3],
    ]);
    expect(told).toEqual(["Correlating", 2, 1, 2, "finished"]);
  });

  it("needs no ids if the features contain the column, and finds the column in any spelling", async () => {
    const { report } = await correlated({ "features.csv": "a,Cited_By\n1,5\n2,6\n3,9\n" }, "cited by");
    expect(report.features.map(({ feature }) => feature)).toEqual(["a"]);
  });

  it("joins the two files by id, whatever the order of rows and the spaces around ids", async () => {
    const files = { "features.csv": "id,a\nx,1\ny,2\nz,3\n", "papers.csv": "id,cited\nz ,30\n x,10\ny,20\n" };
    const { report, warnings } = await correlated(files, "cited", "papers.csv");
    expect(report.features[0]?.coefficients?.pearson.value).toBeCloseTo(1, 12);
    expect(warnings).toEqual([]);
  });

  it("uses the other file's column even if the features have a column with the same name", async () => {
    const files = { "features.csv": "id,a\nx,1\ny,2\nz,3\n", "papers.csv": "id,a\nz,1\nx,3\ny,2\n" };
    const { report } = await correlated(files, "a", "papers.csv");
    expect(report.features[0]?.coefficients?.pearson.value).toBeCloseTo(-1, 12);
  });

  it("warns about values that are not finite, repeated ids and missing ids", async () => {
    const files = {
      "features.csv": "id,a\nx,1\ny,text\nz,Infinity\nx,7\nw,4\n",
      "papers.csv": "id,cited\nx,1\ny,2\nz,3\n",
    };
    const { warnings } = await correlated(files, "cited", "papers.csv");
    expect(warnings).toEqual([
      { kind: "repeated-ids", source: expect.any(String), count: 1, examples: ["x"] },
      { kind: "ids-not-found", source: expect.any(String), count: 1, examples: ["w"] },
      { kind: "not-numbers", column: "cited", count: 1, examples: ["w"] },
      { kind: "not-numbers", column: "a", count: 2, examples: ["y", "z"] },
    ]);
  });

  it("does not join rows without an id", async () => {
    const files = { "features.csv": "id,a\nx,1\ny,2\n,3\nz,4\n", "papers.csv": "id,cited\nx,1\ny,2\nz,4\n,900\n" };
    const { report, warnings } = await correlated(files, "cited", "papers.csv");
    expect(report.features[0]?.coefficients?.pearson.value).toBeCloseTo(1, 12);
    expect(warnings).toContainEqual({ kind: "ids-not-found", source: expect.any(String), count: 1, examples: [""] });
  });

  it("refuses a column that the files do not contain", async () => {
    const files = { "features.csv": "id,a\nx,1\n", "papers.csv": "id,b\nx,1\n" };
    await expect(correlated(files, "c")).rejects.toMatchObject({ code: "MISSING_COLUMN" });
    await expect(correlated(files, "c", "papers.csv")).rejects.toMatchObject({ code: "MISSING_COLUMN" });
  });
});
