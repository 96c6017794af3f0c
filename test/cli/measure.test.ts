/**
 * Does `semqrel measure` do what is documented, for users of trec_eval, ir_measures or ranx?
 */
import { spawn } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { mainFile, root, runCli, temporaryFolder } from "../support/run-cli.ts";
import { runInProcess } from "./run-in-process.ts";

type Files = Readonly<Record<string, string | Uint8Array>>;

interface Summary {
  readonly mean: number | null;
  readonly count: number;
  readonly gaps: Readonly<Record<string, number>>;
  readonly perQuery?: Readonly<Record<string, number | null>>;
  readonly describe?: unknown;
}

const qrels = [
  ...["q1 0 d1 1", "q1 0 d2 0", "q1 0 d3 2", "q2 0 d1 0", "q2 0 d4 1"],
  ...["q3 0 d5 1", "q3 0 d6 1", "q4 0 d7 3", "q4 0 d8 1", "q4 0 d9 0", ""],
].join("\n");
const runA = [
  ...["q1 Q0 d3 1 3 tagA", "q1 Q0 d2 2 2 tagA", "q1 Q0 d1 3 1 tagA", "q2 Q0 d9 1 3 tagA", "q2 Q0 d4 2 2 tagA"],
  ...["q3 Q0 d1 1 5 tagA", "q3 Q0 d2 2 4 tagA", "q3 Q0 d6 3 3 tagA", "q3 Q0 d5 4 2 tagA"],
  ...["q4 Q0 d9 1 2 tagA", "q4 Q0 d8 2 1 tagA", ""],
].join("\n");
/** A run with only two of the four queries. */
const runB = "q1 Q0 d1 1 3 tagB\nq1 Q0 d2 2 2 tagB\nq3 Q0 d5 1 2 tagB\n";
const base: Files = { "qrels.txt": qrels, "a.run": runA, "b.run": runB };

// pytrec_eval-terrier 0.5.11 (trec_eval 9.0.8) on qrels.txt and a.run, query by query.
const ofTrecEval = {
  ndcg_cut_10: { q1: 0.9502344167898356, q2: 0.6309297535714575, q3: 0.5706417189553201, q4: 0.17376534287144002 },
  map: { q1: 0.8333333333333333, q2: 0.5, q3: 0.41666666666666663, q4: 0.25 },
  P_5: { q1: 0.4, q2: 0.2, q3: 0.4, q4: 0.2 },
  P_10: { q1: 0.2, q2: 0.1, q3: 0.2, q4: 0.1 },
  recip_rank: { q1: 1, q2: 0.5, q3: 0.3333333333333333, q4: 0.5 },
  Rprec: { q1: 0.5, q2: 0, q3: 0, q4: 0.5 },
  bpref: { q1: 0.5, q2: 1, q3: 1, q4: 0 },
};

async function measure(args: readonly string[], files: Files = base, exitCode = 0) {
  const folder = temporaryFolder(files);
  const result = await runInProcess(["measure", ...args], { cwd: folder });
  expect(result.exitCode, result.stderr).toBe(exitCode);
  return { ...result, folder };
}

async function measureJson(args: readonly string[], files: Files = base) {
  const { stdout, stderr } = await measure([...args, "--json"], files);
  const document = JSON.parse(stdout);
  const runs: Readonly<Record<string, Readonly<Record<string, Summary>>>> = document.runs;
  const mean = (measure: string, run = "run") => runs[run]?.[measure]?.mean;
  return { document, runs, mean, stderr };
}

describe("published values of other tools", () => {
  // README of pytrec_eval.
  it("are reproduced for pytrec_eval's example", async () => {
    const { runs } = await measureJson(["qrels", "run", "ndcg", "map", "--per-query"], {
      qrels: "q1 0 d1 0\nq1 0 d2 1\nq1 0 d3 0\nq2 0 d2 1\nq2 0 d3 1\n",
      run: "q1 0 d1 0 1.0 r\nq1 0 d2 0 0.0 r\nq1 0 d3 0 1.5 r\nq2 0 d1 0 1.5 r\nq2 0 d2 0 0.2 r\nq2 0 d3 0 0.5 r\n",
    });
    expect(runs["run"]?.["nDCG"]?.perQuery).toEqual({ q1: 0.5, q2: expect.closeTo(0.6934264036172708, 12) });
    expect(runs["run"]?.["AP"]?.perQuery).toEqual({
      q1: expect.closeTo(0.3333333333333333, 12),
      q2: expect.closeTo(0.5833333333333333, 12),
    });
  });

  // README of ir_measures.
  it("are reproduced for ir_measures' example", async () => {
    const { mean } = await measureJson(["qrels", "run", "AP", "nDCG", "RR", "nDCG@10", "P(rel=2)@10"], {
      qrels: "Q0 0 D0 0\nQ0 0 D1 1\nQ1 0 D0 0\nQ1 0 D3 2\n",
      run: "Q0 Q0 D0 0 1.2 r\nQ0 Q0 D1 0 1.0 r\nQ1 Q0 D0 0 2.4 r\nQ1 Q0 D3 0 3.6 r\n",
    });
    expect(mean("AP")).toBe(0.75);
    expect(mean("nDCG")).toBeCloseTo(0.8154648767857288, 12);
    expect(mean("RR")).toBe(0.75);
    expect(mean("nDCG@10")).toBeCloseTo(0.8154648767857288, 12);
    expect(mean("P(rel=2)@10")).toBeCloseTo(0.05, 12);
  });

  // README of ranx, in ranx's own JSON files.
  it("are reproduced for ranx's example, read from ranx's files", async () => {
    const { mean } = await measureJson(["qrels.json", "run.json", "nDCG@5", "AP@5", "RR"], {
      "qrels.json": '{"q_1":{"d_12":5,"d_25":3},"q_2":{"d_11":6,"d_22":1}}',
      "run.json":
        '{"q_1":{"d_12":0.9,"d_23":0.8,"d_25":0.7,"d_36":0.6,"d_32":0.5,"d_35":0.4},' +
        '"q_2":{"d_12":0.9,"d_11":0.8,"d_25":0.7,"d_36":0.6,"d_22":0.5,"d_35":0.4}}',
    });
    expect(mean("nDCG@5")).toBeCloseTo(0.7861, 4);
    expect(Math.abs((mean("AP@5") ?? 0) - 0.6416)).toBeLessThan(1e-4);
    expect(mean("RR")).toBe(0.75);
  });
});

describe("the JSON document", () => {
  it("contains the schema, runs, means and counts, and the values of queries only with --per-query", async () => {
    const { document, runs } = await measureJson(["qrels.txt", "a.run", "b.run", "AP", "nDCG@10"]);
    expect(document).toMatchObject({ schema: "semqrel.measure/1", queries: 4, order: ["a", "b"] });
    expect(Object.keys(runs)).toEqual(["a", "b"]);
    expect(runs["a"]?.["AP"]).toEqual({ mean: expect.closeTo(0.5, 12), count: 4, gaps: {} });
    expect(document).not.toHaveProperty("segments");
    expect(document).not.toHaveProperty("weights");
    expect(document).not.toHaveProperty("curves");
  });

  it("names measures as ir_measures does, in the given order and each once, whatever their spelling", async () => {
    const spellings = ["recip_rank", "ndcg_cut_10", "P.5,10", "map", "AP", "P(rel=2)@5", 'nDCG(dcg="exp-log2")@10'];
    const { runs } = await measureJson(["qrels.txt", ...spellings, "a.run", "11pt_avg", "--per-query"]);
    const names = ["RR", "nDCG@10", "P@5", "P@10", "AP", "P(rel=2)@5", "nDCG(dcg='exp-log2')@10", "11pt_avg"];
    expect(Object.keys(runs["a"] ?? {})).toEqual(names);
    const pairs = [
      ["RR", "recip_rank"],
      ["nDCG@10", "ndcg_cut_10"],
      ["P@5", "P_5"],
      ["P@10", "P_10"],
      ["AP", "map"],
    ] as const;
    for (const [name, trecName] of pairs) {
      const expected = Object.entries(ofTrecEval[trecName]).map(([query, value]) => [query, expect.closeTo(value, 12)]);
      expect(runs["a"]?.[name]?.perQuery, name).toEqual(Object.fromEntries(expected));
    }
  });

  it("contains a run that has the name of a measure if its path is ./P_10", async () => {
    const { runs } = await measureJson(["qrels.txt", "./P_10", "P_10"], { ...base, P_10: runA });
    expect(Object.keys(runs)).toEqual(["P_10"]);
    expect(runs["P_10"]?.["P@10"]?.mean).toBeCloseTo(0.15, 12);
  });

  it("contains the rules by which runs were measured", async () => {
    const flags = ["--judged-only", "--missing-queries", "skip", "--undefined", "skip"];
    const { document } = await measureJson(["qrels.txt", "a.run", "RR", ...flags]);
    expect(document).toMatchObject({
      rules: { depth: null, judgedOnly: true, missingQueries: "skip", undefinedQueries: "skip", trecEval: 9 },
    });
  });

  it("contains runs and queries with any name", async () => {
    const run = "__proto__ Q0 d 1 1 r\n10 Q0 e 1 1 r\n";
    const files = { qrels: "__proto__ 0 d 1\n10 0 d 1\n9 0 d 0\n", "1.run": run, "copy.run": run };
    const { document } = await measureJson(["qrels", "__proto__=copy.run", "1.run", "RR", "--per-query"], files);
    expect(document.order).toEqual(["__proto__", "1"]);
    for (const name of document.order) {
      const { perQuery } =
        new Map<string, Record<string, Summary>>(Object.entries(document.runs)).get(name)?.["RR"] ?? {};
      expect(Object.entries(perQuery ?? {}).sort()).toEqual([
        ["10", 0],
        ["9", 0],
        ["__proto__", 1],
      ]);
    }
  });

  it("is the same bytes if measured again", async () => {
    const args = ["qrels.txt", "a.run", "b.run", "AP", "--per-query", "--describe", "--curves", "--json"];
    const [one, other] = [await measure(args), await measure(args)];
    expect(one.stdout).toBe(other.stdout);
  });

  it("contains six measures by default", async () => {
    const { runs } = await measureJson(["qrels.txt", "a.run"]);
    expect(Object.keys(runs["a"] ?? {})).toEqual(["nDCG@10", "AP", "RR", "P@10", "R@100", "Judged@10"]);
  });
});

describe("the rules of measuring", () => {
  it("order ties by document id, descending, and ignore the rank column", async () => {
    // pytrec_eval: recip_rank 1/3, because c precedes b, which precedes a.
    const files = { qrels: "q 0 a 1\nq 0 c 0\n", run: "q Q0 a 1 7 r\nq Q0 b 2 7 r\nq Q0 c 3 7 r\n" };
    const { mean } = await measureJson(["qrels", "run", "RR"], files);
    expect(mean("RR")).toBeCloseTo(1 / 3, 12);
  });

  it("compare scores in single precision as trec_eval 9 does, or in double precision as trec_eval 10 does", async () => {
    const files = { qrels: "q 0 a 1\n", run: "q Q0 b 2 0.3 r\nq Q0 a 1 0.300000001 r\n" };
    expect((await measureJson(["qrels", "run", "RR"], files)).mean("RR")).toBe(0.5);
    expect((await measureJson(["qrels", "run", "RR", "--trec-eval", "10"], files)).mean("RR")).toBe(1);
  });

  it("round recall levels as trec_eval 10 does with --trec-eval 10, under the same name", async () => {
    // Three relevant documents at positions 1, 3 and 10. For recall 0.4, trec_eval 9 needs int(0.4 * 3 + 0.9) = 2 of them,
    // trec_eval 10 round(0.4 * 3) = 1.
    const documents = Array.from({ length: 10 }, (_, rank) => `q Q0 d${rank + 1} 0 ${10 - rank} r\n`).join("");
    const files = { qrels: "q 0 d1 1\nq 0 d3 1\nq 0 d10 1\n", run: documents };
    const nine = await measureJson(["qrels", "run", "iprec_at_recall_0.40"], files);
    expect(nine.mean("IPrec@0.4")).toBeCloseTo(2 / 3, 12);
    const ten = await measureJson(["qrels", "run", "iprec_at_recall_0.40", "--trec-eval", "10"], files);
    expect(Object.entries(ten.runs["run"] ?? {}).map(([name, { mean }]) => [name, mean])).toEqual([["IPrec@0.4", 1]]);
  });

  it("count only the first position of a document that a list repeats, and warn", async () => {
    const files = { qrels: "q 0 a 1\nq 0 b 1\n", run: "q Q0 a 1 9 r\nq Q0 a 2 8 r\nq Q0 b 3 7 r\n" };
    const { mean, document, stderr } = await measureJson(["qrels", "run", "P@2"], files);
    expect(mean("P@2")).toBe(1);
    expect(document.warnings).toEqual([{ kind: "repeated-documents", run: "run", count: 1, examples: ["q a"] }]);
    expect(stderr).toContain(
      "run: 1 result repeats a document of the same list (q a); only the first position of a document counts.",
    );
  });

  it("use the larger of two labels of a pair, and warn", async () => {
    const files = { qrels: "q 0 a 0\nq 0 b 1\nq 0 b 1\nq 0 a 2\n", run: "q Q0 a 1 9 r\n" };
    const { mean, document, stderr } = await measureJson(["qrels", "run", "P(rel=2)@1"], files);
    expect(mean("P(rel=2)@1")).toBe(1);
    expect(document.warnings).toEqual([
      { kind: "repeated-judgments", source: "qrels", count: 1 },
      { kind: "conflicting-judgments", source: "qrels", count: 1, examples: ["q a"] },
    ]);
    expect(stderr).toContain("(q a); the larger label counts.");
  });

  it("treat negative labels as trec_eval does", async () => {
    // pytrec_eval-terrier 0.5.11.
    const files = {
      qrels: "q 0 a -1\nq 0 b 2\nq 0 c -2\nq 0 d 1\nq 0 e 0\n",
      run: "q Q0 a 1 5 r\nq Q0 b 2 4 r\nq Q0 x 3 3 r\nq Q0 c 4 2 r\nq Q0 d 5 1 r\n",
    };
    const { mean } = await measureJson(["qrels", "run", "map", "ndcg", "bpref", "P_5", "num_rel", "Judged@5"], files);
    expect(mean("AP")).toBeCloseTo(0.45, 12);
    expect(mean("nDCG")).toBeCloseTo(0.626665273802673, 12);
    expect(mean("Bpref")).toBe(1);
    expect(mean("P@5")).toBe(0.4);
    expect(mean("NumRel")).toBe(2);
    // b and d of five.
    expect(mean("Judged@5")).toBe(0.4);
  });

  it("use fractional labels as they are, and warn if binary measures ignore the fractions", async () => {
    const files = { qrels: "q 0 a 0.5\nq 0 b 0.25\n", run: "q Q0 b 1 9 r\nq Q0 a 2 8 r\n" };
    const { mean, document, stderr } = await measureJson(["qrels", "run", "nDCG", "P@1", "P(rel=0.5)@2"], files);
    // By hand: (0.25 + 0.5 / log2 3) / (0.5 + 0.25 / log2 3).
    expect(mean("nDCG")).toBeCloseTo((0.25 + 0.5 / Math.log2(3)) / (0.5 + 0.25 / Math.log2(3)), 12);
    expect(mean("P@1")).toBe(0);
    expect(mean("P(rel=0.5)@2")).toBe(0.5);
    expect(document.warnings).toContainEqual({ kind: "labels-below-level", level: 1, count: 2, largest: 0.5 });
    expect(stderr).toContain("2 labels are above 0 but below 1");
    expect(stderr).toContain("P(rel=0.5)@10");
  });

  it("count 0 for a query that the run lacks, and warn", async () => {
    const { runs, document, stderr } = await measureJson(["qrels.txt", "b.run", "RR", "--per-query"]);
    expect(runs["b"]?.["RR"]).toEqual({
      mean: 0.5,
      count: 4,
      gaps: { "query-missing": 2 },
      perQuery: { q1: 1, q2: 0, q3: 1, q4: 0 },
    });
    const warning = { kind: "queries-missing", run: "b", queries: 4, count: 2, examples: ["q2", "q4"] };
    expect(document.warnings).toEqual([{ ...warning, counted: "zero" }]);
    expect(stderr).toContain("b has no list for 2 of 4 judged queries (q2, q4). Missing lists count as 0.");
  });

  it("leave out a query that the run lacks with --missing-queries skip", async () => {
    const { runs, stderr } = await measureJson([
      "qrels.txt",
      "b.run",
      "RR",
      "--per-query",
      "--missing-queries",
      "skip",
    ]);
    expect(runs["b"]?.["RR"]).toEqual({
      mean: 1,
      count: 2,
      gaps: { "query-missing": 2 },
      perQuery: { q1: 1, q2: null, q3: 1, q4: null },
    });
    expect(stderr).toContain(
      "b has no list for 2 of 4 judged queries (q2, q4). Queries without a list are left out of means.",
    );
  });

  it("print the number of queries beside a mean that leaves out queries", async () => {
    const { stdout } = await measure(["qrels.txt", "a.run", "b.run", "RR", "--missing-queries", "skip"]);
    expect(stdout).toMatch(/^a +0\.5833\n/m);
    expect(stdout).toMatch(/^b +1\.0000 \(2\)\n/m);
  });

  it("count 0 for a query without relevant documents, or leave it out, and name the query", async () => {
    const files = { qrels: "q 0 a 1\nnone 0 a 0\n", run: "q Q0 a 1 9 r\nnone Q0 a 1 9 r\n" };
    const zero = await measureJson(["qrels", "run", "AP", "Judged@1"], files);
    expect(zero.runs["run"]?.["AP"]).toEqual({ mean: 0.5, count: 2, gaps: { "no-relevant-document": 1 } });
    expect(zero.mean("Judged@1")).toBe(1);
    expect(zero.document.warnings).toEqual([
      { kind: "queries-without-relevant", level: 1, queries: 2, counted: "zero", count: 1, examples: ["none"] },
    ]);
    expect(zero.stderr).toContain("1 of 2 queries has no relevant document at rel=1 (none). It counts as 0.");
    const skip = await measureJson(["qrels", "run", "AP", "--undefined", "skip"], files);
    expect(skip.runs["run"]?.["AP"]).toEqual({ mean: 1, count: 1, gaps: { "no-relevant-document": 1 } });
    expect(skip.stderr).toContain("It is left out of means.");
  });

  it("ignore queries without judgments, and warn", async () => {
    const { mean, stderr } = await measureJson(["qrels", "run", "RR"], {
      qrels: "q 0 a 1\n",
      run: "q Q0 a 1 9 r\nother Q0 a 1 9 r\n",
    });
    expect(mean("RR")).toBe(1);
    expect(stderr).toContain("run: 1 query has no judgments (other) and is not measured.");
  });

  it("measure only judged results with --judged-only, or with judged_only in a single measure", async () => {
    const files = { qrels: "q 0 a 1\nq 0 b 0\n", run: "q Q0 x 1 9 r\nq Q0 y 2 8 r\nq Q0 b 3 7 r\nq Q0 a 4 6 r\n" };
    expect((await measureJson(["qrels", "run", "RR", "RR(judged_only=True)"], files)).mean("RR")).toBe(0.25);
    const one = await measureJson(["qrels", "run", "RR(judged_only=True)"], files);
    expect(Object.values(one.runs["run"] ?? {})[0]?.mean).toBe(0.5);
    expect((await measureJson(["qrels", "run", "RR", "--judged-only"], files)).mean("RR")).toBe(0.5);
  });

  it("use only the first results with --depth", async () => {
    const { mean } = await measureJson(["qrels.txt", "a.run", "P@5", "RR", "--depth", "2"]);
    // By hand: 1, 1, 0 and 1 relevant documents among the first two; the first at 1, 2, none and 2.
    expect(mean("P@5", "a")).toBeCloseTo((0.2 + 0.2 + 0 + 0.2) / 4, 12);
    expect(mean("RR", "a")).toBeCloseTo((1 + 0.5 + 0 + 0.5) / 4, 12);
  });

  it("print nothing on stderr with --quiet", async () => {
    expect((await measure(["qrels.txt", "b.run", "RR", "--quiet"])).stderr).toBe("");
  });
});

describe("files for measure", () => {
  const means = async (args: readonly string[], files: Files) => {
    const { stdout, stderr } = await measure([...args, "nDCG@10", "AP", "--per-query", "--format", "csv"], files);
    expect(stderr).toBe("");
    return stdout;
  };

  it.each<[string, (text: string) => string | Uint8Array]>([
    ["compressed", (text) => gzipSync(text)],
    ["with CRLF", (text) => text.replaceAll("\n", "\r\n")],
    ["with a byte order mark", (text) => `\ufeff${text}`],
    ["without a last line feed", (text) => text.trimEnd()],
    ["with tabs", (text) => text.replaceAll(" ", "\t")],
    ["with comments and blank lines", (text) => `# made by hand\n\n${text}\n`],
  ])("give the same numbers when written %s", async (_, written) => {
    const plain = await means(["qrels.txt", "a.run"], base);
    expect(await means(["qrels.txt", "a.run"], { "qrels.txt": written(qrels), "a.run": written(runA) })).toBe(plain);
  });

  it("give runs their names without folder and extensions", async () => {
    const { document } = await measureJson(["qrels.txt", "./a.run.gz", "new=b.run", "RR"], {
      ...base,
      "a.run.gz": gzipSync(runA),
    });
    expect(document.order).toEqual(["a", "new"]);
  });

  it("may be a folder that label wrote, with its runs", async () => {
    const cwd = temporaryFolder({
      "ref.csv": "query,rank,title\npears,0,Pears\npears,1,Pear trees\n",
      "one.csv": "query,rank,title\npears,0,Zebras\npears,1,Pears\n",
    });
    const args = ["--reference", "ref.csv", "--candidates", "one.csv", "--embedder", "hash", "--indexes", "ix"];
    const made = await runInProcess(["label", ...args, "--quiet", "--threshold", "0.99", "--out", "labels"], { cwd });
    expect(made.exitCode, made.stderr).toBe(0);
    const result = await runInProcess(
      ["measure", "labels", "labels/runs/one.run", "RR", "Judged@2", "--format", "csv"],
      { cwd },
    );
    // The result without a match has no row in the qrels, so it is unjudged.
    expect(result.stdout).toBe("name,RR,Judged@2\none,0.5,0.5\n");
  });
});

describe("options from environment and configuration file", () => {
  const args = ["measure", "qrels.txt", "b.run", "RR", "--format", "csv", "--quiet"];

  it("are used unless the command line has the option", async () => {
    const plain = temporaryFolder(base);
    expect((await runInProcess(args, { cwd: plain })).stdout).toBe("name,RR\nb,0.5\n");
    const environment = { SEMQREL_MISSING_QUERIES: "skip" };
    expect((await runInProcess(args, { cwd: plain, environment })).stdout).toBe("name,RR,queries,RR count\nb,1,4,2\n");
    const cwd = temporaryFolder({ ...base, "semqrel.config.json": '{"measure":{"missing-queries":"skip"}}' });
    expect((await runInProcess(args, { cwd })).stdout).toBe("name,RR,queries,RR count\nb,1,4,2\n");
    expect((await runInProcess([...args, "--missing-queries", "zero"], { cwd })).stdout).toBe("name,RR\nb,0.5\n");
  });
});

describe("segments and weights of queries", () => {
  const queries = "id,text,intent,traffic\nq1,red apples,info,3\nq2,pears,nav,1\nq3,plums,info,0\n";
  const files = { ...base, "queries.csv": queries };

  it("give each segment its number of queries and its means", async () => {
    const { document } = await measureJson(
      ["qrels.txt", "a.run", "RR", "--queries", "queries.csv", "--segment", "intent"],
      files,
    );
    // RR is 1, 1/2, 1/3 and 1/2. The file does not contain q4.
    expect(document.segments).toEqual({
      column: "intent",
      groups: [
        { segment: "info", queries: 2, runs: { a: { RR: { mean: expect.closeTo(2 / 3, 12), count: 2 } } } },
        { segment: "nav", queries: 1, runs: { a: { RR: { mean: 0.5, count: 1 } } } },
        { segment: "", queries: 1, runs: { a: { RR: { mean: 0.5, count: 1 } } } },
      ],
    });
    expect(document.runs.a.RR.mean).toBeCloseTo((1 + 1 / 2 + 1 / 3 + 1 / 2) / 4, 12);
  });

  it("are shown as segments in the table and in CSV", async () => {
    const args = ["qrels.txt", "a.run", "RR", "--queries", "queries.csv", "--segment", "intent"];
    const { stdout: table } = await measure(args, files);
    expect(table).toContain("intent = info: 2 queries\n");
    expect(table).toContain("intent = (no value): 1 query\n");
    const { stdout: csv } = await measure([...args, "--format", "csv"], files);
    expect(csv).toBe("name,intent,queries,RR\na,info,2,0.6666666666666666\na,nav,1,0.5\na,,1,0.5\n");
  });

  it("weigh means by a column whose name is printed", async () => {
    const args = ["qrels.txt", "a.run", "RR", "--queries", "queries.csv", "--weight", "traffic"];
    const { document, mean } = await measureJson(args, files);
    // By hand: (3 * 1 + 1 * 1/2 + 0 * 1/3) / 4. The file has no weight for q4.
    expect(mean("RR", "a")).toBeCloseTo(3.5 / 4, 12);
    expect(document.weights).toBe("traffic");
    expect((await measure(args, files)).stdout).toContain("Means over queries, weighted by traffic\n");
  });

  it("apply the weights to the means of segments, too", async () => {
    const args = ["--queries", "queries.csv", "--segment", "intent", "--weight", "traffic"];
    const { document } = await measureJson(["qrels.txt", "a.run", "RR", ...args], files);
    const means = document.segments.groups.map(({ runs }: { runs: { a: { RR: Summary } } }) => runs.a.RR.mean);
    expect(means).toEqual([1, 0.5, null]);
  });

  it("join runs that have texts of queries with judgments that have ids, through the queries file", async () => {
    const byText = runA.replaceAll(/^q1 /gm, "red apples,").replaceAll(/^q2 /gm, "pears,");
    const rows = byText.split("\n").filter((line) => line.includes(","));
    const table = `query,id,score\n${rows.map((line) => line.replace(/,Q0 (\S+) \d (\d).*/, ",$1,$2")).join("\n")}\n`;
    const { runs } = await measureJson(["qrels.txt", "run.csv", "RR", "--per-query", "--queries", "queries.csv"], {
      ...files,
      "run.csv": table,
    });
    expect(runs["run"]?.["RR"]?.perQuery).toMatchObject({ q1: 1, q2: 0.5, q3: 0 });
  });
});

describe("other forms of output of measure", () => {
  it("are a table with a row per run and a column per measure", async () => {
    const { stdout } = await measure(["qrels.txt", "a.run", "new=b.run", "RR", "AP"]);
    expect(stdout).toBe(
      [
        "4 judged queries. Runs: a (11 results), new (3 results).",
        "",
        "Means over queries",
        "run      RR      AP",
        "a    0.5833  0.5000",
        "new  0.5000  0.2500",
        "",
      ].join("\n"),
    );
  });

  it("are a table with rows and columns swapped if there are many measures", async () => {
    const cutoffs = Array.from({ length: 9 }, (_, place) => `P@${place + 1}`);
    const { stdout } = await measure(["qrels.txt", "a.run", "b.run", ...cutoffs]);
    expect(stdout).toMatch(/^measure +a +b$/m);
    expect(stdout).toMatch(/^P@1 +0\.2500 +0\.5000$/m);
  });

  it("are CSV and TSV in full precision, with a row per run", async () => {
    const args = ["qrels.txt", "a.run", "b.run", "RR", "P(rel=2)@5", "nDCG(gains={1:2,2:5})@5", "--format"];
    const { stdout } = await measure([...args, "csv"]);
    const [header, a, b, ...rest] = stdout.split("\n");
    expect(header).toBe('name,RR,P(rel=2)@5,"nDCG(gains={1:2,2:5})@5"');
    expect(a).toMatch(/^a,0\.58333333333333\d+,0\.05,0\.\d{10,}$/);
    expect(b).toMatch(/^b,0\.5,0,0\.\d{10,}$/);
    expect(rest).toEqual([""]);
    const { stdout: tsv } = await measure([...args, "tsv"]);
    expect(tsv.split("\n")[0]).toBe("name\tRR\tP(rel=2)@5\tnDCG(gains={1:2,2:5})@5");
  });

  it("are PyTerrier's rows for CSV with --per-query", async () => {
    const { stdout } = await measure(["qrels.txt", "b.run", "RR", "P@1", "--per-query", "--format", "csv"]);
    const lines = [
      "b,q1,RR,1",
      "b,q1,P@1,1",
      "b,q2,RR,0",
      "b,q2,P@1,0",
      "b,q3,RR,1",
      "b,q3,P@1,1",
      "b,q4,RR,0",
      "b,q4,P@1,0",
    ];
    expect(stdout).toBe(`name,qid,measure,value\n${lines.join("\n")}\n`);
  });

  it("are Markdown tables", async () => {
    const { stdout } = await measure(["qrels.txt", "a.run", "RR", "--format", "md", "--per-query"]);
    expect(stdout).toContain("| run | RR |\n|---|---:|\n| a | 0.5833 |\n");
    expect(stdout).toContain("| q3 | 0.3333 |\n");
    const { stdout: odd } = await measure(["qrels.txt", "a|b=a.run", "RR", "--format", "md"]);
    expect(odd).toContain("| a\\|b | 0.5833 |\n");
  });

  it("are the statistics of pandas with --describe", async () => {
    // pandas 3.1.1, DataFrame.describe() of pytrec_eval's values for the four queries.
    const expected = {
      AP: {
        count: 4,
        mean: 0.5,
        std: 0.24532669073132907,
        min: 0.25,
        "25%": 0.375,
        "50%": 0.4583333333333333,
        "75%": 0.5833333333333333,
        max: 0.8333333333333333,
      },
      "nDCG@10": {
        count: 4,
        mean: 0.5813928080470133,
        std: 0.31873383754788553,
        min: 0.17376534287144002,
        "25%": 0.4714226249343501,
        "50%": 0.6007857362633888,
        "75%": 0.710755919376052,
        max: 0.9502344167898356,
      },
    };
    const { runs } = await measureJson(["qrels.txt", "a.run", "AP", "nDCG@10", "--describe"]);
    for (const [name, statistics] of Object.entries(expected)) {
      const close = Object.entries(statistics).map(([key, value]) => [key, expect.closeTo(value, 12)]);
      expect(runs["a"]?.[name]?.describe, name).toEqual(Object.fromEntries(close));
    }
    const { stdout } = await measure(["qrels.txt", "a.run", "AP", "--describe", "--format", "csv"]);
    const [header, row] = stdout.split("\n");
    expect(header).toBe("name,measure,count,mean,std,min,25%,50%,75%,max");
    expect(row?.split(",").slice(0, 2)).toEqual(["a", "AP"]);
    expect(row?.split(",").slice(2).map(Number)).toEqual(
      Object.values(expected.AP).map((value) => expect.closeTo(value, 12)),
    );
    const { stdout: table } = await measure(["qrels.txt", "a.run", "AP", "--describe"]);
    expect(table).toMatch(/^AP +4 +0\.5000 +0\.2453 +0\.2500 +0\.3750 +0\.4583 +0\.5833 +0\.8333$/m);
  });

  it("are precision at eleven recalls with --curves, with the points of each query in JSON", async () => {
    // By hand. q1: both relevant documents at 1 and 3: precision 1 up to recall .5, 2/3 above. q2: 1/2 throughout. q3:
    // relevant at 3 and 4: 1/2 throughout. q4: one of two, at 2: 1/2 up to recall .5, 0 above.
    const low = (1 + 1 / 2 + 1 / 2 + 1 / 2) / 4;
    const high = (2 / 3 + 1 / 2 + 1 / 2 + 0) / 4;
    const { document } = await measureJson(["qrels.txt", "a.run", "AP", "--curves"]);
    const { a } = document.curves;
    expect(a.queries).toBe(4);
    const average = Array.from({ length: 11 }, (_, step) => expect.closeTo(step <= 5 ? low : high, 12));
    expect(a.average).toEqual(average);
    expect(a.perQuery.q1).toMatchObject({
      precision: [1, 0.5, expect.closeTo(2 / 3, 12)],
      recall: [0.5, 0.5, 1],
    });
    expect(a.perQuery.q4.interpolated).toEqual([0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0, 0, 0, 0, 0]);
    const { stdout } = await measure(["qrels.txt", "a.run", "AP", "--curves", "--format", "csv"]);
    const lines = stdout.split("\n");
    expect(lines).toHaveLength(13);
    expect(lines.slice(0, 2)).toEqual(["name,qid,recall,precision", `a,all,0,${low}`]);
    expect(lines[11]).toMatch(/^a,all,1,0\.41666666666666/);
  });

  it("are a plot of the curves with --svg, in a file or alone on stdout", async () => {
    const { folder, stdout, stderr } = await measure([
      "qrels.txt",
      "a.run",
      "b.run",
      "AP",
      "--curves",
      "--svg",
      "c.svg",
    ]);
    const picture = readFileSync(join(folder, "c.svg"), "utf8");
    expect(picture).toMatch(/^<svg xmlns=.*mean over 4 queries.*<\/svg>\n$/s);
    expect(stdout).toContain("Interpolated precision");
    expect(stderr).toContain("Wrote c.svg.");
    const alone = await measure(["qrels.txt", "a.run", "b.run", "AP", "--curves", "--svg", "-"]);
    expect(alone.stdout).toBe(picture);
    const ofQuery = await measure(["qrels.txt", "a.run", "--curves", "--svg", "-", "--query", "q1"]);
    expect(ofQuery.stdout).toContain("a, interpolated");
  });

  it.each([
    { args: ["--svg", "c.svg"], message: "--svg draws what --curves measures. Add --curves." },
    { args: ["--curves", "--query", "q1"], message: "--query needs a plot. Add --curves --svg FILE." },
    {
      args: ["--curves", "--svg", "-", "--json"],
      message: "stdout cannot contain both json and the plot. Give --svg FILE.",
    },
    { args: ["--curves", "--svg", "c.svg", "--query", "q9"], message: 'the query "q9" has no judgments.' },
    { args: ["--curves", "--svg", "./qrels.txt"], message: "Cannot write ./qrels.txt: it is also an input." },
  ])("are refused for $args, and no file is written", async ({ args, message }) => {
    const { folder, stdout, stderr } = await measure(["qrels.txt", "a.run", "AP", ...args], base, 2);
    expect(stderr).toContain(message);
    expect(stdout).toBe("");
    expect(readdirSync(folder).sort()).toEqual(["a.run", "b.run", "qrels.txt"]);
    expect(readFileSync(join(folder, "qrels.txt"), "utf8")).toBe(qrels);
  });

  describe("trec_eval's text", () => {
    // The form, names and order of trec_eval's official output: its test/out.test. Numbers: pytrec_eval and by hand.
    const padded = (name: string, query: string, value: string) => `${name.padEnd(22)}\t${query}\t${value}\n`;

    it("has the given measures, first for each query and then for all queries", async () => {
      const names = ["map", "P_5", "ndcg_cut_10", "recip_rank", "bpref"] as const;
      const { stdout } = await measure(["qrels.txt", "a.run", ...names, "--per-query", "--format", "trec_eval"]);
      const queries = ["q1", "q2", "q3", "q4"] as const;
      const ofQueries = queries.flatMap((query) =>
        names.map((name) => padded(name, query, ofTrecEval[name][query].toFixed(4))),
      );
      const all = names.map((name) => {
        const sum = queries.reduce((total, query) => total + ofTrecEval[name][query], 0);
        return padded(name, "all", (sum / 4).toFixed(4));
      });
      expect(stdout).toBe([...ofQueries, ...all].join(""));
    });

    it("starts with the run's tag if the official measures are printed", async () => {
      const { stdout } = await measure(["qrels.txt", "a.run", "--format", "trec_eval"]);
      const lines = stdout.split("\n");
      expect(lines).toHaveLength(1 + 9 + 11 + 9 + 1);
      expect(lines.slice(0, 6).map((line) => `${line}\n`)).toEqual([
        padded("runid", "all", "tagA"),
        padded("num_q", "all", "4"),
        padded("num_ret", "all", "11"),
        padded("num_rel", "all", "7"),
        padded("num_rel_ret", "all", "6"),
        padded("map", "all", "0.5000"),
      ]);
    });

    it("has no lines of queries for measures that trec_eval prints only for all queries", async () => {
      const { stdout } = await measure([
        "qrels.txt",
        "a.run",
        "num_q",
        "gm_map",
        "map",
        "--per-query",
        "--format",
        "trec_eval",
      ]);
      const ofQueries = stdout.split("\n").filter((line) => /\tq\d\t/.test(line));
      expect(ofQueries.map((line) => line.split(/\s/)[0])).toEqual(["map", "map", "map", "map"]);
      // (5/6 x 1/2 x 5/12 x 1/4) to the power of 1/4.
      expect(stdout).toContain(padded("gm_map", "all", "0.4564"));
    });

    it("omits queries that the run lacks", async () => {
      const { stdout } = await measure(["qrels.txt", "b.run", "recip_rank", "--per-query", "--format", "trec_eval"]);
      expect(stdout).toBe(
        [
          padded("recip_rank", "q1", "1.0000"),
          padded("recip_rank", "q3", "1.0000"),
          padded("recip_rank", "all", "0.5000"),
        ].join(""),
      );
    });

    it("rounds ties to the even digit, as C's printf does", async () => {
      // '%6.4f' % (1 / 32) is 0.0312 and '%6.4f' % (3 / 32) is 0.0938 in C and in Python.
      const documents = (query: string) =>
        Array.from({ length: 32 }, (_, rank) => `${query} Q0 ${query}${rank + 1} 0 ${40 - rank} r\n`).join("");
      const { stdout } = await measure(["qrels", "run", "recip_rank", "P_32", "--per-query", "--format", "trec_eval"], {
        qrels: "a 0 a32 1\nb 0 b1 1\nb 0 b2 1\nb 0 b3 1\n",
        run: documents("a") + documents("b"),
      });
      expect(stdout).toContain(padded("recip_rank", "a", "0.0312"));
      expect(stdout).toContain(padded("P_32", "b", "0.0938"));
    });

    it("orders queries by the bytes of their names, and starts each of several runs with its name", async () => {
      const files = { qrels: "9 0 d 1\n10 0 d 1\n", x: "9 Q0 d 1 1 one\n10 Q0 d 1 1 one\n", y: "9 Q0 d 1 1 two\n" };
      const { stdout } = await measure(
        ["qrels", "x", "y", "recip_rank", "--per-query", "--format", "trec_eval"],
        files,
      );
      expect(stdout.split("\n").map((line) => line.replace(/\s+/g, " "))).toEqual([
        ...["recip_rank 10 1.0000", "recip_rank 9 1.0000", "runid all one", "recip_rank all 1.0000"],
        ...["recip_rank 9 1.0000", "runid all two", "recip_rank all 0.5000", ""],
      ]);
    });
  });
});

describe("user-defined measures", () => {
  const library = pathToFileURL(join(root, "dist/measure/measures/define-measure.js")).href;
  const module = (name: string) =>
    `import { defineMeasure } from ${JSON.stringify(library)};\n` +
    `export default defineMeasure({ name: "${name}", summary: "Is the first result relevant?", citation: "none", at: "nothing",\n` +
    `  range: [0, 1], needsRelevant: true, parameters: {}, compute: ({ labels }) => (labels[0] > 0 ? 1 : 0) });\n`;

  it("are loaded from a module, and measured together with known measures", async () => {
    const files = { ...base, "first.mjs": module("First"), "second.mjs": module("Top") };
    const args = [
      "qrels.txt",
      "a.run",
      "Top",
      "RR",
      "First",
      "--measure-module",
      "first.mjs",
      "--measure-module",
      "second.mjs",
    ];
    const { runs } = await measureJson([...args, "--per-query"], files);
    expect(Object.keys(runs["a"] ?? {})).toEqual(["Top", "RR", "First"]);
    // The first results are d3 (2), d9 (unjudged), d1 (unjudged), d9 (0).
    expect(runs["a"]?.["First"]).toEqual({ mean: 0.25, count: 4, gaps: {}, perQuery: { q1: 1, q2: 0, q3: 0, q4: 0 } });
  });

  it("can be checked with --fail-under", async () => {
    const args = ["qrels.txt", "a.run", "RR", "--measure-module", "first.mjs", "--fail-under", "First=0.3"];
    const { stderr } = await measure(args, { ...base, "first.mjs": module("First") }, 1);
    expect(stderr).toContain("a: mean First is 0.25, below 0.3.");
  });
});

describe("--fail-under", () => {
  it("exits 1 and names the run, the measure, the mean and the bound if a mean is lower", async () => {
    const { stderr, stdout } = await measure(["qrels.txt", "a.run", "b.run", "RR", "--fail-under", "RR=0.55"], base, 1);
    expect(stderr).toContain("semqrel: b: mean RR is 0.5, below 0.55.");
    expect(stderr).not.toContain("semqrel: a:");
    expect(stdout).toMatch(/^b +0\.5000$/m);
  });

  it("exits 0 if a mean is equal to its bound", async () => {
    await measure(["qrels.txt", "b.run", "RR", "--fail-under", "RR=0.5"]);
  });

  it("accepts several bounds, measures in trec_eval's spelling, and measures that are not printed", async () => {
    const args = [
      "qrels.txt",
      "a.run",
      "RR",
      "--fail-under",
      "map=0.1,P_5=0.9",
      "--fail-under",
      "P(rel=2)@5=0.8",
      "--json",
    ];
    const { stderr, stdout } = await measure(args, base, 1);
    expect(stderr.match(/semqrel: a: mean (\S+) is/g)).toEqual([
      "semqrel: a: mean P@5 is",
      "semqrel: a: mean P(rel=2)@5 is",
    ]);
    expect(Object.keys(JSON.parse(stdout).runs.a)).toEqual(["RR"]);
  });

  it("exits 1 if no query has a value", async () => {
    const files = { qrels: "q 0 a 0\n", run: "q Q0 a 1 1 r\n" };
    const { stderr } = await measure(["qrels", "run", "AP", "--undefined", "skip", "--fail-under", "AP=0"], files, 1);
    expect(stderr).toContain("run: mean AP is undefined, below 0.");
  });
});

describe("measure in a separate process", () => {
  it("reads judgments or a run from standard input", async () => {
    const cwd = temporaryFolder(base);
    const fromFiles = await runInProcess(["measure", "qrels.txt", "stdin=a.run", "RR", "--json"], { cwd });
    const run = await runCli(["measure", "qrels.txt", "-", "RR", "--json"], { cwd, stdin: runA });
    const judgments = await runCli(["measure", "-", "stdin=a.run", "RR", "--json"], { cwd, stdin: qrels });
    expect(fromFiles.exitCode).toBe(0);
    expect(run).toEqual(fromFiles);
    expect(judgments).toEqual(fromFiles);
  });

  it("exits 1 if a mean is below its bound, and 2 on bad input", async () => {
    const cwd = temporaryFolder(base);
    const gate = await runCli(["measure", "qrels.txt", "a.run", "--fail-under", "RR=0.9"], { cwd });
    expect(gate.exitCode).toBe(1);
    const bad = await runCli(["measure", "qrels.txt", "nope.run", "RR"], { cwd });
    expect(bad).toMatchObject({ exitCode: 2, stdout: "" });
  });

  it("exits 0 if its reader stops reading", async () => {
    const folder = temporaryFolder();
    const queries = Array.from({ length: 20_000 }, (_, query) => query);
    writeFileSync(join(folder, "qrels"), queries.map((query) => `q${query} 0 d 1\n`).join(""));
    writeFileSync(join(folder, "run"), queries.map((query) => `q${query} Q0 d 1 1 r\n`).join(""));
    const args = ["measure", "qrels", "run", "RR", "AP", "--per-query", "--format", "csv"];
    const { exitCode, stderr } = await new Promise<{ exitCode: number | null; stderr: string }>((done, fail) => {
      const child = spawn(process.execPath, [mainFile, ...args], { cwd: folder });
      let said = "";
      child.stderr.on("data", (piece) => {
        said += piece;
      });
      child.stdout.once("data", () => child.stdout.destroy());
      child.on("error", fail);
      child.on("close", (code) => done({ exitCode: code, stderr: said }));
    });
    expect(stderr).toBe("");
    expect(exitCode).toBe(0);
  });

  it("warns if the judgments are a sample of pairs, because labels of the other pairs are unknown", async () => {
    const pairs = [{ query: "q1", probability: 0.2, queryProbability: 1, label: 1, engines: [], ratings: [] }];
    const provenance = JSON.stringify({ schema: "semqrel.gold-provenance/1", ratings: "ratings.db", pairs });
    const cwd = temporaryFolder({ ...base, "qrels.txt.provenance.json": provenance });
    const { exitCode, stderr } = await runInProcess(["measure", "qrels.txt", "a.run", "AP"], { cwd });
    expect(exitCode).toBe(0);
    expect(stderr).toContain("qrels.txt has some ratings of single results, not of whole queries");
    expect(
      (await runInProcess(["measure", "qrels.txt", "a.run", "AP"], { cwd: temporaryFolder(base) })).stderr,
    ).not.toContain("some ratings of single results");
  });
});
