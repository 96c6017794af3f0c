/** Are runs in files read as values to compare? */
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { compareRunFiles, type ValuesToCompare } from "../../src/measure/compare-files.ts";
import { parseMeasures } from "../../src/measure/measures/parse-measures.ts";
import { queriesFile, valuesOf } from "../support/compared-values.ts";
import { temporaryFolder } from "../support/run-cli.ts";

describe("compareRunFiles", () => {
  const options: Parameters<typeof compareRunFiles>[2] = {
    scorePrecision: "single",
    undefinedQueries: "zero",
    depth: Number.POSITIVE_INFINITY,
    judgedOnly: false,
    contextOf: async () => ({ catalogueSize: null, similarity: null }),
    missingQueries: "refuse",
  };
  /** RR: bm25 1, 1/2, 0; dense 1/3, 1, and it lacks the third query; third only has the third query, with 1. */
  const files = {
    "qrels.txt": "q1 0 a 1\nq2 0 a 1\nq3 0 a 1\n",
    "bm25.run": "q1 Q0 a 1 1 t\nq2 Q0 b 1 2 t\nq2 Q0 a 2 1 t\nq3 Q0 b 1 1 t\n",
    "dense.run": "q1 Q0 x 1 3 t\nq1 Q0 b 2 2 t\nq1 Q0 a 3 1 t\nq2 Q0 a 1 1 t\n",
    "third.run": "q3 Q0 a 1 1 t\n",
    "queries.tsv": queriesFile,
  };

  function compare(
    runs: readonly string[],
    more: Partial<typeof options> = {},
    measures = ["RR"],
  ): Promise<ValuesToCompare> {
    const folder = temporaryFolder(files);
    const inputs = {
      judgments: join(folder, "qrels.txt"),
      runs: runs.map((path) => ({ path: join(folder, path), engine: null })),
      queries: join(folder, "queries.tsv"),
    };
    return compareRunFiles(inputs, parseMeasures(measures), { ...options, ...more });
  }

  it("returns the values of every measure and run, and compares all runs with the first run", async () => {
    const found = await compare(["bm25.run", "dense.run", "third.run"], { missingQueries: "zero" }, ["RR", "P@1"]);
    expect(found.queries).toEqual(["q1", "q2", "q3"]);
    expect(valuesOf(found)).toEqual({
      RR: { bm25: [1, 1 / 2, 0], dense: [1 / 3, 1, 0], third: [0, 0, 1] },
      "P@1": { bm25: [1, 0, 0], dense: [0, 1, 0], third: [0, 0, 1] },
    });
    expect(found.usualPairs).toEqual([
      { run: 1, baseline: 0 },
      { run: 2, baseline: 0 },
    ]);
    expect(found.warnings.map(({ kind }) => kind)).toEqual(["queries-missing", "queries-missing", "judged-unequally"]);
  });

  it("refuses runs that answer different queries", async () => {
    const comparing = compare(["bm25.run", "dense.run"]);
    await expect(comparing).rejects.toMatchObject({
      code: "DIFFERENT_QUERIES",
      details: { runs: ["bm25", "dense"], lacks: ["q3"], has: [] },
    });
    await expect(comparing).rejects.toThrow('dense lacks 1 query ("q3") that bm25 has');
    await expect(compare(["third.run", "bm25.run"])).rejects.toMatchObject({
      details: { lacks: [], has: ["q1", "q2"] },
    });
    expect((await compare(["bm25.run"])).queries).toHaveLength(3);
  });

  it("compares the common queries of all runs, with their segments and weights", async () => {
    const found = await compare(["bm25.run", "dense.run"], {
      missingQueries: "skip",
      segment: "kind",
      weight: "visits",
    });
    expect(found.queries).toEqual(["q1", "q2"]);
    expect(valuesOf(found)).toEqual({ RR: { bm25: [1, 1 / 2], dense: [1 / 3, 1] } });
    expect(found.weights).toEqual(Float64Array.of(3, 1));
    expect(found.segmentation).toEqual({
      column: "kind",
      segments: ["fruit", "cars"],
      segmentOfQuery: Int32Array.of(0, 1),
    });
  });

  it("omits segments without queries", async () => {
    const found = await compare(["bm25.run", "third.run"], { missingQueries: "skip", segment: "kind" });
    expect(found.queries).toEqual(["q3"]);
    expect(found.segmentation).toEqual({
      column: "kind",
      segments: ["fruit"],
      segmentOfQuery: Int32Array.of(0),
    });
  });

  it("fails if the runs have no query in common", async () => {
    await expect(compare(["dense.run", "third.run"], { missingQueries: "skip" })).rejects.toMatchObject({
      code: "NO_COMMON_QUERY",
    });
  });

  it("returns for which measures lower values are better", async () => {
    const found = await compare(["bm25.run"], {}, ["RR", "MAE"]);
    expect(found.measures.map(({ lowerIsBetter }) => lowerIsBetter)).toEqual([false, true]);
  });
});
