/** Are files of judgments and runs measured correctly? */
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Warning } from "../../src/core/warnings.ts";
import { type MeasureFilesOptions, measureFiles } from "../../src/measure/measure-files.ts";
import { parseMeasures } from "../../src/measure/measures/parse-measures.ts";
import { temporaryFolder } from "../support/run-cli.ts";

const options: MeasureFilesOptions = {
  scorePrecision: "single",
  missingQueries: "zero",
  undefinedQueries: "zero",
  depth: Number.POSITIVE_INFINITY,
  judgedOnly: false,
  contextOf: async () => ({ catalogueSize: null, similarity: null }),
};

/** AP of bm25: 1, 1/2, no relevant document; of dense: 1/3, 1, missing. */
const files = {
  "qrels.txt": "q1 0 a 1\nq1 0 b 0\nq2 0 a 1\nq3 0 a 0\n",
  "bm25.run": "q1 Q0 a 1 2 t1\nq1 Q0 b 2 1 t1\nq2 Q0 b 1 2 t1\nq2 Q0 a 2 1 t1\nq3 Q0 a 1 1 t1\n",
  "dense.run": "q1 Q0 x 1 3 t2\nq1 Q0 b 2 2 t2\nq1 Q0 a 3 1 t2\nq2 Q0 a 1 1 t2\n",
  "queries.tsv": "query_id\tquery\tkind\tvisits\nq1\tred apples\tfruit\t3\nq2\tfast cars\t\t1\nq3\tpears\tfruit\t0\n",
};

interface Given {
  readonly files?: Readonly<Record<string, string>>;
  readonly runs?: readonly string[];
  readonly queries?: string | null;
  readonly measures?: readonly string[];
  readonly options?: Partial<MeasureFilesOptions>;
}

/** Runs are written as `name=file`, or as `file`. */
type MeasuredFiles = Awaited<ReturnType<typeof measureFiles>>;

async function measure(given: Given = {}): Promise<MeasuredFiles> {
  const folder = temporaryFolder({ ...files, ...given.files });
  const runs = (given.runs ?? ["bm25.run", "dense.run"]).map((text) => {
    const [file = "", name = null] = text.split("=").reverse();
    return { path: join(folder, file), engine: name };
  });
  const queries = given.queries == null ? null : join(folder, given.queries);
  return measureFiles(
    { judgments: join(folder, "qrels.txt"), runs, queries },
    parseMeasures(given.measures ?? ["AP"]),
    {
      ...options,
      ...given.options,
    },
  );
}

function valuesOf({ runs }: MeasuredFiles): Record<string, number[][]> {
  return Object.fromEntries(runs.map(({ run, measured }) => [run.name, measured.map(({ values }) => [...values])]));
}

function kindsOf({ warnings }: { readonly warnings: readonly Warning[] }): string[] {
  return warnings.map(({ kind }) => kind);
}

describe("measureFiles", () => {
  it("measures every run on every query that has judgments", async () => {
    const found = await measure({ measures: ["AP", "P@1"] });
    expect(found.queries).toEqual(["q1", "q2", "q3"]);
    expect(valuesOf(found)).toEqual({
      bm25: [
        [1, 1 / 2, 0],
        [1, 0, 0],
      ],
      dense: [
        [1 / 3, 1, 0],
        [0, 1, 0],
      ],
    });
    expect(found.runs.map(({ measured: [first] }) => first?.value)).toEqual([1 / 2, (1 / 3 + 1) / 3]);
    expect(found).toMatchObject({ segmentation: null, weights: null });
  });

  it("joins judgments of a query if its spellings only differ in white space or Unicode form", async () => {
    const qrels = "query,docid,rating\napple pie,d1,0\napple\u00a0pie ,d2,2\ncafe\u0301,d3,1\ncaf\u00e9,d4,1\n";
    const run = "query,docid,rank\napple pie,d1,1\napple pie,d2,2\ncaf\u00e9,d3,1\n";
    const found = await measure({ files: { "qrels.txt": qrels, "a.csv": run }, runs: ["a.csv"], measures: ["RR"] });
    expect(found.queries).toEqual(["apple pie", "caf\u00e9"]);
    expect(valuesOf(found)).toEqual({ a: [[1 / 2, 1]] });
  });

  it.each([
    ["query,docid,rating\nq1,a,1\nq1,b,5\n", ["all-judged-relevant"]],
    ["query,docid,rating\nq1,a,0\nq1,b,5\n", []],
    ["query,docid,rating\nq1,a,1\nq1,b,2\n", []],
    ["q1 0 a 1\nq1 0 b 5\n", []],
  ])("warns if all labels of a table seem to be grades that start at 1: %j", async (qrels, kinds) => {
    const found = await measure({ files: { "qrels.txt": qrels, "a.run": "q1 Q0 a 1 1 a\n" }, runs: ["a.run"] });
    expect(kindsOf(found)).toEqual(kinds);
  });

  it("keeps the ranks of results without a title, and warns that these are not judged", async () => {
    const qrels = "query,title,rating\nq1,Apple pie,1\nq1,Pear pie,0\n";
    const run = "query,rank,Headline\nq1,1,\nq1,2,\nq1,3,Apple pie\n";
    const found = await measure({ files: { "qrels.txt": qrels, "a.csv": run }, runs: ["a.csv"], measures: ["RR"] });
    expect(valuesOf(found)).toEqual({ a: [[1 / 3]] });
    expect(found.warnings.find(({ kind }) => kind === "empty-titles")).toMatchObject({
      ...{ engine: "a", count: 2, unjudged: true },
      examples: [expect.stringMatching(/a\.csv:2$/), expect.stringMatching(/a\.csv:3$/)],
    });
  });

  it("averages the labels of two raters who spell a document differently", async () => {
    const qrels = "query,docid,rater,rating\nq1,a,Ann,2\nq1,a ,Ben,0\n";
    const found = await measure({ files: { "qrels.txt": qrels }, runs: ["bm25.run"], measures: ["CG@1"] });
    expect(valuesOf(found)).toEqual({ bm25: [[1]] });
  });

  it("returns which files it read, and the tags of runs", async () => {
    const found = await measure({ runs: ["first=bm25.run"] });
    expect(found.files).toMatchObject([
      { format: "trec-qrels", rows: 4 },
      { format: "trec-run", rows: 5 },
    ]);
    expect(found.runs[0]?.run).toMatchObject({ name: "first", tag: "t1" });
  });

  it("warns about problems in each file, and about queries without a value of their own", async () => {
    const found = await measure({
      files: {
        "qrels.txt": `${files["qrels.txt"]}q1 0 a 1\nq1 0 b 1\n`,
        "dense.run": "q1 Q0 a 1 2 t\nq1 Q0 a 2 1 t\nq9 Q0 a 1 1 t\n",
      },
    });
    expect(kindsOf(found)).toEqual([
      "repeated-judgments",
      "conflicting-judgments",
      "repeated-documents",
      "queries-missing",
      "queries-not-judged",
      "queries-without-relevant",
    ]);
  });

  it("applies the options missingQueries, undefinedQueries, depth and judgedOnly", async () => {
    const skipped = await measure({ options: { missingQueries: "skip", undefinedQueries: "skip" } });
    expect(valuesOf(skipped)).toEqual({ bm25: [[1, 1 / 2, Number.NaN]], dense: [[1 / 3, 1, Number.NaN]] });
    const cut = await measure({ options: { depth: 1 } });
    expect(valuesOf(cut)).toEqual({ bm25: [[1, 0, 0]], dense: [[0, 1, 0]] });
    const judged = await measure({ options: { judgedOnly: true } });
    expect(valuesOf(judged)).toEqual({ bm25: [[1, 1, 0]], dense: [[1 / 2, 1, 0]] });
  });

  it.each([
    ["single", 1 / 2],
    ["double", 1],
  ] as const)("sorts scores in %s precision", async (scorePrecision, value) => {
    const run = "q1 Q0 a 1 0.1000000001 t\nq1 Q0 b 2 0.1 t\n";
    const found = await measure({ files: { "bm25.run": run }, runs: ["bm25.run"], options: { scorePrecision } });
    expect(found.runs[0]?.measured[0]?.values[0]).toBe(value);
  });

  it("requests the size of the catalogue for Coverage after all runs are read", async () => {
    const asked: string[][] = [];
    const found = await measure({
      measures: ["Coverage"],
      options: {
        contextOf: async (runs) => {
          asked.push(runs.map(({ name }) => name));
          return { catalogueSize: 4, similarity: null };
        },
      },
    }).catch((error: unknown) => error);
    expect(asked).toEqual([["bm25", "dense"]]);
    expect(found).not.toBeInstanceOf(Error);
  });

  describe("measureFiles with a queries file", () => {
    it("joins texts of queries with ids", async () => {
      const run = "query,id,rank\nred apples,a,1\nfast cars,b,1\nfast cars,a,2\n";
      const found = await measure({ files: { "texts.csv": run }, runs: ["texts.csv"], queries: "queries.tsv" });
      expect(valuesOf(found)).toEqual({ texts: [[1, 1 / 2, 0]] });
      expect(kindsOf(found)).not.toContain("queries-not-judged");
    });

    // AP of q1 and q2 is 1, as for the run with the texts of the queries file.
    it("joins texts that are spelled differently, with a warning", async () => {
      const run = "query,id,rank\nRed  Apples,a,1\nFast cars,a,1\n";
      const found = await measure({ files: { "texts.csv": run }, runs: ["texts.csv"], queries: "queries.tsv" });
      expect(valuesOf(found)).toEqual({ texts: [[1, 1, 0]] });
      expect(found.warnings).toContainEqual({
        kind: "joined-spellings",
        count: 2,
        examples: ['"red apples" and "Red  Apples"', '"fast cars" and "Fast cars"'],
      });
    });

    it("reads the segments and weights of queries", async () => {
      const found = await measure({ queries: "queries.tsv", options: { segment: "kind", weight: "visits" } });
      expect(found.segmentation).toEqual({
        column: "kind",
        segments: ["fruit", ""],
        segmentOfQuery: Int32Array.of(0, 1, 0),
      });
      expect(found.weights).toEqual(Float64Array.of(3, 1, 0));
      // (3 x 1 + 1/2) / 4, (3 x 1/3 + 1) / 4
      expect(found.runs.map(({ measured: [first] }) => first?.value)).toEqual([3.5 / 4, 0.5]);
    });
  });

  it("joins ids that differ by an invisible character", async () => {
    const found = await measure({ files: { "bm25.run": "q1 Q0 a\u200b 1 2 t1\n" }, runs: ["bm25.run"] });
    expect(valuesOf(found)).toEqual({ bm25: [[1, 0, 0]] });
    expect(kindsOf(found)).toContain("joined-documents");
  });

  it("returns 0 and a warning for a run without judged results, but refuses it if it is the only run", async () => {
    const unjudged = { "dense.run": "q1 Q0 x 1 3 t2\nq2 Q0 y 1 1 t2\n" };
    const found = await measure({ files: unjudged });
    expect(valuesOf(found)).toEqual({ bm25: [[1, 1 / 2, 0]], dense: [[0, 0, 0]] });
    expect(found.warnings.filter(({ kind }) => kind === "unjudged-run")).toMatchObject([{ run: "dense" }]);
    await expect(measure({ files: unjudged, runs: ["dense.run"] })).rejects.toMatchObject({
      code: "NO_COMMON_DOCUMENT",
      details: { run: "dense" },
    });
  });

  it("warns if one run has many more judged results than another, but not if there is only one run", async () => {
    const unequal = async (lines: readonly string[], runs?: readonly string[]) => {
      const { warnings } = await measure({ files: { "dense.run": lines.join("\n") }, ...(runs && { runs }) });
      return warnings.filter(({ kind }) => kind === "judged-unequally");
    };
    // dense: q1 has 1 judged of 4, q2 1 of 2, q3 has no list; bm25: 2 of 2, 1 of 2, 1 of 1.
    const half = ["q1 Q0 a 1 3 t", "q1 Q0 x 2 2 t", "q1 Q0 y 3 1 t", "q1 Q0 z 4 0 t", "q2 Q0 x 1 2 t", "q2 Q0 a 2 1 t"];
    expect(await unequal(half)).toEqual([
      {
        kind: "judged-unequally",
        run: "dense",
        first: 10,
        share: (1 / 4 + 1 / 2) / 2,
        other: "bm25",
        shareOfOther: 2.5 / 3,
      },
    ]);
    expect(await unequal(["q1 Q0 a 1 3 t", "q2 Q0 x 1 2 t", "q2 Q0 a 2 1 t"])).toEqual([]);
    expect(await unequal(half, ["dense.run"])).toEqual([]);
  });

  it("warns if runs are judged unequally, but not if the judgments are labels in a folder of labels", async () => {
    const folder = temporaryFolder({
      ...files,
      "manifest.json": JSON.stringify({ schema: "semqrel.manifest/1", files: ["labels.qrels"] }),
      "labels.qrels": files["qrels.txt"],
      "dense.run": "q1 Q0 x 1 3 t\nq1 Q0 y 2 2 t\nq1 Q0 a 3 1 t\n",
    });
    const runs = ["bm25.run", "dense.run"].map((name) => ({ path: join(folder, name), engine: null }));
    const kinds = async (judgments: string) =>
      kindsOf(
        await measureFiles({ judgments: join(folder, judgments), runs, queries: null }, parseMeasures(["AP"]), options),
      );
    expect(await kinds("qrels.txt")).toContain("judged-unequally");
    expect(await kinds("labels.qrels")).not.toContain("judged-unequally");
  });

  describe("errors of measureFiles", () => {
    it("name two runs that have the same name", async () => {
      await expect(measure({ runs: ["one=bm25.run", "one=dense.run"] })).rejects.toMatchObject({
        code: "AMBIGUOUS_ENGINE",
        details: { run: "one" },
      });
      await expect(measure({ runs: ["bm25.run", "bm25.run"] })).rejects.toThrow("is given twice");
    });

    it("are thrown for a run without a judged query, and show queries of run and judgments", async () => {
      const measuring = measure({ files: { "dense.run": "fast Q0 a 1 1 t\n" } });
      await expect(measuring).rejects.toMatchObject({ code: "NO_COMMON_QUERY", details: { run: "dense" } });
      await expect(measuring).rejects.toThrow(/"q1", "q2", "q3".*"fast".*--queries/);
    });

    it("are thrown if two files are standard input", async () => {
      const runs = [{ path: "-", engine: null }];
      await expect(measureFiles({ judgments: "-", runs, queries: null }, [], options)).rejects.toMatchObject({
        code: "INVALID_OPTION",
      });
    });

    it("name the file, the query and the document of a label that a measure refuses", async () => {
      const measuring = measure({ files: { "qrels.txt": "q1 0 a 5000\n" }, measures: ["nDCG(dcg='exp-log2')"] });
      await expect(measuring).rejects.toMatchObject({ code: "INVALID_LABEL" });
      await expect(measuring).rejects.toThrow(/qrels\.txt, query "q1", document "a"\. Computing DCG/);
    });

    it("are thrown for a missing file, a file of the wrong kind, and an unknown format", async () => {
      await expect(measure({ runs: ["nowhere.run"] })).rejects.toMatchObject({ code: "FILE_NOT_FOUND" });
      await expect(measure({ runs: ["qrels.txt"] })).rejects.toMatchObject({ code: "INVALID_FORMAT" });
      await expect(measure({ options: { runFormat: "unknown" } })).rejects.toMatchObject({ code: "INVALID_FORMAT" });
    });

    it("are thrown for a column that the queries file lacks", async () => {
      await expect(measure({ queries: "queries.tsv", options: { segment: "colour" } })).rejects.toMatchObject({
        code: "MISSING_COLUMN",
      });
    });
  });
});
