/** Does `convert` convert files, report losses, and write everything or nothing? */

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { writers } from "../../src/io/formats.ts";
import { examples } from "../support/judged-rows.ts";
import { runs } from "../support/property.ts";
import { temporaryFolder } from "../support/run-cli.ts";
import { runInProcess } from "./run-in-process.ts";

interface Files {
  readonly [name: string]: string | Uint8Array;
}

async function convert(args: readonly string[], files: Files = {}) {
  const cwd = temporaryFolder(files);
  const result = await runInProcess(["convert", ...args], { cwd });
  const written = readdirSync(cwd).filter((name) => !(name in files));
  return { ...result, written, read: (name: string) => readFileSync(join(cwd, name), "utf8"), cwd };
}

const ratings = "query,docid,rating\nstar trek,1370,3\nstar trek,8,0.5\nmoon,9,1\nno match query,,";
const queries = "q1\tstar trek\nq2\tmoon\n";

describe("semqrel convert", () => {
  it("converts Quepid's ratings into TREC judgments, with query ids from a queries file", async () => {
    const { exitCode, stdout, stderr, read, written } = await convert(
      ["ratings.csv", "out.qrels", "--queries", "queries.tsv"],
      { "ratings.csv": ratings, "queries.tsv": queries },
    );
    expect({ exitCode, stdout, written }).toEqual({ exitCode: 0, stdout: "", written: ["out.qrels"] });
    expect(read("out.qrels")).toBe("q1 0 1370 3\nq1 0 8 0.5\nq2 0 9 1\n");
    expect(stderr).toContain("trec-qrels cannot store unrated rows: lost in 1 row.\n");
    expect(stderr).toContain("trec-qrels cannot store query texts: lost in 3 rows.\n");
    expect(stderr).toContain("The --queries file lacks the query of 1 row, so it keeps the query's name.\n");
    expect(stderr).toContain("Wrote 3 rows of 2 queries (quepid-csv to trec-qrels) to out.qrels.\n");
  });

  // trec_eval stops at a repeated document, ir_measures takes its last label, measure the larger one.
  it.each([
    ["trec-qrels", "q1 0 d1 2\nq1 0 d2 1\n"],
    ["beir", "query-id\tcorpus-id\tscore\nq1\td1\t2\nq1\td2\t1\n"],
    ["quepid-csv", "query,docid,rating\nq1,d1,2\nq1,d2,1"],
  ])("gives each document one label in %s: the larger one, as measure does", async (format, expected) => {
    const files = { "dup.csv": "query,docid,rating\nq1,d1,2\nq1,d1,0\nq1,d2,1\nq1,d2,1\n" };
    const { stdout, stderr } = await convert(["dup.csv", "-", "--to", format], files);
    expect(stdout).toBe(expected);
    expect(stderr).toContain(`${format} cannot store repeated judgments: lost in 2 rows.\n`);
  });

  it("keeps the subtopics of a document in TREC judgments", async () => {
    const text = "q1 1 d1 1\nq1 2 d1 0\n";
    const { stdout } = await convert(["a.qrels", "-", "--to", "trec-qrels"], { "a.qrels": `${text}q1 2 d1 0\n` });
    expect(stdout).toBe(text);
  });

  it("converts TREC judgments into Quepid's ratings, with query texts from a queries file", async () => {
    const { exitCode, stdout } = await convert(["a.qrels", "-", "--to", "quepid-csv", "--queries", "queries.tsv"], {
      "a.qrels": "q1 0 1370 3\nq2 0 9 0.25\n",
      "queries.tsv": queries,
    });
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: "query,docid,rating\nstar trek,1370,3\nmoon,9,0.25" });
  });

  it("prints a summary as one JSON document", async () => {
    const { stdout, stderr } = await convert(["ratings.csv", "out.qrels", "--json", "-q"], { "ratings.csv": ratings });
    expect(stderr).toBe("");
    expect(JSON.parse(stdout)).toEqual({
      schema: "semqrel.convert/1",
      from: "quepid-csv",
      to: "trec-qrels",
      rows: 3,
      queries: 2,
      unjoined: 0,
      lost: [
        { what: "unrated rows", rows: 1 },
        { what: "white space in query ids", rows: 2 },
      ],
      warnings: [],
      files: ["out.qrels"],
    });
  });

  it("restores every label from the grades and the gains that --integer writes", async () => {
    const label = fc.oneof(fc.double({ min: 0, max: 5, noNaN: true }), fc.constantFrom(0, 1, 5, -1, -2));
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(label, { minLength: 1, maxLength: 127 }), async (labels) => {
        const text = labels.map((value, row) => `q 0 d${row} ${value === 0 ? 0 : value}\n`).join("");
        const one = await convert(["a.qrels", "qrels.int", "--integer"], { "a.qrels": text });
        expect(one.exitCode).toBe(0);
        expect(one.stderr).not.toContain("fractions");
        for (const line of one.read("qrels.int").trim().split("\n")) expect(line).toMatch(/ -?\d{1,3}$/);
        const files = { "qrels.int": one.read("qrels.int"), "g.json": one.read("qrels.int.gains.json") };
        const { read } = await convert(["qrels.int", "b.qrels", "--gains", "g.json"], files);
        expect(read("b.qrels")).toBe(text);
      }),
      { ...runs, numRuns: 40 },
    );
  });

  it("keeps integer labels as grades, and records them in the gains file", async () => {
    const { read } = await convert(["a.qrels", "b.qrels", "--integer"], { "a.qrels": "q 0 a 3\nq 0 b 0\nq 0 c -1\n" });
    expect(read("b.qrels")).toBe("q 0 a 3\nq 0 b 0\nq 0 c -1\n");
    expect(JSON.parse(read("b.qrels.gains.json"))).toEqual({
      schema: "semqrel.gains/1",
      gains: [
        { grade: 0, label: 0 },
        { grade: 3, label: 3 },
      ],
    });
  });

  it("warns about labels that share a grade if there are more than 127 labels", async () => {
    const text = Array.from({ length: 200 }, (_, row) => `q 0 d${row} ${(row + 1) / 64}\n`).join("");
    const { stderr, read } = await convert(["a.qrels", "b.qrels", "--integer"], { "a.qrels": text });
    // The 200 labels share grades in pairs. The label of a grade is the smaller of the two.
    expect(stderr).toContain("trec-qrels with --integer cannot store fractions of labels: lost in 100 rows.");
    expect(JSON.parse(read("b.qrels.gains.json")).gains).toHaveLength(100);
  });

  it("refuses fractions for formats of whole labels, unless --round or --integer is given", async () => {
    const files = { "a.qrels": "q 0 d 0.4\nq 0 e 2.5\nq 0 f 1\n" };
    const refused = await convert(["a.qrels", "qrels.tsv"], files);
    expect({ exitCode: refused.exitCode, written: refused.written }).toEqual({ exitCode: 2, written: [] });
    expect(refused.stderr).toContain("beir only stores whole labels, but 2 of 3 have fractions. Pass --integer");
    const rounded = await convert(["a.qrels", "qrels.tsv", "--round"], files);
    expect(rounded.read("qrels.tsv")).toBe("query-id\tcorpus-id\tscore\nq\td\t0\nq\te\t3\nq\tf\t1\n");
    expect(rounded.stderr).toContain("beir with --round cannot store fractions of labels: lost in 2 rows.");
    const graded = await convert(["a.qrels", "qrels.tsv", "--integer"], files);
    expect(graded.written.sort()).toEqual(["qrels.tsv", "qrels.tsv.gains.json"]);
  });

  it("converts only the engine that --engine names if the format stores one run", async () => {
    const files = { "runs.csv": "engine,query,id,score\none,q,a,2\ntwo,q,b,1.5\n" };
    const refused = await convert(["runs.csv", "out.run"], files);
    expect(refused.exitCode).toBe(2);
    expect(refused.stderr).toContain(
      "it contains 2 engines (one, two), but trec-run is for one run. Choose one with --engine",
    );
    const { read } = await convert(["runs.csv", "out.run", "--engine", "two"], files);
    expect(read("out.run")).toBe("q Q0 b 1 1.5 two\n");
    const wrong = await convert(["runs.csv", "out.run", "--engine", "three"], files);
    expect(wrong.stderr).toContain('no engine is called "three". Pass --engine with one of: one, two');
  });

  it("converts sets of queries, and writes the queries of judgments as a set", async () => {
    const { stdout } = await convert([`${examples}queries.jsonl`, "-", "--to", "opensearch-query-set"]);
    expect(JSON.parse(stdout)).toMatchObject({ querySetQueries: [{ queryText: "red apples" }] });
    const files = { "ratings.csv": ratings, "queries.tsv": queries };
    const { read, stderr } = await convert(["ratings.csv", "queries.jsonl", "--queries", "queries.tsv"], files);
    expect(read("queries.jsonl").split("\n").slice(0, 2)).toEqual([
      '{"_id":"q1","text":"star trek"}',
      '{"_id":"q2","text":"moon"}',
    ]);
    expect(stderr).toContain("beir-queries cannot store judgments: lost in 4 rows.");
  });

  it("reads labels.qrels of a folder, escapes formulas, and reads the column that --label-column names", async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, "labels"));
    writeFileSync(join(folder, "labels", "labels.qrels"), "q 0 =d 1.5\n");
    const { exitCode, stdout } = await convert([join(folder, "labels"), "-", "--to", "csv", "--spreadsheet-safe"]);
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: "query,id,label\nq,'=d,1.5\n" });
    const named = await convert([
      `${examples}discernatron.tsv`,
      "-",
      "--to",
      "trec-qrels",
      "--label-column",
      "mean_score",
    ]);
    expect(named.stdout).toBe("1 0 Page_one 2.5\n");
  });

  it("requires the name of an index for formats that contain one", async () => {
    const args = [`${examples}trec.qrels`, "out.json", "--to", "rank-eval"];
    const refused = await convert(args);
    expect(refused).toMatchObject({ exitCode: 2, written: [], stderr: expect.stringContaining("Pass --index NAME") });
    const { read } = await convert([...args, "--index", "news", "--field", "title"]);
    expect(JSON.parse(read("out.json")).requests[0].ratings[0]).toEqual({
      _index: "news",
      _id: "CR93E-10279",
      rating: 0,
    });
  });

  it("lists every format", async () => {
    const { stdout } = await convert(["--list"]);
    expect(stdout).toMatch(/^format +kind +reads +writes +cannot store\n/);
    for (const { name } of writers.judgments) expect(stdout).toMatch(new RegExp(`^${name} +judgments +yes +yes`, "m"));
    expect(stdout).toMatch(/^chorus +judgments +yes +no$/m);
    const { stdout: json } = await convert(["--list", "--json"]);
    expect(JSON.parse(json).formats).toContainEqual({
      name: "ranx",
      kind: "run",
      reads: true,
      writes: true,
      lacks: expect.any(Array),
    });
  });

  it.each<[string, readonly string[], Files, string]>([
    [
      "a malformed line",
      ["a.qrels", "b.csv"],
      { "a.qrels": "q 0 d 1\nq 0 d\n" },
      "a.qrels:2: it has 3 fields, but judgments have four",
    ],
    [
      "ratings in a list",
      ["a.json", "b.qrels"],
      { "a.json": '[{"query":"q","doc_id":"d","responses":[{"value":2}]}]' },
      "the ratings of each row are in a list (responses). Export a row for each rating",
    ],
    [
      "labels in a list",
      ["a.json", "b.qrels"],
      { "a.json": '[{"query":"q","doc_id":"d","label":[{"value":2}]}]' },
      "is not a number. Export a row for each rating",
    ],
    [
      "a rating that is not a number",
      ["a.csv", "b.qrels"],
      { "a.csv": "query,docid,rating\na,1,x\n" },
      "a.csv:2: the rating",
    ],
    ["an empty file", ["a.qrels", "b.csv"], { "a.qrels": "" }, "it is empty"],
    [
      "a gzip file that is cut short",
      ["a.gz", "b.csv"],
      { "a.gz": gzipSync("q 0 d 1\n".repeat(99999)).subarray(0, 200) },
      "gzip data is damaged",
    ],
    [
      "a binary file",
      ["a", "b.csv"],
      { a: Uint8Array.from([0x89, 0xfe, 0, 1, 2, 0x0a, 0xff]) },
      "it is binary (it has NUL bytes), and not a known format",
    ],
    [
      "an output that is the input",
      ["a.qrels", "./a.qrels"],
      { "a.qrels": "q 0 d 1\n" },
      "Cannot write ./a.qrels: it is also an input.",
    ],
    [
      "--title-field without saved responses",
      ["a.qrels", "b.csv", "--title-field", "name"],
      { "a.qrels": "q 0 d 1\n" },
      "there are no saved responses. Drop --title-field",
    ],
    [
      "JSON judgments without document ids",
      ["a.json", "b.csv"],
      { "a.json": '{"judgmentRatings":[{"query":"a","ratings":[{"rating":"1"}]}]}' },
      "judgmentRatings[0].ratings[0].docId is missing",
    ],
    [
      "a run if the output is for judgments",
      ["a.run", "b.qrels"],
      { "a.run": "q Q0 d 1 1 x\n" },
      "it contains a run (trec-run), but trec-qrels is for judgments",
    ],
    [
      "an output name without a format",
      ["a.qrels", "b"],
      { "a.qrels": "q 0 d 1\n" },
      "Pass --to with one of: opensearch-judgments",
    ],
    ["standard input for two files", ["-", "b.qrels", "--gains", "-"], {}, "- can be used for one file"],
    [
      "a grade that the file of gains lacks",
      ["a.qrels", "b.qrels", "--gains", "g"],
      { "a.qrels": "q 0 d 7\n", g: '{"schema":"semqrel.gains/1","gains":[]}' },
      "no label for grade 7",
    ],
    [
      "a file of gains without a schema",
      ["a.qrels", "b.qrels", "--gains", "g"],
      { "a.qrels": "q 0 d 7\n", g: '{"gains":[]}' },
      '"semqrel.gains/1" is expected',
    ],
    ["a compressed output", ["a.qrels", "b.qrels.gz"], { "a.qrels": "q 0 d 7\n" }, "Leave out .gz"],
    [
      "--integer if the output is stdout",
      ["a.qrels", "-", "--to", "csv", "--integer"],
      { "a.qrels": "q 0 d 7\n" },
      "Name the output",
    ],
    [
      "--integer with a run",
      ["a.run", "b.run", "--integer"],
      { "a.run": "q Q0 d 1 1 x\n" },
      "there are no labels. Drop --integer",
    ],
    [
      "--engine with judgments",
      ["a.qrels", "b.qrels", "--engine", "x"],
      { "a.qrels": "q 0 d 7\n" },
      "there are no engines. Drop --engine",
    ],
    [
      "--json if the output is stdout",
      ["a.qrels", "-", "--to", "csv", "--json"],
      { "a.qrels": "q 0 d 7\n" },
      "Leave out --json",
    ],
    ["a command without an output", ["a.qrels"], { "a.qrels": "q 0 d 7\n" }, "semqrel convert IN OUT"],
    ["a file that does not exist", ["none", "b.csv"], {}, "there is no such file"],
    ["an output that is a folder", ["a.qrels", ".", "--to", "csv"], { "a.qrels": "q 0 d 7\n" }, "Nothing was changed"],
  ])("exits 2 and writes no file for %s", async (_, args, files, words) => {
    const { exitCode, stdout, stderr, written } = await convert(args, files);
    expect({ exitCode, stdout, written }).toEqual({ exitCode: 2, stdout: "", written: [] });
    expect(stderr).toContain(words);
  });
});
