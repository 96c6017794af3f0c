/** Are folders of labels read as values to compare? */
import { mkdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import { compareLabelFolders } from "../../src/measure/compare-files.ts";
import { queriesFile, valuesOf } from "../support/compared-values.ts";
import { temporaryFolder } from "../support/run-cli.ts";

describe("compareLabelFolders", () => {
  interface Asked {
    measures: readonly string[];
    missingQueries: Parameters<typeof compareLabelFolders>[2];
    queries?: string;
    segment?: string;
    weight?: string;
    acrossConditions?: true;
  }
  const options: Asked = { measures: ["recall"], missingQueries: "refuse" };
  const compareFolders = (folders: readonly string[], { measures, missingQueries, ...settings }: Asked) =>
    compareLabelFolders(folders, measures, missingQueries, settings);
  const manifest = {
    reference: { sha256: "r" },
    model: { sha256: "m", precision: "fp32" },
    options: { labelFunction: "inverse(top=5)", threshold: null, depth: null },
  };

  /** A folder as `label --out` writes it: rows are engine, query, recall, ndcg_returned. */
  function labelFolder(rows: readonly string[], changed: object = {}, name = "labels"): string {
    const folder = join(temporaryFolder(), name);
    mkdirSync(folder);
    writeFileSync(join(folder, "manifest.json"), JSON.stringify({ ...manifest, ...changed }));
    writeFileSync(join(folder, "measures.csv"), `${["engine,query,recall,ndcg_returned", ...rows].join("\n")}\n`);
    return folder;
  }

  const before = ["bing,q1,0.5,1", "bing,q2,0.25,", "exa,q1,1,0.5", "exa,q2,0,0.5"];
  const after = ["bing,q1,0.75,1", "bing,q2,0.5,1", "exa,q1,1,0.75", "exa,q2,0.125,0.5"];

  it("compares the engines of a single folder with its first engine", async () => {
    const found = await compareFolders([labelFolder(before)], {
      ...options,
      measures: ["ndcg_returned", "recall"],
    });
    expect(valuesOf(found)).toEqual({
      ndcg_returned: { bing: [1, Number.NaN], exa: [0.5, 0.5] },
      recall: { bing: [0.5, 0.25], exa: [1, 0] },
    });
    expect(found).toMatchObject({ queries: ["q1", "q2"], usualPairs: [{ run: 1, baseline: 0 }] });
  });

  it("compares each engine of several folders with itself", async () => {
    const [one, other] = [labelFolder(before, {}, "monday"), labelFolder(after, {}, "tuesday")];
    const found = await compareFolders([one, other], options);
    expect(found.runs).toEqual(["monday/bing", "monday/exa", "tuesday/bing", "tuesday/exa"]);
    expect(found.usualPairs).toEqual([
      { run: 2, baseline: 0 },
      { run: 3, baseline: 1 },
    ]);
    expect(valuesOf(found)["recall"]?.["tuesday/exa"]).toEqual([1, 0.125]);
  });

  it("uses the paths of folders if their names are the same", async () => {
    const [one, other] = [labelFolder(before.slice(0, 2)), labelFolder(after.slice(0, 2))];
    expect(basename(one)).toBe(basename(other));
    expect((await compareFolders([one, other], options)).runs).toEqual([`${one}/bing`, `${other}/bing`]);
  });

  it("compares all engines with the first engine if no engine is in two folders", async () => {
    const folders = [labelFolder(before.slice(0, 2), {}, "a"), labelFolder(after.slice(2), {}, "b")];
    const found = await compareFolders(folders, options);
    expect(found.runs).toEqual(["a/bing", "b/exa"]);
    expect(found.usualPairs).toEqual([{ run: 1, baseline: 0 }]);
  });

  describe("different queries of label folders", () => {
    const fewer = () => [labelFolder(before, {}, "a"), labelFolder(["bing,q2,1,1", "bing,q3,1,1"], {}, "b")];

    it("are refused by default", async () => {
      await expect(compareFolders(fewer(), options)).rejects.toMatchObject({
        code: "DIFFERENT_QUERIES",
        details: { runs: ["a", "b"], lacks: ["q1"], has: ["q3"] },
      });
    });

    it("are left out or have the value 0 if an option requests it", async () => {
      const shared = await compareFolders(fewer(), { ...options, missingQueries: "skip" });
      expect(shared.queries).toEqual(["q2"]);
      expect(valuesOf(shared)["recall"]).toEqual({ "a/bing": [0.25], "a/exa": [0], "b/bing": [1] });
      const all = await compareFolders(fewer(), { ...options, missingQueries: "zero" });
      expect(all.queries).toEqual(["q1", "q2", "q3"]);
      expect(valuesOf(all)["recall"]).toEqual({ "a/bing": [0.5, 0.25, 0], "a/exa": [1, 0, 0], "b/bing": [0, 1, 1] });
    });

    it("include queries for which an engine of one folder returned no results", async () => {
      const folder = labelFolder([]);
      const lines = ["bing,q1,0.5,", "bing,q2,0.25,", "exa,q1,1,", "exa,q2,0,no-candidate-results", "bing,q3,1,"];
      writeFileSync(join(folder, "measures.csv"), `${["engine,query,recall,reason", ...lines].join("\n")}\n`);
      const shared = await compareFolders([folder], { ...options, missingQueries: "skip" });
      expect(shared.queries).toEqual(["q1"]);
      expect((await compareFolders([folder], options)).queries).toEqual(["q1", "q2", "q3"]);
    });

    it("are an error if the folders have no query in common", async () => {
      const folders = [labelFolder(["bing,q1,1,1"]), labelFolder(["bing,q2,1,1"])];
      await expect(compareFolders(folders, { ...options, missingQueries: "skip" })).rejects.toMatchObject({
        code: "NO_COMMON_QUERY",
      });
    });
  });

  describe("different conditions of label folders", () => {
    const other = { options: { ...manifest.options, threshold: 0.5 }, model: { sha256: "n", precision: "fp32" } };

    it("are refused with a message that names them", async () => {
      const comparing = compareFolders([labelFolder(before), labelFolder(after, other)], options);
      await expect(comparing).rejects.toMatchObject({
        code: "DIFFERENT_CONDITIONS",
        details: { different: ["model", "policy"] },
      });
      await expect(comparing).rejects.toThrow("threshold: none and 0.5");
    });

    it("are accepted if acrossConditions is true", async () => {
      const folders = [labelFolder(before, {}, "a"), labelFolder(after, other, "b")];
      expect((await compareFolders(folders, { ...options, acrossConditions: true })).runs).toHaveLength(4);
    });
  });

  it("returns the segments and weights of queries", async () => {
    const queries = join(temporaryFolder({ "queries.tsv": queriesFile }), "queries.tsv");
    const found = await compareFolders([labelFolder(before)], {
      ...options,
      queries,
      segment: "kind",
      weight: "visits",
    });
    expect(found.segmentation).toMatchObject({ segments: ["fruit", "cars"] });
    expect(found.weights).toEqual(Float64Array.of(3, 1));
  });

  describe("errors of compareLabelFolders", () => {
    it("name a measure that the folder lacks, and the measures that it has", async () => {
      const comparing = compareFolders([labelFolder(before)], { ...options, measures: ["AP"] });
      await expect(comparing).rejects.toMatchObject({ code: "INVALID_MEASURE", details: { measure: "AP" } });
      await expect(comparing).rejects.toThrow("recall, ndcg_returned");
    });

    it("are thrown if no folder of labels is given", async () => {
      await expect(compareFolders([], options)).rejects.toMatchObject({ code: "INVALID_OPTION" });
      await expect(compareFolders([temporaryFolder()], options)).rejects.toMatchObject({ code: "FILE_NOT_FOUND" });
    });
  });
});
