/** Does `semqrel label` compute means per segment of queries, and weighted ones, from the queries file? */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { parse } from "csv-parse/sync";
import { describe, expect, it } from "vitest";
import { type CliResult, temporaryFolder } from "../support/run-cli.ts";
import { runInProcess } from "./run-in-process.ts";

type Row = Readonly<Record<string, string>>;
type Means = Readonly<Record<string, { readonly mean: number | null; readonly count: number }>>;
type Files = Readonly<Record<string, string | Uint8Array>>;

const measures = [
  ...["precision", "recall", "f1", "dcg", "idcg"],
  ...["ndcg_returned", "ndcg_returned@10", "ndcg_reference", "ndcg_reference@10"],
  ...["precision_exact", "recall_exact", "f1_exact"],
];

const reference = [
  "query_id,query,rank,title",
  "q1,pears,0,Growing pears",
  "q1,pears,1,Pears in winter",
  "q2,plums,0,Plum jam",
  "q3,figs,0,Figs",
  "q4,quinces,0,Quinces",
  "",
].join("\n");
// No results for figs, no match for quinces, no reference for dates.
const candidate = [
  "query,rank,title",
  "pears,0,Growing pears",
  "pears,1,Zebras",
  "plums,0,Plum jam",
  "quinces,0,Zebras",
  "dates,0,Dates",
  "",
].join("\n");
const queries = [
  "id,query,kind,visits",
  "q1,pears,head,3",
  "q2,plums,tail,0.5",
  "q3,figs,,2",
  "q4,quinces,tail,4.5",
  "",
].join("\n");
const base: Files = { "ref.csv": reference, "cand.csv": candidate, "queries.csv": queries };
const weightOf: Readonly<Record<string, number>> = { pears: 3, plums: 0.5, figs: 2, quinces: 4.5, dates: 0 };
const kindOf: Readonly<Record<string, string>> = { pears: "head", plums: "tail", quinces: "tail" };

async function label(args: readonly string[], files: Files = {}, exitCode = 0) {
  const folder = temporaryFolder({ ...base, ...files });
  const inputs = args.includes("--reference") ? [] : ["--reference", "ref.csv"];
  const engines = args.includes("--candidates") ? [] : ["--candidates", "cand.csv"];
  const all = [
    "label",
    "--full",
    ...inputs,
    ...engines,
    "--embedder",
    "hash",
    "--indexes",
    "ix",
    "--threshold",
    "0.99",
  ];
  const result: CliResult = await runInProcess([...all, "--out", "out", ...args], { cwd: folder });
  expect(result.exitCode, result.stderr).toBe(exitCode);
  const read = (file: string) => readFileSync(join(folder, "out", file), "utf8");
  return {
    ...result,
    folder,
    summary: () => JSON.parse(read("summary.json")),
    manifest: () => JSON.parse(read("manifest.json")),
    rows: (): Row[] => parse(read("measures.csv"), { columns: true }),
  };
}

/** The mean of a column of measures.csv over the queries with a number and a weight above 0. */
function meanOf(rows: readonly Row[], measure: string, weigh: (query: string) => number) {
  const measured = rows.filter((row) => row[measure] !== "" && weigh(row["query"] ?? "") > 0);
  const weight = measured.reduce((sum, { query = "" }) => sum + weigh(query), 0);
  const sum = measured.reduce((total, row) => total + weigh(row["query"] ?? "") * Number(row[measure]), 0);
  return { mean: weight > 0 ? expect.closeTo(sum / weight, 12) : null, count: measured.length };
}

/** The lines below a heading, up to the next empty one, as cells. */
function section(text: string, heading: string): string[][] {
  const lines = text.split("\n");
  const begin = lines.indexOf(heading);
  expect(begin, heading).toBeGreaterThan(0);
  const rest = lines.slice(begin + 1);
  return rest.slice(0, rest.indexOf("")).map((line) => line.split(/ {2,}/));
}

const segmented = ["--queries", "queries.csv", "--segment", "kind"];
const weighted = ["--queries", "queries.csv", "--weight", "visits"];

describe("--weight", () => {
  it("weighs queries by a column of the queries file, with weight 0 for queries that the file lacks", async () => {
    const { summary, rows } = await label(weighted);
    expect(summary()).not.toHaveProperty("segments");
    expect(summary().weighted.column).toBe("visits");
    const means: Means = summary().weighted.engines.cand;
    // By hand, for pears, plums, figs and quinces: recall 1/2, 1, 0, 0; precision without figs; F1 of pears and plums.
    expect(means["recall"]).toEqual({ mean: expect.closeTo((3 * 0.5 + 0.5 * 1) / (3 + 0.5 + 2 + 4.5), 12), count: 4 });
    expect(means["precision"]).toEqual({ mean: expect.closeTo((3 * 0.5 + 0.5 * 1) / (3 + 0.5 + 4.5), 12), count: 3 });
    expect(means["f1"]).toEqual({ mean: expect.closeTo((3 * 0.5 + 0.5 * 1) / (3 + 0.5), 12), count: 2 });
    expect(Object.keys(means)).toEqual(measures);
    for (const measure of measures) {
      expect(means[measure], measure).toEqual(meanOf(rows(), measure, (query) => weightOf[query] ?? Number.NaN));
    }
  });

  it("leaves unweighted means and numbers of queries unchanged", async () => {
    const [plain, found] = [await label([]), await label(weighted)];
    expect(found.rows()).toEqual(plain.rows());
    expect(found.summary().engines).toEqual(plain.summary().engines);
    expect(plain.summary()).not.toHaveProperty("weighted");
  });

  it("prints a table that names the column, with the number of queries of each mean", async () => {
    const { stdout } = await label(weighted);
    // By hand, as above.
    expect(section(stdout, "Means weighted by visits (queries)").slice(0, 4)).toEqual([
      ["measure", expect.stringMatching(/^ *cand$/)],
      ["precision", "0.2500 (3)"],
      ["recall", "0.2000 (4)"],
      ["f1", "0.5714 (2)"],
    ]);
  });

  it("writes null as the weighted mean if no measured query has a weight", async () => {
    const files = { "queries.csv": "query,visits\npears,0\nplums,0\nfigs,\nquinces,0\n" };
    const { summary, stdout } = await label(weighted, files);
    expect(summary().queries).toBe(5);
    expect(summary().weighted.engines.cand.recall).toEqual({ mean: null, count: 0 });
    expect(section(stdout, "Means weighted by visits (queries)")).toContainEqual([
      "recall",
      expect.stringMatching(/^ *- \(0\)$/),
    ]);
  });
});

describe("--segment", () => {
  it("writes the means of each segment, with the numbers of its queries and of queries with a value", async () => {
    const { summary, rows } = await label(segmented);
    expect(summary()).not.toHaveProperty("weighted");
    const { column, groups } = summary().segments;
    expect(column).toBe("kind");
    // figs has an empty cell, dates is not in the file.
    expect(groups.map(({ segment, queries: n }: { segment: string; queries: number }) => [segment, n])).toEqual([
      ["head", 1],
      ["tail", 2],
      ["", 2],
    ]);
    for (const { segment, engines } of groups) {
      const inside = rows().filter(({ query = "" }) => (kindOf[query] ?? "") === segment);
      for (const measure of measures) {
        expect(engines.cand[measure], `${segment} ${measure}`).toEqual(meanOf(inside, measure, () => 1));
      }
    }
    // By hand: recall of plums and quinces is 1 and 0.
    expect(groups[1].engines.cand.recall).toEqual({ mean: 0.5, count: 2 });
    expect(groups[2].engines.cand.f1).toEqual({ mean: null, count: 0 });
  });

  it("prints a table for each segment, with the numbers of its queries and of queries with a value", async () => {
    const { stdout } = await label(segmented);
    expect(section(stdout, "Means where kind = head: 1 query").slice(1, 4)).toEqual([
      ["precision", "0.5000 (1)"],
      ["recall", "0.5000 (1)"],
      ["f1", "0.5000 (1)"],
    ]);
    expect(section(stdout, "Means where kind = tail: 2 queries").slice(1, 4)).toEqual([
      ["precision", "0.5000 (2)"],
      ["recall", "0.5000 (2)"],
      ["f1", "1.0000 (1)"],
    ]);
    const unsaid = section(stdout, "Means where kind = (no value): 2 queries");
    expect(unsaid.slice(1, 4).map(([measure, cell]) => [measure, cell?.trim()])).toEqual([
      ["precision", "- (0)"],
      ["recall", "0.0000 (1)"],
      ["f1", "- (0)"],
    ]);
    const { stdout: markdown } = await label([...segmented, "--format", "md"]);
    expect(markdown).toContain("\n**Means where kind = tail: 2 queries**\n\n| measure | cand |\n");
    expect(markdown).toContain("\n| f1 | 1.0000 (1) |\n");
  });

  it("weighs the means of segments if --weight is given", async () => {
    const { summary, rows, stdout } = await label([...segmented, "--weight", "visits"]);
    const tail = summary().segments.groups[1].engines.cand;
    // By hand: plums 1 and quinces 0, with weights 0.5 and 4.5.
    expect(tail.recall).toEqual({ mean: expect.closeTo(0.1, 12), count: 2 });
    const inside = rows().filter(({ query = "" }) => kindOf[query] === "tail");
    for (const measure of measures) {
      expect(tail[measure], measure).toEqual(meanOf(inside, measure, (query) => weightOf[query] ?? Number.NaN));
    }
    expect(section(stdout, "Means where kind = tail: 2 queries")).toContainEqual(["recall", "0.1000 (2)"]);
  });

  it("reads a file that has only texts and segments as a table, not as lines of text", async () => {
    const files = { "queries.csv": "query,kind\npears,head\nplums,tail\nmedlars,tail\n" };
    const { summary } = await label(segmented, files);
    // pears, plums, medlars from the file; figs, quinces and dates from the lists.
    expect(summary().queries).toBe(6);
    const groups: { segment: string; queries: number }[] = summary().segments.groups;
    expect(groups.map(({ segment, queries: n }) => [segment, n])).toEqual([
      ["head", 1],
      ["tail", 2],
      ["", 3],
    ]);
  });

  it("finds queries by text for every engine if lists have no ids", async () => {
    const files = {
      "ref.csv": reference.replace("query_id,", "").replace(/^q\d,/gm, ""),
      "other.csv": "query,title\nplums,Zebras\n",
    };
    const { summary } = await label([...segmented, "--candidates", "cand.csv", "other.csv"], files);
    const tail = summary().segments.groups[1].engines;
    expect(Object.keys(tail)).toEqual(["cand", "other"]);
    expect(tail.cand.recall).toEqual({ mean: 0.5, count: 2 });
    expect(tail.other.recall).toEqual({ mean: 0, count: 2 });
  });
});

describe("invalid columns of queries", () => {
  it.each([
    { args: ["--segment", "kind"], says: ["--segment and --weight", "Also pass --queries FILE."] },
    { args: ["--queries", "queries.csv", "--segment", "language"], says: ['column "language" is missing', "kind"] },
    { args: ["--queries", "queries.csv", "--weight", "kind"], says: ["queries.csv:2:", '"head"', '"kind"'] },
  ])("are refused with a reason: $args", async ({ args, says }) => {
    const { stderr, stdout } = await label(args, {}, 2);
    for (const words of says) expect(stderr).toContain(words);
    expect(stdout).toBe("");
  });
});

describe("manifest.json", () => {
  const sha256 = (bytes: string | Uint8Array) => createHash("sha256").update(bytes).digest("hex");

  it("contains the sha256 of every input file, as stored on disk", async () => {
    const files: Files = { ...base, "ref.csv": gzipSync(reference) };
    const { manifest } = await label(segmented, files);
    const inputs: { path: string; sha256: string }[] = manifest().inputs;
    expect(new Map(inputs.map(({ path, sha256: hash }) => [path, hash]))).toEqual(
      new Map(Object.entries(files).map(([path, content]) => [path, sha256(content)])),
    );
  });

  // Used by `compare`, because the same reference may be written in different ways.
  it("contains a sha256 of the reference's queries, ranks and titles that is the same for any file format", async () => {
    const referenceOf = async (content: string | Uint8Array, args: readonly string[] = []) =>
      (await label(args, { "ref.csv": content })).manifest().reference;
    const found = await referenceOf(reference);
    expect(found).toEqual({ engine: "ref", sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(await referenceOf(gzipSync(reference))).toEqual(found);
    expect(await referenceOf(reference.replaceAll(",", ";"))).toEqual(found);
    const [header = "", first = "", second = "", ...others] = reference.split("\n");
    expect(await referenceOf([header, second, first, ...others].join("\n"))).toEqual(found);
    for (const changed of [
      reference.replace("Plum jam", "Plum jams"),
      reference.replace("q2,plums,0,", "q2,plums,1,"),
      reference.replace("q3,figs,0,Figs\n", ""),
    ]) {
      expect((await referenceOf(changed)).sha256, changed).not.toBe(found.sha256);
    }
  });
});
